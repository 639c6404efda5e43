"""The phones' cookies: signed, never too large for a browser, and `Secure` where the request came over https.

Over https a cookie has another name. A browser neither sends nor replaces a `Secure` cookie over http, so with one name
a phone that uses both addresses of a house would be a new phone at each request over http.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

SECURE_PREFIX = "__Host-"  # browsers take such a name only from https, and for this host alone
LARGEST = 3_900  # characters of a value: with its name and attributes it stays under the 4,093 bytes all browsers take


def cookie_name(name: str) -> str:
    """Return the name of a cookie at the scheme of this request."""
    return SECURE_PREFIX + name if request.is_secure else name


class LastingSessions(SecureCookieSessionInterface):
    """Flask's signed cookies, but only the browser counts their age.

    A small computer without a battery clock starts in the past each time: a cookie of yesterday would be of the future,
    and an expiry date would be long over.
    """

    def __init__(self, shed: Callable[[SessionMixin], bool]) -> None:
        """`shed`: takes out of a session what is needed least; False where nothing is left that may go."""
        self._shed = shed

    def get_cookie_name(self, app: Flask) -> str:
        return cookie_name(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        session = self._read(app, request.cookies.get(self.get_cookie_name(app), ""))
        if session is None and request.is_secure:  # a phone that was here over http stays the same one
            session = self._read(app, request.cookies.get(super().get_cookie_name(app), ""))
            if session is not None:
                session.modified = True
        return self.session_class() if session is None else session

    def _read(self, app: Flask, value: str) -> SecureCookieSession | None:
        """Return the session in a cookie; None for one that was not signed with a key of this house."""
        signer = self.get_signing_serializer(app)
        try:
            data = signer.loads(value) if signer else None
        except BadSignature:
            return None
        if not isinstance(data, dict):
            return None
        session = self.session_class(data)
        session.modified = bool(app.config["SECRET_KEY_FALLBACKS"]) and not self._has_newest_signature(app, value)
        return session

    def _has_newest_signature(self, app: Flask, value: str) -> bool:
        """Return whether the newest key signed this; what a former one signed is signed again."""
        signer = self.get_signing_serializer(app)
        assert signer
        newest = signer.make_signer(signer.salt)
        newest.secret_keys = newest.secret_keys[-1:]
        return newest.validate(value)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified:
            self._bound(app, session)
        super().save_session(app, session, response)
        start, age = f"{self.get_cookie_name(app)}=", int(app.permanent_session_lifetime.total_seconds())
        cookies = response.headers.getlist("Set-Cookie")
        if session.permanent and any(cookie.startswith(start) for cookie in cookies):
            lasting = [f"{one}; Max-Age={age}" if _lasts(one, start) else one for one in cookies]
            response.headers.setlist("Set-Cookie", lasting)

    def _bound(self, app: Flask, session: SessionMixin) -> None:
        """Shed from a session until its cookie is small enough: browsers ignore a larger one."""
        signer = self.get_signing_serializer(app)
        while signer and len(signer.dumps(dict(session))) > LARGEST and self._shed(session):
            continue


def _lasts(cookie: str, start: str) -> bool:
    """Return whether this cookie has an expiry date but no `Max-Age` yet."""
    return cookie.startswith(start) and "; Expires=" in cookie and "; Max-Age=" not in cookie

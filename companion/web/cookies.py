"""Signed cookies that stay valid when the server's clock is wrong."""

from __future__ import annotations

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class LastingSessions(SecureCookieSessionInterface):
    """Flask's signed cookies, but only the browser counts their age.

    A small computer without a battery clock starts in the past each time: a cookie of yesterday would be of the future,
    and an expiry date would be long over.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        super().save_session(app, session, response)
        start, age = f"{self.get_cookie_name(app)}=", int(app.permanent_session_lifetime.total_seconds())
        cookies = response.headers.getlist("Set-Cookie")
        if session.permanent and any(cookie.startswith(start) for cookie in cookies):
            lasting = [f"{one}; Max-Age={age}" if _lasts(one, start) else one for one in cookies]
            response.headers.setlist("Set-Cookie", lasting)


def _lasts(cookie: str, start: str) -> bool:
    """Whether this cookie has an expiry date but no `Max-Age` yet."""
    return cookie.startswith(start) and "; Expires=" in cookie and "; Max-Age=" not in cookie

"""The signed cookie a phone is known by: a random id, its tables and its settings. There are no accounts."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from companion.secret_key import KEY_FILE, Key, key_of

__all__ = ["KEY_FILE"]

MOST_TABLES = 30  # a cookie holds 4 kB
MOST_CROSSES = 8  # of editions, the latest
LONGEST_PLACE = 1_000  # characters of an address the cookie keeps
LIKES = ("quarters", "pays", "buzz", "sound")  # settings of a phone, a digit each
ROOM = "room"  # a cookie set by the page's script: how many squares of a case the screen holds, as 15x13


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
    """Return whether this cookie has an expiry date but no `Max-Age` yet."""
    return cookie.startswith(start) and "; Expires=" in cookie and "; Max-Age=" not in cookie


def register(app: Flask, home: Path) -> None:
    """Sign sessions with the key in the instance folder, made there the first time."""
    key, how = key_of(home) if not app.config.get("SECRET_KEY") else (app.config["SECRET_KEY"], Key.KEPT)
    app.extensions["key"] = how
    app.session_interface = LastingSessions()
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME="phone",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def phone_id() -> str:
    """Return this phone's id, a new one if it has none."""
    if "id" not in session:
        session["id"] = secrets.token_hex(8)
        session.permanent = True
    return str(session["id"])


def remember(code: str) -> None:
    """Put a table on top of this phone's list."""
    codes = tables()
    if codes[:1] != [code]:
        phone_id()
        session["tables"] = [code, *(other for other in codes if other != code)][:MOST_TABLES]


def tables() -> list[str]:
    """Return the codes of the tables this phone has seen, the latest first."""
    return [str(code) for code in session.get("tables", [])]


def opened(code: str) -> int | None:
    """Return the seat whose cover is open on this phone at a table; None for none."""
    return None


def names() -> list[str]:
    """Return the names of this phone's last table by seat."""
    return [str(name) for name in session.get("names", [])]


def remember_names(seats: tuple[str, ...]) -> None:
    session["names"] = list(seats)


def remember_cross(edition: str, rows: list[str]) -> None:
    """Keep the starting cross of an edition for the next game."""
    if len(rows) == 6 and len(rows[0]) == 6:
        others = [[name, cross] for name, cross in _crosses().items() if name != edition]
        session["crosses"] = [*others, [edition, "/".join(rows)]][-MOST_CROSSES:]


def forget_cross(edition: str) -> None:
    """Forget the cross of a removed edition: a new one may have the same name."""
    if edition in _crosses():
        session["crosses"] = [[name, cross] for name, cross in _crosses().items() if name != edition]


def cross(edition: str) -> str:
    """Return the remembered cross of an edition, a picture in notation; empty if there is none."""
    return _crosses().get(edition, "")


def _crosses() -> dict[str, str]:
    """Crosses by edition, the latest last; the cookie has a list, since only lists keep their order there."""
    return {str(name): str(cross) for name, cross in dict(session.get("crosses", [])).items()}


def keep_place(posted: str, path: str) -> None:
    """Remember the address `path` of the page that answered the POST to `posted`."""
    if len(path) <= LONGEST_PLACE:
        phone_id()
        session["place"] = [posted, path]


def place(posted: str) -> str:
    """Return the address of the page that answered the last POST to `posted`; empty if none is remembered."""
    kept = session.get("place")
    return str(kept[1]) if kept and kept[0] == posted else ""


def like(chosen: dict[str, str]) -> None:
    """Keep settings of this phone."""
    phone_id()
    session["likes"] = {**session.get("likes", {}), **{word: value[:1] for word, value in chosen.items()}}


def likes() -> dict[str, str]:
    """Return the settings of this phone, and how many squares its screen holds."""
    return {**session.get("likes", {}), ROOM: request.cookies.get(ROOM, "")[:9]}

"""Which phone is speaking: a signed cookie with a random id and the tables it has seen. No account, nobody's name."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path

from flask import Flask, request, session

from companion.secret_key import KEY_FILE, Key, key_of
from companion.web.cookies import LastingSessions

__all__ = ["KEY_FILE"]

MOST_TABLES = 30  # a cookie holds 4 kB
MOST_CROSSES = 8  # of editions, the latest
LONGEST_PLACE = 1_000  # characters of an address the cookie keeps
LIKES = ("quarters", "pays")  # what a phone may choose about its drawings, a digit each
ROOM = "room"  # a cookie of the page's script: how many squares of a case this screen holds, as 15x13


def register(app: Flask, home: Path) -> None:
    """Sessions signed with the key in the instance folder; made there the first time."""
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
    """This phone's id, given at its first line."""
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
    """The codes of the tables this phone has seen, the latest first."""
    return [str(code) for code in session.get("tables", [])]


def names() -> list[str]:
    """The names of this phone's last table, in seating order."""
    return [str(name) for name in session.get("names", [])]


def remember_names(seats: tuple[str, ...]) -> None:
    session["names"] = list(seats)


def remember_cross(edition: str, rows: list[str]) -> None:
    """Keep what the starting cross of an edition shows: told once, it is known the next evening."""
    if len(rows) == 6 and len(rows[0]) == 6:
        others = [[name, cross] for name, cross in _crosses().items() if name != edition]
        session["crosses"] = [*others, [edition, "/".join(rows)]][-MOST_CROSSES:]


def forget_cross(edition: str) -> None:
    """Of an edition that is removed: another one may be called the same."""
    if edition in _crosses():
        session["crosses"] = [[name, cross] for name, cross in _crosses().items() if name != edition]


def cross(edition: str) -> str:
    """The cross of an edition as this phone remembers it, a picture in notation; empty where it does not."""
    return _crosses().get(edition, "")


def _crosses() -> dict[str, str]:
    """By name of the edition, the latest last; a cookie keeps the order of a list alone."""
    return {str(name): str(cross) for name, cross in dict(session.get("crosses", [])).items()}


def keep_place(asked: str, path: str) -> None:
    """Remember that the page which answered the POST to `asked` stands at `path`."""
    if len(path) <= LONGEST_PLACE:
        phone_id()
        session["place"] = [asked, path]


def place(asked: str) -> str:
    """The address of the page that answered the last POST to `asked`; empty where none is remembered."""
    kept = session.get("place")
    return str(kept[1]) if kept and kept[0] == asked else ""


def like(chosen: dict[str, str]) -> None:
    """Keep how this phone likes to look at tables."""
    phone_id()
    session["likes"] = {**session.get("likes", {}), **{word: value[:1] for word, value in chosen.items()}}


def likes() -> dict[str, str]:
    """How this phone likes to look at tables, and how much of one its screen holds."""
    return {**session.get("likes", {}), ROOM: request.cookies.get(ROOM, "")[:9]}

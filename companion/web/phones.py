"""The signed cookie a phone is known by: a random id, its tables and its settings. There are no accounts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from flask import Flask, request, session
from flask.sessions import SessionMixin
from werkzeug.wrappers import Response

from companion.secret_key import KEY_FILE, Key, former_keys, given_keys, key_of
from companion.web.guards.sessions import LastingSessions, cookie_name

__all__ = ["KEY_FILE"]

MOST_TABLES = 100  # a cookie holds 4 kB; a hundred codes are 0.7 of them
MOST_ASKED = 30
MOST_PEOPLE = 16
FIRST_TABLES = 3
MOST_CROSSES = 8  # of editions, the latest
LASTS = timedelta(days=400)  # the longest browsers keep a cookie
LOOK = 30  # seconds a cover stays open
LONGEST_PLACE = 1_000  # characters of an address the cookie keeps
# Settings of a phone, digits: quarters the case is turned by, whether spots show what they pay, whether it buzzes and
# sounds; `theme` 1 light, 2 dark; `left` for left hands; `lies` 1 the page upside down, 2 turned towards the seat in
# turn, and `across` the seats, from 1, that sit opposite; `coinless` where nobody hands out coins, `hintless` where
# nobody wants hints.
LIKES = ("quarters", "pays", "buzz", "sound", "theme", "left", "lies", "across", "coinless", "hintless")
LONGEST_LIKE = 7
LANGUAGE = "language"  # a cookie of its own: its value is the code of a language
ROOM = "room"  # a cookie set by the page's script: how many squares of a case the screen holds, as 15x13


def register(app: Flask, home: Path) -> None:
    """Sign sessions with the key of the environment, or the one in the instance folder, made there the first time."""
    given, former = given_keys(), former_keys(home)
    if app.config.get("SECRET_KEY"):
        key, how = app.config["SECRET_KEY"], Key.KEPT
    elif given:
        key, how, former = given[0], Key.GIVEN, given[:0:-1]
    else:
        key, how = key_of(home)
    app.extensions["key"] = how
    app.session_interface = LastingSessions(shed)
    app.config.update(
        SECRET_KEY=key,
        SECRET_KEY_FALLBACKS=former,
        SESSION_COOKIE_NAME="phone",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def shed(session: SessionMixin) -> bool:
    """Take out of a cookie that grew too large what is needed least; False where nothing is left that may go.

    A place is worth a reload, a cross is entered again in a minute, a name in seconds; a table is found again by code.
    """
    if session.pop("place", None):
        return True
    for name, oldest in (("crosses", 0), ("people", -1), ("tables", -1)):
        if isinstance(kept := session.get(name), list) and len(kept) > 1:
            kept.pop(oldest)
            return True
    return False


def phone_id() -> str:
    """Return this phone's id, a new one if it has none."""
    if "id" not in session:
        session["id"] = secrets.token_hex(8)
        session.permanent = True
    return str(session["id"])


def known_id() -> str:
    """Return this phone's id; empty if it has none yet."""
    return str(session.get("id", ""))


def remember(code: str) -> None:
    """Put a table on top of this phone's list."""
    codes = tables()
    if codes[:1] != [code]:
        phone_id()
        session["tables"] = [code, *(other for other in codes if other != code)][:MOST_TABLES]


def tables() -> list[str]:
    """Return the codes of the tables this phone has seen, the latest first."""
    return [str(code) for code in session.get("tables", [])]


def forget(codes: Sequence[str]) -> None:
    """Take tables off this phone's list."""
    session["tables"] = [code for code in tables() if code not in codes]


def follow(code: str, new: str) -> None:
    """Put the new code of a table in the place of its old one, wherever this phone's cookie has it."""
    for name in ("tables", "asked"):
        if code in session.get(name, []):
            session[name] = [new if kept == code else kept for kept in session[name]]


def is_asked(code: str) -> bool:
    """Return whether this phone was asked already who holds it at this table."""
    return code in session.get("asked", [])


def remember_asked(code: str) -> None:
    """Remember that this phone was asked who holds it at this table."""
    if not is_asked(code):
        phone_id()
        session["asked"] = [code, *session.get("asked", [])][:MOST_ASKED]


def opened(code: str) -> tuple[int, str] | None:
    """Return the seat whose cover is open on this phone at a table, and the table's tag then; None for none."""
    kept = session.get("look")
    return (int(kept[1]), str(kept[2])) if kept and kept[0] == code and seconds_left(code) else None


def seconds_left(code: str) -> int:
    """Return for how many seconds more a cover stays open; 0 where none is."""
    kept = session.get("look")
    return max(0, min(LOOK, int(kept[3]) - int(time.time()))) if kept and kept[0] == code else 0


def open_cover(code: str, seat: int, tag: str) -> None:
    """Open the cover of a seat, as long as the table's tag stays and LOOK seconds are not over."""
    phone_id()
    session["look"] = [code, seat, tag, int(time.time()) + LOOK]


def close_cover() -> None:
    session.pop("look", None)


def names() -> list[str]:
    """Return the names of this phone's last table by seat."""
    return [str(name) for name in session.get("names", [])]


def remember_names(seats: tuple[str, ...]) -> None:
    """Keep the names of a table by seat, and its people on top of those this phone offers."""
    before = people()
    session["names"] = list(seats)
    met = {name.casefold() for name in seats}
    session["people"] = [*seats, *(name for name in before if name.casefold() not in met)][:MOST_PEOPLE]


def people() -> list[str]:
    """Return the people this phone offers at a start: those of its latest tables first."""
    return [str(name) for name in session.get("people", session.get("names", []))]


def forget_person(name: str) -> None:
    """No longer offer a person, neither by name nor in a seat."""
    session["people"] = [kept for kept in people() if kept != name]
    session["names"] = [kept for kept in names() if kept != name]


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
    session["likes"] = {**session.get("likes", {}), **{word: value[:LONGEST_LIKE] for word, value in chosen.items()}}


def likes() -> dict[str, str]:
    """Return the settings of this phone, and how many squares its screen holds."""
    return {**session.get("likes", {}), ROOM: request.cookies.get(cookie_name(ROOM), "")[:9]}


def language() -> str:
    """Return the code of the language this phone chose; empty if it chose none."""
    return request.cookies.get(cookie_name(LANGUAGE), "")


def choose_language(response: Response, language: str) -> None:
    """Have this phone keep its language."""
    response.set_cookie(
        cookie_name(LANGUAGE), language, max_age=LASTS, secure=request.is_secure, httponly=True, samesite="Lax"
    )


def is_new() -> bool:
    """Return whether this phone is shown the hints of its first games: few tables yet, and nobody tapped them away."""
    return len(tables()) <= FIRST_TABLES and not session.get("likes", {}).get("hintless")


def opposite() -> str:
    """Return the numbers, from 1, of the seats that sit opposite, every second one until people chose."""
    return str(session.get("likes", {}).get("across") or "246")


def is_turned(seat: int | None) -> bool:
    """Return whether the page of a table stands upside down while the next tap is for a seat."""
    lies = session.get("likes", {}).get("lies")
    return lies == "1" or (lies == "2" and seat is not None and str(seat + 1) in opposite())


def settings() -> dict[str, str]:
    """Return the settings of this phone that go along to another."""
    return {str(word): str(value) for word, value in session.get("likes", {}).items()}


def take_up(codes: Sequence[str], names: Sequence[str], settings: dict[str, str]) -> None:
    """Put another phone's tables on top of this one's list, and take its names and settings where this has none."""
    phone_id()
    session["tables"] = list(dict.fromkeys([*codes, *tables()]))[:MOST_TABLES]
    if names and not session.get("names"):
        session["names"] = list(names)
    session["likes"] = {**settings, **session.get("likes", {})}

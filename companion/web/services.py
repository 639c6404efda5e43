"""The services of a request: the store and a connection to it, play, the words of this phone's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from flask import current_app, g, has_request_context, request
from flask_htmx import HTMX

from companion.kernel.viewer import Viewer
from companion.photos.tallying import tally_lines
from companion.store.journal import Claim, Connection
from companion.store.presence import Presence
from companion.store.sightings import Sighting
from companion.store.store import Store
from companion.tables.door import Command
from companion.tables.play import NOBODY, Evening, Play
from companion.tables.seats import Seating, Seats
from companion.tables.snapshot import Snapshot
from companion.tables.viewer import viewer_of
from companion.web import phones
from companion.words import ENGLISH, Words

PROGRAMS = "/api/"  # what programs ask; they send no cookie
CORRECTS = "correct"  # the word of every line that corrects another
htmx = HTMX()  # true where the page's script asks, for a part of it


def connection() -> Connection:
    """This request's connection, opened when first asked for. Raises Unavailable."""
    if "connection" not in g:
        g.connection = store().open()
    return cast(Connection, g.connection)


def store() -> Store:
    return cast(Store, current_app.extensions["store"])


def play() -> Play:
    return cast(Play, current_app.extensions["play"])


def presence() -> Presence:
    return cast(Presence, current_app.extensions["presence"])


def seats() -> Seats:
    return cast(Seats, current_app.extensions["seats"])


def _claims(code: str) -> Sequence[Claim]:
    """Return the claims on the seats of a table: read once a request, so that all of an answer agrees."""
    read: dict[str, Sequence[Claim]] = g.setdefault("claims", {})
    if code not in read:
        read[code] = connection().claims(code)
    return read[code]


def seating(snapshot: Snapshot) -> Seating:
    """Return who sits where at a table."""
    holders = {claim.seat: claim.phone for claim in _claims(snapshot.code)}
    return Seating(snapshot.opener, holders, len(snapshot.table.names.now), snapshot.locked)


def code_now(code: str) -> str:
    """Return the present code of a table that this phone follows; the same code for all others."""
    phone = phones.known_id()
    return connection().moved([code], phone).get(code, code) if phone else code


def note_people(code: str) -> None:
    """Keep the number of a table's people before anything of it is read: what changes from now on is news."""
    g.people = play().feed.people(code)


def people(code: str) -> int:
    """Return the number of people that this answer is drawn with."""
    return int(g.people) if "people" in g else play().feed.people(code)


def sighting(code: str) -> Sighting | None:
    """Return what a camera saw at a table: read once a request; beside a line entered since it means nothing."""
    read: dict[str, Sighting | None] = g.setdefault("sightings", {})
    if code not in read:
        read[code] = store().sightings.of(code)
    return read[code]


def forget_viewer(code: str) -> None:
    """Read the claims of a table again when its viewer is asked for next: they, or its cover, changed."""
    for kept in ("viewers", "claims"):
        g.get(kept, {}).pop(code, None)


def _forget_cover(code: str) -> None:
    """Look again which cover is open when the viewer of a table is asked for next: a line closes it."""
    g.get("viewers", {}).pop(code, None)


def viewer(code: str) -> Viewer:
    """Return this phone as a viewer of a table, by the claims on its seats and the cover open on it."""
    viewers: dict[str, Viewer] = g.setdefault("viewers", {})
    if code not in viewers:
        viewers[code] = viewer_of(phones.phone_id(), _claims(code), _opened(code))
    return viewers[code]


def _opened(code: str) -> int | None:
    """Return the seat whose cover is open on this phone: it closes with the next line."""
    if (look := phones.opened(code)) is None:
        return None
    epoch, versions = connection().versions([code])
    return look[0] if look[1] == f"{epoch}.{versions[code]}" else None


def seen(code: str) -> Snapshot:
    """The table as this phone may see it; pages are made of nothing else. Raises NoSuchTable."""
    return play().seen(connection(), code, viewer(code).open)


def public(code: str) -> Snapshot:
    """The table as everybody may see it. Raises NoSuchTable."""
    return play().seen(connection(), code, NOBODY)


def seen_evening(code: str) -> Evening:
    """The table to take away, as this phone may see it. Raises NoSuchTable."""
    return play().evening(connection(), code, viewer(code).open)


def enter(code: str, tag: tuple[str, int], lines: tuple[str, ...], take: str | None = None) -> Snapshot:
    """Record lines of this phone; return the table as it may see it then. Raises Refusal and NoSuchTable.

    `tag`: epoch and version of the page they come from. `take`: see `Command`.
    """
    note_people(code)
    command = Command(code, *tag, lines, phones.phone_id(), take)
    before = viewer(code)
    seen_before = sighting(code)
    # Only these are counted: what a camera saw, and corrections of what it saw before.
    counts = seen_before is not None or any(CORRECTS in line.casefold() for line in lines)
    earlier = public(code) if counts else None
    after = play().play(connection(), command, before)
    if earlier is not None:
        tally_lines(store().tallies, earlier, after, seen_before)
    _forget_cover(code)
    if viewer(code).open != before.open:
        after = seen(code)
    asked = after.table.game.dealer.draws_unseen(after.table.state) if after.dealt else None
    if before.shared and asked in before.open:  # the same seat goes on with its turn
        phones.open_cover(code, asked, after.tag)
        _forget_cover(code)
        return seen(code)
    return after


def number(text: str) -> int | None:
    """Return the number in a field or an address; None where there is none, or one of more than nine digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def offered() -> Sequence[str]:
    """Return the codes of the languages a phone can choose: English, and those that have a catalogue."""
    return cast(Sequence[str], current_app.extensions["languages"])


def language() -> str:
    """Return the language of this answer.

    A page speaks the one its phone chose, else the one the host set, else the best its browser asks for. A program
    has chosen nothing: it gets what it asks for before what the host set. English is for all others, and for commands.
    """
    if "language" not in g:
        g.language = _language() if has_request_context() else ENGLISH
    return str(g.language)


def _language() -> str:
    known, host = offered(), str(current_app.config["LANGUAGE"])
    asked = request.accept_languages.best_match(known) or ""
    if request.path.startswith(PROGRAMS):
        return asked or host or ENGLISH
    chosen = phones.language()
    return (chosen if chosen in known else "") or host or asked or ENGLISH


def words() -> Words:
    """The words of this phone's language."""
    if "words" not in g:
        g.words = current_app.extensions["words"](language())
    return cast(Words, g.words)


def drawn() -> Words:
    """The same words as markup, for sentences in the text of a page: what lies on the table is drawn in them."""
    if "drawn" not in g:
        g.drawn = current_app.extensions["drawn words"](language())
    return cast(Words, g.drawn)

"""The part of a table's page that the camera over it fills: a line for the dock, or the one question before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.donut_shop.parts import HOLES, Edition
from companion.donut_shop.screen.draft import SHOWN, SHOWN_AS, TABLE
from companion.donut_shop.screen.view import ShopView
from companion.photos.offers import SeenTurn, make_offer
from companion.photos.tallying import tally
from companion.store.tallies import Counted
from companion.tables.seats import check_may_enter
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address

pages = Blueprint("eye", __name__, url_prefix="/t/<code>/eye")

# Words of an address: the version for which what it holds came from the camera, and the donuts answered since.
SEEN, ANSWERED = "eye", "said"
OF_A_LINE = frozenset(
    {"do", "tile", "turn", "at", "wrong", "box", "own", "with", "pick", "seat", "of", "say", SEEN, ANSWERED}
)


@dataclass(frozen=True, slots=True)
class EyeView:
    """A seen turn on one phone. `free`: nothing else is entered there; `marks`: what links to its draft add.

    `look`: where it is opened as a draft. For a question `answers` are the likely letters and `others` all the rest,
    each with the address that says so.
    """

    offer: SeenTurn
    free: bool
    marks: dict[str, str]
    look: str
    answers: Mapping[str, str]
    others: Mapping[str, str]

    def draft_for(self, view: object) -> Mapping[str, str]:
        """Return the words with which a page that waits for this line shows it as its own draft; none on others."""
        ahead = isinstance(view, ShopView) and view.own is not None and view.own.ahead
        return self.offer.draft if self.free and self.offer.question is None and not ahead else {}


def still_meant(snapshot: Snapshot, args: Mapping[str, str]) -> dict[str, str]:
    """Return the words of an address without what the camera saw beside an earlier version of the table."""
    if args.get(SEEN, str(snapshot.version)) == str(snapshot.version):
        return dict(args)
    return {word: value for word, value in args.items() if word not in OF_A_LINE}


def marks_in(args: Mapping[str, str]) -> dict[str, str]:
    """Return the words of an address that say what of it came from the camera."""
    return {word: args[word] for word in (SEEN, ANSWERED) if word in args}


def eye_view(snapshot: Snapshot, args: Mapping[str, str]) -> EyeView | None:
    """Return what the camera saw at a table as it stands, with what was answered in an address; None for nothing."""
    answered = args.get(ANSWERED, "") if SEEN in args else ""
    offer = make_offer(snapshot.table, snapshot.tag, services.sighting(snapshot.code), answered)
    if offer is None:
        return None
    edition: Edition = snapshot.table.state.edition
    marks = {SEEN: str(snapshot.version), **({ANSWERED: answered} if answered else {})}
    base = url_for("table.table", code=snapshot.code)
    look = address(base, {**args, **offer.draft, **marks, SHOWN: SHOWN_AS[TABLE]})

    def saying(letters: Iterable[str]) -> dict[str, str]:
        return {letter: address(base, {**args, **marks, ANSWERED: answered + letter}) for letter in letters}

    likely = offer.question[1] if offer.question else ""
    every = [*edition.types, *map(str.lower, edition.types), HOLES] if likely else []
    rest = [letter for letter in every if letter not in likely]
    return EyeView(offer, is_free(args), marks, look, saying(likely), saying(rest))


def is_free(args: Mapping[str, str]) -> bool:
    """Return whether nothing of a line is entered in an address but answers to the camera."""
    return not any(args.get(word) for word in OF_A_LINE - {SEEN, ANSWERED})


@pages.post("/no")
def no(code: str) -> Response:
    """Drop what the camera saw: it was something else. Nothing is recorded. Raises Forbidden, NoSuchTable.

    A page of an earlier version says nothing about what was seen since: that stays.
    """
    snapshot = services.public(code.upper())
    check_may_enter(services.connection(), snapshot.code, phones.phone_id(), len(snapshot.table.names.now))
    sighting = services.store().sightings.of(snapshot.code)
    if sighting is not None and sighting.tag == request.form.get("version"):
        tally(services.store().tallies, snapshot.table.state.edition.name, {Counted.REFUSED: 1})
        services.store().sightings.remove(snapshot.code)
        services.play().feed.wake_people(snapshot.code)
    draft = dict(parse_qsl(request.form.get("draft", "")))
    kept = {word: value for word, value in draft.items() if SEEN not in draft or word not in OF_A_LINE}
    return redirect(address(url_for("table.table", code=snapshot.code), kept), 303)

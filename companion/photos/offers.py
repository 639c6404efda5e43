"""Offers a sighting to its table: as a line to say yes to, or with the one question before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.donut_shop.parts import BOXES, Box, Square, Tile
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import PayView, laying_seat, pay_views
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.table import Table
from companion.store.sightings import Sighting

ONE = 1  # letter a donut has that the camera is sure of


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A tile or a box to say yes to. `seat`: whose; `draft`: the query that opens it on the table's page.

    A tile: `tile` with what was answered so far, the likeliest letters elsewhere; `question`: the number of the donut
    that is asked about, with the letters it may be, None once all is known; then `pay`, its best line. A box: `box`;
    its orders are the person's to tell.
    """

    seat: str
    at: Square
    draft: Mapping[str, str]
    tile: Tile | None = None
    question: tuple[int, Sequence[str]] | None = None
    pay: PayView | None = None
    box: Box | None = None


def make_offer(table: Table, tag: str, sighting: Sighting | None, said: str = "") -> SeenTurn | None:
    """Return what a sighting offers at a table whose version is `tag`; None where that is nothing any more.

    `said`: the letters answered so far, for one doubtful donut after the other.
    """
    state = table.state
    if sighting is None or sighting.tag != tag or not isinstance(state, ShopState) or state.over:
        return None
    return _box(state, sighting) if sighting.box else _tile(table, state, sighting, said)


def _box(state: ShopState, sighting: Sighting) -> SeenTurn | None:
    box, (x, y) = BOXES.get(sighting.box), sighting.at
    if box is None or state.step != Step.BOX or not all(one in state.case.open for one in box.squares(sighting.at)):
        return None
    draft = ShopDraft(do="box", box=box, at=(x, y))
    return SeenTurn(state.party.names[state.turn], sighting.at, draft.query(), box=box)


def _tile(table: Table, state: ShopState, sighting: Sighting, said: str) -> SeenTurn | None:
    """Return the offer of a tile; at level `everything` only once the turn before has ended, whose draw comes first."""
    answers = iter(said)
    letters, question = "", None
    for place, likely in enumerate(sighting.letters):
        letter = likely[0] if len(likely) == ONE else next(answers, "")
        if not letter and question is None:
            question = place, likely
        letters += letter or likely[0]
    if len(letters) != 4 or not all(map(state.edition.is_square, letters)):
        return None
    draft = ShopDraft(tile=letters, at=sighting.at)
    seat = laying_seat(state, draft)
    pays = pay_views(state, draft, table.names)
    if seat is None or not pays or (state.level == Level.EVERYTHING and state.step != Step.PLACE):
        return None
    offer = SeenTurn(state.party.names[seat], sighting.at, draft.query(), Tile(letters), question)
    return offer if question else _paid(offer, pays[0])


def _paid(offer: SeenTurn, pay: PayView) -> SeenTurn:
    return SeenTurn(offer.seat, offer.at, offer.draft, offer.tile, None, pay)

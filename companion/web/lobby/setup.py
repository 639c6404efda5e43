"""The set-up of the cardboard by number of people, as a list to tick off: on the start page, and at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint

from companion.donut_shop.parts import COPIES, SIZES
from companion.donut_shop.state import PLACEMENTS, ShopState
from companion.go_nuts.cards import CARDS, deck_for
from companion.kernel.game import Game
from companion.web.table.views import looked, page_of, upper_code

pages = Blueprint("setup", __name__, url_prefix="/t/<code>/setup")
pages.url_value_preprocessor(upper_code)

OWN = "2x2"  # the size of the box everybody starts with


@dataclass(frozen=True, slots=True)
class ShopSetup:
    """Donut Shop: how many `people`, the common `boxes` by size, and how many tiles and orders each stack holds."""

    people: int
    boxes: Sequence[tuple[str, int]]
    stack: int


@dataclass(frozen=True, slots=True)
class NutsSetup:
    """Go Nuts: the copies of each card that are in, of those that stay in the box, and the length of the row."""

    people: int
    used: Sequence[tuple[str, int]]
    unused: Sequence[tuple[str, int]]
    row: int

    @property
    def deck(self) -> int:
        """All cards that are in."""
        return sum(copies for _, copies in self.used)


def setup_of(game: Game, people: int) -> ShopSetup | NutsSetup:
    """Return the set-up for so many people (RULES: the set-up of each game; ruling cruller-copies)."""
    if game.id == "donut-shop":
        boxes = [(size, COPIES - (people if size == OWN else 0)) for size in SIZES]
        return ShopSetup(people, [pair for pair in boxes if pair[1]], PLACEMENTS - people)
    used = deck_for(people)
    unused = [(card.name, card.copies - used.get(card.name, 0)) for card in CARDS]
    return NutsSetup(people, list(used.items()), [pair for pair in unused if pair[1]], people + 1)


def setups(game: Game) -> list[ShopSetup | NutsSetup]:
    """Return the set-up for every number of people."""
    return [setup_of(game, people) for people in game.seats]


@pages.get("")
def setup(code: str) -> str:
    """The set-up for the people of a table, and who starts."""
    snapshot = looked(code)
    table = snapshot.table
    starts = table.names.now[table.opening.turn] if isinstance(table.opening, ShopState) else ""
    return page_of("table/setup.html", snapshot, setup=setup_of(table.game, len(table.names.now)), starts=starts)

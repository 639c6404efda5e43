"""A blank sheet to keep the score with pencil: what is written in each turn, or for each card, by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.donut_shop.game import GAME as DONUT_SHOP
from companion.donut_shop.parts import SIZES
from companion.donut_shop.state import PLACEMENTS
from companion.go_nuts.cards import deck_for
from companion.kernel.game import Game


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """`turns`: how many each seat has, 0 where cards are counted; `parts`: columns a seat; `cards`: a row each."""

    seats: int
    turns: int = 0
    parts: Sequence[str] = ()
    cards: Sequence[str] = ()
    boxes: Sequence[tuple[str, int]] = ()  # sizes with cents, as a reminder


def score_sheet(game: Game, seats: int) -> ScoreSheet:
    """The sheet for so many; for more or fewer than may play, for as many as may."""
    seats = max(game.seats.start, min(seats, game.seats.stop - 1))
    if game.id == DONUT_SHOP.id:
        return ScoreSheet(seats, PLACEMENTS // seats, ("placement", "box"), (), tuple(SIZES.items()))
    return ScoreSheet(seats, cards=tuple(deck_for(seats)))

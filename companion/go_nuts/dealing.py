"""The dealer of Go Nuts for Donuts: the shuffled deck, and the moves it enters for a table without the cards."""

from __future__ import annotations

from dataclasses import dataclass

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.moves import Draw, Move, Refill
from companion.go_nuts.state import NutsState
from companion.kernel.game import Shuffle, Types
from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class NutsStock:
    """The whole deck in the order it is drawn."""

    cards: tuple[str, ...]

    def header(self) -> list[str]:
        return []

    def deal(self, table: Table[NutsState, Move]) -> list[tuple[int | None, Move]]:
        """Return the refill of the row from the lowest gap, once a round is done."""
        state = table.state
        if state.over or state.choice is not None or not state.gaps:
            return []
        return [(None, Refill(tuple(zip(state.gaps, self.deck(table), strict=False))))]

    def draw(self, table: Table[NutsState, Move], wanted: str) -> tuple[int, Move] | None:
        """Return a whole draw, None where it is impossible. `wanted`: of two cards the one kept, as `keep plain`."""
        choice = table.state.choice
        if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
            return None
        cards, keep = self.peek(table), wanted.removeprefix("keep ")
        if len(cards) == 2 and keep not in cards:
            return None
        return choice.seat, Draw(tuple(cards), keep if len(cards) == 2 else "")

    def peek(self, table: Table[NutsState, Move]) -> list[str]:
        """Return the next card, or two with Double Chocolate, for the seat that draws."""
        choice = table.state.choice
        if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
            return []
        return self.deck(table)[: 2 if choice.power == Power.DRAW_TWO else 1]

    def deck(self, table: Table[NutsState, Move]) -> list[str]:
        """Return the deck after the standing lines, its next card first; a card put back is on top."""
        deck = list(self.cards)
        for applied in table.applied:
            match applied.line.move:
                case Refill(cards) if not applied.aside:
                    del deck[: len(cards)]
                case Draw(cards, keep) if not applied.aside:
                    taken = deck[: len(cards)]
                    del deck[: len(cards)]
                    if keep in taken and len(taken) == 2:
                        taken.remove(keep)
                        deck[:0] = taken
        return deck


def stock(seats: int, shuffle: Shuffle) -> NutsStock:
    """Return a shuffled deck; the same shuffling gives the same one."""
    cards: list[object] = [card for card, copies in deck_for(seats).items() for _ in range(copies)]
    shuffle(cards)
    return NutsStock(tuple(str(card) for card in cards))


class NutsDealer:
    """The contract `companion.kernel.game.Dealer` for Go Nuts for Donuts."""

    moves: Types = (Refill,)
    draws: Types = (Draw,)
    from_hand: Types = ()
    deals_by_what_stands = True

    def stock(self, start: NutsState, shuffle: Shuffle) -> NutsStock:
        return stock(len(start.trays), shuffle)

    def wanted(self, move: Move) -> str:
        return f"keep {move.keep}" if isinstance(move, Draw) else ""

    def undealt(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Never: trays, row and pile lie open, and what is not there cannot be forced."""
        return False

    def holds(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Always: nobody holds anything in hand."""
        return True

    def draws_unseen(self, state: NutsState) -> int | None:
        """Return the seat that draws two cards: the one it puts back is its own to know."""
        return state.choice.seat if state.choice and state.asked_power == Power.DRAW_TWO else None

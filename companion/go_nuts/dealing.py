<<<<<<< HEAD
"""Dealing without the cards: the deck shuffled, and the moves a table would make of it."""
=======
"""The dealer of Go Nuts for Donuts: the deck shuffled, and the lines it enters for a table without the cards."""
>>>>>>> games

from __future__ import annotations

from dataclasses import dataclass

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.moves import Draw, Move, Refill
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.game import Shuffle, Types
from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class NutsStock:
    """The deck from the first card drawn to the last."""

    cards: tuple[str, ...]

    def header(self) -> list[str]:
        return []

    def deal(self, table: Table[NutsState, Move]) -> list[tuple[int | None, Move]]:
        """Return the refill of the row, from the lowest gap, as soon as a round is done."""
        nuts = table.state
        if nuts.over or nuts.choice is not None or not nuts.gaps:
            return []
        return [(None, Refill(tuple(zip(nuts.gaps, self.deck(table), strict=False))))]

    def draw(self, table: Table[NutsState, Move], wanted: str) -> tuple[int, Move] | None:
        """Return a whole draw; of two cards `wanted` names the one kept, as `keep plain`."""
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
        """Return the deck as the standing lines leave it, its next card first; one put back lies on top again."""
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


<<<<<<< HEAD
def stock(seats: int, shuffle: Shuffle) -> NutsStock:
    """Return a shuffled deck; the same shuffling gives the same one."""
=======
def stock(seats: int, shuffle: Shuffle) -> tuple[str, ...]:
    """Return the shuffled deck, its first card first; the same `shuffle` gives the same deck."""
>>>>>>> games
    cards: list[object] = [card for card, copies in deck_for(seats).items() for _ in range(copies)]
    shuffle(cards)
    return NutsStock(tuple(str(card) for card in cards))


<<<<<<< HEAD
class NutsDealer:
    """The contract `companion.kernel.game.Dealer` for Go Nuts for Donuts."""
=======
def deck_now(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """Return the deck after the standing lines, its next card first; a card put back is on top."""
    deck = list(dealt)
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
>>>>>>> games

    moves: Types = (Refill,)
    draws: Types = (Draw,)
    from_hand: Types = ()
    deals_by_what_stands = True

<<<<<<< HEAD
    def stock(self, start: NutsState, shuffle: Shuffle) -> NutsStock:
        return stock(len(start.trays), shuffle)
=======
def deal_on(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """Return the lines the dealer enters now: after a round, the row refilled from the lowest gap."""
    state: NutsState = table.state
    if state.over or state.choice is not None or not state.gaps:
        return []
    cards = tuple(zip(state.gaps, deck_now(table, dealt), strict=False))
    return [f"table: {write(Refill(cards), table.names)}"]
>>>>>>> games

    def wanted(self, move: Move) -> str:
        return f"keep {move.keep}" if isinstance(move, Draw) else ""

<<<<<<< HEAD
    def undealt(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Never: trays, row and pile lie open, and what is not there cannot be forced."""
        return False
=======
def drawn(table: Table, dealt: tuple[str, ...], asked: str) -> str:
    """Return the whole line of a draw, empty where it is impossible.

    `asked`: of two cards the one the seat keeps, as `keep plain`.
    """
    choice = table.state.choice
    if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
        return ""
    cards, keep = peek(table, dealt), asked.removeprefix("keep ")
    if len(cards) == 2 and keep not in cards:
        return ""
    move = Draw(tuple(cards), keep if len(cards) == 2 else "")
    return f"{table.names.write(choice.seat)}: {write(move, table.names)}"
>>>>>>> games

    def holds(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Always: nobody holds anything in hand."""
        return True

<<<<<<< HEAD
    def veiled(self, state: NutsState) -> NutsState:
        """What lies on top of the deck after Double Chocolate is known to one seat only."""
        return state._replace(top=SECRET if state.top else "")
=======
def peek(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """Return the cards the drawing seat sees: the next card, or the next two with Double Chocolate."""
    choice = table.state.choice
    if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
        return []
    return deck_now(table, dealt)[: 2 if choice.power == Power.DRAW_TWO else 1]
>>>>>>> games

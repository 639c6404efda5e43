"""Dealing without the cards: the deck shuffled, and the lines a table would tell of it."""

from __future__ import annotations

from collections.abc import Callable

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.moves import Draw, Refill
from companion.go_nuts.notation import write
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table

Shuffle = Callable[[list[object]], None]


def stock(seats: int, shuffle: Shuffle) -> tuple[str, ...]:
    """The deck from the first card drawn to the last; the same shuffling gives the same one."""
    cards: list[object] = [card for card, copies in deck_for(seats).items() for _ in range(copies)]
    shuffle(cards)
    return tuple(str(card) for card in cards)


def deck_now(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """The deck as the standing lines leave it, its next card first; one put back lies on top again."""
    deck = list(dealt)
    for told in table.applied:
        match told.line.move:
            case Refill(cards) if not told.aside:
                del deck[: len(cards)]
            case Draw(cards, keep) if not told.aside:
                taken = deck[: len(cards)]
                del deck[: len(cards)]
                if keep in taken and len(taken) == 2:
                    taken.remove(keep)
                    deck[:0] = taken
    return deck


def deal_on(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """What the dealer tells now: the row refilled, from the lowest gap, as soon as a round is done."""
    nuts: NutsState = table.state
    if nuts.over or nuts.choice is not None or not nuts.gaps:
        return []
    cards = tuple(zip(nuts.gaps, deck_now(table, dealt), strict=False))
    return [f"table: {write(Refill(cards), table.names)}"]


def drawn(table: Table, dealt: tuple[str, ...], asked: str) -> str:
    """The whole line of a draw; of two cards the seat says which it keeps, as `keep plain`. Empty for nonsense."""
    choice = table.state.choice
    if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
        return ""
    cards, keep = peek(table, dealt), asked.removeprefix("keep ")
    if len(cards) == 2 and keep not in cards:
        return ""
    move = Draw(tuple(cards), keep if len(cards) == 2 else "")
    return f"{table.names.write(choice.seat)}: {write(move, table.names)}"


def peek(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """What the seat that draws gets to see: the next card, or two with Double Chocolate."""
    choice = table.state.choice
    if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
        return []
    return deck_now(table, dealt)[: 2 if choice.power == Power.DRAW_TWO else 1]

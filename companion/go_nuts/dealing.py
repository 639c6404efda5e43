"""The dealer of Go Nuts for Donuts: the deck shuffled, and the lines it enters for a table without the cards."""

from __future__ import annotations

from collections.abc import Callable

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.moves import Draw, Refill
from companion.go_nuts.notation import write
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table

Shuffle = Callable[[list[object]], None]


def stock(seats: int, shuffle: Shuffle) -> tuple[str, ...]:
    """Return the shuffled deck, its first card first; the same `shuffle` gives the same deck."""
    cards: list[object] = [card for card, copies in deck_for(seats).items() for _ in range(copies)]
    shuffle(cards)
    return tuple(str(card) for card in cards)


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


def deal_on(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """Return the lines the dealer enters now: after a round, the row refilled from the lowest gap."""
    state: NutsState = table.state
    if state.over or state.choice is not None or not state.gaps:
        return []
    cards = tuple(zip(state.gaps, deck_now(table, dealt), strict=False))
    return [f"table: {write(Refill(cards), table.names)}"]


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


def peek(table: Table, dealt: tuple[str, ...]) -> list[str]:
    """Return the cards the drawing seat sees: the next card, or the next two with Double Chocolate."""
    choice = table.state.choice
    if choice is None or choice.power not in (Power.DRAW, Power.DRAW_TWO):
        return []
    return deck_now(table, dealt)[: 2 if choice.power == Power.DRAW_TWO else 1]

"""The moves of Go Nuts for Donuts as values.

Cards are names; a card or a number of `None` is secret, `?` in the notation.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.kernel.common import Common

HIDDEN = -1  # the number of a secret bid where it may not be known


@dataclass(frozen=True, slots=True)
class Refill:
    """`refill 1=plain 4=milk`: cards turned up in the row, (number, card) by number."""

    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Select:
    """`select 3 in 2`: a secret bid on a number in a round.

    HIDDEN where the number may not be known here. None where the text does not tell it, which counts as no bid.
    """

    number: int | None
    round: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal Ana=3 Bo=1`: the bids are turned over, (seat, number) for those not bid secretly."""

    bids: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw plain milk keep milk`: cards drawn from the deck; of two, the one kept goes to the tray, the other back."""

    cards: tuple[str | None, ...]
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    """`take plain milk`: cards taken from the discard pile, in this order."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeFrom:
    """`take plain from Bo`: a card taken from an opponent."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Give:
    """`give plain to Bo`: an own card given to an opponent."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass plain`: an own card passed to the left."""

    card: str


@dataclass(frozen=True, slots=True)
class PassAll:
    """`pass Ana=plain Bo=milk`: the cards several seats pass, (seat, card)."""

    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DiscardRow:
    """`discard 2 4`: unchosen cards of the row discarded by number, in the order they go on the pile."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """`discard plain milk`: own cards discarded, in the order they go on the pile."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiscardFrom:
    """`discard plain from Bo`: a card of an opponent discarded."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class FinalTray:
    """`final Ana plain milk`: a tray of a game counted only at its end."""

    seat: int
    cards: tuple[str, ...]


Answer = Draw | Take | TakeFrom | Give | Pass | DiscardRow | Discard | DiscardFrom
Move = Refill | Select | Reveal | PassAll | FinalTray | Answer | Common

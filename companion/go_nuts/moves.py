"""What can be said at a Go Nuts table, as values. Cards by name; `None` for a card stands for `?`: it stays secret."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kernel.common import Common


@dataclass(frozen=True, slots=True)
class Refill:
    """Cards turned up: (number, card), in the order of the numbers."""

    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Select:
    """A secret bid on a number, in a round; None: nobody may see it."""

    number: int | None
    round: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The number cards are turned over: (seat, number) for those told aloud."""

    bids: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """What came off the deck; of two, the one kept goes to the tray and the other back on top."""

    cards: tuple[str | None, ...]
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    """Out of the discard pile, in this order."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeFrom:
    """A card of an opponent."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Give:
    """A card of one's own to an opponent."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A card of one's own to the left."""

    card: str


@dataclass(frozen=True, slots=True)
class PassAll:
    """The same told for several seats: (seat, card)."""

    cards: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DiscardRow:
    """Row cards that nobody chose, by number, in the order they go on the pile."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards of one's own, in the order they go on the pile."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiscardFrom:
    """A card of an opponent, to the pile."""

    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class FinalTray:
    """A tray counted at the end of a game nobody followed."""

    seat: int
    cards: tuple[str, ...]


Answer = Draw | Take | TakeFrom | Give | Pass | DiscardRow | Discard | DiscardFrom
Move = Refill | Select | Reveal | PassAll | FinalTray | Answer | Common

"""The parts of a question on the page, as values: cards and numbers to tap, bidders, owners of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.go_nuts.cards import Power
from companion.go_nuts.screen.draft import NutsDraft


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to see or to tap: its name, its count, and the line or the draft of a tap.

    With both, a tap only chooses the line, which the dock commits. `picked`: its place among the cards tapped, 0 for
    none. `waits`: it cannot be the next card of the deck, since another one is known to be on top.
    """

    card: str
    count: int = 1
    points: int | None = None
    text: str = ""
    draft: NutsDraft | None = None
    picked: int = 0
    waits: bool = False


@dataclass(frozen=True, slots=True)
class SeatMark:
    """The sign of a seat: the number of its colour and topping, and its name for whom hears the page."""

    mark: int
    name: str


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number of the row and its card; `draft` or `text` where it can be tapped.

    `look`: empty for a card, `entered` once entered, `gap`, `now` the gap that is asked for, `taken` or `bump` a gap
    whose card `was` was taken by the seat, or bumped by the seats, `was_seats`. `seats`: those who bid on the card.
    """

    number: int
    card: str
    draft: NutsDraft | None = None
    text: str = ""
    picked: int = 0
    look: str = ""
    seats: Sequence[SeatMark] = ()
    was: str = ""
    was_seats: Sequence[SeatMark] = ()


@dataclass(frozen=True, slots=True)
class BidderView:
    """A seat that bids: its number bid aloud (0 for none), whether it bid secretly, and the draft to bid again."""

    name: str
    mark: int
    number: int
    secret: bool
    asked: bool
    draft: NutsDraft


@dataclass(frozen=True, slots=True)
class OwnerView:
    """An opponent with the cards that may be taken, or to whom a card may be given; `draft` where it can be tapped."""

    name: str
    cards: Sequence[CardView]
    text: str = ""
    draft: NutsDraft | None = None
    picked: bool = False
    mark: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question of the page: the seat asked, the card and power that ask, and what can be tapped.

    `question`: the present question, a Power or the more precise Question; `other`: the seat and `about`: the card it
    names. `first`: the card known to be on top of the deck, which has to come next. `keys`: cards in fixed places.
    `text`: the whole line once the draft is complete. `none_text`: the line for "none" (or, of two cards drawn, `?`),
    `none_draft` the draft that chooses it. `again`: the draft without what was picked. `counts`: the keys say how
    many copies are left. `missing`: how many cards, bids or answers are missing.
    `secret_draft`: the draft that leads to the cover of a secret bid. `waits`: the names of seats whose answers come
    from other phones, `others_draft` the draft that enters them here all the same.
    """

    actor: str = ""
    card: str = ""
    power: Power = Power.NONE
    question: str = ""
    other: str = ""
    about: str = ""
    first: str = ""
    keys: Sequence[CardView] = ()
    bidders: Sequence[BidderView] = ()
    numbers: Sequence[NumberView] = ()
    owners: Sequence[OwnerView] = ()
    text: str = ""
    none_text: str = ""
    none_draft: NutsDraft | None = None
    none_picked: bool = False
    again: NutsDraft | None = None
    counts: bool = True
    missing: int = 0
    secret_draft: NutsDraft | None = None
    kept: NutsDraft | None = None  # the draft after a secret bid
    waits: Sequence[str] = ()
    others_draft: NutsDraft | None = None

    @property
    def chosen(self) -> NumberView | None:
        """The number of the row that is chosen, None for none."""
        return next((place for place in self.numbers if place.picked), None)

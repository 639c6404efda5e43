"""What a panel shows of a question, as values: cards and numbers to tap, who bids, whose cards may be taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.go_nuts.cards import Power
from companion.go_nuts.screen.draft import NutsDraft


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that can be seen or tapped: its name, how many, and the line it says or the draft a tap makes.

    With both it only chooses the line, which something else stores. `waits`: it cannot be the next card of the deck,
    since another one is known to lie on top.
    """

    card: str
    count: int = 1
    points: int | None = None
    text: str = ""
    draft: NutsDraft | None = None
    picked: int = 0  # tapped as the first, second, …; 0 not
    waits: bool = False


@dataclass(frozen=True, slots=True)
class NumberView:
    """A place of the row: its number and card; `draft` or `text` where it can be tapped."""

    number: int
    card: str
    draft: NutsDraft | None = None
    text: str = ""
    picked: int = 0


@dataclass(frozen=True, slots=True)
class BidderView:
    """A seat that bids: what it said aloud (0 not yet), whether it bid secretly, and the draft that asks it again."""

    name: str
    number: int
    secret: bool
    asked: bool
    draft: NutsDraft


@dataclass(frozen=True, slots=True)
class OwnerView:
    """An opponent and the cards that may be taken, or who may be given something."""

    name: str
    cards: Sequence[CardView]
    text: str = ""
    draft: NutsDraft | None = None  # where it can be tapped
    picked: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question of the page: who is asked by which card, and what can be tapped.

    `text`: the whole line, once the draft says all of it; `none_text`: the line (or, of two cards drawn, the `?`) that
    says "none", `none_draft` the way to choose it. `keys`: cards, in places that never change. `secret_draft`: the way
    to the cover of a secret bid. `question`: what is asked now, a Power or, where a part is answered, a Question;
    `other`: the one seat, `about`: the one card that is in it. `first`: the card known to lie on top of the deck, where
    it must come next.
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
    missing: int = 0  # answers still to be chosen, where several seats answer at once
    secret_draft: NutsDraft | None = None

"""The draft of the next line at a Go Nuts table, kept in the page's address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.go_nuts.cards import BY_NAME

MOST_PICKS = 8
NOT_ENTERED = "?"  # in the place of a card: one that is not entered yet, or taken off again


@dataclass(frozen=True, slots=True)
class NutsDraft:
    """A line half entered. `do`: the panel that is open.

    `cards`, `numbers`: cards and row numbers in the order they were tapped. `bids`: numbers bid aloud by seat, 0 for
    none. `passes`: cards passed by seat, empty for none. `seat`: the seat of the line, or the one asked. `pick`: the
    answer chosen where each is a key of its own, in notation without the seat. `for_others`: what is entered here is
    of seats that have phones of their own. `question`: what it answers; empty where that is not known.
    """

    do: str = ""
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    passes: tuple[str, ...] = ()
    seat: int | None = None
    pick: str = ""
    for_others: bool = False
    question: str = ""

    def query(self) -> dict[str, str]:
        """Return the query of the address; `read_draft` reads it back."""
        parts = {
            "do": self.do,
            "seat": "" if self.seat is None else str(self.seat),
            "cards": ".".join(self.cards),
            "numbers": ".".join(map(str, self.numbers)),
            "bids": ".".join(map(str, self.bids)) if any(self.bids) else "",
            "pick": self.pick,
            "pass": ".".join(self.passes) if any(self.passes) else "",
            "show": "table" if self.for_others else "",
        }
        said = {word: value for word, value in parts.items() if value}
        return {**said, "of": self.question} if said.keys() - {"do", "show"} and self.question else said

    def answering(self, question: str) -> NutsDraft:
        """Return the draft for the present question: nothing of one that another phone answered is carried into it."""
        if self.question in ("", question):
            return self.replace(question=question)
        none = NutsDraft(bids=(0,) * len(self.bids), passes=("",) * len(self.passes))
        return none.replace(for_others=self.for_others, question=question)

    @property
    def keeping(self) -> str:
        """The words that tell the dealer which of the two cards drawn is kept: the one picked."""
        return f"keep {self.pick}"

    def replace(self, **changes: object) -> NutsDraft:
        """Return the draft with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_card(self, card: str) -> NutsDraft:
        """Return the draft with one more card."""
        return replace(self, cards=(*self.cards, card)[:MOST_PICKS], pick="")

    def with_card_at(self, place: int, card: str) -> NutsDraft:
        """Return the draft with a card at an index; those before it that are not entered have `NOT_ENTERED`."""
        cards = [*self.cards, *[NOT_ENTERED] * (place + 1 - len(self.cards))]
        cards[place] = card
        return replace(self, cards=tuple(cards) if any(one != NOT_ENTERED for one in cards) else (), pick="")

    def without_card(self, place: int) -> NutsDraft:
        """Return the draft without the card at an index."""
        return replace(self, cards=self.cards[:place] + self.cards[place + 1 :], pick="")

    def toggled(self, number: int) -> NutsDraft:
        """Return the draft with a row number added last, or removed."""
        kept = tuple(n for n in self.numbers if n != number)
        return replace(self, numbers=kept if number in self.numbers else (*self.numbers, number), pick="")

    def with_bid(self, seat: int, number: int, following: int | None) -> NutsDraft:
        """Return the draft with a bid made aloud; the seat `following` is asked next."""
        return replace(self, bids=(*self.bids[:seat], number, *self.bids[seat + 1 :]), seat=following)

    def with_pass(self, seat: int, card: str) -> NutsDraft:
        """Return the draft with the card a seat passes."""
        return replace(self, passes=(*self.passes[:seat], card, *self.passes[seat + 1 :]))


def read_draft(args: Mapping[str, str], seats: int) -> NutsDraft:
    """Read a draft from query arguments; values that cannot be read are left out."""
    seat = args.get("seat", "")
    bids = [_number(word, seats + 1) for word in args.get("bids", "").split(".")]
    passes = [word if word in BY_NAME else "" for word in args.get("pass", "").split(".")]
    numbers = [_number(word, seats + 1) for word in args.get("numbers", "").split(".")]
    return NutsDraft(
        do=args.get("do", "")[:20],
        cards=tuple(word for word in args.get("cards", "").split(".") if word in BY_NAME or word == NOT_ENTERED)[
            :MOST_PICKS
        ],
        numbers=tuple(dict.fromkeys(number for number in numbers if number)),
        bids=tuple([*bids, *[0] * seats][:seats]),
        passes=tuple([*passes, *[""] * seats][:seats]),
        pick=args.get("pick", "")[:100],
        for_others=args.get("show") == "table",
        question=args.get("of", "")[:40],
        seat=int(seat) if seat.isascii() and seat.isdigit() and len(seat) == 1 and int(seat) < seats else None,
    )


def _number(word: str, most: int) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= most else 0

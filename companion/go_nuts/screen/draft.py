"""What is half said about the next line at a Go Nuts table; it lives in the page's address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.go_nuts.cards import BY_NAME

MOST_PICKS = 8


@dataclass(frozen=True, slots=True)
class NutsDraft:
    """`do`: which panel is open. `cards`: cards tapped in order. `numbers`: row numbers tapped in order.

    `bids`: what was told aloud so far, 0 for not yet, by seat. `seat`: whose line, or who is being asked. `pick`: the
    answer chosen where each is a key of its own, as the notation has it after the seat.
    """

    do: str = ""
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    passes: tuple[str, ...] = ()
    seat: int | None = None
    pick: str = ""

    def query(self) -> dict[str, str]:
        """The draft as the address shows it; `read_draft` reads it back."""
        said = {
            "do": self.do,
            "seat": "" if self.seat is None else str(self.seat),
            "cards": ".".join(self.cards),
            "numbers": ".".join(map(str, self.numbers)),
            "bids": ".".join(map(str, self.bids)) if any(self.bids) else "",
            "pick": self.pick,
            "pass": ".".join(self.passes) if any(self.passes) else "",
        }
        return {word: value for word, value in said.items() if value}

    def replace(self, **changes: object) -> NutsDraft:
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_card(self, card: str) -> NutsDraft:
        return replace(self, cards=(*self.cards, card)[:MOST_PICKS], pick="")

    def without_card(self, place: int) -> NutsDraft:
        return replace(self, cards=self.cards[:place] + self.cards[place + 1 :], pick="")

    def toggled(self, number: int) -> NutsDraft:
        """A row number tapped: added last, or taken out again."""
        kept = tuple(n for n in self.numbers if n != number)
        return replace(self, numbers=kept if number in self.numbers else (*self.numbers, number), pick="")

    def with_bid(self, seat: int, number: int, following: int | None) -> NutsDraft:
        """A bid told aloud; the next seat is asked."""
        return replace(self, bids=(*self.bids[:seat], number, *self.bids[seat + 1 :]), seat=following)

    def with_pass(self, seat: int, card: str) -> NutsDraft:
        return replace(self, passes=(*self.passes[:seat], card, *self.passes[seat + 1 :]))


def read_draft(args: Mapping[str, str], seats: int) -> NutsDraft:
    """The draft an address holds; what cannot be read counts as not yet said."""
    seat = args.get("seat", "")
    bids = [_number(word, seats + 1) for word in args.get("bids", "").split(".")]
    passes = [word if word in BY_NAME else "" for word in args.get("pass", "").split(".")]
    numbers = [_number(word, seats + 1) for word in args.get("numbers", "").split(".")]
    return NutsDraft(
        do=args.get("do", "")[:20],
        cards=tuple(word for word in args.get("cards", "").split(".") if word in BY_NAME or word == "?")[:MOST_PICKS],
        numbers=tuple(dict.fromkeys(number for number in numbers if number)),
        bids=tuple([*bids, *[0] * seats][:seats]),
        passes=tuple([*passes, *[""] * seats][:seats]),
        pick=args.get("pick", "")[:100],
        seat=int(seat) if seat.isascii() and seat.isdigit() and len(seat) == 1 and int(seat) < seats else None,
    )


def _number(word: str, most: int) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= most else 0

"""The judge's page for Go Nuts trays: cards tapped seat by seat, points by card, and other rulings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.go_nuts.cards import MOST_SEATS, deck_for
from companion.go_nuts.notation import MOST_CARDS, RULINGS
from companion.go_nuts.state import NutsState
from companion.judge import answers
from companion.judge.rulings import NUTS_DEFAULTS, changed, read_changed, write_changed
from companion.kernel.game import Standing
from companion.web import services
from companion.web.judge.question import LONGEST_DRAFT
from companion.words.language import mark as _

FEWEST = 2  # seats


@dataclass(frozen=True, slots=True)
class Trays:
    """The trays of an address, a seat each. `names` may be empty; `on`: the seat whose tray is edited.

    `rulings`: those that differ from the defaults. `table`: the table the question came from; `table_draft`: the
    draft there, kept for the link back.
    """

    trays: tuple[tuple[str, ...], ...]
    names: tuple[str, ...] = ()
    on: int = 0
    rulings: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    table_draft: str = ""

    @classmethod
    def of(cls, state: NutsState, code: str) -> Trays:
        """Return the trays of a table, counted ones where they were counted."""
        trays = tuple(state.counts.get(seat, tray) for seat, tray in enumerate(state.trays))
        return cls(trays, state.party.names, 0, changed(state.party.rulings, NUTS_DEFAULTS), code)

    def query(self) -> dict[str, str]:
        """Return the words of the address; `read_trays` reads them back."""
        trays = {f"tray{seat}": _written(tray) for seat, tray in enumerate(self.trays)}
        names = {f"name{seat}": name for seat, name in enumerate(self.names)}
        return {
            "seats": str(len(self.trays)),
            **names,
            **trays,
            "on": str(self.on or ""),
            "rules": write_changed(self.rulings),
            "table": self.table,
            "draft": self.table_draft,
        }

    replace = dataclasses.replace

    def with_tray(self, tray: tuple[str, ...]) -> Trays:
        """Replace the tray that is edited."""
        return self.replace(trays=(*self.trays[: self.on], tray, *self.trays[self.on + 1 :]))

    def with_ruling(self, ruling: str, choice: str) -> Trays:
        return self.replace(rulings=changed({**self.rulings, ruling: choice}, NUTS_DEFAULTS))

    def resized(self, seats: int) -> Trays:
        """Change the number of seats; trays beyond it are dropped."""
        trays = (*self.trays, *((),) * seats)[:seats]
        return self.replace(trays=trays, names=self.names[:seats], on=min(self.on, seats - 1))


def _written(tray: tuple[str, ...]) -> str:
    """Write a tray as `plain*3.milk`: each card once, with its count."""
    counts = {card: tray.count(card) for card in tray}
    return ".".join(card if count == 1 else f"{card}*{count}" for card, count in counts.items())


@dataclass(frozen=True, slots=True)
class CardKey:
    """A card to add: copies left in the deck, and the question with one more in the tray."""

    card: str
    left: int
    question: Trays


@dataclass(frozen=True, slots=True)
class TrayCard:
    """A card of the tray edited: its count and points, and the question with one fewer."""

    card: str
    count: int
    points: int
    question: Trays


@dataclass(frozen=True, slots=True)
class TraysView:
    """Everything the page shows.

    `otherwise`: ruling, choice, points by name, winners. `over`: titles of cards with more copies than the deck has.
    """

    question: Trays
    names: Sequence[str]
    keys: Sequence[CardKey]
    tray: Sequence[TrayCard]
    standings: Sequence[Standing]
    otherwise: Sequence[tuple[str, str, Sequence[tuple[str, int]], Sequence[str]]]
    over: Sequence[str]


def page(args: Mapping[str, str]) -> TraysView:
    """Return the page for an address: its trays and what they score."""
    question = read_trays(args)
    words = services.words()
    names = [
        name or words.text(_("Seat %(number)s"), number=seat + 1)
        for seat, name in enumerate((*question.names, *("",) * (len(question.trays) - len(question.names))))
    ]
    trays = {str(seat): tray for seat, tray in enumerate(question.trays)}  # not by name: two may have the same
    answer = answers.scores(trays, {**NUTS_DEFAULTS, **question.rulings})
    standings = [dataclasses.replace(one, seat=names[int(one.seat)]) for one in answer.standings]
    otherwise = [
        (
            one.ruling,
            one.choice,
            [(names[int(seat)], score) for seat, score in one.scores.items()],
            [names[int(seat)] for seat in one.winners],
        )
        for one in answer.otherwise
    ]
    parts = next(one.parts for one in answer.standings if one.seat == str(question.on))
    over = [words.card(card) for card in _over(question)]
    return TraysView(question, names, _keys(question), _tray_cards(question, parts), standings, otherwise, over)


def _keys(question: Trays) -> list[CardKey]:
    """Return a key for every card of the deck, in its order."""
    used = [card for tray in question.trays for card in tray]
    mine = question.trays[question.on]
    return [
        CardKey(card, copies - used.count(card), question.with_tray((*mine, card)[:MOST_CARDS]))
        for card, copies in deck_for(len(question.trays)).items()
    ]


def _tray_cards(question: Trays, parts: Mapping[str, int]) -> list[TrayCard]:
    mine = list(question.trays[question.on])
    found = []
    for card in dict.fromkeys(mine):
        fewer = mine.copy()
        fewer.remove(card)
        found.append(TrayCard(card, mine.count(card), parts[card], question.with_tray(tuple(fewer))))
    return found


def _over(question: Trays) -> list[str]:
    used = [card for tray in question.trays for card in tray]
    deck = deck_for(len(question.trays))
    return [card for card in dict.fromkeys(used) if used.count(card) > deck.get(card, 0)]


def read_trays(args: Mapping[str, str]) -> Trays:
    """Return the trays of an address; what cannot be read is left out."""
    seats = min(MOST_SEATS, max(FEWEST, services.number(args.get("seats", "")) or FEWEST))
    trays = tuple(_tray(args.get(f"tray{seat}", "")) for seat in range(seats))
    names = tuple(_name(args.get(f"name{seat}", "")) for seat in range(seats))
    on = services.number(args.get("on", "")) or 0
    return Trays(
        trays,
        names if any(names) else (),
        on if on < seats else 0,
        read_changed(args.get("rules", ""), RULINGS),
        args.get("table", "")[:8].upper(),
        args.get("draft", "")[:LONGEST_DRAFT],
    )


def _name(text: str) -> str:
    return " ".join(text.split())[:24]


def _tray(text: str) -> tuple[str, ...]:
    known = deck_for(MOST_SEATS)
    tray: list[str] = []
    for word in text.split(".")[:MOST_CARDS]:
        card, _, times = word.partition("*")
        count = services.number(times) if times else 1
        if card in known and count:
            tray += [card] * min(count, MOST_CARDS)
    return tuple(tray[:MOST_CARDS])

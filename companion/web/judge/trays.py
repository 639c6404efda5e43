"""The judge of Go Nuts trays: cards tapped seat by seat, points by card, and what another ruling would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.go_nuts.cards import MOST_SEATS, deck_for
from companion.go_nuts.notation import MOST_CARDS, RULINGS
from companion.go_nuts.state import NutsState
from companion.judge import answers
from companion.kernel.common import read_ruling
from companion.kernel.game import Standing
from companion.refusals import Malformed
from companion.web import services
from companion.web.judge.question import LONGEST_DRAFT

FEWEST = 2  # seats
DEFAULTS: Mapping[str, str] = {ruling.id: ruling.default for ruling in RULINGS}


@dataclass(frozen=True, slots=True)
class Trays:
    """The trays in an address: `names` may be left out, `on` is the seat whose cards are tapped."""

    trays: tuple[tuple[str, ...], ...]
    names: tuple[str, ...] = ()
    on: int = 0
    rulings: Mapping[str, str] = field(default_factory=dict)
    table: str = ""
    back: str = ""  # the draft at that table, for the way back

    @classmethod
    def of(cls, state: NutsState, code: str) -> Trays:
        """The trays of a table as they stand, or as they were counted."""
        trays = tuple(state.counts.get(seat, tray) for seat, tray in enumerate(state.trays))
        return cls(trays, state.party.names, 0, changed(state.party.rulings), code)

    def query(self) -> dict[str, str]:
        """What stands in the address; `read_trays` reads it back."""
        trays = {f"tray{seat}": _written(tray) for seat, tray in enumerate(self.trays)}
        names = {f"name{seat}": name for seat, name in enumerate(self.names)}
        rulings = " ".join(f"{ruling}={choice}" for ruling, choice in self.rulings.items())
        on = str(self.on or "")
        return {
            "seats": str(len(self.trays)),
            **names,
            **trays,
            "on": on,
            "rules": rulings,
            "table": self.table,
            "draft": self.back,
        }

    def replace(self, **changes: Any) -> Trays:
        return replace(self, **changes)

    def with_tray(self, tray: tuple[str, ...]) -> Trays:
        """Another tray for the seat that is on."""
        return self.replace(trays=(*self.trays[: self.on], tray, *self.trays[self.on + 1 :]))

    def under(self, ruling: str, choice: str) -> Trays:
        """Asked as another table plays it."""
        return self.replace(rulings=changed({**DEFAULTS, **self.rulings, ruling: choice}))

    def resized(self, seats: int) -> Trays:
        """For more or fewer players."""
        trays = (*self.trays, *((),) * seats)[:seats]
        return self.replace(trays=trays, names=self.names[:seats], on=min(self.on, seats - 1))


def changed(rulings: Mapping[str, str]) -> dict[str, str]:
    """The rulings that differ from what holds unless a table chooses."""
    return {name: choice for name, choice in rulings.items() if choice != DEFAULTS[name]}


def _written(tray: tuple[str, ...]) -> str:
    """`plain*3.milk`: each card once, with how many there are."""
    counts = {card: tray.count(card) for card in tray}
    return ".".join(card if count == 1 else f"{card}*{count}" for card, count in counts.items())


@dataclass(frozen=True, slots=True)
class Key:
    """A card to tap: copies left in the deck, and the question after the tap."""

    card: str
    left: int
    ask: Trays


@dataclass(frozen=True, slots=True)
class Pile:
    """A card of the tray that is on: how many, and the question with one fewer."""

    card: str
    count: int
    points: int
    ask: Trays


@dataclass(frozen=True, slots=True)
class TraysView:
    """Everything the page shows. `over`: cards of which more are told than the deck has."""

    ask: Trays
    names: Sequence[str]
    keys: Sequence[Key]
    tray: Sequence[Pile]
    standings: Sequence[Standing]
    otherwise: Sequence[tuple[str, str, Sequence[tuple[str, int]], Sequence[str]]]
    over: Sequence[str]


def page(args: Mapping[str, str]) -> TraysView:
    """The trays of an address, and what they score."""
    ask = read_trays(args)
    words = services.words()
    names = [
        name or words.text("Seat %(number)s", number=seat + 1)
        for seat, name in enumerate((*ask.names, *("",) * (len(ask.trays) - len(ask.names))))
    ]
    trays = {str(seat): tray for seat, tray in enumerate(ask.trays)}  # not by name: two may have the same
    answer = answers.scores(trays, {**DEFAULTS, **ask.rulings})
    standings = [replace(one, seat=names[int(one.seat)]) for one in answer.standings]
    otherwise = [
        (
            one.ruling,
            one.choice,
            [(names[int(seat)], score) for seat, score in one.scores.items()],
            [names[int(seat)] for seat in one.winners],
        )
        for one in answer.otherwise
    ]
    parts = next(one.parts for one in answer.standings if one.seat == str(ask.on))
    return TraysView(
        ask, names, _keys(ask), _piles(ask, parts), standings, otherwise, [words.card(card) for card in _over(ask)]
    )


def _keys(ask: Trays) -> list[Key]:
    """Every card of the deck, in its order."""
    used = [card for tray in ask.trays for card in tray]
    mine = ask.trays[ask.on]
    return [
        Key(card, copies - used.count(card), ask.with_tray((*mine, card)[:MOST_CARDS]))
        for card, copies in deck_for(len(ask.trays)).items()
    ]


def _piles(ask: Trays, parts: Mapping[str, int]) -> list[Pile]:
    mine = list(ask.trays[ask.on])
    piles = []
    for card in dict.fromkeys(mine):
        fewer = mine.copy()
        fewer.remove(card)
        piles.append(Pile(card, mine.count(card), parts[card], ask.with_tray(tuple(fewer))))
    return piles


def _over(ask: Trays) -> list[str]:
    used = [card for tray in ask.trays for card in tray]
    deck = deck_for(len(ask.trays))
    return [card for card in dict.fromkeys(used) if used.count(card) > deck.get(card, 0)]


def read_trays(args: Mapping[str, str]) -> Trays:
    """The question in an address; what cannot be read counts as not said."""
    told = services.number(args.get("seats", ""))
    seats = min(MOST_SEATS, max(FEWEST, told if told is not None else FEWEST))
    trays = tuple(_tray(args.get(f"tray{seat}", "")) for seat in range(seats))
    names = tuple(_name(args.get(f"name{seat}", "")) for seat in range(seats))
    on = services.number(args.get("on", "")) or 0
    rulings = read_rulings(args.get("rules", ""))
    on, table = on if on < seats else 0, args.get("table", "")[:8].upper()
    back = args.get("draft", "")[:LONGEST_DRAFT]
    return Trays(trays, names if any(names) else (), on, rulings, table, back)


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


def read_rulings(text: str) -> dict[str, str]:
    """The rulings named that a table may choose; others are passed over."""
    chosen = dict(DEFAULTS)
    for word in text.split()[: 2 * len(RULINGS)]:
        try:
            ruling, choice = read_ruling(word, RULINGS)
        except Malformed:
            continue
        chosen[ruling] = choice
    return changed(chosen)

"""The judge of a Go Nuts round: a written position is played card by card, and stops where somebody must choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.go_nuts.cards import MOST_SEATS, Power
from companion.go_nuts.notation import MOST_CARDS
from companion.go_nuts.state import OF_ANSWERS, Choice, NutsState
from companion.judge.rulebook import BOOK, NUTS, Page, of_part
from companion.kernel.table import Table
from companion.kernel.text import quoted, write_name
from companion.refusals import Refusal
from companion.tables.replay import replay
from companion.web import services
from companion.web.addresses import address
from companion.web.judge.trays import FEWEST, read_rulings
from companion.words import Message

LETTERS = "ABCDEF"  # who plays, where nobody has a name
MOST_OPTIONS = 60
MOST_ANSWERS = 20


@dataclass(frozen=True, slots=True)
class Round:
    """A position as an address holds it. `row`: a card a number, empty for a gap; `bids`: 0 for none yet; `then`: the
    answers given so far, as lines; `rulings`: those that differ from what holds unless a table chooses."""

    names: tuple[str, ...]
    trays: tuple[tuple[str, ...], ...]
    bids: tuple[int, ...]
    row: tuple[str, ...]
    pile: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)

    def query(self) -> list[tuple[str, str]]:
        """What stands in the address; `read_round` reads it back."""
        seats = list(enumerate(self.names))
        return [
            ("seats", str(len(self.names))),
            *((f"name{seat}", name) for seat, name in seats if name != LETTERS[seat]),
            *((f"tray{seat}", ".".join(self.trays[seat])) for seat, _ in seats),
            *((f"row{number}", card) for number, card in enumerate(self.row, 1)),
            ("pile", ".".join(self.pile)),
            *((f"bid{seat}", str(self.bids[seat] or "")) for seat, _ in seats),
            *([("rules", " ".join(self._ruled()))] if self.rulings else []),
            *(("then", line) for line in self.then),
        ]

    def _ruled(self) -> list[str]:
        return [f"{ruling}={choice}" for ruling, choice in self.rulings.items()]

    def transcript(self) -> str:
        """The position and what was said as a game from the middle, told from its headers."""
        names = [write_name(name) for name in self.names]
        lines = ["game go-nuts", " ".join(["seats", *map(quoted, self.names)])]
        lines += [" ".join(["rulings", *self._ruled()])] if self.rulings else []
        lines += [" ".join(["tray", name, *tray]) for name, tray in zip(names, self.trays, strict=True) if tray]
        lines += [" ".join(["pile", *self.pile])] if self.pile else []
        row = [f"{number}={card}" for number, card in enumerate(self.row, 1) if card]
        lines += [" ".join(["row", *row])] if row else []
        if any(self.bids):
            bids = [f"{name}={number}" for name, number in zip(names, self.bids, strict=True) if number]
            lines += [" ".join(["table: reveal", *bids]), *self.then]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class RoundStep:
    """Something that was said or happened; the page of the rule behind it, and the ruling it rests on."""

    sentence: str
    rule: Page | None = None
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that may be given: what it says, and the address of the round after it."""

    sentence: str
    href: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """Everything the page shows. `steps`: the round so far; `asked`: what somebody must choose now."""

    ask: Round
    steps: Sequence[RoundStep] = ()
    asked: RoundStep | None = None
    options: Sequence[Option] = ()
    more: bool = False  # than can be listed
    trays: Sequence[tuple[str, str, int]] = ()  # name, cards, points
    refused: Message | None = None
    back: str = ""  # one answer fewer


def page(args: MultiDict[str, str], path: str) -> RoundView:
    """The round of an address, played as far as it goes."""
    ask = read_round(args)
    done = replay(ask.transcript(), services.play().editions)
    words = services.words()
    back = address(path, replace(ask, then=ask.then[:-1]).query()) if ask.then else ""
    refused = words.refusal(done.refused.refusal, None) if done.refused else None
    table = done.table
    if table is None or not table.applied:
        return RoundView(ask, refused=refused if any(ask.row) or any(ask.bids) else None, back=back)
    view = table.game.view(table, {})
    found = list(islice(_options(table, ask, path), MOST_OPTIONS + 1)) if view.panel == "choice" else []
    return RoundView(
        ask,
        steps=_steps(table),
        asked=_asked(table.state, words.asks(table.state.asks, view.ask.actor)) if view.panel == "choice" else None,
        options=found[:MOST_OPTIONS],
        more=len(found) > MOST_OPTIONS,
        trays=[
            (name, words.cards(tray), points)
            for name, tray, points in zip(ask.names, table.state.trays, table.game.scores(table.state), strict=True)
        ],
        refused=refused,
        back=back,
    )


def _asked(nuts: NutsState, sentence: str) -> RoundStep:
    """What somebody must choose, with the page of the card that asks."""
    choice = nuts.choice
    assert choice is not None
    return RoundStep(sentence, _card_page(choice.card), _ruling_asked(nuts, choice))


def _ruling_asked(nuts: NutsState, choice: Choice) -> str:
    """The ruling that decides what may be answered: for Sprinkled with other cards, for the deck’s last card."""
    if choice.power == Power.GIVE and len(nuts.trays[choice.seat]) > 1:
        return "sprinkled-self"
    return "double-chocolate-one" if choice.power == Power.DRAW_TWO and nuts.deck == 1 else ""


def _steps(table: Table) -> list[RoundStep]:
    """What was said and what came of it, in order."""
    words, names, seen = services.words(), table.names.now, 0
    steps: list[RoundStep] = []
    for place, told in enumerate(table.applied):
        before = table.applied[place - 1].state if place else None
        if before is not None:
            said = words.move(told.line, names)
            steps.append(_asked(before, said) if before.choice else RoundStep(said))
        story: Sequence[Any] = table.game.view(replace(table, applied=table.applied[: place + 1]), {}).story
        new = [event for event in story[seen:] if event[0] not in OF_ANSWERS]  # the answer's own line says the same
        steps += [RoundStep(words.story([event])[0], *_behind(event)) for event in new]
        seen = len(story)
    return steps


# What happens to some cards by themselves rests on a ruling.
_RULING_OF: Mapping[tuple[str, str], str] = {
    ("gone", "cinnamon-twist"): "twist-empty",
    ("nothing", "double-chocolate"): "double-chocolate-one",
}


def _behind(event: tuple[Any, ...]) -> tuple[Page | None, str]:
    """The page of the rule behind a step of the story, and the ruling it rests on."""
    match event:
        case (("takes" | "collide" | "nobody"), *_):
            return BOOK.pages[NUTS, "taking"], ""
        case ("top", *_):
            return _card_page("eclair"), ""
        case (what, _, card):
            return _card_page(card), _RULING_OF.get((what, card), "")
    return None, ""


def _card_page(card: str) -> Page | None:
    return of_part(NUTS, card)


def _options(table: Table, ask: Round, path: str) -> Iterator[Option]:
    """Every answer there is, as it would be said."""
    words = services.words()
    for seat, move in table.game.legal_moves(table.state):
        line = f"{table.names.write(seat)}: {table.game.write(move, table.names)}"
        try:
            said = table.play(line).applied[-1].line
        except Refusal:
            continue
        yield Option(words.move(said, table.names.now), address(path, replace(ask, then=(*ask.then, line)).query()))


def read_round(args: MultiDict[str, str]) -> Round:
    """The position in an address; what is left out is empty."""
    seats = min(MOST_SEATS, max(FEWEST, services.number(args.get("seats", "")) or FEWEST))
    names = [" ".join(args.get(f"name{seat}", "").split())[:24] or LETTERS[seat] for seat in range(seats)]
    rows = [_cards(args.get(f"row{number}", ""))[:1] for number in range(1, seats + 2)]
    return Round(
        tuple(names),
        tuple(_cards(args.get(f"tray{seat}", "")) for seat in range(seats)),
        tuple(min(services.number(args.get(f"bid{seat}", "")) or 0, 99) for seat in range(seats)),
        tuple(row[0] if row else "" for row in rows),
        _cards(args.get("pile", "")),
        tuple(" ".join(line.split())[:200] for line in args.getlist("then")[:MOST_ANSWERS] if line.strip()),
        read_rulings(" ".join(args.getlist("rules"))),
    )


def _cards(text: str) -> tuple[str, ...]:
    """Cards as they are written, `plain*2 milk`; between them blanks, commas or dots."""
    cards: list[str] = []
    for word in re.split(r"[\s,.;]+", text[:2000])[:MOST_CARDS]:
        card, _, times = word.partition("*")
        card = re.sub(r"[^A-Za-z-]", "", card).lower()
        cards += [card] * min(services.number(times) or 1, MOST_CARDS) if card else []
    return tuple(cards[:MOST_CARDS])

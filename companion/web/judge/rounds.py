"""The judge's page for a Go Nuts round: a written position, played card by card until somebody must choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from werkzeug.datastructures import MultiDict

from companion.go_nuts.cards import MOST_SEATS, Power
from companion.go_nuts.notation import MOST_CARDS, RULINGS
from companion.go_nuts.screen.view import nuts_view
from companion.go_nuts.state import OF_ANSWERS, Choice, NutsState
from companion.judge.rulebook import BOOK, NUTS, Page, of_part
from companion.judge.rulings import read_changed, write_changed
from companion.kernel.table import Table
from companion.kernel.text import quoted, write_name
from companion.refusals import Refusal
from companion.tables.replay import replay
from companion.web import services
from companion.web.addresses import address
from companion.web.judge.trays import FEWEST
from companion.words import Message

LETTERS = "ABCDEF"  # names of seats that have none
MOST_OPTIONS = 60
MOST_ANSWERS = 20


@dataclass(frozen=True, slots=True)
class Round:
    """A position as an address holds it.

    `row`: a card a number, empty for a gap. `bids`: a number a seat, 0 for none. `then`: the answers given, as lines.
    `rulings`: those that differ from the defaults.
    """

    names: tuple[str, ...]
    trays: tuple[tuple[str, ...], ...]
    bids: tuple[int, ...]
    row: tuple[str, ...]
    pile: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)

    def query(self) -> list[tuple[str, str]]:
        """Return the words of the address; `read_round` reads them back."""
        seats = list(enumerate(self.names))
        return [
            ("seats", str(len(self.names))),
            *((f"name{seat}", name) for seat, name in seats if name != LETTERS[seat]),
            *((f"tray{seat}", ".".join(self.trays[seat])) for seat, _ in seats),
            *((f"row{number}", card) for number, card in enumerate(self.row, 1)),
            ("pile", ".".join(self.pile)),
            *((f"bid{seat}", str(self.bids[seat] or "")) for seat, _ in seats),
            *([("rules", write_changed(self.rulings))] if self.rulings else []),
            *(("then", line) for line in self.then),
        ]

    def transcript(self) -> str:
        """Return the position and the answers as the transcript of a game joined in the middle."""
        names = [write_name(name) for name in self.names]
        lines = ["game go-nuts", " ".join(["seats", *map(quoted, self.names)])]
        lines += [f"rulings {write_changed(self.rulings)}"] if self.rulings else []
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
    """A step of the round in plain words, the page of its rule, and the ruling it rests on."""

    sentence: str
    rule: Page | None = None
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that may be given, in plain words, and the address of the round after it."""

    sentence: str
    href: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """Everything the page shows. `steps`: what has happened; `choice`: what somebody must choose now."""

    question: Round
    steps: Sequence[RoundStep] = ()
    choice: RoundStep | None = None
    options: Sequence[Option] = ()
    more: bool = False  # more options than are listed
    trays: Sequence[tuple[str, str, int]] = ()  # name, cards, points
    refused: Message | None = None
    back: str = ""  # the address without the last answer


def page(args: MultiDict[str, str], path: str) -> RoundView:
    """Return the page for an address: its round, played until somebody must choose or it cannot go on."""
    question = read_round(args)
    done = replay(question.transcript(), services.play().editions)
    words = services.words()
    back = address(path, replace(question, then=question.then[:-1]).query()) if question.then else ""
    refused = words.refusal(done.refused.refusal, None) if done.refused else None
    table = done.table
    if table is None or not table.applied:
        return RoundView(question, refused=refused if any(question.row) or any(question.bids) else None, back=back)
    view = nuts_view(table.state, table.names, {})
    found = list(islice(_options(table, question, path), MOST_OPTIONS + 1)) if view.panel == "choice" else []
    state = table.state
    choice = _choice(state, words.asks(state.asked_power, view.ask.actor)) if view.panel == "choice" else None
    scores = zip(question.names, state.trays, table.game.rules.scores(state), strict=True)
    return RoundView(
        question,
        steps=_steps(table),
        choice=choice,
        options=found[:MOST_OPTIONS],
        more=len(found) > MOST_OPTIONS,
        trays=[(name, services.drawn().cards(tray), points) for name, tray, points in scores],
        refused=refused,
        back=back,
    )


def _choice(nuts: NutsState, sentence: str) -> RoundStep:
    """Return what somebody must choose, with the page of the card that asks."""
    choice = nuts.choice
    assert choice is not None
    return RoundStep(sentence, _card_page(choice.card), _ruling_of_choice(nuts, choice))


def _ruling_of_choice(nuts: NutsState, choice: Choice) -> str:
    """Return the ruling that limits the answers: of Sprinkled with other cards, of the deck's last card; or none."""
    if choice.power == Power.GIVE and len(nuts.trays[choice.seat]) > 1:
        return "sprinkled-self"
    return "double-chocolate-one" if choice.power == Power.DRAW_TWO and nuts.deck == 1 else ""


def _steps(table: Table) -> list[RoundStep]:
    """Return the answers and what followed from them, in order."""
    words, names, seen = services.words(), table.names.now, 0
    steps: list[RoundStep] = []
    for place, applied in enumerate(table.applied):
        before = table.applied[place - 1].state if place else None
        if before is not None:
            sentence = words.move(applied.line, names)
            steps.append(_choice(before, sentence) if before.choice else RoundStep(sentence))
        story = nuts_view(applied.state, table.names, {}).story
        new = [event for event in story[seen:] if event[0] not in OF_ANSWERS]  # an answer's own line is a step already
        steps += [RoundStep(words.story([event])[0], *_rule_of(event)) for event in new]
        seen = len(story)
    return steps


# Events that rest on a ruling, by kind and card.
_RULING_OF: Mapping[tuple[str, str], str] = {
    ("gone", "cinnamon-twist"): "twist-empty",
    ("nothing", "double-chocolate"): "double-chocolate-one",
}


def _rule_of(event: tuple[object, ...]) -> tuple[Page | None, str]:
    """Return the page of an event's rule, and the ruling it rests on."""
    match event:
        case (("takes" | "collide"), *_):
            return BOOK.pages[NUTS, "taking"], ""
        case ("top", *_):
            return _card_page("eclair"), ""
        case (str(what), _, str(card)):
            return _card_page(card), _RULING_OF.get((what, card), "")
    return None, ""


def _card_page(card: str) -> Page | None:
    return of_part(NUTS, card)


def _options(table: Table, question: Round, path: str) -> Iterator[Option]:
    """Yield every legal answer."""
    words = services.words()
    for seat, move in table.game.rules.legal_moves(table.state):
        line = str(table.line(seat, move))
        try:
            answer = table.play(line).applied[-1].line
        except Refusal:
            continue
        after = replace(question, then=(*question.then, line))
        yield Option(words.move(answer, table.names.now), address(path, after.query()))


def read_round(args: MultiDict[str, str]) -> Round:
    """Return the round of an address; what cannot be read is left out."""
    seats = min(MOST_SEATS, max(FEWEST, services.number(args.get("seats", "")) or FEWEST))
    names = [" ".join(args.get(f"name{seat}", "").split())[:24] or LETTERS[seat] for seat in range(seats)]
    rows = [_cards(args.get(f"row{number}", ""))[:1] for number in range(1, seats + 2)]
    return Round(
        tuple(names),
        tuple(_cards(" ".join(args.getlist(f"tray{seat}"))) for seat in range(seats)),
        tuple(min(services.number(args.get(f"bid{seat}", "")) or 0, 99) for seat in range(seats)),
        tuple(row[0] if row else "" for row in rows),
        _cards(" ".join(args.getlist("pile"))),
        tuple(" ".join(line.split())[:200] for line in args.getlist("then")[:MOST_ANSWERS] if line.strip()),
        read_changed(" ".join(args.getlist("rules")), RULINGS),
    )


def _cards(text: str) -> tuple[str, ...]:
    """Read cards such as `plain*2 milk`, separated by blanks, commas, semicolons or dots."""
    cards: list[str] = []
    for word in re.split(r"[\s,.;]+", text[:2000])[:MOST_CARDS]:
        card, _, times = word.partition("*")
        card = re.sub(r"[^A-Za-z-]", "", card).lower()
        cards += [card] * min(services.number(times) or 1, MOST_CARDS) if card else []
    return tuple(cards[:MOST_CARDS])

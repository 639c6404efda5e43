"""Views of a table and of its lines for templates: plain values, never the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice

from companion.donut_shop.parts import Edition
from companion.donut_shop.screen.drawing import CaseView
from companion.donut_shop.state import Level, ShopState
from companion.go_nuts.state import NutsState
from companion.kernel.common import Adjust, EndGame, Ruling, write_common
from companion.kernel.game import Unit
from companion.kernel.repairs import Line, PutBack, Repair, TakeBack, write_entry
from companion.kernel.table import Applied, Table
from companion.kernel.text import Names
from companion.tables.origins import origin_at
from companion.tables.snapshot import Snapshot
from companion.web import services
from companion.words import Message

LATEST = 6  # lines a large screen shows beside the step


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as every page about it needs it. `level` is empty in a game without levels."""

    code: str
    tag: str
    game: str
    game_name: str
    unit: Unit
    level: str
    names: Sequence[str]
    away: bool  # some seat has left
    over: bool
    untouched: bool  # no line of the game stands, so that a final count may
    dealt: bool
    rulings: Sequence[Ruling]
    chosen: Mapping[str, str]  # the choice of each ruling
    can_put_back: bool

    @property
    def end(self) -> str:
        """The line that ends the game now."""
        names = Names.of(tuple(self.names))
        return names.line(None, write_common(EndGame(), names))

    @property
    def take_back(self) -> str:
        """The line that takes back the last one that stands."""
        return write_entry(TakeBack())

    @property
    def put_back(self) -> str:
        return write_entry(PutBack())

    @property
    def folder(self) -> str:
        """The folder of the game's templates."""
        return self.game.replace("-", "_")

    @property
    def in_money(self) -> bool:
        return self.unit == Unit.MONEY

    @property
    def has_case(self) -> bool:
        return self.level not in ("", Level.BANK)


@dataclass(frozen=True, slots=True)
class LineView:
    """One line as a drawn sentence, with what it paid in cents or points. `mark`: why the rules refuse it.

    `deed`: what the seat `who` did, without its name; both empty where only the sentence has words for it. `cookie`:
    the number of that seat's colour and topping, 0 for a line of the table.
    """

    seq: int
    sentence: str
    cents: int = 0
    who: str = ""
    deed: str = ""
    aside: bool = False
    mark: Message | None = None
    cookie: int = 0


@dataclass(frozen=True, slots=True)
class ShopPaperView:
    """A Donut Shop table to print. `boxes`: the common ones left, by size; `own`: who still has the own one."""

    drawing: CaseView
    laid: int
    turn: str
    boxes: Sequence[tuple[str, int]]
    own: Sequence[str]


@dataclass(frozen=True, slots=True)
class NutsPaperView:
    """A Go Nuts table to print. `pile`: the discard pile, its top first. `trays`: each seat's cards, with copies."""

    round: int
    deck: int
    pile: Sequence[str]
    row: Sequence[tuple[int, str | None]]
    trays: Sequence[tuple[str, Sequence[tuple[str, int]]]]


def edition_of(table: Table) -> Edition | None:
    """Return the edition a table plays with; None in a game without editions."""
    return table.state.edition if isinstance(table.state, ShopState) else None


def table_view(snapshot: Snapshot) -> TableView:
    table = snapshot.table
    game, state = table.game, table.state
    return TableView(
        code=snapshot.code,
        tag=snapshot.tag,
        game=game.id,
        game_name=game.name,
        unit=game.unit,
        level=str(state.level) if isinstance(state, ShopState) else "",
        names=state.party.names,
        away=bool(state.party.away),
        over=table.over,
        untouched=not state.played,
        dealt=snapshot.dealt,
        rulings=game.rulings,
        chosen=state.party.rulings,
        can_put_back=table.can_put_back,
    )


def opened_rows(fields: Mapping[str, str], refused: object, rulings: Sequence[Ruling]) -> set[object]:
    """Return the rows of the page of odds and ends that stand open: asked for, refused, or with something typed in.

    `fields`: what each field holds, by its id; `open` names rows.
    """
    forms = [refused, *(field.split("-")[0] for field, held in fields.items() if held)]
    within = {"rename": "names", "leaves": "names", "returns": "names", **{ruling.id: "rulings" for ruling in rulings}}
    typed = {within.get(field) for field in fields}
    return {*fields.get("open", "").split(","), *typed, *(within.get(str(form), form) for form in forms)}


def sentence(table: Table, line: Line | Repair, seq: int) -> str:
    """Return entry `seq` as a drawn sentence, rows and columns counted as they were right before it."""
    return services.drawn().move(line, table.state.party.names, edition_of(table), origin_at(table, seq))


def mark_of(table: Table, applied: Applied) -> Message | None:
    """Return why the rules refuse a line that stands; None where they do not."""
    return services.drawn().reason(applied.mark, applied.facts, edition_of(table)) if applied.mark else None


def applied_view(table: Table, applied: Applied) -> LineView:
    line = applied.line
    return LineView(
        line.seq,
        sentence(table, line, line.seq),
        sum(applied.paid.values()),
        aside=applied.aside,
        mark=mark_of(table, applied),
    )


def last_entered(snapshot: Snapshot) -> Applied | None:
    """Return the line that taking back would drop: the last one a person entered."""
    return next(_entered(snapshot), None)


def _entered(snapshot: Snapshot) -> Iterator[Applied]:
    """The lines people entered, the last first, without the dealer's: they would only be dealt again."""
    dealt = snapshot.table.game.dealer.moves if snapshot.dealt else ()
    return (applied for applied in reversed(snapshot.table.applied) if not isinstance(applied.line.move, dealt))


def latest_views(snapshot: Snapshot) -> Sequence[LineView]:
    """Return the lines people entered last, in words; the first is the one that taking back would drop.

    Lines in a row that read the same, as when a seat changes its bid, are listed once.
    """
    views = (_latest_view(snapshot, applied) for applied in _entered(snapshot))
    return [next(alike) for _, alike in islice(groupby(views, lambda view: replace(view, seq=0)), LATEST)]


def _latest_view(snapshot: Snapshot, last: Applied) -> LineView:
    """A line in few words. One whose words hold its amount has no cents beside it."""
    line = last.line
    cents = 0 if isinstance(line.move, Adjust) else sum(last.paid.values())
    deed = services.drawn().deed(line, edition_of(snapshot.table))
    return LineView(
        line.seq,
        "" if deed else sentence(snapshot.table, line, line.seq),
        cents,
        line.who if deed else "",
        deed,
        cookie=0 if line.seat is None else snapshot.table.state.party.mark(line.seat),
    )


def stored_words(snapshot: Snapshot) -> str:
    """Return what the dock says of the line just stored: who takes how much, where it paid."""
    table, words = snapshot.table, services.words()
    last = table.applied[-1] if table.applied else None
    cents = sum(last.paid.values()) if last and table.game.unit == Unit.MONEY else 0
    if last is None or last.line.seq != snapshot.version or last.line.seat is None or cents <= 0:
        return words.gettext("Stored")
    return words.text("%(seat)s takes %(amount)s", seat=table.names.now[last.line.seat], amount=words.price(cents))


def paper_view(table: Table, likes: Mapping[str, str]) -> ShopPaperView | NutsPaperView:
    """Return the table to print. `likes`: how this phone likes to look at drawings."""
    state = table.state
    names = state.party.names
    if isinstance(state, ShopState):
        drawing = table.game.screen.drawing(state, (), likes)
        assert isinstance(drawing, CaseView)
        own = [name for seat, name in enumerate(names) if seat in state.own]
        return ShopPaperView(drawing, state.laid, names[state.turn], list(state.boxes.items()), own)
    assert isinstance(state, NutsState)
    trays = [(name, list(Counter(tray).items())) for name, tray in zip(names, state.trays, strict=True)]
    return NutsPaperView(state.round, state.deck, state.pile[::-1], list(enumerate(state.row, 1)), trays)

"""Views of a table and of its lines for templates: plain values, never the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from flask import url_for

from companion.donut_shop.moves import Mend
from companion.donut_shop.parts import UNKNOWN, Edition
from companion.donut_shop.screen.drawing import CaseView
from companion.donut_shop.state import Level, ShopState
from companion.go_nuts.state import NutsState
from companion.kernel.common import Adjust, EndGame, Ruling, write_common
from companion.kernel.game import Unit
from companion.kernel.redact import shows_hidden
from companion.kernel.repairs import REPAIRS, Line, PutBack, Repair, TakeBack, write_entry
from companion.kernel.table import Applied, Table
from companion.kernel.text import Names
from companion.tables.origins import origin_at
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.words import Message, Words
from companion.words.language import mark as _

MORE, LESS = _("%(seat)s %(amount)s more"), _("%(seat)s %(amount)s less")
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
    coins: bool  # they hand out coins

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
    """One line as a drawn sentence, with what it paid in cents or points. `mark`: why the rules refuse it; `decided`:
    people were asked and recorded it anyway.

    `deed`: what the seat `who` did, without its name; both empty where only the sentence has words for it. `cookie`:
    the number of that seat's colour and topping, 0 for a line of the table.
    """

    seq: int
    sentence: str
    cents: int = 0
    who: str = ""
    deed: str = ""
    aside: bool = False
    decided: bool = False
    mark: Message | None = None
    cookie: int = 0

    def reads(self) -> tuple[object, ...]:
        """Return all but its number: lines that read the same have the same."""
        return self.sentence, self.cents, self.who, self.deed, self.aside, self.mark, self.cookie


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
        coins=snapshot.settings.coins,
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
        decided=line.forced,
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
    drawn = services.drawn()
    views = (short_view(snapshot.table, applied, drawn) for applied in _entered(snapshot))
    return [next(alike) for _, alike in islice(groupby(views, LineView.reads), LATEST)]


def short_view(table: Table, applied: Applied, drawn: Words | None = None) -> LineView:
    """Return a line that stands in few words. One whose words hold its amount has no cents beside it."""
    drawn = drawn or services.drawn()
    line, state = applied.line, applied.state
    cents = 0 if isinstance(line.move, Adjust) else sum(applied.paid.values())
    short = drawn.latest(line, state.story) if isinstance(state, NutsState) else ""
    if _is_of_cross(table, applied):
        short = services.words().gettext(_("The starting cross is entered"))
    deed = drawn.deed(line, edition_of(table)) or (short if line.seat is not None else "")
    return LineView(
        line.seq,
        "" if deed else short or sentence(table, line, line.seq),
        cents,
        line.who if deed else "",
        deed,
        cookie=0 if line.seat is None else table.state.party.mark(line.seat),
    )


def _is_of_cross(table: Table, applied: Applied) -> bool:
    """Return whether a line is one of those that entered the whole starting cross, a donut each."""
    start, state = table.start, table.state
    if not isinstance(applied.line.move, Mend) or not isinstance(start, ShopState) or applied.state.laid:
        return False
    return UNKNOWN in start.case.open.values() and UNKNOWN not in state.case.open.values()


def likes_at(snapshot: Snapshot) -> Mapping[str, str]:
    """Return how this phone likes to look at a table, and what people chose for all its phones."""
    return {**phones.likes(), "coinless": "" if snapshot.settings.coins else "1"}


def line_link(code: str) -> Callable[[int], str]:
    """Return the address of each line: made once, since a page names seven."""
    before, _, after = url_for("table.line", code=code, seq=0).partition("/line/0")
    return lambda seq: f"{before}/line/{seq}{after}"


def stored_words(snapshot: Snapshot) -> str:
    """Return what the dock says of the line just stored: who takes how much, where it paid."""
    table, words = snapshot.table, services.words()
    last = table.applied[-1] if table.applied else None
    cents = sum(last.paid.values()) if last and table.game.unit == Unit.MONEY else 0
    if last is None or last.line.seq != snapshot.version or last.line.seat is None or cents <= 0:
        return words.gettext("Stored")
    return words.text(_("%(seat)s takes %(amount)s"), seat=table.names.now[last.line.seat], amount=words.price(cents))


def corrected_words(snapshot: Snapshot, stored: int) -> str:
    """Return who has more or less since the correction just recorded as this line; empty where it is none, or old.

    Nothing is shown where a correction turned over what was secret.
    """
    table, words = snapshot.table, services.words()
    if stored != snapshot.version or not stored or not isinstance(table.log[-1], REPAIRS) or shows_hidden(table):
        return ""
    earlier, scores = table.with_log(table.log[:-1]), table.game.rules.scores
    amount = words.price if table.game.unit == Unit.MONEY else words.points
    moved = [
        words.text(MORE if after > before else LESS, seat=seat, amount=amount(abs(after - before)))
        for seat, before, after in zip(table.names.now, scores(earlier.state), scores(table.state), strict=True)
        if after != before
    ]
    if not moved:
        return words.gettext(_("Corrected. No amount changes."))
    return words.text(_("Corrected: %(changes)s"), changes=words.listing(moved))


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
    trays = [(name, list(Counter(tray).items())) for name, tray in zip(names, state.final_trays, strict=True)]
    return NutsPaperView(state.round, state.deck, state.pile[::-1], list(enumerate(state.row, 1)), trays)

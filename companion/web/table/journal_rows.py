"""The journal as pages show it: its lines, by turns or rounds, and one line with why it paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from companion.donut_shop import moves as shop
from companion.donut_shop.moves import DrawUnknown, EndTurn, Mend, Pack
from companion.go_nuts.moves import HIDDEN, DiscardRow, Refill, Reveal
from companion.go_nuts.state import NutsState
from companion.kernel.common import Adjust
from companion.kernel.game import Cause, Draft
from companion.kernel.repairs import Insert, Line, Repair, Strike, TakeBack, write_entry
from companion.kernel.table import Applied, Table, can_force
from companion.refusals import Refusal
from companion.web import services
from companion.web.table.table_view import edition_of, mark_of, sentence
from companion.words import Message
from companion.words.language import mark as _

ROWS = 30  # lines of the journal on a page
NOWHERE = (None, None)  # a line that does not stand, and what it met
CROSS, TURN, ROUND, ASIDE = "cross", "turn", "round", ""  # kinds of turns; the last one holds what no seat did


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """A number of the row in a line of Go Nuts: its card, and (mark, name) of the seats that bid on it."""

    number: int
    card: str | None
    seats: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One entry: what was entered, and what came of it.

    `cookie`: the mark of the seat whose line it is, 0 for a line of the table. `places`: what is drawn instead of the
    sentence where cards were turned up or over.
    """

    seq: int
    sentence: str  # empty where `deed` has words for it
    deed: str  # what the seat `who` did, without its name
    who: str
    text: str  # `who: move`, as it now reads
    cents: int
    stands: bool  # False for a repair and for what a repair dropped
    dropped: bool
    of_dealer: bool
    aside: bool = False
    decided: bool = False
    mark: Message | None = None
    reason: str = ""  # of the mark
    adjusts: Adjust | None = None  # the amount it puts right by hand
    why: Sequence[Cause] = ()
    drawing: object = None
    again: Draft | None = None  # the draft that enters it again by taps; None where there is no pad for it
    tile: int = 0  # which of the game's tiles it laid, 0 for another line
    ended: bool = False  # before it, so that no pad enters anything there
    cookie: int = 0
    places: Sequence[JournalPlace] = ()

    @property
    def look(self) -> str:
        """Return how it is drawn: taken back, without effect, or against the rules."""
        return " dropped" if self.dropped else " aside" if self.aside else " marked" if self.mark else ""

    @property
    def ruling_ids(self) -> tuple[str, ...]:
        """The rulings its amount rests on."""
        return tuple(dict.fromkeys(ruling for one in self.why for ruling in one.rulings))

    @property
    def strike(self) -> str:
        return write_entry(Strike(self.seq))

    @property
    def take_back(self) -> str:
        """The line that takes back this one and all after it."""
        return write_entry(TakeBack(self.seq))


@dataclass(frozen=True, slots=True)
class Turn:
    """Rows that belong together, in their order: a seat's turn, a round, the starting cross, or what no seat did.

    `number`: of the tile laid in it or of the round, 0 for none. `scores`: (mark, name, score) after it, of the seat in
    turn or of all in a round.
    """

    kind: str
    rows: Sequence[JournalRow]
    number: int = 0
    scores: Sequence[tuple[int, str, int]] = ()


@dataclass(frozen=True, slots=True)
class JournalView:
    """A page of the journal, the latest turn first. `filters`: (value, words, mark or 0) of what can be shown."""

    turns: Sequence[Turn]
    filters: Sequence[tuple[str, str, int]]
    show: str
    first: int  # the number of the earliest line on the page
    last: int
    older: int  # of the line before which older ones stand; 0 without any


def rows_of(table: Table, first: int, last: int) -> list[JournalRow]:
    """Return entries `first` to `last`, the latest first."""
    applied = _standing(table)
    return [_row(table, seq, *applied.get(seq, NOWHERE)) for seq in range(last, first - 1, -1)]


def journal_view(table: Table, show: str, before: int | None) -> JournalView:
    """Return the page that ends before this entry; `show`: a filter's value, anything else shows the turns."""
    filters = _filters(table)
    show = show if show in {value for value, _words, _mark in filters} else ""
    applied, last = _standing(table), table.version if before is None else before - 1
    is_shown, seqs = _shown(table, show), range(min(last, table.version), 0, -1)
    shown = (seq for seq in seqs if is_shown(table.log[seq - 1], applied.get(seq, NOWHERE)[0]))
    page = list(islice(shown, ROWS + 1))
    rows = [_row(table, seq, *applied.get(seq, NOWHERE)) for seq in reversed(page[:ROWS])]
    older = page[ROWS - 1] if len(page) > ROWS else 0
    turns = list(_turns(table, rows))[::-1]
    return JournalView(turns, filters, show, rows[0].seq if rows else 1, rows[-1].seq if rows else 0, older)


def _standing(table: Table) -> dict[int, tuple[Applied, Any]]:
    """Return the lines that stand with the state before each, by number."""
    before = [table.start, *(one.state for one in table.applied)]
    return {one.line.seq: (one, state) for one, state in zip(table.applied, before, strict=False)}


def _filters(table: Table) -> list[tuple[str, str, int]]:
    """Return what the journal can be narrowed to: a seat, boxes, repairs; or every line there is."""
    words, party = services.words(), table.state.party
    boxes = [] if isinstance(table.state, NutsState) else [("boxes", words.text(_("Boxes")), 0)]
    return [
        ("", words.text(_("All")), 0),
        *((f"seat-{seat}", name, party.mark(seat)) for seat, name in enumerate(party.names)),
        *boxes,
        ("repairs", words.text(_("Corrections")), 0),
        ("lines", words.text(_("Every line")), 0),
    ]


def _shown(table: Table, show: str) -> Callable[[Line | Repair, Applied | None], bool]:
    """Return which entries a filter shows. Where nothing is chosen, what tells nothing new is left out."""

    def is_shown(entry: Line | Repair, applied: Applied | None) -> bool:
        line = applied.line if applied else entry
        move = line.move if isinstance(line, Line) else None
        repairs = not isinstance(entry, Line) or applied is None or bool(applied.mark) or isinstance(move, Adjust)
        if show == "lines":
            return True
        if show in ("boxes", "repairs"):
            return repairs if show == "repairs" else isinstance(move, Pack)
        if (isinstance(move, EndTurn | DrawUnknown) and not repairs) or isinstance(entry, TakeBack | Strike):
            return False
        return not show or (isinstance(line, Line) and f"seat-{line.seat}" == show)

    return is_shown


def _turns(table: Table, rows: Sequence[JournalRow]) -> Iterator[Turn]:
    """Yield rows in their order, those of a turn or a round together."""
    place = {one.line.seq: index for index, one in enumerate(table.applied)}
    rules, states = table.game.rules, [table.start, *(one.state for one in table.applied)]

    def key(row: JournalRow) -> tuple[str, int | None, int]:
        index = place.get(row.seq)
        if index is None:
            return ASIDE, None, 0
        before, line = states[index], table.applied[index].line
        if isinstance(before, NutsState):
            return (ROUND, None, before.round) if not row.adjusts else (ASIDE, None, 0)
        if lays_cross(line, before):
            return CROSS, None, 0
        return (ASIDE, None, 0) if line.seat is None else (TURN, line.seat, rules.moment(states[index + 1]))

    for (kind, seat, number), together in groupby(rows, key):
        found = list(together)
        first, last = place.get(found[0].seq), place.get(found[-1].seq)
        if first is None or last is None or kind in (CROSS, ASIDE):
            yield Turn(kind, found)
            continue
        grew = rules.moment(states[last + 1]) > rules.moment(states[first])
        yield Turn(kind, found, number if kind == ROUND or grew else 0, _scores(table, states[last + 1], seat))


def lays_cross(line: Line, before: Any) -> bool:
    """Return whether a line tells a donut of the starting cross, before the first tile. `before`: the state it met."""
    return isinstance(line.move, Mend) and not before.laid


def _scores(table: Table, state: Any, seat: int | None) -> list[tuple[int, str, int]]:
    """Return the mark, the name and the score of a seat, or of all."""
    party, scores = state.party, table.game.rules.scores(state)
    seats = range(len(scores)) if seat is None else (seat,)
    return [(party.mark(one), party.names[one], scores[one]) for one in seats]


def _row(table: Table, seq: int, applied: Applied | None, before: Any) -> JournalRow:
    """Return an entry, and what came of it. `before`: the state it met, None where it does not stand."""
    entry = table.log[seq - 1]
    corrected = applied is not None and isinstance(entry, Line) and applied.line is not entry
    entered = applied.line if corrected and applied else entry
    move = entered.move if isinstance(entered, Line) else None
    deed = services.drawn().deed(entered, edition_of(table))
    if applied and isinstance(move, DiscardRow):
        deed = services.drawn().latest(applied.line, applied.state.story)
    seat = entered.seat if isinstance(entered, Line) else None
    decided = isinstance(entered, Line) and entered.forced  # which the sentence says
    return JournalRow(
        seq,
        "" if deed else sentence(table, entered, seq),
        deed,
        entered.who if isinstance(entered, Line) else "",
        write_entry(entered),
        sum(applied.paid.values()) if applied and not isinstance(move, Adjust) else 0,  # whose words hold it
        stands=applied is not None,
        dropped=applied is None and isinstance(entry, Line | Insert),
        of_dealer=isinstance(move, (*table.game.dealer.moves, *table.game.dealer.draws)),
        adjusts=move if isinstance(move, Adjust) else None,
        aside=applied is not None and applied.aside,
        decided=decided,
        mark=mark_of(table, applied) if applied else None,
        reason=(applied.mark or "") if applied else "",
        cookie=0 if seat is None else table.state.party.mark(seat),
        places=_places(move, before) if isinstance(before, NutsState) and not decided else (),
    )


def _places(move: object, before: NutsState) -> Sequence[JournalPlace]:
    """Return the numbers a line turned up or over, in their order."""
    match move:
        case Refill(cards):
            return [JournalPlace(number, card) for number, card in cards]
        case Reveal(revealed):
            secret = {seat: bid for seat, bid in enumerate(before.bids) if bid not in (None, HIDDEN)}
            bids, party = {**secret, **dict(revealed)}, before.party
            return [
                JournalPlace(number, card, seats)
                for number, card in enumerate(before.row, 1)
                if (seats := [(party.mark(seat), party.names[seat]) for seat in sorted(bids) if bids[seat] == number])
            ]
    return ()


def line_view(table: Table, seq: int, likes: Mapping[str, str]) -> JournalRow | None:
    """Return one entry with why it paid and the picture at that moment; None where there is no such number.

    `likes`: how this phone likes to look at drawings.
    """
    if not 1 <= seq <= table.version:
        return None
    applied = next((one for one in table.applied if one.line.seq == seq), None)
    if applied is None:
        return _row(table, seq, *NOWHERE)
    before, line, screen = table.before(seq).state, applied.line, table.game.screen
    row = _row(table, seq, applied, before)
    why = () if applied.aside or line.move is None else screen.explain(before, line.seat, line.move)
    lit = [square for one in why for square in one.squares]
    lit += [line.move.at] if isinstance(line.move, Mend) else []
    drawing = screen.drawing(applied.state, lit, likes)
    tile = applied.state.laid if isinstance(line.move, shop.Place) and not applied.aside else 0
    return replace(row, why=why, drawing=drawing, again=draft_again(table, seq), ended=before.over, tile=tile)


def draft_again(table: Table, seq: int) -> Draft | None:
    """Return the draft that enters a standing line again; None where no pad does."""
    line = next(applied.line for applied in table.applied if applied.line.seq == seq)
    return table.game.screen.draft_of(table.before(seq).state, line.seat, line.move)


def can_record_forced(table: Table, text: str) -> bool:
    """Return whether this refused line could be recorded as the table's decision."""
    try:
        line = table.read(text)
    except Refusal:
        return False
    return isinstance(line, Line) and not line.forced and can_force(table, line)

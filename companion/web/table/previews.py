"""Previews of repairs and rulings before they are recorded, and slips that explain a difference."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from companion.donut_shop.moves import Place
from companion.donut_shop.parts import row_and_column
from companion.kernel.common import Adjust
from companion.kernel.game import Difference, Unit
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.redact import shows_hidden
from companion.kernel.repairs import REPAIRS, Correct, Line, PutBack, Repair, write_unread
from companion.kernel.table import Table
from companion.refusals import Illegal, Malformed, Refusal, Stale
from companion.tables.door import are_latest, contradicts_deal
from companion.tables.origins import origin_at
from companion.tables.play import MOST_LINES
from companion.tables.snapshot import Snapshot
from companion.web import services
from companion.web.addresses import address
from companion.web.errors import status_of
from companion.web.table.editing import way_again
from companion.web.table.journal_rows import can_record_forced
from companion.web.table.table_view import LineView, applied_view, edition_of, sentence, table_view
from companion.web.table.views import DRAWN_AGAIN, lines_of, looked, page_of, refusal_in_words, upper_code
from companion.web.templating import stands_at
from companion.words import Message
from companion.words.language import mark as _
from companion.words.language import plural

pages = Blueprint("trying", __name__, url_prefix="/t/<code>")
pages.url_value_preprocessor(upper_code)

MOST_IN_DOCK = 52  # characters: two lines on the narrowest phone
REPAIR = re.compile(r"table: (?P<verb>[a-z-]+) (?P<line>[0-9]{1,6})(?: (?P<new>.*))?", re.DOTALL)  # as buttons hold it


@dataclass(frozen=True, slots=True)
class Change:
    """The difference some lines would make: (seat, score now, then), lines newly marked, lines that would go."""

    scores: list[tuple[str, int, int]]
    marked: list[LineView]
    gone: list[LineView]


@dataclass(frozen=True, slots=True)
class ExplanationView:
    """A slip that accounts for a difference: the line it is about, that line corrected, and where a tap leads."""

    what: str
    seq: int
    sentence: str
    corrected: str
    way: str


def change(now: Table, then: Table) -> Change:
    """The difference between two tables, for people."""
    before, after = now.game.rules.scores(now.state), then.game.rules.scores(then.state)
    marks = {applied.line.seq: applied.mark for applied in now.applied}
    standing = {applied.line.seq for applied in then.applied}
    return Change(
        [(name, before[seat], after[seat]) for seat, name in enumerate(now.state.party.names)],
        [applied_view(then, one) for one in then.applied if one.mark and marks.get(one.line.seq) != one.mark],
        [applied_view(now, one) for one in now.applied if one.line.seq not in standing],
    )


def tried(table: Table, entries: Sequence[Line | Repair]) -> Change | None:
    """Return what these lines would change; None where they turn over what is secret now. Raises Illegal."""
    then = table
    for entry in entries:
        then = then.enter(entry)
        if shows_hidden(then):
            return None
    return change(table, then)


@pages.get("/try")
def preview(code: str) -> str:
    """Show what the lines in the address would do; a form on this page records them."""
    return _previewed(looked(code), lines_tried(request.args))


def _previewed(snapshot: Snapshot, lines: tuple[str, ...], stale: Refusal | None = None) -> str:
    """Return the page of these lines, each read once. `stale`: recording an earlier preview of them came too late."""
    table, lines = snapshot.table, lines[: MOST_LINES + 1]
    entries, unread = table.read_all(lines)
    try:
        if not 1 <= len(lines) <= MOST_LINES:
            raise Malformed(Unread.WORDS, text="")
        # The dealer reveals nothing of a draw before it is recorded.
        repairs = [line for line, entry in zip(lines, entries, strict=False) if isinstance(entry, REPAIRS)]
        if any(contradicts_deal(snapshot, services.viewer(snapshot.code), line) for line in repairs):
            raise Illegal(CommonReason.DEALER)
        changes = tried(table, entries)
        if unread is not None:
            raise unread
        return shown(snapshot, lines, changes, stale=stale, entries=entries)
    except Refusal as refusal:
        return shown(snapshot, lines[:MOST_LINES], None, refusal, entries=entries)


def _preview_again(snapshot: Snapshot, form: MultiDict[str, str], refusal: Refusal) -> Response:
    """Preview the same lines again after they were refused, at the address that shows them."""
    lines = lines_of(form)
    stands_at(address(url_for("trying.preview", code=snapshot.code), [("text", line) for line in lines]))
    stale = isinstance(refusal, Stale)
    page = _previewed(snapshot, lines, refusal) if stale else shown(snapshot, lines[:MOST_LINES], None, refusal)
    return make_response(page, status_of(refusal))


DRAWN_AGAIN["try"] = _preview_again


def lines_tried(args: MultiDict[str, str]) -> tuple[str, ...]:
    """Return the lines of a form; from the pads of an earlier moment, the repairs that put them there."""
    lines = lines_of(args)
    number = args.get("correct") or args.get("insert")
    if not number or not lines:
        return lines
    verb = "correct" if args.get("correct") else "insert"
    return (
        *(write_unread("insert", number, line) for line in lines[:-1]),
        write_unread(verb, number, lines[-1]),
    )


def shown(
    snapshot: Snapshot,
    lines: tuple[str, ...],
    changes: Change | None,
    refusal: Refusal | None = None,
    stale: Refusal | None = None,
    entries: Sequence[Line | Repair] | None = None,
) -> str:
    """Return the page that shows what lines would change, or why not. `entries`: the lines, where they were read."""
    if entries is None:
        entries, _unread = snapshot.table.read_all(lines)
    refused = refusal_in_words(snapshot, refusal)
    anyway = lines[0] if refusal and len(lines) == 1 and can_record_forced(snapshot.table, lines[0]) else ""
    repair = REPAIR.fullmatch(lines[-1]) if lines else None
    ends = lines[-1:] == (table_view(snapshot).end,)
    worded = [
        (line, _in_words(snapshot.table, entry) if entry else "")
        for line, entry in zip_longest(lines, entries[: len(lines)])
    ]
    # Going back after recording shows this page again, with the same button.
    again = snapshot.version if changes and are_latest(snapshot.table, lines) else 0
    return page_of(
        "table/try.html",
        snapshot,
        lines=worded,
        change=changes,
        refused=refused,
        stale=refusal_in_words(snapshot, stale),
        anyway=anyway,
        apart=_apart(lines, repair, ends=ends),
        ends=ends,
        repair=repair,
        again=again,
        promise=_promise(snapshot, lines, changes, refused=refusal is not None, again=again),
    )


def _apart(lines: tuple[str, ...], repair: re.Match[str] | None, *, ends: bool) -> bool:
    """Return whether the yes stands apart from where every other tap commits: to take back, to end, to overrule."""
    return (
        ends or bool(repair and repair["verb"] in ("strike", "take-back")) or bool(lines and lines[-1].endswith(" !"))
    )


def _promise(snapshot: Snapshot, lines: tuple[str, ...], changes: Change | None, *, refused: bool, again: int) -> str:
    """Return the words of the page's dock: what its tap records, or why there is nothing to record."""
    words, money = services.words(), snapshot.table.game.unit == Unit.MONEY
    if refused:
        return words.gettext("This cannot be recorded yet")
    if again:
        return words.text(_("Recorded as line %(number)s"), number=again)
    repair = REPAIR.fullmatch(lines[-1])
    verb, line = (repair["verb"], repair["line"]) if repair else ("", "")
    if changes is None:
        return words.gettext("Turn the cards over")
    gone = len(changes.gone)
    promise = {
        "correct": words.text(_("Correct line %(line)s"), line=line),
        "insert": words.text(_("Insert before line %(line)s"), line=line),
        "strike": words.text(_("Remove line %(line)s"), line=line),
        "take-back": words.plural_text(
            plural("Take back %(count)d line", "Take back %(count)d lines"), gone, count=gone
        ),
    }.get(verb) or words.gettext(_("End the game now") if lines[-1] == table_view(snapshot).end else _("Record it"))
    gain = words.pay if money else words.gain
    moved = [f"{seat} {gain(then - now)}" for seat, now, then in changes.scores if then != now]
    whole = f"{promise}: {', '.join(moved)}"
    return whole if moved and len(whole) <= MOST_IN_DOCK else promise  # all amounts stand on the page too


def _in_words(table: Table, entry: Line | Repair) -> str:
    """Return a line as a drawn sentence."""
    about = 0 if isinstance(entry, Line | PutBack) else entry.line or 0
    around = entry.new if isinstance(entry, Correct) else entry
    said = services.drawn().move(around, table.names.now, edition_of(table), origin_at(table, about))
    if isinstance(entry, Correct):
        return services.drawn().text(_("Line %(line)s would read: %(inner)s"), line=entry.line, inner=said)
    return said


@pages.get("/counted")
def counted(code: str) -> str:
    """A seat counted another amount: single slips that explain exactly the difference, and an adjustment."""
    return _explained(looked(code), request.args)


def _explained(snapshot: Snapshot, typed: Mapping[str, str], refused: Message | None = None) -> str:
    """`typed`: the seat and what it counted, as typed."""
    names = [name.casefold() for name in snapshot.table.state.party.names]
    who, amount = typed.get("seat", ""), typed.get("counted", "").strip()
    counted = _counted(amount, in_money=snapshot.table.game.unit == Unit.MONEY)
    if who.casefold() not in names or counted is None:
        return page_of(
            "table/counted.html",
            snapshot,
            seat=None,
            counted=amount,
            difference=0,
            difference_words="",
            adjust="",
            explanations=(),
            refused=refused,
        )
    seat = names.index(who.casefold())
    difference = counted - snapshot.table.game.rules.scores(snapshot.table.state)[seat]
    explanations = snapshot.table.game.screen.explanations(snapshot.table, seat, difference)
    found = [_explanation(snapshot, one, seat) for one in explanations]
    adjust = str(snapshot.table.line(None, Adjust(seat, difference)))
    facts = {
        "adjust": adjust,
        "seat": snapshot.table.state.party.names[seat],
        "counted": amount,
        "difference": difference,
        "difference_words": _difference(snapshot, difference),
    }
    return page_of("table/counted.html", snapshot, **facts, explanations=found, refused=refused)


def _difference(snapshot: Snapshot, difference: int) -> str:
    """Return how far what was counted is from what the app says."""
    words, money = services.words(), snapshot.table.game.unit == Unit.MONEY
    amount = words.price(abs(difference)) if money else words.points(abs(difference))
    more, less = _("%(amount)s more than the app says"), _("%(amount)s less than the app says")
    return words.text(more if difference > 0 else less, amount=amount)


def _counted_again(snapshot: Snapshot, form: MultiDict[str, str], refusal: Refusal) -> Response:
    """The adjustment was refused: what was counted, explained by the table as it stands now."""
    typed = {"seat": form.get("of", ""), "counted": form.get("counted", "")}
    stands_at(address(url_for("trying.counted", code=snapshot.code), typed))
    page = _explained(snapshot, typed, refusal_in_words(snapshot, refusal))
    return make_response(page, status_of(refusal))


DRAWN_AGAIN["counted"] = _counted_again


def _corrected(table: Table, text: str) -> Line | None:
    """The line a correction puts in the place of the one it is about; None for any other text."""
    if not text:
        return None
    entry = table.read(text)
    return entry.new if isinstance(entry, Correct) else None


def _counted(amount: str, *, in_money: bool) -> int | None:
    """Cents or points as somebody types them: 110, and for money 1.10 too; None where that is no amount."""
    dollars = re.fullmatch(r"([0-9]{1,3})[.,]([0-9]{2})", amount) if in_money else None
    if dollars:
        return 100 * int(dollars[1]) + int(dollars[2])
    return int(amount) if re.fullmatch("[0-9]{1,6}", amount) else None


def _explanation(snapshot: Snapshot, slip: Difference, seat: int) -> ExplanationView:
    table = snapshot.table
    line = next((one.line for one in table.applied if one.line.seq == slip.seq), None)
    lines = [line, _corrected(table, slip.text)]
    before, after = (sentence(table, one, slip.seq) if one else "" for one in lines)
    if slip.what == "spot":
        before, after = _with_places(table, slip.seq, lines, [before, after])
    what = services.drawn().slip(slip.what, slip.detail, table.names.now[seat], edition_of(table))
    return ExplanationView(what, slip.seq, before, after, _way(snapshot, slip))


def _with_places(table: Table, seq: int, lines: list[Line | None], sentences: list[str]) -> list[str]:
    """Return the sentences of lines that lay a tile with its row and column, which alone tell them apart.

    Both are counted from the top left of all squares the case and the two tiles cover, so that every number is
    positive and equal squares have equal numbers.
    """
    squares = [line.move.at for line in lines if line and isinstance(line.move, Place)]
    origin = origin_at(table, seq)
    if origin is None or len(squares) != len(lines):
        return sentences
    corner = min(x for x, _y in [origin, *squares]), min(y for _x, y in [origin, *squares])
    places = [row_and_column(corner, square) for square in squares]
    return [
        services.drawn().text(_("%(line)s, at row %(row)s, column %(column)s"), line=line, row=row, column=column)
        for line, (row, column) in zip(sentences, places, strict=True)
    ]


def _way(snapshot: Snapshot, slip: Difference) -> str:
    """Return where an explanation leads: to what it would change, or to the pads that enter the rest of it."""
    if slip.text:
        return url_for("trying.preview", code=snapshot.code, text=slip.text)
    if slip.what == "box":
        return url_for("table.table", code=snapshot.code, do="box", of=slip.seq)
    return way_again(snapshot, slip.seq)

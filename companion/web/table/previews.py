"""What would become of the table: a repair or ruling shown before it is said, and slips that explain a difference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from companion.kernel.reasons import Shared, Unread
from companion.kernel.redact import as_public, as_told, turned_over
from companion.kernel.repairs import REPAIRS, Correct, Line
from companion.kernel.table import Table, Told, read_line
from companion.kernel.text import line_parts
from companion.refusals import Illegal, Malformed, Refusal, Stale
from companion.tables.origins import origin_at
from companion.tables.play import MOST_LINES, Look, said_last
from companion.web import services
from companion.web.addresses import address
from companion.web.errors import status_of
from companion.web.table.editing import way_again
from companion.web.table.journal_rows import can_record_anyway
from companion.web.table.views import DRAWN_AGAIN, lines_of, looked, page_of, upper_code
from companion.web.templating import stands_at
from companion.words import Said
from companion.words.language import mark as _
from companion.words.language import plural

pages = Blueprint("trying", __name__, url_prefix="/t/<code>")
pages.url_value_preprocessor(upper_code)

MOST_IN_DOCK = 52  # characters: two lines on the narrowest phone
REPAIR = re.compile(r"table: (?P<verb>[a-z-]+) (?P<line>[0-9]{1,6})(?: (?P<new>.*))?", re.DOTALL)  # as buttons say it


@dataclass(frozen=True, slots=True)
class Change:
    """What some lines would change: (seat, score now, then), lines that would be marked anew, lines that would go."""

    scores: list[tuple[str, int, int]]
    marked: list[Told]
    gone: list[Told]


def change(now: Table, then: Table) -> Change:
    """The difference between two tables, for people."""
    before, after = now.game.scores(now.state), then.game.scores(then.state)
    marks = {told.line.seq: told.mark for told in now.told}
    standing = {told.line.seq for told in then.told}
    return Change(
        [(name, before[seat], after[seat]) for seat, name in enumerate(now.state.party.names)],
        [told for told in then.told if told.mark and marks.get(told.line.seq) != told.mark],
        [told for told in now.told if told.line.seq not in standing],
    )


def tried(table: Table, lines: tuple[str, ...]) -> Change | None:
    """What the lines would change, as far as no secret says it; None where they turn over what is secret now.

    All is worked out of the public table: trying says no more than the journal does. Raises Malformed or Illegal.
    """
    now = then = as_public(table)
    for line in lines:
        said = read_line(then.game, then.start, then.names, then.version + 1, *line_parts(line))
        if now is not table and isinstance(said, Line) and isinstance(said.move, now.game.turns_over):
            return None
        then = then.tell(line, by_phone=True)
    # Inside a repair it is not refused but set aside, because the public table has no bid there.
    return None if now is not table and turned_over(then) - turned_over(now) else change(now, then)


@pages.get("/try")
def preview(code: str) -> str:
    """What the lines in the address would do; saying yes is a form on this page."""
    return _previewed(looked(code), lines_tried(request.args))


def _previewed(look: Look, lines: tuple[str, ...], stale: Refusal | None = None) -> str:
    """`stale`: the yes to an earlier look at it came too late."""
    try:
        if not 1 <= len(lines) <= MOST_LINES:
            raise Malformed(Unread.WORDS, text="")
        # Of a draw the dealer says nothing before it is said.
        if any(_repairs(look.table, line) and services.play().knows_otherwise(look, line) for line in lines):
            raise Illegal(Shared.DEALER)
        return shown(look, lines, tried(look.table, lines), stale=stale)
    except Refusal as refusal:
        return shown(look, lines[:MOST_LINES], None, refusal)


def _preview_again(look: Look, form: MultiDict[str, str], refusal: Refusal) -> Response:
    """The yes was refused: the same lines looked at anew, at the address that shows them."""
    lines = lines_of(form)
    stands_at(address(url_for("trying.preview", code=look.code), [("text", line) for line in lines]))
    stale = isinstance(refusal, Stale)
    page = _previewed(look, lines, refusal) if stale else shown(look, lines[:MOST_LINES], None, refusal)
    return make_response(page, status_of(refusal))


DRAWN_AGAIN["try"] = _preview_again


def _repairs(table: Table, line: str) -> bool:
    """Is it a repair, as far as it can be read?"""
    try:
        return isinstance(read_line(table.game, table.start, table.names, 0, *line_parts(line)), REPAIRS)
    except Refusal:
        return False


def lines_tried(args: MultiDict[str, str]) -> tuple[str, ...]:
    """Lines as a form says them; where the pads of an earlier moment said them, the repairs that put them there."""
    said = lines_of(args)
    number = args.get("correct") or args.get("insert")
    if not number or not said:
        return said
    verb = "correct" if args.get("correct") else "insert"
    return (*(f"table: insert {number} {line}" for line in said[:-1]), f"table: {verb} {number} {said[-1]}")


def shown(
    look: Look,
    lines: tuple[str, ...],
    changes: Change | None,
    refusal: Refusal | None = None,
    stale: Refusal | None = None,
) -> str:
    edition = getattr(look.table.state, "edition", None)
    refused = services.words().refusal(refusal, edition) if refusal else None
    anyway = lines[0] if refusal and len(lines) == 1 and can_record_anyway(look.table, lines[0]) else ""
    repair = REPAIR.fullmatch(lines[-1]) if lines else None
    said = [(line, _in_words(look.table, line)) for line in lines]
    # Who goes back after a yes sees this page again, and would say yes again.
    again = look.version if changes and said_last(as_public(look.table), lines) else 0
    return page_of(
        "table/try.html",
        look,
        lines=said,
        change=changes,
        refused=refused,
        stale=services.words().refusal(stale, edition) if stale else None,
        anyway=anyway,
        repair=repair,
        again=again,
        promise=_promise(look, lines, changes, refused=refusal is not None, again=again),
    )


def _promise(look: Look, lines: tuple[str, ...], changes: Change | None, *, refused: bool, again: int) -> str:
    """What the dock of the page says: what its tap records, or why there is nothing to record."""
    words, money = services.words(), hasattr(look.table.state, "edition")
    if refused:
        return words.gettext("This cannot be recorded as it stands")
    if again:
        return words.say(_("It is recorded as line %(number)s"), number=again)
    repair = REPAIR.fullmatch(lines[-1])
    verb, line = (repair["verb"], repair["line"]) if repair else ("", "")
    if changes is None:
        return words.gettext("Turn the cards over")
    gone = len(changes.gone)
    said = {
        "correct": words.say(_("Correct line %(line)s"), line=line),
        "insert": words.say(_("Insert it before line %(line)s"), line=line),
        "strike": words.say(_("Strike out line %(line)s"), line=line),
        "take-back": words.say_many(plural("Take back %(count)d line", "Take back %(count)d lines"), gone, count=gone),
    }.get(verb) or words.gettext(_("End the game now") if lines[-1] == "table: end" else _("Record it"))
    gain = words.pay if money else words.gain
    moved = [f"{seat} {gain(then - now)}" for seat, now, then in changes.scores if then != now]
    whole = f"{said}: {', '.join(moved)}"
    return whole if moved and len(whole) <= MOST_IN_DOCK else said  # all amounts stand on the page too


def _in_words(table: Table, line: str) -> str:
    """What a line says, for people, and nobody's secret; empty where it cannot be read."""
    try:
        said = read_line(table.game, table.start, table.names, table.version + 1, *line_parts(line))
    except Refusal:
        return ""
    edition, about = getattr(table.state, "edition", None), getattr(said, "line", None) or 0
    return services.words().move(as_told(table, said), table.names.now, edition, origin_at(table, about))


@pages.get("/counted")
def counted(code: str) -> str:
    """A seat counted another amount: single slips that explain exactly the difference, and an adjustment."""
    return _explained(looked(code), request.args)


def _explained(look: Look, said: Mapping[str, str], refused: Said | None = None) -> str:
    """`said`: the seat and what it counted, as typed."""
    names = [name.casefold() for name in look.table.state.party.names]
    who, amount = said.get("seat", ""), said.get("counted", "").strip()
    counted = _counted(amount, in_money=hasattr(look.table.state, "edition"))
    if who.casefold() not in names or counted is None:
        return page_of("table/counted.html", look, seat=None, counted=amount, difference=0, slips=(), refused=refused)
    seat = names.index(who.casefold())
    difference = counted - look.table.game.scores(look.table.state)[seat]
    slips = look.table.game.slips(look.table, seat, difference)
    told = {one.line.seq: one.line for one in look.table.told}
    found = [(slip, told.get(slip.seq), _corrected(look.table, slip.text), _way(look, slip)) for slip in slips]
    facts = {"seat": look.table.state.party.names[seat], "counted": amount, "difference": difference}
    return page_of("table/counted.html", look, **facts, slips=found, refused=refused)


def _counted_again(look: Look, form: MultiDict[str, str], refusal: Refusal) -> Response:
    """The adjustment was refused: what was counted, explained anew by the table as it stands now."""
    said = {"seat": form.get("of", ""), "counted": form.get("counted", "")}
    stands_at(address(url_for("trying.counted", code=look.code), said))
    edition = getattr(look.table.state, "edition", None)
    page = _explained(look, said, services.words().refusal(refusal, edition))
    return make_response(page, status_of(refusal))


DRAWN_AGAIN["counted"] = _counted_again


def _corrected(table: Table, text: str) -> Line | None:
    """The line a correction puts in the place of the one it is about; None for any other text."""
    if not text:
        return None
    said = read_line(table.game, table.start, table.names, table.version + 1, *line_parts(text))
    return said.new if isinstance(said, Correct) else None


def _counted(amount: str, *, in_money: bool) -> int | None:
    """Cents or points as somebody types them: 110, and for money 1.10 too; None where that is no amount."""
    dollars = re.fullmatch(r"([0-9]{1,3})[.,]([0-9]{2})", amount) if in_money else None
    if dollars:
        return 100 * int(dollars[1]) + int(dollars[2])
    return int(amount) if re.fullmatch("[0-9]{1,6}", amount) else None


def _way(look: Look, slip: Any) -> str:
    """Where an explanation leads: to what it would change, or to the pads that say the rest of it."""
    if slip.text:
        return url_for("trying.preview", code=look.code, text=slip.text)
    if slip.what == "box":
        return url_for("table.table", code=look.code, do="box", of=slip.seq)
    return way_again(look, slip.seq)

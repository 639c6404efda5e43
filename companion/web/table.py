"""A table's pages: the table itself, its journal, one line of it, its odds and ends, its result."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.course import best_line, course, otherwise
from companion.kernel.game import Standing
from companion.kernel.redact import line_told
from companion.kernel.repairs import Line
from companion.kernel.table import read_line
from companion.kernel.text import line_parts, quoted, write_name
from companion.play import Command, Look, standings_json
from companion.refusals import Refusal
from companion.web import at_hand, phones
from companion.web.address import address
from companion.web.chart import chart
from companion.web.journal_rows import Row, can_record_anyway, line_view, rows_of
from companion.web.refuse import status_of
from companion.words import Words

pages = Blueprint("table", __name__, url_prefix="/t/<code>")

ROWS = 60  # lines of the journal on a page
LATEST_LINES = 4  # the latest amount is shown for so many lines


@pages.url_value_preprocessor
def upper_code(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Codes are read in either letter case: the QR has them in capitals, thumbs do not."""
    if values is not None:
        values["code"] = values["code"].upper()


def looked(code: str) -> Look:
    """The table, now on this phone's list. Raises NoSuchTable."""
    look = at_hand.play().look(at_hand.book(), code)
    phones.remember(code)
    g.game_on = not look.table.over
    return look


def page_of(template: str, look: Look, **context: Any) -> str:
    """A page about a table, with what all of them are shown."""
    state = look.table.state
    folder = look.table.game.id.replace("-", "_")
    edition, words = getattr(state, "edition", None), at_hand.words()
    return render_template(
        template,
        look=look,
        state=state,
        edition=edition,
        folder=folder,
        total=words.money if edition else words.points,
        gain=words.pay if edition else words.gain,
        **context,
    )


@pages.get("")
def table(code: str) -> AnyResponse:
    """The table as it stands, with what the address says so far."""
    return shown(looked(code), request.args)


def shown(look: Look, args: Mapping[str, str], refusal: Refusal | None = None, text: str = "") -> Response:
    """The table's page, or for htmx its regions alone; with a refusal, that beside the step."""
    state = look.table.state
    view = look.table.game.view(look.table, {**args, **phones.likes()})
    base = url_for("table.table", code=look.code)
    draft = urlencode(view.draft.query())
    undo = args.get("do") == "undo"
    partial = bool(at_hand.htmx)
    page = page_of(
        "_table.html" if partial else "table.html",
        look,
        view=view,
        draft=draft,
        partial=partial,
        link=lambda draft: f"{base}?{urlencode(query)}" if (query := draft.query()) else base,
        mend="",
        undo=undo,
        last=line_view(look.table, seq, phones.likes()) if undo and (seq := _last_said(look)) else None,
        refused=at_hand.words().refusal(refusal, getattr(state, "edition", None)) if refusal else None,
        anyway=text if refusal and can_record_anyway(look.table, text) and _may_decide(look, f"{text} !") else "",
        blamed=_blamed(look, refusal) if refusal else (),
        dealt=bool(look.seed),
        may_decide=lambda line: _may_decide(look, line),
        peek=at_hand.play().peek(look),
        latest=_latest(look),
        promise=lambda text: _promise(look, text),
    )
    response = make_response(page, status_of(refusal) if refusal else 200)
    response.headers["X-Table-Version"] = look.tag
    response.headers["HX-Replace-Url"] = f"{base}?{draft}" if draft else base
    return response


def _last_said(look: Look) -> int:
    """The number of the last line a person said, 0 for none: what a dealer told would only be dealt again."""
    dealt = look.table.game.dealer_tells if look.seed else ()
    return next((told.line.seq for told in reversed(look.table.told) if not isinstance(told.line.move, dealt)), 0)


def _latest(look: Look) -> tuple[Line, int] | None:
    """The last line of the journal that paid, else the last one, as everybody may read it; and its cents."""
    told = look.table.told[-LATEST_LINES:]
    last = next((one for one in reversed(told) if one.paid), told[-1] if told else None)
    return (line_told(look.table, last.line), sum(last.paid.values())) if last else None


def _promise(look: Look, text: str) -> str:
    """What recording a line will do, in words."""
    table = look.table
    line = read_line(table.game, table.start, table.names, table.version + 1, *line_parts(text))
    return at_hand.words().promise(line, table.names.now) if isinstance(line, Line) else text


def _may_decide(look: Look, line: str) -> bool:
    """May people record this line? Not against a dealer who knows better."""
    return not at_hand.play().knows_otherwise(look, line)


def _blamed(look: Look, refusal: Refusal) -> list[tuple[str, str]]:
    """The earlier lines a refusal names: where each is put right, and what it says."""
    numbers = refusal.facts.get("lines")
    if not isinstance(numbers, list):
        return []
    names, words = look.table.names.now, at_hand.words()
    lines = [line_told(look.table, told.line) for told in look.table.told if told.line.seq in numbers]
    return [
        (url_for("table.line", code=look.code, seq=line.seq), f"{line.seq}: {words.move(line, names)}")
        for line in lines
    ]


@pages.post("/move")
def move(code: str) -> AnyResponse:
    """Whole lines, stored together or not at all; the answer is the table after them."""
    return told(code, lines_of(request.form))


def told(code: str, lines: tuple[str, ...]) -> AnyResponse:
    """Lines told by this phone: the table after them, or the page with the refusal and all that was half said."""
    draft = dict(parse_qsl(request.form.get("draft", "")))
    try:
        look = at_hand.play().play(at_hand.book(), Command(code, version_of(request.form), lines, phones.phone_id()))
    except Refusal as refusal:
        return shown(looked(code), draft, refusal, lines[0] if len(lines) == 1 else "")
    phones.remember(code)
    if draft.get("do") == "cross":
        phones.remember_cross(look.table.state.edition.name, look.table.state.case.rows())
    if request.form.get("then"):
        return redirect(url_for("table.journal", code=code), 303)
    # What was told aloud stays said while somebody bids in secret, and a table that catches up goes on doing so.
    kept = dict(parse_qsl(request.form.get("keep", "")))
    if at_hand.htmx:
        return shown(look, kept)
    return redirect(address(url_for("table.table", code=code), kept), 303)


@pages.post("/likes")
def likes(code: str) -> AnyResponse:
    """How this phone likes to look at tables; nothing is told, and what is half said stays so."""
    phones.like({word: request.form[word] for word in phones.LIKES if word in request.form})
    draft = dict(parse_qsl(request.form.get("draft", "")))
    if request.form.get("then"):
        return redirect(url_for("table.more", code=code), 303)
    if at_hand.htmx:
        return shown(looked(code), draft)
    return redirect(address(url_for("table.table", code=code), draft), 303)


@pages.post("/dealt")
def dealt(code: str) -> AnyResponse:
    """A draw at a table the server deals: the phone says what it takes, the server what it is."""
    look = looked(code)
    line = at_hand.play().drawn(look, request.form.get("take", ""))
    return told(code, (line,) if line else ())


def version_of(form: Mapping[str, str]) -> int:
    """The version a page was drawn at; a page without one never says anything that may stand."""
    version = at_hand.number(form.get("version", ""))
    return -1 if version is None else version


def lines_of(form: MultiDict[str, str]) -> tuple[str, ...]:
    """Lines as they were said, or one put together from the fields of a form, in their order in the notation."""
    if "say" not in form:
        return tuple(line for text in form.getlist("text") for line in text.splitlines() if line.strip())
    said = [form["say"]]
    if form.get("seat"):
        said.append(write_name(form["seat"]))
    if form.get("amount"):
        amount = form["amount"].strip()
        said.append(amount if amount[:1] in "+-" else f"+{amount}")
    if form.get("name"):
        said.append(quoted(form["name"].strip()))
    if form.get("quote", "").strip():
        said.append(quoted(form["quote"].strip()))
    said += [form[field].strip() for field in ("word", "tail") if form.get(field)]
    return (" ".join(said),)


@pages.get("/journal")
def journal(code: str) -> str:
    """Every line in plain words with what it paid, the latest first."""
    look = looked(code)
    before = at_hand.number(request.args.get("before", ""))
    last = look.version if before is None else min(before - 1, look.version)
    rows: list[Row] = rows_of(look.table, max(1, last - ROWS + 1), last)
    return page_of("journal.html", look, rows=rows, older=rows[-1].seq if rows and rows[-1].seq > 1 else 0)


@pages.get("/line/<seq>")
def line(code: str, seq: str) -> AnyResponse | str:
    """One line: why it paid what it paid, and how to put it right."""
    look = looked(code)
    row = line_view(look.table, at_hand.number(seq) or 0, phones.likes())
    if row is None:
        return redirect(url_for("table.journal", code=code), 303)
    of_dealer = (*look.table.game.dealer_tells, *look.table.game.dealer_draws) if look.seed else ()
    return page_of("line.html", look, row=row, dealt=isinstance(getattr(row.said, "move", None), of_dealer))


@pages.get("/more")
def more(code: str) -> str:
    """What is said seldom: adjust, note, names, rulings, leaving, the end, mending a square."""
    look = looked(code)
    return page_of("more.html", look, likes=phones.likes())


@pages.get("/result")
def result(code: str) -> str:
    """The standings; and where a rule was repaired since the game ended, those of then beside them."""
    look = looked(code)
    standings = look.table.game.standings(look.table.state)
    stored = at_hand.book().result(code)
    then = None
    if stored and look.table.over and stored.seq == look.version and stored.standings != standings_json(look.table):
        then = {"program": stored.program, "standings": json.loads(stored.standings)}
    in_money = hasattr(look.table.state, "edition")
    said = decided(standings, at_hand.words(), in_money)
    went = course(look.table)
    return page_of(
        "result.html",
        look,
        standings=standings,
        then=then,
        decided=said,
        chart=chart(went, look.table.state.party.names) if len(went.moments) > 1 else None,
        best_tile=best_line(look.table, "placement"),
        best_box=best_line(look.table, "box"),
        otherwise=otherwise(look.table) if look.table.over else (),
    )


@pages.get("/result.svg")
def picture(code: str) -> Response:
    """The result as a picture to send round; a phone makes a PNG of it."""
    look = looked(code)
    standings, words = look.table.game.standings(look.table.state), at_hand.words()
    won = [standing.seat for standing in standings if standing.winner]
    winners = words.listing(won) if won else ""
    said = decided(standings, words, hasattr(look.table.state, "edition"))
    drawn = page_of("result.svg", look, standings=standings, winners=winners, decided=said)
    return Response(drawn, mimetype="image/svg+xml")


@pages.get("/paper")
def paper(code: str) -> str:
    """The table to print: what lies there, who has what, whose turn it is."""
    look = looked(code)
    game, state = look.table.game, look.table.state
    row = list(enumerate(getattr(state, "row", ()), 1))
    drawing = game.drawing(state, (), phones.likes())
    return page_of("paper.html", look, standings=game.standings(state), drawing=drawing, row=row)


def decided(standings: Sequence[Standing], words: Words, in_money: bool) -> str:
    """What decided: money or points, the tie-break, or that it is shared."""
    winners = [standing for standing in standings if standing.winner]
    others = [standing for standing in standings if not standing.winner]
    if len(winners) > 1 and any(winner.tiebreak is None for winner in winners):
        return words.gettext("A tie: the orders left in hand decide, and the app does not know them.")
    if len(winners) > 1:
        return words.gettext("Equal, in the tie-break too: they share the victory.")
    if not winners or not others:
        return ""
    if others[0].score == winners[0].score and in_money:
        return words.gettext("A tie, decided by the orders left in hand.")
    if others[0].score == winners[0].score:
        return words.gettext("A tie, decided by the most cards.")
    ahead = winners[0].score - others[0].score
    amount = words.price(ahead) if in_money else words.points(ahead)
    return words.say("%(amount)s ahead of %(seat)s", amount=amount, seat=others[0].seat)

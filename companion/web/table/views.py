"""A table's pages: the table itself, its journal, one line of it, its odds and ends, its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import parse_qsl

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.kernel.game import View
from companion.kernel.reasons import CommonReason
from companion.kernel.repairs import REPAIRS, Line
from companion.kernel.text import LONGEST_LINE, quoted, write_name
from companion.kernel.viewer import Viewer
from companion.refusals import Refusal
from companion.tables.door import contradicts_deal
from companion.tables.play import MOST_LINES, read_tag
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address, encoded
from companion.web.bodies import takes
from companion.web.docks.dock import dock_of
from companion.web.docks.views import DockPage
from companion.web.errors import status_of
from companion.web.photo.eye import EyeView, eye_view, marks_in, still_meant
from companion.web.show.moments import moment_view
from companion.web.table.cover_view import cover_of
from companion.web.table.first_hints import first_hint
from companion.web.table.half_entered import half_entered
from companion.web.table.journal_rows import can_record_forced, journal_view, line_view
from companion.web.table.people import whereabouts
from companion.web.table.seats import at_table, blamed, phones_of_lines
from companion.web.table.table_view import (
    corrected_words,
    edition_of,
    last_entered,
    latest_views,
    likes_at,
    line_link,
    opened_rows,
    paper_view,
    stored_words,
    table_view,
)
from companion.web.templating import carry, stands_at
from companion.words import Message

pages = Blueprint("table", __name__, url_prefix="/t/<code>")

# Refusals that say who may enter a line, and not what the rules allow.
NEVER_FORCED = (CommonReason.OTHER_PHONE, CommonReason.COVERED, CommonReason.TURNS_OVER, CommonReason.ALONE)
COMMITS = ("table.move", "table.dealt")  # what stores a line of the table's own page
# Bytes: as many lines as a command holds, each as long as a line may be, and a draft. A character of UTF-8 has at most
# four bytes, and a form writes each of them as three.
LARGEST_COMMAND = 3 * 4 * LONGEST_LINE * MOST_LINES + 64 * 1024

# Where a refused line came from another page than the table, that page is drawn again with what was typed: by the
# name its forms give in `page`. Called with the table as it stands, the form and the refusal.
DrawnAgain = Callable[[Snapshot, MultiDict[str, str], Refusal], Response]
DRAWN_AGAIN: dict[str, DrawnAgain] = {}


@pages.url_value_preprocessor
def upper_code(endpoint: str | None, values: dict[str, object] | None) -> None:
    """Codes are read in either letter case: the QR has them in capitals, thumbs do not."""
    if values is not None:
        values["code"] = str(values["code"]).upper()


def looked(code: str) -> Snapshot:
    """The table, now on this phone's list. Raises NoSuchTable."""
    services.note_people(code)
    snapshot = services.seen(code)
    phones.remember(code)
    g.game_on = not snapshot.table.over
    return snapshot


def page_of(template: str, snapshot: Snapshot, **context: object) -> str:
    """Return a page about a table, with what all of them are shown."""
    table, words = table_view(snapshot), services.words()
    return render_template(
        template,
        table=table,
        edition=edition_of(snapshot.table),
        folder=table.folder,
        total=words.money if table.in_money else words.points,
        gain=words.pay if table.in_money else words.gain,
        people=services.people(snapshot.code),
        **context,
    )


@pages.get("")
def table(code: str) -> AnyResponse:
    """Show the table as it stands, with the draft in the address."""
    return shown(looked(code), request.args)


def shown(snapshot: Snapshot, args: Mapping[str, str], refusal: Refusal | None = None, text: str = "") -> Response:
    """The table's page, or for htmx its regions alone; with a refusal, that beside the step."""
    args = still_meant(snapshot, args)
    panel = args.get("do", "")
    undo = args.get("undo") == "1" or panel == "undo"
    entered = {**args, "do": "" if panel == "undo" else panel}  # taking back leaves the draft alone
    screen, viewer, likes = snapshot.table.game.screen, services.viewer(snapshot.code), likes_at(snapshot)
    view = screen.view(snapshot.table, {**entered, **likes}, viewer)
    base, eye = url_for("table.table", code=snapshot.code), None if undo else eye_view(snapshot, args)
    marks = marks_in(args)
    half = {**view.draft.query(), **marks}
    if eye and (seen := eye.draft_for(view)):
        view, marks = screen.view(snapshot.table, {**entered, **seen, **likes}, viewer), eye.marks
    carry(encoded(half))
    taking_back = {**half, **({"undo": "1"} if "do" in half else {"do": "undo"})}
    draft = encoded(taking_back if undo else half)
    here = f"{base}?{draft}" if draft else base
    if request.method == "POST":
        stands_at(here)
    latest = last_entered(snapshot)
    page = page_of(
        "table/_table.html" if services.htmx else "table/table.html",
        snapshot,
        view=view,
        draft=draft,
        partial=bool(services.htmx),
        link=lambda draft: f"{base}?{encoded({**query, **marks})}" if (query := draft.query()) else base,
        eye=eye,
        mend="",
        undo=undo,
        undo_link=address(base, taking_back),
        last=line_view(snapshot.table, latest.line.seq, likes) if undo and latest else None,
        **_refused(snapshot, refusal, text),
        stored=stored_words(snapshot) if request.endpoint in COMMITS and refusal is None else "",
        **_around(snapshot, viewer, view, undo=undo, eye=eye),
    )
    status = status_of(refusal) if refusal else 200
    return make_response(page, status, {"X-Table-Version": snapshot.tag, "HX-Replace-Url": here})


def _around(snapshot: Snapshot, viewer: Viewer, view: View, *, undo: bool, eye: EyeView | None) -> dict[str, object]:
    """Return what a table's page shows around its step: the dock, the latest lines or a first hint, who is here."""
    lines, beside, cover = latest_views(snapshot), at_table(snapshot), cover_of(snapshot, viewer, view)
    dock = DockPage(
        snapshot.code,
        edition_of(snapshot.table),
        undo=undo,
        dealt=snapshot.dealt,
        peek=snapshot.peek,
        promise=lambda text: _promise(snapshot, text),
        eye=eye,
        watches=beside.watches,
    )
    return {
        "latest": lines[0] if lines else None,
        "latest_lines": lines,
        "hint": first_hint(view, entered=bool(lines)),
        "at_table": beside,
        "button": dock_of(view, dock),
        "dealt": snapshot.dealt,
        "peek": snapshot.peek,
        "may_decide": lambda line: _may_decide(snapshot, line),
        "cover": cover,
        "kept": half_entered(snapshot, viewer, view, cover) if eye is None else None,
        "my_turn": bool(viewer.seats & snapshot.table.game.screen.asked(snapshot.table.state, viewer)),
        "line_link": line_link(snapshot.code),
        "connected": len(services.presence().connected(snapshot.code)),
        "whereabouts": whereabouts(snapshot) if viewer.only is not None else (),
    }


def _refused(snapshot: Snapshot, refusal: Refusal | None, text: str) -> dict[str, object]:
    """Return what the page says of the refusal of a line, if there was one, and which ways on it offers."""
    return {
        "refused": refusal_in_words(snapshot, refusal),
        "anyway": _anyway(snapshot, (text,), refusal) if refusal and text else "",
        "blamed": blamed(snapshot, refusal) if refusal else (),
    }


def _anyway(snapshot: Snapshot, lines: Sequence[str], refusal: Refusal) -> str:
    """The one refused line, where people may record it all the same; else empty: no decision opens what is private."""
    if len(lines) != 1 or refusal.reason in NEVER_FORCED:
        return ""
    may = can_record_forced(snapshot.table, lines[0]) and _may_decide(snapshot, f"{lines[0]} !")
    return lines[0] if may else ""


def _promise(snapshot: Snapshot, text: str) -> str:
    """Return the words for what recording a line will do."""
    line = snapshot.table.read(text)
    return services.words().promise(line, snapshot.table.names.now) if isinstance(line, Line) else text


def _may_decide(snapshot: Snapshot, line: str) -> bool:
    """Return whether people may record this line: not against a dealer who knows better."""
    return not contradicts_deal(snapshot, services.viewer(snapshot.code), line)


def refusal_in_words(snapshot: Snapshot, refusal: Refusal | None) -> Message | None:
    """Return a refusal in the words of the table's edition; None for none."""
    return services.drawn().refusal(refusal, edition_of(snapshot.table)) if refusal else None


@pages.post("/move")
@takes(LARGEST_COMMAND)
def move(code: str) -> AnyResponse:
    """Whole lines, stored together or not at all; the answer is the table after them."""
    return record(code, lines_of(request.form))


def record(code: str, lines: tuple[str, ...], take: str | None = None) -> AnyResponse:
    """Record lines of this phone: the table after them, or the page with the refusal and the draft."""
    draft = dict(parse_qsl(request.form.get("draft", "")))
    try:
        snapshot = services.enter(code, seen_of(request.form), lines, take)
    except Refusal as refusal:
        snapshot, draw = looked(code), DRAWN_AGAIN.get(request.form.get("page", ""))
        if draw is not None:
            return draw(snapshot, request.form, refusal)
        return shown(snapshot, draft, refusal, lines[0] if len(lines) == 1 else "")
    phones.remember(code)
    if draft.get("do") == "cross":
        phones.remember_cross(snapshot.table.state.edition.name, snapshot.table.state.case.rows())
    if request.form.get("then") == "result":
        return redirect(url_for("table.result", code=code), 303)
    if request.form.get("then"):
        repaired = isinstance(snapshot.table.log[-1], REPAIRS)
        return redirect(url_for("table.journal", code=code, stored=snapshot.version if repaired else None), 303)
    # Bids entered aloud stay in the draft during a secret bid; a table that catches up goes on doing so.
    kept = dict(parse_qsl(request.form.get("keep", "")))
    if services.htmx:
        return shown(snapshot, kept)
    return redirect(address(url_for("table.table", code=code), kept), 303)


@pages.post("/likes")
def likes(code: str) -> AnyResponse:
    """Keep what this phone likes; nothing is recorded, and what is half entered stays."""
    phones.like({word: "".join(request.form.getlist(word)) for word in phones.LIKES if word in request.form})
    draft = dict(parse_qsl(request.form.get("draft", "")))
    if request.form.get("then"):
        typed_there = dict(parse_qsl(request.form.get("kept", "")))
        opened = dict.fromkeys([*typed_there.get("open", "").split(","), "phone"])
        typed_there["open"] = ",".join(filter(None, opened))
        return redirect(f"{address(url_for('table.more', code=code), typed_there)}#phone", 303)
    if services.htmx:
        return shown(looked(code), draft)
    return redirect(address(url_for("table.table", code=code), draft), 303)


@pages.post("/dealt")
def dealt(code: str) -> AnyResponse:
    """Record a draw at a table the server deals: the phone sends what it takes, the server knows what it is."""
    return record(code, (), request.form.get("take", ""))


def seen_of(form: Mapping[str, str]) -> tuple[str, int]:
    """Epoch and version a page was drawn at; nothing is stored for a page without both."""
    return read_tag(form.get("version", ""))


def lines_of(form: MultiDict[str, str]) -> tuple[str, ...]:
    """Return the lines of a form, or one put together from its fields, in their order in the notation."""
    if "say" not in form:
        return tuple(line for text in form.getlist("text") for line in text.splitlines() if line.strip())
    words = [form["say"]]
    if form.get("seat"):
        words.append(write_name(form["seat"]))
    if form.get("amount"):
        amount = form["amount"].strip()
        words.append(amount if amount[:1] in "+-" else f"+{amount}")
    if form.get("name"):
        words.append(quoted(form["name"].strip()))
    if form.get("quote", "").strip():
        words.append(quoted(form["quote"].strip()))
    words += [form[field].strip() for field in ("word", "tail") if form.get(field)]
    return (" ".join(words),)


@pages.get("/journal")
def journal(code: str) -> str:
    """Every line as a drawn sentence with what it paid, by turns, the latest first; with `at` the moment after one."""
    snapshot = looked(code)
    if (at := services.number(request.args.get("at", ""))) is not None:
        return moment_page(snapshot, at, "show/replay.html")
    before = services.number(request.args.get("before", ""))
    view = journal_view(snapshot.table, request.args.get("show", ""), before)
    entered_on = phones_of_lines(snapshot, view.first, view.last) if view.turns else {}
    corrected = corrected_words(snapshot, services.number(request.args.get("stored", "")) or 0)
    return page_of("table/journal.html", snapshot, view=view, entered_on=entered_on, corrected=corrected)


def moment_page(snapshot: Snapshot, at: int, template: str, **context: object) -> str:
    """Return a page with a moment of the table, its steps leading to the same page; for its script the moment alone."""
    moment = moment_view(snapshot.table, at, phones.likes())
    way = str(request.endpoint)
    if services.htmx:
        return page_of("show/_moment.html", snapshot, moment=moment, view=moment.picture, way=way)
    return page_of(template, snapshot, moment=moment, view=moment.picture, way=way, **context)


@pages.get("/line/<seq>")
def line(code: str, seq: str) -> AnyResponse | str:
    """One line: why it paid what it paid, and how to put it right."""
    snapshot = looked(code)
    row = line_view(snapshot.table, services.number(seq) or 0, phones.likes())
    if row is None:
        return redirect(url_for("table.journal", code=code), 303)
    entered_on = phones_of_lines(snapshot, row.seq, row.seq)
    dealt = snapshot.dealt and row.of_dealer
    return page_of("table/line.html", snapshot, row=row, dealt=dealt, entered_on=entered_on, version=snapshot.version)


@pages.get("/more")
def more(code: str) -> str:
    """Show what is needed seldom: adjust, note, names, rulings, leaving, the end; what was typed is in the address."""
    return _more(looked(code), request.args)


def _more(snapshot: Snapshot, fields: Mapping[str, str], **refused: object) -> str:
    """`fields`: what each holds, by its id."""
    context: dict[str, object] = {"refused_form": "", "refused": None, "anyway": "", **refused}
    opened = opened_rows(fields, context["refused_form"], snapshot.table.game.rulings)
    return page_of("table/more.html", snapshot, typed=fields, opened=opened, opposite=phones.opposite(), **context)


def _more_again(snapshot: Snapshot, form: MultiDict[str, str], refusal: Refusal) -> Response:
    """The page with the refusal beside the form it came from, and all that was typed in any of them."""
    name, lines = form.get("form", ""), lines_of(form)
    kept = dict(parse_qsl(form.get("kept", "")))
    fields = {**kept, **{f"{name}-{field}": form[field] for field in MORE_FIELDS if form.get(field)}}
    stands_at(address(url_for("table.more", code=snapshot.code), fields))
    refused = refusal_in_words(snapshot, refusal)
    page = _more(snapshot, fields, refused_form=name, refused=refused, anyway=_anyway(snapshot, lines, refusal))
    return make_response(page, status_of(refusal))


DRAWN_AGAIN["more"] = _more_again
MORE_FIELDS = ("seat", "amount", "quote", "name", "text")


@pages.get("/paper")
def paper(code: str) -> str:
    """The table to print, as everybody may see it: what lies there, who has what, whose turn it is."""
    looked(code)
    snapshot = services.public(code)
    standings = snapshot.table.game.rules.standings(snapshot.table.state)
    return page_of("table/paper.html", snapshot, standings=standings, paper=paper_view(snapshot.table, phones.likes()))

"""The judge's pages: what a tile, a box or trays bring, with the rule behind it. No table is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.donut_shop.case import tile_squares
from companion.donut_shop.parts import SIZES, Edition, Square
from companion.donut_shop.screen import boxing
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView
from companion.games import GAMES
from companion.go_nuts.cards import deck_for
from companion.judge.limits import MOST_SQUARES
from companion.judge.verdicts import Verdict, judge_tile, judge_ways, picture, shop_of, still
from companion.refusals import Malformed, Refusal
from companion.tables.play import NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import address, address_for_others, this_machine_only
from companion.web.guards import guessing
from companion.web.judge.question import JudgeQuestion, read_question
from companion.web.judge.recording import (
    Adjustment,
    adjust_lines,
    adjustment,
    filled_in,
    point_differences,
    under_ruling,
)
from companion.web.judge.rounds import page as round_page
from companion.web.judge.rounds import read_round
from companion.web.judge.trays import Trays, TraysView
from companion.web.judge.trays import page as trays_page
from companion.web.pictures import qr
from companion.web.templating import carry
from companion.words import Message
from companion.words.donut_shop import NEXT_ASKED
from companion.words.language import mark as _

pages = Blueprint("judge", __name__, url_prefix="/judge")

FEW_TABLES = 6  # offered to ask about, the latest of this phone

MOVES = (("arrow-left", -1, 0), ("arrow-up", 0, -1), ("arrow-down", 0, 1), ("arrow-right", 1, 0))
MOST_IN_QR = 1500  # characters: more make squares too small for a phone’s camera


@dataclass(frozen=True, slots=True)
class PositionView:
    """Everything the page of a position shows.

    `case`: None if the drawing is not a case. `ways`: the ways to give a box's orders. `covered`: donuts under the box
    by type. `shifts`: the draft with the box moved or turned, by direction; None where it may not.
    """

    question: JudgeQuestion
    case: CaseView | None = None
    verdict: Verdict | None = None
    ways: Sequence[Verdict] = ()
    refused: Message | None = None
    covered: Mapping[str, int] | None = None
    shifts: Mapping[str, ShopDraft | None] | None = None
    may_turn: bool = False


@pages.get("")
def start() -> AnyResponse | str:
    """The choice of a question; with a table's code, that table's position."""
    code = request.args.get("table", "").strip().upper()
    if code:
        code = services.code_now(code)
        snapshot = services.seen(code)
        path, query = filled_in(snapshot, services.number(request.args.get("line", "")) or 0)
        return redirect(address(path, {**query, "draft": request.args.get("draft", "")}), 303)
    return render_template(
        "judge/start.html",
        games=GAMES,
        sheets=services.connection().tables(phones.tables()[:FEW_TABLES]),
        sizes=GAMES["go-nuts"].seats,
        edition=services.play().editions["classic"],
    )


@pages.get("/donut-shop")
def shop() -> AnyResponse:
    """A case, and what a tile or a box pays there."""
    view, path = _position_view(), url_for("judge.shop")
    question = view.question
    carry(question.table_draft)
    to = _links(path)
    return _page(
        "judge/shop",
        path,
        question.query(),
        view=view,
        question=question,
        edition=question.edition,
        editions=_editions(),
        to=to,
        link=lambda draft: to(question.with_draft(draft)),
        nudges=nudges(question),
        sizes=SIZES,
        record=_adjustment(question, view.verdict),
        over=bool((asked_from := _snapshot(question.table)) and asked_from.table.over),
    )


@pages.get("/go-nuts")
def nuts() -> AnyResponse:
    """Trays, and what they score."""
    view = trays_page(request.args)
    path = url_for("judge.nuts")
    carry(view.question.table_draft)
    differences = _differences(view)
    lines = adjust_lines(differences, services.words().gettext("the judge"))
    adjusted = [(name, points, line) for (name, points), line in zip(differences, lines, strict=True)]
    query = view.question.query()
    return _page("judge/nuts", path, query, view=view, to=_links(path), differences=adjusted, record=lines)


@pages.get("/go-nuts/round")
def round_() -> str:
    """A round from a written position, played card by card."""
    path = url_for("judge.round_")
    view = round_page(request.args, path)
    query = view.question.query()
    shared = address(url_for("judge.share", game="round"), query)
    deck = deck_for(len(view.question.names))
    kept = [pair for pair in query if pair[0] != "seats"]  # a smaller round reads only some of it
    nuts = GAMES["go-nuts"]
    sizes = {seats: address(path, [("seats", str(seats)), *kept]) for seats in nuts.seats}
    return render_template("judge/round.html", view=view, shared=shared, deck=deck, sizes=sizes, rulings=nuts.rulings)


def _differences(view: TraysView) -> list[tuple[str, int]]:
    """Return by name how the judge's points differ from those of the table the question came from."""
    snapshot = _snapshot(view.question.table)
    return point_differences(snapshot, {row.seat: row.score for row in view.standings}) if snapshot else []


@pages.get("/<any('donut-shop', 'go-nuts', 'round'):game>/share")
def share(game: str) -> str:
    """The address of a question for another phone, and its QR."""
    if game == "round":
        return _shared(address(url_for("judge.round_"), read_round(request.args).query()))
    path = url_for("judge.shop") if game == "donut-shop" else url_for("judge.nuts")
    query = _read().query() if game == "donut-shop" else trays_page(request.args).question.query()
    shared = address(path, {word: value for word, value in query.items() if word not in ("table", "line", "draft")})
    return _shared(shared, address(path, query))


def _shared(path: str, back: str = "") -> str:
    """Show an address and its QR; `back` leads to the question as this phone has it."""
    whole = address_for_others(path)
    alone = this_machine_only()
    drawn = qr(whole) if len(whole) <= MOST_IN_QR and not alone else None
    return render_template("judge/share.html", whole=whole, qr=drawn, alone=alone, back=back or path)


# The view of a position


def _read() -> JudgeQuestion:
    return read_question(request.args, services.play().editions)


def _position_view() -> PositionView:
    try:
        question = _read()
    except Malformed:
        return _too_large()
    try:
        question.position.case()
        drawn = still(question.position)
    except Refusal as refusal:
        return PositionView(question.to_mode("draw"), refused=_message(refusal, question))
    if question.mode == "tile":
        return _tile_view(question)
    if question.mode == "box":
        return _box_view(question)
    return PositionView(question, drawn)


def _too_large() -> PositionView:
    """An empty drawing and why: the page of so large a case would be too long for a phone."""
    question = read_question({**request.args.to_dict(), "case": ""}, services.play().editions)
    text, limit = services.words().text, str(MOST_SQUARES)
    sentence = text(_("So large a case is not drawn: it fills more than %(limit)s squares."), limit=limit)
    message = Message(sentence, text(_("Draw the part of it you ask about.")))
    return PositionView(question.to_mode("draw"), refused=message)


def _message(refusal: Refusal, question: JudgeQuestion) -> Message:
    """Return the words of a refusal; here they never suggest to record it anyway."""
    words = services.words()
    message, hint = words.refusal(refusal, question.edition), NEXT_ASKED.get(refusal.reason)
    return message._replace(hint=words.text(hint)) if hint else message


def _tile_view(question: JudgeQuestion) -> PositionView:
    """The spots for a tile, or what it pays on the chosen one."""
    position, draft = question.position, question.draft
    tile, at = draft.laid_tile, draft.at
    if tile is None or at is None:
        return PositionView(question, picture(position, draft))
    try:
        verdict = judge_tile(position, tile, at, question.kind)
    except Refusal as refusal:
        return PositionView(question, picture(position, draft), refused=_message(refusal, question))
    return PositionView(question, picture(position, draft, verdict.paid_squares), verdict)


def _box_view(question: JudgeQuestion) -> PositionView:
    """The places for a box, or what it lacks or pays on the chosen one."""
    position = question.position
    case = position.case()
    question = question.replace(draft=boxing.turned_to_fit(case, question.draft))
    drawn, draft = picture(position, question.draft), question.draft
    if draft.box is None or draft.at is None:
        return PositionView(question, drawn, may_turn=boxing.may_turn(case, draft))
    table = shop_of(position)
    covered, shifts = boxing.covered_kinds(table, draft), boxing.arrow_moves(table, draft)
    try:
        ways = judge_ways(position, draft.box, draft.at, draft.cards)
    except Refusal as refusal:
        return PositionView(question, drawn, refused=_message(refusal, question), covered=covered, shifts=shifts)
    verdict = next((way for way in ways if way.wilds == question.way), ways[0])
    drawn = picture(position, draft, verdict.paid_squares)
    return PositionView(question, drawn, verdict, ways, covered=covered, shifts=shifts)


def _editions() -> list[Edition]:
    """Return all editions by name."""
    return sorted(services.play().editions.values(), key=lambda edition: edition.name)


def _links(path: str) -> Callable[[JudgeQuestion | Trays], str]:
    """Return the function that gives a question its address."""
    return lambda question: address(path, question.query())


def nudges(question: JudgeQuestion) -> list[tuple[str, JudgeQuestion]]:
    """Return the tile moved by one square, onto forbidden spots too, by direction."""
    if question.draft.at is None:
        return []
    x, y = question.draft.at
    return [
        (name, question.replace(draft=question.draft.replace(at=(x + dx, y + dy))))
        for name, dx, dy in MOVES
        if _is_near(question, (x + dx, y + dy))
    ]


def _is_near(question: JudgeQuestion, at: Square) -> bool:
    """Return whether a tile lies no farther from the drawing than a tile's width."""
    return all(-4 <= x <= question.wide + 3 and -4 <= y <= len(question.rows) + 3 for x, y in tile_squares(at))


def _adjustment(question: JudgeQuestion, verdict: Verdict | None) -> Adjustment | None:
    """Return what can be recorded at the table the question came from; None without a verdict or table."""
    snapshot = _snapshot(question.table) if verdict else None
    return adjustment(snapshot, question.line, verdict.cents) if snapshot and verdict else None


def _snapshot(code: str) -> Snapshot | None:
    """Return the table a question came from; None if there is none, or it is gone."""
    try:
        return services.seen(services.code_now(code)) if code else None
    except NoSuchTable:
        guessing.missed(code)
        return None


def _page(template: str, path: str, query: Mapping[str, str], **context: object) -> Response:
    """Render the whole page, or for htmx the part of it that changes."""
    shared = address(f"{path}/share", query)
    partial = bool(services.htmx)
    name = f"{template}_part.html" if partial else f"{template}.html"
    response = make_response(render_template(name, shared=shared, under_ruling=under_ruling, **context))
    response.headers["HX-Replace-Url"] = address(path, query)
    return response

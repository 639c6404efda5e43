"""The judge: what a tile, a box or trays bring, with the rule that says so. No table is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from companion.kernel.text import quoted, write_name
from companion.refusals import Malformed, Refusal
from companion.tables.play import NoSuchTable, Snapshot
from companion.web import phones, services
from companion.web.addresses import address
from companion.web.judge.question import JudgeQuestion, read_question
from companion.web.judge.recording import Record, filled_in, point_differences, record
from companion.web.judge.rounds import page as round_page
from companion.web.judge.rounds import read_round
from companion.web.judge.trays import TraysView
from companion.web.judge.trays import page as trays_page
from companion.web.table.invite import address_for_others, qr, this_machine_only
from companion.web.templating import carry
from companion.words import Message
from companion.words.donut_shop import NEXT_ASKED
from companion.words.language import mark as _

pages = Blueprint("judge", __name__, url_prefix="/judge")

MOVES = (("arrow-left", -1, 0), ("arrow-up", 0, -1), ("arrow-down", 0, 1), ("arrow-right", 1, 0))


@dataclass(frozen=True, slots=True)
class PositionView:
    """Everything the judge’s page shows; `case` is None where the drawing is no case."""

    ask: JudgeQuestion
    case: CaseView | None = None
    verdict: Verdict | None = None
    ways: Sequence[Verdict] = ()
    refused: Message | None = None
    covered: Mapping[str, int] | None = None
    shifts: Mapping[str, ShopDraft | None] | None = None
    may_turn: bool = False


@pages.get("")
def start() -> AnyResponse | str:
    """What is there to judge? From a table what lies there is filled in."""
    code = request.args.get("table", "").strip().upper()
    if code:
        snapshot = services.play().snapshot(services.connection(), code)
        path, said = filled_in(snapshot, services.number(request.args.get("line", "")) or 0)
        return redirect(address(path, {**said, "draft": request.args.get("draft", "")}), 303)
    sheets = services.connection().tables(phones.tables())
    return render_template("judge/start.html", games=GAMES, sheets=sheets, sizes=GAMES["go-nuts"].seats)


@pages.get("/donut-shop")
def shop() -> AnyResponse:
    """A case, and what a tile or a box pays there."""
    return _shown(_shop_view(), "judge/shop")


@pages.get("/go-nuts")
def nuts() -> AnyResponse:
    """Trays, and what they score."""
    view = trays_page(request.args)
    path = url_for("judge.nuts")
    carry(view.ask.back)
    found = _differences(view)
    said = quoted(services.words().gettext("the judge"))
    lines = [f"table: adjust {write_name(name)} {amount:+d} {said}" for name, amount in found if amount]
    asked = view.ask.query()
    return _page("judge/nuts", path, asked, view=view, to=_links(path), differences=found, record=lines)


@pages.get("/go-nuts/round")
def round_() -> str:
    """A round from a written position, played card by card."""
    path = url_for("judge.round_")
    view = round_page(request.args, path)
    shared = address(url_for("judge.share", game="round"), view.ask.query())
    deck = deck_for(len(view.ask.names))
    kept = [pair for pair in view.ask.query() if pair[0] != "seats"]  # of a smaller round only some is read
    nuts = GAMES["go-nuts"]
    sizes = {seats: address(path, [("seats", str(seats)), *kept]) for seats in nuts.seats}
    return render_template("judge/round.html", view=view, shared=shared, deck=deck, sizes=sizes, rulings=nuts.rulings)


def _differences(view: TraysView) -> list[tuple[str, int]]:
    """What would have to be put right at the table it was asked from."""
    snapshot = _look(view.ask.table)
    return point_differences(snapshot, {row.seat: row.score for row in view.standings}) if snapshot else []


@pages.get("/<any('donut-shop', 'go-nuts', 'round'):game>/share")
def share(game: str) -> str:
    """The same question for another phone: its address, and a QR of it."""
    if game == "round":
        return _shared(address(url_for("judge.round_"), read_round(request.args).query()))
    path = url_for("judge.shop") if game == "donut-shop" else url_for("judge.nuts")
    query = _read().query() if game == "donut-shop" else trays_page(request.args).ask.query()
    asked = address(path, {word: value for word, value in query.items() if word not in ("table", "line", "draft")})
    return _shared(asked, address(path, query))


def _shared(asked: str, back: str = "") -> str:
    """An address and its QR; `back` leads to the question as this phone asked it."""
    whole = address_for_others(asked)
    alone = this_machine_only()
    drawn = qr(whole) if len(whole) <= MOST_IN_QR and not alone else None
    return render_template("judge/share.html", whole=whole, qr=drawn, alone=alone, back=back or asked)


MOST_IN_QR = 1500  # characters: more make squares too small for a phone’s camera


def _read() -> JudgeQuestion:
    return read_question(request.args, services.play().editions)


def _shop_view() -> PositionView:
    try:
        ask = _read()
    except Malformed:
        return _too_large()
    try:
        ask.position.case()
        drawn = still(ask.position)
    except Refusal as refusal:
        return PositionView(ask.to_mode("draw"), refused=_said(refusal, ask))
    if ask.mode == "tile":
        return _tile_view(ask)
    if ask.mode == "box":
        return _box_view(ask)
    return PositionView(ask, drawn)


def _too_large() -> PositionView:
    """The page to draw on anew, with why: a page of the case asked about would be too long for a phone."""
    ask = read_question({**request.args.to_dict(), "case": ""}, services.play().editions)
    say, limit = services.words().text, str(MOST_SQUARES)
    sentence = say(_("So large a case is not drawn: it fills more than %(limit)s squares."), limit=limit)
    return PositionView(ask.to_mode("draw"), refused=Message(sentence, say(_("Draw the part of it you ask about."))))


def _said(refusal: Refusal, ask: JudgeQuestion) -> Message:
    """What is wrong and what to do next; nothing is recorded here, so nothing is anyway."""
    words = services.words()
    said, way_on = words.refusal(refusal, ask.edition), NEXT_ASKED.get(refusal.reason)
    return said._replace(way_on=words.text(way_on)) if way_on else said


def _tile_view(ask: JudgeQuestion) -> PositionView:
    """A tile to lay: where it may go, or what it pays where it lies."""
    tile, at = ask.draft.laid_tile, ask.draft.at
    if tile is None or at is None:
        return PositionView(ask, picture(ask.position, ask.draft))
    try:
        verdict = judge_tile(ask.position, tile, at, ask.kind)
    except Refusal as refusal:
        return PositionView(ask, picture(ask.position, ask.draft), refused=_said(refusal, ask))
    return PositionView(ask, picture(ask.position, ask.draft, verdict.lit), verdict)


def _box_view(ask: JudgeQuestion) -> PositionView:
    """A box to fill: where it may lie, what is missing, or what it pays."""
    ask = ask.replace(draft=boxing.lying_to_fit(ask.position.case(), ask.draft))
    drawn, draft = picture(ask.position, ask.draft), ask.draft
    if draft.box is None or draft.at is None:
        return PositionView(ask, drawn, may_turn=boxing.may_turn(ask.position.case(), draft))
    table = shop_of(ask.position)
    covered, shifts = boxing.covered_kinds(table, draft), boxing.shifts(table, draft)
    try:
        ways = judge_ways(ask.position, draft.box, draft.at, draft.cards)
    except Refusal as refusal:
        return PositionView(ask, drawn, refused=_said(refusal, ask), covered=covered, shifts=shifts)
    verdict = next((way for way in ways if way.wilds == ask.way), ways[0])
    return PositionView(ask, picture(ask.position, draft, verdict.lit), verdict, ways, covered=covered, shifts=shifts)


def _shown(view: PositionView, template: str) -> Response:
    ask = view.ask
    path = url_for("judge.shop")
    carry(ask.back)
    to = _links(path)
    return _page(
        template,
        path,
        ask.query(),
        view=view,
        ask=ask,
        edition=ask.edition,
        editions=_editions(),
        to=to,
        link=lambda draft: to(ask.with_draft(draft)),
        nudges=nudges(ask),
        sizes=SIZES,
        record=_record(ask, view.verdict),
    )


def _editions() -> list[Edition]:
    """Those a question may be asked about, by name."""
    return sorted(services.play().editions.values(), key=lambda edition: edition.name)


def _links(path: str) -> Any:
    """The address of a question."""
    return lambda ask: address(path, ask.query())


def nudges(ask: JudgeQuestion) -> list[tuple[str, JudgeQuestion]]:
    """The tile one square further, onto spots that are not allowed too."""
    if ask.draft.at is None:
        return []
    x, y = ask.draft.at
    return [
        (name, ask.replace(draft=ask.draft.replace(at=(x + dx, y + dy))))
        for name, dx, dy in MOVES
        if _is_near(ask, (x + dx, y + dy))
    ]


def _is_near(ask: JudgeQuestion, at: Square) -> bool:
    """Not further off than a tile’s width from the drawing."""
    return all(-4 <= x <= ask.wide + 3 and -4 <= y <= len(ask.rows) + 3 for x, y in tile_squares(at))


def _record(ask: JudgeQuestion, verdict: Verdict | None) -> Record | None:
    """How the answer is recorded at the table it was asked from, where there is one still."""
    snapshot = _look(ask.table) if verdict else None
    return record(snapshot, ask.line, verdict.cents) if snapshot and verdict else None


def _look(code: str) -> Snapshot | None:
    """The table a question came from; None where there is none such any more."""
    try:
        return services.play().snapshot(services.connection(), code) if code else None
    except NoSuchTable:
        return None


def _page(template: str, path: str, query: Mapping[str, str], **context: Any) -> Response:
    """The whole page, or for htmx the part of it that changes."""
    shared = address(f"{path}/share", query)
    partial = bool(services.htmx)
    name = f"{template}_part.html" if partial else f"{template}.html"
    response = make_response(render_template(name, shared=shared, **context))
    response.headers["HX-Replace-Url"] = address(path, query)
    return response

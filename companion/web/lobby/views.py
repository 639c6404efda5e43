"""The pages before and between games: home, joining by code, opening a table, a blank score sheet."""

from __future__ import annotations

import json
import re

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.editions.own import is_cross
from companion.exports.downloads import score_sheet
from companion.games import GAMES
from companion.kernel.game import Game
from companion.kernel.text import quoted
from companion.kernel.transcript import Refused
from companion.refusals import Limited, Refusal
from companion.tables import demo
from companion.web import phones, services
from companion.web.addresses import path_of, typed
from companion.web.assets import KINDS
from companion.web.assets import address as asset_address
from companion.web.errors import status_of
from companion.web.guards.limits import one_table
from companion.web.lobby.arranging import arranged, is_seated
from companion.web.lobby.cards import home_tables, lying_at
from companion.web.lobby.records import amount_of
from companion.web.lobby.rematch import latest_of, link, opened_by_others
from companion.web.lobby.setup import setups
from companion.web.templating import stands_at

pages = Blueprint("lobby", __name__)

PAPER = "#fff6ea"  # the ground of pages by day, as in tokens.css
ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


@pages.get("/")
def home() -> str:
    """The games, joining by code, and the tables of this phone."""
    for code, new in services.connection().moved(phones.tables(), phones.known_id()).items():
        phones.follow(code, new)
    return render_template(
        "lobby/home.html",
        games=GAMES,
        tables=home_tables(phones.tables()),
        edition=services.play().editions["classic"],
        code=request.args.get("code", "")[:12],
        amount_of=amount_of,
        lying_at=lying_at,
    )


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The companion as a phone puts it on its home screen. Nothing of it works without the server."""
    words = services.words()
    icons = [
        {"src": asset_address(name), "sizes": sizes, "type": KINDS[f".{name.partition('.')[2]}"], "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    said = {
        "name": words.gettext("Donut companion"),
        "short_name": words.gettext("Donuts"),
        "lang": words.language,
        "id": url_for("lobby.home"),
        "start_url": url_for("lobby.home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return Response(json.dumps(said), mimetype="application/manifest+json")


@pages.get("/sets/<name>.css")
def colours(name: str) -> Response:
    """The icing colours of an edition as a style sheet: pages may not have inline styles."""
    edition = services.play().editions.get(name)
    if edition is None:
        abort(404)
    rules = "".join(f".f-{kind}{{--frosting:{donut.colour}}}" for kind, donut in edition.donuts.items())
    return Response(rules, mimetype="text/css")


@pages.get("/join")
def join() -> AnyResponse:
    """Redirect to the table with this code, however it was typed; the table's page refuses a wrong one."""
    code = re.sub(r"[ \-–—.]", "", request.args.get("code", "").strip()).upper()
    return redirect(url_for("table.table", code=code) if code.isalnum() else url_for("lobby.home"), 303)


def game_of(name: str) -> Game:
    game = GAMES.get(name)
    if game is None:
        abort(404)
    return game


@pages.get("/new/<name>")
def new(name: str) -> AnyResponse | str:
    """The start page, with the names of the last game; one of its buttons leads to it with other people or a start."""
    game = game_of(name)
    if code := opened_by_others(request.args.get("after", ""), request.args.get("last", "")):
        return redirect(url_for("table.table", code=code), 303)
    fields = arranged(request.args, game.seats.stop - 1)
    if fields is not None:
        return redirect(f"{typed(url_for('lobby.new', name=name), fields)}#people", 303)
    return _start(game, request.args)


@pages.post("/new/<name>/people")
def forget_person(name: str) -> AnyResponse:
    """Forget a person's name; what was typed stays."""
    game_of(name)
    phones.forget_person(request.form.get("forget", ""))
    fields = [pair for pair in request.form.items(multi=True) if pair[0] != "forget"]
    return redirect(typed(url_for("lobby.new", name=name), fields), 303)


@pages.get("/new/<name>/score-sheet")
def blank(name: str) -> str:
    """A score sheet to print, with the names typed on the start page, else with those of the last game."""
    game, seated = game_of(name), [one for one in request.args.getlist("seat") if one.strip()]
    names = seated or phones.names()
    seats = services.number(request.args.get("seats", "")) or len(names)
    names = [*names, *[""] * game.seats.stop]
    fields = [pair for pair in request.args.items(multi=True) if pair[0] != "seats"]
    return render_template(
        "lobby/score_sheet.html",
        game=game,
        sheet=score_sheet(game, seats),
        names=names,
        back=typed(url_for("lobby.new", name=name), fields) if fields else url_for("lobby.new", name=name),
        counts=[(count, typed("", [*fields, ("seats", str(count))])) for count in game.seats],
    )


def _start(game: Game, form: MultiDict[str, str], refusal: Refusal | None = None) -> str:
    editions = sorted(services.play().editions)
    names = form.getlist("seat") or phones.names()
    first, most = services.number(form.get("first", "")), game.seats.stop - 1
    seated = [name for name in names if name.strip()]
    is_drawn = form.get("drawn") and first is not None and first < len(names)
    return render_template(
        "lobby/start.html",
        game=game,
        form=form,
        seats=[*names, *[""] * most][:most],
        remembered=[name for name in phones.people() if not is_seated(name, names)] if len(seated) < most else [],
        names_kept=phones.people(),
        drawn=(first + 1, names[first]) if is_drawn and first is not None else None,
        setups=setups(game),
        people=max(game.seats.start, min(len(seated) or game.seats.start, most)),
        classic=services.play().editions["classic"],
        money=[*form.getlist("money"), *[""] * game.seats.stop],
        rulings_changed=any(form.get(ruling.id, ruling.default) != ruling.default for ruling in game.rulings),
        editions=editions,
        crosses={edition: phones.cross(edition) for edition in editions},
        levels=("case", "everything", "bank"),
        refused=services.words().refusal(refusal, None) if refusal else None,
    )


@pages.post("/new/<name>")
def open_table(name: str) -> AnyResponse | tuple[str, int]:
    """Open a table from the start page's form; a rematch that another phone opened meanwhile is not opened again."""
    game = game_of(name)
    after = request.form.get("after", "")
    if code := opened_by_others(after, request.form.get("last", "")):
        return redirect(url_for("table.table", code=code), 303)
    latest = latest_of(after) if after else ""
    try:
        deal = bool(request.form.get("deal"))
        with one_table():
            header = header_of(game, request.form)
            snapshot = services.play().open(services.connection(), header, phones.phone_id(), deal)
    except (Refused, Limited) as refused:
        refusal = refused.refusal if isinstance(refused, Refused) else refused
        stands_at(typed(url_for("lobby.new", name=name), request.form.items(multi=True)))
        return _start(game, request.form, refusal), status_of(refusal)
    if after and (code := link(snapshot, after, latest)) != snapshot.code:
        return redirect(url_for("table.table", code=code), 303)
    phones.remember(snapshot.code)
    phones.remember_names(snapshot.table.names.now)
    if "coins" in request.form:  # asked there; an empty field stands before the box to tick
        coins = not deal and "1" in request.form.getlist("coins")  # without the cardboard there are none
        if not deal:
            phones.like({"coinless": "" if coins else "1"})  # how it is asked next time
        names, phone = snapshot.table.names.now, phones.phone_id()
        services.seats().choose_coins(services.connection(), snapshot.code, phone, names, coins)
    if request.form.get("start") and is_cross(snapshot.table.start.case.rows()):
        phones.remember_cross(snapshot.table.start.edition.name, snapshot.table.start.case.rows())
    page = "count.count" if request.form.get("then") == "count" else "table.table"
    return redirect(url_for(page, code=snapshot.code), 303)


@pages.post("/hints")
def no_hints() -> AnyResponse:
    """Show this phone no more first hints; back to the page where that was tapped."""
    phones.like({"hintless": "1"})
    return redirect(_came_from(), 303)


def _came_from() -> str:
    """Return the address of the page of ours whose form this is; the home page where it is not known."""
    came_from = request.referrer or ""
    here = came_from.startswith(request.host_url) and path_of(came_from) != request.path
    return came_from if here else url_for("lobby.home")


@pages.post("/language")
def choose_language() -> AnyResponse:
    """Keep the language of this phone; back to the page where it was chosen, in that language."""
    answer = redirect(_came_from(), 303)
    if (chosen := request.form.get("language", "")) in services.offered():
        phones.choose_language(answer, chosen)
    return answer


@pages.post("/try-it")
def try_it() -> AnyResponse:
    """Open a half-played table to try the companion with."""
    text = demo.transcripts().get(f"{request.form.get('game', '')}-half")
    if text is None:
        abort(404)
    with one_table():
        snapshot = services.play().import_table(services.connection(), text, phones.phone_id())
    phones.remember(snapshot.code)
    return redirect(url_for("table.table", code=snapshot.code), 303)


def header_of(game: Game, form: MultiDict[str, str]) -> str:
    """Return the header lines of a start form; the kernel reads them."""
    names = [_one_line(name) for name in form.getlist("seat")]
    lines = [f"game {game.id}", " ".join(["seats", *(quoted(name) for name in names if name)])]
    first = services.number(form.get("first", ""))
    if "first" in game.headers and first is not None and "".join(names[first : first + 1]):
        lines.append(f"first {quoted(names[first])}")
    for word in ("set", "follow"):
        if word in game.headers and form.get(word):
            lines.append(f"{word} {'everything' if word == 'follow' and form.get('deal') else _one_line(form[word])}")
    start = _one_line(form.get("start", "")) or (phones.cross(form.get("set", "")) if form.get("cross") else "")
    if "start" in game.headers and start and form.get("follow") != "bank" and not form.get("deal"):
        lines.append(f"start {start}")
        lines += [f"money {quoted(name)} {_one_line(cents)}" for name, cents in _money(names, form) if cents.strip()]
    chosen = [(ruling, _one_line(form.get(ruling.id, ruling.default))) for ruling in game.rulings]
    pairs = [f"{ruling.id}={choice}" for ruling, choice in chosen if choice != ruling.default]
    return "\n".join([*lines, *([" ".join(["rulings", *pairs])] if pairs else [])])


def _money(names: list[str], form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """Return the cents of each seat, as typed, for a game joined in the middle."""
    return [(name, cents) for name, cents in zip(names, form.getlist("money"), strict=False) if name]


def _one_line(text: str) -> str:
    """Return a field without line breaks, so that it stays on its header line."""
    return " ".join(text.split())


@pages.get("/T/<code>")
def from_qr(code: str) -> AnyResponse:
    """The QR has its address in capitals: so it is a smaller picture."""
    return redirect(url_for("table.table", code=code.upper()), 303)

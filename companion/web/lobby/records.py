"""The records of this phone: its finished games, and how people did in them; and forgetting them."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.games import GAMES
from companion.kernel.game import Unit
from companion.records.history import (
    FinishedGame,
    finished_games,
    found,
    head_to_head,
    most_together,
    people_of,
    same,
)
from companion.web import phones, services
from companion.web.lobby.cards import lying_at

pages = Blueprint("records", __name__, url_prefix="/records")

FEW = 20  # games on a page: what lies on their tables is drawn, for which journals may have to be folded


def amount_of(game: str, amount: int) -> str:
    """Return a score of a game as it is read: money or points."""
    words = services.words()
    in_money = game in GAMES and GAMES[game].unit == Unit.MONEY
    return words.money(amount) if in_money else words.points(amount)


@dataclass(frozen=True, slots=True)
class PageOfGames:
    """A page of the games found. `first`: the index of its first game; `newer`, `older`: the pages beside it, or 0."""

    first: int
    newer: int
    older: int


def pages_of(games: int, wanted: int) -> PageOfGames:
    """Return the page wanted, from 1, of so many games; the last one where there are not as many."""
    page = max(1, min(wanted, -(-games // FEW)))
    return PageOfGames((page - 1) * FEW, page - 1, page + 1 if page * FEW < games else 0)


@pages.get("")
def page() -> str:
    """Show this phone's finished games, and how people did in the game asked for, else in the one played last."""
    games = remembered()
    sought, which = request.args.get("q", "")[:60], request.args.get("game", "")
    if which not in GAMES:
        which = next((game.game for game in games), "")
    of_game = [game for game in games if game.game == which]
    people = people_of(of_game)
    named = {same(person.name): person.name for person in people}
    one, other = (named.get(same(request.args.get(word, "")), "") for word in ("one", "other"))
    pair = (one, other) if one and other else most_together(of_game) or ("", "")
    hits = found(games, sought, {id_: game.name for id_, game in GAMES.items()})
    shown = pages_of(len(hits), services.number(request.args.get("page", "")) or 1)
    return render_template(
        "lobby/records.html",
        games=GAMES,
        which=which,
        played={id_: sum(game.game == id_ for game in games) for id_ in GAMES},
        people=people,
        pair=pair,
        same=same,
        between=head_to_head(of_game, *pair) if pair[0] else None,
        sought=sought,
        found=hits[shown.first : shown.first + FEW],
        hits=len(hits),
        shown=shown,
        count=len(games),
        amount_of=amount_of,
        lying_at=lying_at,
    )


@pages.get("/forget")
def ask() -> str | Response:
    """Ask once before one game, or all of them, are forgotten."""
    games = _asked_about(request.args.get("code", ""))
    if not games:
        return redirect(url_for("records.page"), 303)
    return render_template(
        "lobby/forget.html",
        games=GAMES,
        forgotten=games,
        code=request.args.get("code", ""),
        amount_of=amount_of,
        lying_at=lying_at,
    )


@pages.post("/forget")
def forget() -> Response:
    """Forget one game or all: they leave this phone's list, and stay on the others'."""
    phones.forget([game.code for game in _asked_about(request.form.get("code", ""))])
    return redirect(url_for("records.page"), 303)


def remembered() -> list[FinishedGame]:
    """Return the finished games of this phone, the one looked at last first."""
    return finished_games(services.connection(), phones.tables())


def _asked_about(code: str) -> list[FinishedGame]:
    """Return the game with this code; all where none is named."""
    return [game for game in remembered() if code in ("", game.code)]

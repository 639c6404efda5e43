"""The result of a table: who won and why, how it went, and the picture to send round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request, url_for

from companion.donut_shop.state import PLACEMENTS, Level, ShopState
from companion.go_nuts.screen.story import cards_gained
from companion.go_nuts.state import NutsState
from companion.kernel.game import Standing, Unit
from companion.kernel.table import Table
from companion.records.course import Best, best_moments, course, otherwise
from companion.records.history import scores_in
from companion.tables.play import standings_json
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import typed
from companion.web.show.bars import bars, difference
from companion.web.show.chart import chart
from companion.web.show.going_along import rematch_view
from companion.web.show.tonight import latest_rematch, tonight_view
from companion.web.table.table_view import short_view
from companion.web.table.ties import tie_of
from companion.web.table.views import looked, moment_page, page_of, pages
from companion.web.templating import day
from companion.words import Words
from companion.words.language import mark as _

__all__ = ["pages"]  # of the blueprint "table"

BEST = 3  # moments


@pages.get("/result")
def result(code: str) -> str:
    """Show who won and why, and how it went; with `at` the moment after a line too."""
    snapshot, at = looked(code), services.number(request.args.get("at", ""))
    offered = rematch_view(snapshot)
    rematch_on = None if offered is None or offered.own else offered
    if services.htmx and services.htmx.target == "at-result":
        return page_of("show/at_result.html", snapshot, rematch_on=rematch_on)
    if at is not None and services.htmx:
        return moment_page(snapshot, at, "")
    standings, then = _standings(snapshot)
    went = course(snapshot.table)
    context = {
        "standings": standings,
        "then": then,
        "early": _ended_early(snapshot.table),
        "decided": decided(standings, services.words(), snapshot.table.game.unit),
        "difference": difference(standings),
        "bars": bars(standings, _marks(snapshot, standings)),
        "finished": snapshot.table.game.screen.moment(snapshot.table, len(snapshot.table.applied), phones.likes()),
        "tie": tie_of(snapshot, request.args),
        "chart": chart(went, snapshot.table.state.party) if len(went.moments) > 1 else None,
        "best": _best(snapshot.table),
        "otherwise": otherwise(snapshot.table) if snapshot.table.over else (),
        "tonight": tonight_view(snapshot),
        "rematch": rematch(snapshot),
        "rematch_on": rematch_on,
    }
    if at is not None:
        return moment_page(snapshot, at, "show/result.html", **context)
    return page_of("show/result.html", snapshot, moment=None, **context)


def _ended_early(table: Table) -> str:
    """Return after how many tiles people ended a game of Donut Shop; empty where its end came or nothing was laid."""
    state = table.state
    if not _has_case(table) or not state.party.closed or state.counts or not 0 < state.laid < PLACEMENTS:
        return ""
    return services.words().text(_("Ended after %(number)s of %(most)s tiles"), number=state.laid, most=PLACEMENTS)


def _standings(snapshot: Snapshot) -> tuple[list[Standing], dict[str, object] | None]:
    """Return the standings, and those stored at the end if a rule was corrected since then, else None."""
    standings = snapshot.table.game.rules.standings(snapshot.table.state)
    stored = services.connection().result(snapshot.code)
    then = None
    if (
        stored
        and snapshot.table.over
        and stored.seq == snapshot.version
        and scores_in(stored)  # the journal may have been edited by hand
        and stored.standings != standings_json(services.public(snapshot.code).table)
    ):
        then = {"program": stored.program, "standings": json.loads(stored.standings)}
    return standings, then


def _marks(snapshot: Snapshot, standings: Sequence[Standing]) -> list[int]:
    """Return the colour and topping of each standing's seat."""
    party = snapshot.table.state.party
    return [party.mark(party.names.index(standing.seat)) for standing in standings]


@dataclass(frozen=True, slots=True)
class BestView:
    """A moment that brought a seat much. `deed`: what it did or got, drawn; `number`: of the tile or the round."""

    seq: int
    mark: int
    name: str
    deed: str
    number: int
    gain: int


def _best(table: Table) -> list[BestView]:
    party, moment = table.state.party, table.game.rules.moment
    return [
        BestView(
            one.applied.line.seq,
            party.mark(one.seat),
            party.names[one.seat],
            _deed(table, one),
            moment(one.applied.state),
            one.gain,
        )
        for one in best_moments(table, BEST)
    ]


def _deed(table: Table, best: Best) -> str:
    """Return what a seat did or got in a moment, drawn; empty where no card came to it, only points."""
    if isinstance(best.before, NutsState):
        drawn, cards = services.drawn(), cards_gained(best.before, best.applied.state, best.seat)
        return drawn.listing(map(drawn.card, cards)) if cards else ""
    line = short_view(table, best.applied)
    return line.deed or line.sentence


def rematch(snapshot: Snapshot) -> str:
    """Return the address of the start page with everybody's name and all that this table chose."""
    game, state = snapshot.table.game, snapshot.table.state
    chosen = [(id_, choice) for id_, choice in state.party.rulings.items()]
    if isinstance(state, ShopState):
        chosen += [("set", state.edition.name), ("follow", str(state.level)), ("cross", "1")]
    names = [("seat", name) for name in snapshot.table.names.now]
    chosen += [(name, "1") for name, wanted in (("coins", snapshot.settings.coins), ("deal", snapshot.dealt)) if wanted]
    return typed(
        url_for("lobby.new", name=game.id),
        [*names, *chosen, ("after", snapshot.code), ("last", latest_rematch(snapshot))],
    )


@pages.get("/result.svg")
def picture(code: str) -> Response:
    """The result as a picture to send round; a phone makes a PNG of it."""
    snapshot = looked(code)
    table, words, record = snapshot.table, services.words(), services.connection().table(snapshot.code)
    standings = table.game.rules.standings(table.state)
    won = [standing.seat for standing in standings if standing.winner]
    drawn = page_of(
        "show/result.svg",
        snapshot,
        bars=bars(standings, _marks(snapshot, standings)),
        case=table.game.screen.drawing(table.state, (), {}) if _has_case(table) else None,
        trays=_trays(table, standings),
        winners=words.listing(won) if won else "",
        decided=decided(standings, words, table.game.unit),
        on=day(record.at) if record else "",
    )
    return Response(drawn, mimetype="image/svg+xml")


def _has_case(table: Table) -> bool:
    return isinstance(table.state, ShopState) and table.state.level != Level.BANK


def _trays(table: Table, standings: Sequence[Standing]) -> list[list[tuple[str, int]]]:
    """Return each standing's cards with their copies, in the order they came; none in a game without cards."""
    if not isinstance(table.state, NutsState):
        return []
    trays = dict(zip(table.state.party.names, table.state.final_trays, strict=True))
    return [list(Counter(trays[standing.seat]).items()) for standing in standings]


def _shared(winners: Sequence[Standing]) -> str:
    """Return why several share the win: their orders are not known, or equal too, or a ruling lets nothing count."""
    tiebreaks = {winner.tiebreak for winner in winners}
    if None in tiebreaks:
        return _("They share the win, unless the orders left in hand decide.")
    if len(tiebreaks) > 1:
        return _("Equal points: they share the win.")
    return _("Equal even in the tie-break: they share the win.")


def decided(standings: Sequence[Standing], words: Words, unit: Unit) -> str:
    """Return what decided the game: money or points, the tie-break, or that it is shared."""
    in_money = unit == Unit.MONEY
    winners = [standing for standing in standings if standing.winner]
    others = [standing for standing in standings if not standing.winner]
    if len(winners) > 1:
        return words.gettext(_shared(winners))
    if not winners or not others:
        return ""
    if others[0].score == winners[0].score and in_money:
        return words.gettext("A tie, decided by the orders left in hand.")
    if others[0].score == winners[0].score:
        return words.gettext("A tie, decided by the most cards.")
    ahead = winners[0].score - others[0].score
    amount = words.price(ahead) if in_money else words.points(ahead)
    return words.text(_("%(amount)s ahead of %(seat)s"), amount=amount, seat=others[0].seat)

"""The tables of a phone as its home page shows them: what lies there, who has what, whose move it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.donut_shop.state import PLACEMENTS, Level, ShopState, Step
from companion.go_nuts.cards import deck_for
from companion.go_nuts.game import GAME as GO_NUTS
from companion.go_nuts.state import NutsState
from companion.kernel.state import State
from companion.kernel.table import Table
from companion.kernel.transcript import Refused
from companion.records.history import FinishedGame, finished_games
from companion.tables.play import NoSuchTable
from companion.web import services
from companion.web.lobby.mini import MiniCase, mini_case
from companion.web.show.going_along import RematchView, rematch_view
from companion.words import Words
from companion.words.language import mark as _

FEW_CARDS = 4
DRAWN = 8  # unfinished tables that are drawn; for more of them journals might have to be folded
ENDED = 3  # finished ones; the records have all
TURN = _("%(seat)s’s turn")


@dataclass(frozen=True, slots=True)
class SeatOnCard:
    """A seat: its name, the number of its colour and topping, and what it has, as it is read."""

    name: str
    mark: int
    amount: str


@dataclass(frozen=True, slots=True)
class Lying:
    """The case or the cards on a table; neither where nothing is known."""

    case: MiniCase | None = None
    cards: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table to go on with. `at`: when its last line was entered. `done` of `most`: how far it is, 0 of 0 if unknown.

    `next`: whose move it is, in words; `mark` of that seat, 0 for nobody's.
    """

    code: str
    game: str
    at: str
    seats: Sequence[SeatOnCard]
    done: int
    most: int
    progress: str
    next: str
    mark: int
    lying: Lying


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table that is listed below the cards. `at`: when it was opened."""

    code: str
    game: str
    at: str


@dataclass(frozen=True, slots=True)
class HomeTables:
    """The tables of a phone: those to go on with, those that are only listed, and the latest that are over."""

    on: Sequence[TableCard]
    more: Sequence[ListedTable]
    ended: Sequence[FinishedGame]
    finished: int
    rematches: Sequence[tuple[str, RematchView]] = ()  # of those, the ones this phone is not at yet; by its old table


def home_tables(codes: Sequence[str]) -> HomeTables:
    """Return the tables with these codes, the latest first: of the first few unfinished ones a card each.

    Made of what everybody at a table may see.
    """
    connection = services.connection()
    over = finished_games(connection, codes)
    ended = {game.code for game in over}
    records = {record.code: record for record in connection.tables(codes)}
    on: list[TableCard] = []
    more: list[ListedTable] = []
    for record in (records[code] for code in codes if code in records and code not in ended):
        listed = ListedTable(record.code, record.game, record.at)
        card = _card(listed) if len(on) < DRAWN else None
        if card:
            on.append(card)
        else:
            more.append(listed)
    return HomeTables(on, more, over[:ENDED], len(over), _rematches(over[:ENDED], codes))


def _rematches(ended: Sequence[FinishedGame], known: Sequence[str]) -> list[tuple[str, RematchView]]:
    """Return the rematches of games that this phone is not at yet, with the code of the table each is of; each once."""
    found: dict[str, tuple[str, RematchView]] = {}
    for game in ended:
        with suppress(NoSuchTable, Refused):
            rematch = rematch_view(services.public(game.code))
            if rematch is not None and rematch.code not in known:
                found.setdefault(rematch.code, (game.code, rematch))
    return list(found.values())


def _card(listed: ListedTable) -> TableCard | None:
    """Return the card of a table; None where it cannot be read or is gone by now."""
    connection = services.connection()
    try:
        table = services.public(listed.code).table
    except (NoSuchTable, Refused):
        return None
    last = connection.entries(listed.code, table.version - 1) if table.version else []
    state, words = table.state, services.words()
    seats = _seats(table, words)
    at = last[-1].at if last else listed.at
    if isinstance(state, ShopState):
        return TableCard(listed.code, listed.game, at, seats, *_of_shop(state, words))
    assert isinstance(state, NutsState)
    return TableCard(listed.code, listed.game, at, seats, *_of_nuts(state, words))


def _seats(table: Table, words: Words) -> list[SeatOnCard]:
    total = words.money if isinstance(table.state, ShopState) else words.points
    scores, party = table.game.rules.scores(table.state), table.state.party
    return [
        SeatOnCard(name, party.mark(seat), total(score))
        for seat, (name, score) in enumerate(zip(party.names, scores, strict=True))
    ]


def _of_shop(state: ShopState, words: Words) -> tuple[int, int, str, str, int, Lying]:
    """Return what a card shows of a Donut Shop table: done, most, progress, next, mark, what lies there."""
    seat, mark = state.party.names[state.turn], state.party.mark(state.turn)
    if state.level == Level.BANK:
        return 0, 0, words.gettext("only the money"), words.text(TURN, seat=seat), mark, Lying()
    turn = words.text(_("%(seat)s lays next") if state.step == Step.PLACE else TURN, seat=seat)
    progress = words.text(_("%(number)s of %(most)s tiles"), number=state.laid, most=PLACEMENTS)
    return state.laid, PLACEMENTS, progress, turn, mark, _lying(state)


def _of_nuts(state: NutsState, words: Words) -> tuple[int, int, str, str, int, Lying]:
    """Return the same of a Go Nuts table; how far it is, by the cards that left the deck."""
    whole = sum(deck_for(len(state.trays)).values())
    choice, mark = state.choice, 0
    if choice:
        turn, mark = (
            words.text(_("%(seat)s chooses"), seat=state.party.names[choice.seat]),
            state.party.mark(choice.seat),
        )
    else:
        turn = words.gettext("The row needs cards") if state.gaps else words.gettext("Everybody bids")
    progress = words.text(_("Round %(number)s"), number=state.round)
    return whole - state.deck, whole, progress, turn, mark, _lying(state)


def lying_at(code: str) -> Lying:
    """Return what lies on a table of this phone, as everybody may see it; nothing where it cannot be read."""
    try:
        return _lying(services.public(code).table.state)
    except (NoSuchTable, Refused):
        return Lying()


def _lying(state: State) -> Lying:
    """Return what lies there: the case; the row, and once the game is over the cards of who won."""
    if isinstance(state, ShopState):
        return Lying(mini_case(state) if state.level != Level.BANK else None)
    assert isinstance(state, NutsState)
    if not state.over:
        return Lying(cards=[card for card in state.row if card][:FEW_CARDS])
    won = state.party.names.index(GO_NUTS.rules.standings(state)[0].seat)  # by the tie-break too
    return Lying(cards=list(dict.fromkeys(state.final_trays[won]))[:FEW_CARDS])

"""Go Nuts for Donuts as a game of the kernel: its rules, its dealer and its screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.go_nuts import effects, notation, rules, setup
from companion.go_nuts.answers import answers
from companion.go_nuts.dealing import NutsDealer
from companion.go_nuts.moves import HIDDEN, Draw, FinalTray, Move, Pass, Refill, Reveal, Select
from companion.go_nuts.reasons import NutsReason
from companion.go_nuts.score import counted, points
from companion.go_nuts.screen.counting import TrayCountView, count_view
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.editing import draft_of
from companion.go_nuts.screen.moments import NutsMomentView, nuts_moment
from companion.go_nuts.screen.view import NutsView, asked, nuts_view
from companion.go_nuts.state import NutsState
from companion.kernel.common import Party
from companion.kernel.game import (
    Cause,
    Difference,
    Game,
    Json,
    Paid,
    Standing,
    Types,
    Unit,
    ranked,
)
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.kernel.viewer import ANY_PHONE, Viewer
from companion.refusals import Illegal, Stale


class NutsRules:
    """The contract `companion.kernel.game.Rules` for Go Nuts for Donuts."""

    decides_amounts = False
    table_decides: Types = (Refill,)
    turns_over: Types = (Reveal,)
    may_be_secret: Types = (Select, Draw)

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, object]) -> NutsState:
        return setup.setup(headers, party)

    def read(self, seat: int | None, words: list[str], names: Names, state: NutsState) -> Move:
        return notation.read(seat, words, names)

    def write(self, move: Move, names: Names) -> str:
        return notation.write(move, names)

    def check(self, state: NutsState, seat: int | None, move: Move) -> None:
        rules.check(state, seat, move)

    def check_entered(self, state: NutsState, seat: int | None, move: Move) -> None:
        rules.check_entered(state, move)

    def check_forced(self, state: NutsState, seat: int | None, move: Move, forced: bool) -> None:
        rules.check_forced(state, seat, move, forced)

    def apply(
        self, state: NutsState, seat: int | None, move: Move, decided: int | None = None
    ) -> tuple[NutsState, Paid]:
        return effects.apply(state, seat, move)

    def set_aside(self, state: NutsState, seat: int | None, move: Move) -> NutsState:
        return state

    def legal_moves(self, state: NutsState) -> Iterator[tuple[int, Move]]:
        """Every bid, or every answer to the question asked."""
        return answers(state)

    def commutes(self, state: NutsState, earlier: Move, move: Move, doubled: bool) -> bool:
        """Secret bids of a round cross each other, and so do the cards of a Cinnamon Twist; never two of one seat.

        Final counts of different trays cross too.
        """
        if isinstance(move, FinalTray) and isinstance(earlier, FinalTray):
            return move.seat != earlier.seat
        return isinstance(move, Select | Pass) and type(earlier) is type(move) and not doubled

    def happens_once(self, move: Move) -> bool:
        """A card turned up: it lies there for everybody to see."""
        return isinstance(move, Refill)

    def crossed(self, earlier: Move, move: Move, seq: int) -> Stale | None:
        """Another card was turned up at a number."""
        lies = dict(earlier.cards) if isinstance(earlier, Refill) else {}
        for number, card in move.cards if isinstance(move, Refill) else ():
            if lies.get(number, card) != card:
                return Stale(NutsReason.NUMBER_TAKEN, number=number, card=lies[number], lines=[seq])
        return None

    def redact(self, move: Move, seat: int | None, seats: frozenset[int] | None, turned_over: bool) -> Move:
        """A bid stays secret until its round is revealed, a card put back on the deck for good."""
        mine = seats is not None and seat in seats
        if isinstance(move, Select) and move.number is not None and not turned_over and not mine:
            return replace(move, number=HIDDEN)
        if isinstance(move, Draw) and len(move.cards) == 2 and seats is not None and not mine:
            return Draw((None, move.keep), move.keep)
        return move

    def is_hidden(self, move: Move) -> bool:
        return isinstance(move, Select) and move.number == HIDDEN

    def redact_start(self, start: NutsState, seats: frozenset[int] | None) -> NutsState:
        """All of it: row, pile and trays lie open."""
        return start

    def refused(self, refusal: Illegal, earlier: Sequence[tuple[int, Move]]) -> Illegal:
        """A copy too many names the lines that brought the others."""
        if refusal.reason != NutsReason.ONE_TOO_MANY:
            return refusal
        lines = [number for number, move in earlier if refusal.facts["card"] in brought(move)]
        return Illegal(refusal.reason, **refusal.facts, lines=lines)

    def standings(self, state: NutsState) -> list[Standing]:
        trays = state.final_trays
        rows = []
        for seat, parts in enumerate(points(trays, state.party.rulings)):
            adjust = {"adjust": state.adjusted[seat]} if state.adjusted[seat] else {}
            score = sum(parts.values()) + state.adjusted[seat]
            cards = len(counted(trays[seat], state.party.rulings))
            rows.append((state.party.names[seat], score, cards, {**parts, **adjust}))
        return ranked(rows, state.over, ties=state.has_ruling("tie", "cards"))

    def scores(self, state: NutsState) -> list[int]:
        worth = points(state.final_trays, state.party.rulings)
        return [sum(parts.values()) + state.adjusted[seat] for seat, parts in enumerate(worth)]

    def moment(self, state: NutsState) -> int:
        """Rounds played; the one being resolved counts, since its points do."""
        return state.round if state.at else state.round - 1

    def show(self, state: NutsState) -> Json:
        return show(state)


class NutsScreen:
    """The contract `companion.kernel.game.Screen` for Go Nuts for Donuts."""

    def view(self, table: Table[NutsState, Move], args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> NutsView:
        return nuts_view(table.state, table.names, args, viewer)

    def asked(self, state: NutsState, viewer: Viewer = ANY_PHONE) -> frozenset[int]:
        return asked(state)

    def count(
        self, state: NutsState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE
    ) -> TrayCountView:
        return count_view(state, names, args, viewer)

    def draft_of(self, state: NutsState, seat: int | None, move: Move) -> NutsDraft | None:
        return draft_of(state, seat, move)

    def explain(self, state: NutsState, seat: int | None, move: Move) -> list[Cause]:
        """Nothing: points come from trays, not from single moves."""
        return []

    def drawing(self, state: NutsState, lit: Sequence[tuple[int, int]], likes: Mapping[str, str]) -> None:
        """Nothing: there is no case."""

    def moment(self, table: Table[NutsState, Move], place: int, likes: Mapping[str, str]) -> NutsMomentView:
        return nuts_moment(table, place)

    def explanations(self, table: Table[NutsState, Move], seat: int, difference: int) -> list[Difference]:
        """None: points come from trays, which lie open on the page."""
        return []


def show(state: NutsState) -> Json:
    """The state as JSON; bids of an open round are only there or not."""
    names = state.party.names
    shown = bool(state.at)
    choice = state.choice
    return {
        "round": state.round,
        "row": {str(number): card for number, card in enumerate(state.row, 1)},
        "pile": list(state.pile),
        "deck": {"count": state.deck, "left": dict(state.left)},
        "trays": {name: list(tray) for name, tray in zip(names, state.final_trays, strict=True)},
        "choice": {"seat": names[choice.seat], "card": choice.card} if choice else None,
        "bids": {name: bid if shown or bid is None else "?" for name, bid in zip(names, state.bids, strict=True)},
        "away": [names[seat] for seat in sorted(state.party.away)],
        "rulings": dict(state.party.rulings),
    }


def brought(move: Move) -> tuple[str, ...]:
    """Return the cards a move brought off the deck, or counted."""
    match move:
        case Refill(cards):
            return tuple(card for _, card in cards)
        case Draw(cards, keep):
            return (keep,) if keep else tuple(card for card in cards if card)
        case FinalTray(_, cards):
            return cards
    return ()


GAME: Game[NutsState, Move] = Game(
    id="go-nuts",
    name="Go Nuts for Donuts",
    unit=Unit.POINTS,
    seats=range(2, 7),
    rulings=notation.RULINGS,
    headers=setup.HEADERS,
    seat_headers=setup.SEAT_HEADERS,
    rules=NutsRules(),
    dealer=NutsDealer(),
    screen=NutsScreen(),
)

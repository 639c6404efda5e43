"""Go Nuts for Donuts as a game of the kernel: who answers which question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.go_nuts import dealing, effects, notation, rules, setup
from companion.go_nuts.answers import answers
from companion.go_nuts.moves import Draw, FinalTray, Move, Pass, Refill, Reveal, Select
from companion.go_nuts.reasons import NutsReason
from companion.go_nuts.score import counted, points
from companion.go_nuts.screen.counting import TrayCountView, count_view
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.editing import draft_of
from companion.go_nuts.screen.view import nuts_view
from companion.go_nuts.state import SECRET, NutsState
from companion.kernel.common import Party, Ruling
from companion.kernel.game import Paid, Standing, ranked
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.refusals import Illegal


class GoNuts:
    """The contract `companion.kernel.game.Game`, answered for Go Nuts for Donuts."""

    id = "go-nuts"
    name = "Go Nuts for Donuts"
    seats = range(2, 7)
    rulings: tuple[Ruling, ...] = notation.RULINGS
    headers = setup.HEADERS
    seat_headers = setup.SEAT_HEADERS
    decides_amounts = False
    table_decides: tuple[type, ...] = (Refill,)
    dealer_moves: tuple[type, ...] = (Refill,)
    deals_by_what_stands: bool = True
    dealer_draws: tuple[type, ...] = (Draw,)
    from_hand: tuple[type, ...] = ()
    turns_over: tuple[type, ...] = (Reveal,)

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, Any]) -> NutsState:
        return setup.setup(headers, party)

    def read(self, seat: int | None, said: list[str], names: Names, state: NutsState) -> Move:
        return notation.read(seat, said, names)

    def write(self, move: Move, names: Names) -> str:
        return notation.write(move, names)

    def check(self, state: NutsState, seat: int | None, move: Move) -> None:
        rules.check(state, seat, move)

    def check_entered(self, state: NutsState, seat: int | None, move: Move) -> None:
        rules.check_entered(state, move)

    def check_phone(self, state: NutsState, move: Move, now: NutsState) -> None:
        rules.check_phone(state, move, now)

    def check_forced(self, state: NutsState, seat: int | None, move: Move, forced: bool) -> None:
        rules.check_forced(state, seat, move, forced)

    def apply(
        self, state: NutsState, seat: int | None, move: Move, decided: int | None = None
    ) -> tuple[NutsState, Paid]:
        return effects.apply(state, seat, move)

    def set_aside(self, state: NutsState, seat: int | None, move: Move) -> NutsState:
        return state

    def commutes(self, state: NutsState, earlier: Move, move: Move, doubled: bool) -> bool:
        """Secret bids of a round cross each other, and so do the cards of a Cinnamon Twist; never two of one seat."""
        return isinstance(move, Select | Pass) and type(earlier) is type(move) and not doubled

    def redact(self, state: NutsState, move: Move, seat: int | None, seats: frozenset[int] | None) -> Move:
        """A bid stays secret until its round is revealed, a card put back on the deck for good."""
        mine = seats is not None and seat in seats
        if isinstance(move, Select) and move.round >= state.hidden_from and not mine:
            return replace(move, number=None)
        if isinstance(move, Draw) and len(move.cards) == 2 and seats is not None and not mine:
            return Draw((None, move.keep), move.keep)
        return move

    def refused(self, refusal: Illegal, effects: Sequence[tuple[int, Any]]) -> Illegal:
        """A copy too many names the lines that brought the others."""
        if refusal.reason != NutsReason.ONE_TOO_MANY:
            return refusal
        lines = [number for number, move in effects if refusal.facts["card"] in brought(move)]
        return Illegal(refusal.reason, **refusal.facts, lines=lines)

    def is_over(self, state: NutsState) -> bool:
        return state.over

    def standings(self, state: NutsState) -> list[Standing]:
        trays = state.final_trays
        rows = []
        for seat, parts in enumerate(points(trays, state.party.rulings)):
            adjust = {"adjust": state.adjusted[seat]} if state.adjusted[seat] else {}
            score = sum(parts.values()) + state.adjusted[seat]
            cards = len(counted(trays[seat], state.party.rulings))
            rows.append((state.party.names[seat], score, cards, {**parts, **adjust}))
        return ranked(rows, state.over, ties=state.has_ruling("tie", "cards"))

    def stock(self, start: NutsState, shuffle: dealing.Shuffle) -> tuple[str, ...]:
        return dealing.stock(len(start.trays), shuffle)

    def dealt_header(self, stock: tuple[str, ...]) -> list[str]:
        return []

    def deal_on(self, table: Table, stock: tuple[str, ...]) -> list[str]:
        return dealing.deal_on(table, stock)

    def drawn(self, table: Table, stock: tuple[str, ...], asked: str) -> str:
        return dealing.drawn(table, stock, asked)

    def asked(self, move: Move) -> str:
        return f"keep {move.keep}" if isinstance(move, Draw) else ""

    def undealt(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Never: trays, row and pile lie open, and what is not there cannot be forced."""
        return False

    def holds(self, state: NutsState, seat: int | None, move: Move) -> bool:
        """Always: nobody holds anything in hand."""
        return True

    def veiled(self, state: NutsState) -> NutsState:
        """What lies on top of the deck after Double Chocolate is known to one seat only."""
        return state._replace(top=SECRET if state.top else "")

    def peek(self, table: Table, stock: tuple[str, ...]) -> list[str]:
        return dealing.peek(table, stock)

    def explanations(self, table: Any, seat: int, difference: int) -> list[Any]:
        """None: points come from trays, which lie open on the page."""
        return []

    def scores(self, state: NutsState) -> list[int]:
        worth = points(state.final_trays, state.party.rulings)
        return [sum(parts.values()) + state.adjusted[seat] for seat, parts in enumerate(worth)]

    def moment(self, state: NutsState) -> int:
        """Rounds played; the one being resolved counts, since its points do."""
        return state.round if state.at else state.round - 1

    def show(self, state: NutsState) -> dict[str, Any]:
        return show(state)

    def view(self, table: Table, args: Mapping[str, str]) -> Any:
        return nuts_view(table.state, table.names, args)

    def count(self, state: NutsState, names: Names, args: Mapping[str, str]) -> TrayCountView:
        return count_view(state, names, args)

    def draft_of(self, state: NutsState, seat: int | None, move: Move) -> NutsDraft | None:
        return draft_of(state, seat, move)

    def explain(self, state: NutsState, seat: int | None, move: Move) -> list[Any]:
        return []

    def drawing(self, state: NutsState, lit: Sequence[tuple[int, int]], likes: Mapping[str, str]) -> Any:
        return None

    def legal_moves(self, state: NutsState) -> Iterator[tuple[int, Move]]:
        """Every bid, or every answer to the question asked."""
        return answers(state)


def show(nuts: NutsState) -> dict[str, Any]:
    """The state as JSON; bids of an open round are only there or not."""
    names = nuts.party.names
    shown = bool(nuts.at)
    choice = nuts.choice
    return {
        "round": nuts.round,
        "row": {str(number): card for number, card in enumerate(nuts.row, 1)},
        "pile": list(nuts.pile),
        "deck": {"count": nuts.deck, "left": dict(nuts.left)},
        "trays": {name: list(tray) for name, tray in zip(names, nuts.final_trays, strict=True)},
        "choice": {"seat": names[choice.seat], "card": choice.card} if choice else None,
        "bids": {name: bid if shown or bid is None else "?" for name, bid in zip(names, nuts.bids, strict=True)},
        "away": [names[seat] for seat in sorted(nuts.party.away)],
        "rulings": dict(nuts.party.rulings),
    }


def brought(move: Any) -> tuple[str, ...]:
    """The cards a line brought off the deck, or counted."""
    match move:
        case Refill(cards):
            return tuple(card for _, card in cards)
        case Draw(cards, keep):
            return (keep,) if keep else tuple(card for card in cards if card)
        case FinalTray(_, cards):
            return cards
    return ()


GAME = GoNuts()

"""Donut Shop as a game of the kernel: its rules, its dealer and its screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.donut_shop import effects, notation, rules, setup
from companion.donut_shop.dealing import ShopDealer
from companion.donut_shop.explanations.search import Explanation, explanations
from companion.donut_shop.legal_moves import legal_moves
from companion.donut_shop.moves import Deal, DrawOrder, DrawTile, FinalMoney, Move, Pack, PaidOut, Place
from companion.donut_shop.parts import Order, Square, Tile
from companion.donut_shop.pay import PayPart, explain_box, explain_placement
from companion.donut_shop.screen.ahead import asked_seat
from companion.donut_shop.screen.counting import MoneyCountView, count_view
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.editing import draft_of
from companion.donut_shop.screen.moments import ShopMomentView, shop_moment
from companion.donut_shop.screen.view import ShopView, shop_view
from companion.donut_shop.screen.viewport import read_viewport
from companion.donut_shop.state import Level, ShopState
from companion.kernel.common import Party
from companion.kernel.game import Game, Json, Paid, Standing, Types, Unit, ranked
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.kernel.viewer import ANY_PHONE, Viewer
from companion.refusals import Illegal, Stale

PARTS = ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust", "start", "counted")


class ShopRules:
    """The contract `companion.kernel.game.Rules` for Donut Shop."""

    decides_amounts = True
    table_decides: Types = ()
    turns_over: Types = ()
    may_be_secret: Types = (Deal, DrawOrder, DrawTile)

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, object]) -> ShopState:
        return setup.setup(headers, party, editions)

    def read(self, seat: int | None, words: list[str], names: Names, state: ShopState) -> Move:
        return notation.read(seat, words, names, state.edition)

    def write(self, move: Move, names: Names) -> str:
        return notation.write(move, names)

    def check(self, state: ShopState, seat: int | None, move: Move) -> None:
        rules.check(state, seat, move)

    def check_entered(self, state: ShopState, seat: int | None, move: Move) -> None:
        """Nothing more than what is required of a line that stands."""

    def check_forced(self, state: ShopState, seat: int | None, move: Move, forced: bool) -> None:
        rules.check_forced(state, seat, move)

    def apply(
        self, state: ShopState, seat: int | None, move: Move, decided: int | None = None
    ) -> tuple[ShopState, Paid]:
        return effects.apply(state, seat, move, decided)

    def set_aside(self, state: ShopState, seat: int | None, move: Move) -> ShopState:
        return effects.set_aside(state, seat, move)

    def legal_moves(self, state: ShopState) -> Iterator[tuple[int, Move]]:
        return legal_moves(state)

    def commutes(self, state: ShopState, earlier: Move, move: Move, doubled: bool) -> bool:
        """Money at level `bank` may cross; the same amount by two phones is one. So may counts of different seats."""
        if isinstance(earlier, FinalMoney) and isinstance(move, FinalMoney):
            return not {seat for seat, _, _ in earlier.counts} & {seat for seat, _, _ in move.counts}
        return isinstance(earlier, PaidOut) and isinstance(move, PaidOut) and not (doubled and earlier == move)

    def happens_once(self, move: Move) -> bool:
        """Never: the same tile, box or amount comes more than once."""
        return False

    def crossed(self, earlier: Move, move: Move, seq: int) -> Stale | None:
        return None

    def redact(self, move: Move, seat: int | None, seats: frozenset[int] | None, turned_over: bool) -> Move:
        """Leave what was drawn or dealt unseen to its seat; what lies face up is everybody's."""
        if seats is None or seat in seats:
            return move
        match move:
            case Deal():
                return Deal(None, None)
            case DrawOrder():
                return replace(move, tile=None)
            case DrawTile():
                return replace(move, order=None)
        return move

    def is_hidden(self, move: Move) -> bool:
        """Never: nothing is turned over here."""
        return False

    def redact_start(self, start: ShopState, seats: frozenset[int] | None) -> ShopState:
        """Leave the orders of a hand unseen to its seat, but for their number, which everybody can count."""
        if seats is None or not any(hand.orders for seat, hand in enumerate(start.hands) if seat not in seats):
            return start
        return start._replace(
            hands=tuple(
                hand if seat in seats else replace(hand, orders=(), unknown=hand.count)
                for seat, hand in enumerate(start.hands)
            )
        )

    def refused(self, refusal: Illegal, earlier: Sequence[tuple[int, Move]]) -> Illegal:
        return refusal

    def standings(self, state: ShopState) -> list[Standing]:
        rows = []
        for seat, name in enumerate(state.party.names):
            parts: dict[str, int] = dict(state.money[seat])
            orders = state.hands[seat].count
            if seat in state.counts:
                counted, orders = state.counts[seat]
                parts = {"counted": counted, "adjust": parts.get("adjust", 0)}
            if state.level == Level.BANK and seat not in state.counts:
                orders = None
            orders = state.left.get(seat, orders)
            shown = {part: parts[part] for part in PARTS if parts.get(part)}
            rows.append((name, state.cents(seat), orders, shown))
        return ranked(rows, state.over)

    def scores(self, state: ShopState) -> list[int]:
        return [state.cents(seat) for seat in range(len(state.party.names))]

    def moment(self, state: ShopState) -> int:
        return state.laid

    def show(self, state: ShopState) -> Json:
        return show(state)


class ShopScreen:
    """The contract `companion.kernel.game.Screen` for Donut Shop."""

    def view(self, table: Table[ShopState, Move], args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> ShopView:
        return shop_view(table, args, viewer)

    def asked(self, state: ShopState, viewer: Viewer = ANY_PHONE) -> frozenset[int]:
        seat = asked_seat(state, viewer)
        return frozenset() if seat is None else frozenset({seat})

    def count(
        self, state: ShopState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE
    ) -> MoneyCountView:
        return count_view(state, names, args, viewer)

    def draft_of(self, state: ShopState, seat: int | None, move: Move) -> ShopDraft | None:
        return draft_of(state, seat, move)

    def explain(self, state: ShopState, seat: int | None, move: Move) -> list[PayPart]:
        """Return the parts of what a move pays and why; `state` is the one before it."""
        if isinstance(move, Place):
            return explain_placement(state.case, move.tile, move.at, move.kind, state.party.rulings)
        if isinstance(move, Pack):
            return explain_box(state.case, move, state.party.rulings)
        return []

    def drawing(self, state: ShopState, lit: Sequence[Square], likes: Mapping[str, str]) -> CaseView:
        """The case of a state with squares lit."""
        return case_view(state, ShopDraft(do="why"), lit, read_viewport(likes))

    def moment(self, table: Table[ShopState, Move], place: int, likes: Mapping[str, str]) -> ShopMomentView:
        return shop_moment(table, place, read_viewport(likes))

    def explanations(self, table: Table[ShopState, Move], seat: int, difference: int) -> list[Explanation]:
        return explanations(table, seat, difference)


def _or_unknown(things: tuple[Tile | None, ...] | tuple[Order | None, ...]) -> list[str]:
    return [notation.write_or_unknown(thing) for thing in things]


def show(state: ShopState) -> Json:
    """The state as JSON. What nobody knows is null; at a level that does not follow something, it is null too."""
    names = state.party.names
    over, bank, everything = state.over, state.level == Level.BANK, state.level == Level.EVERYTHING
    hands = {
        name: None
        if bank
        else {
            "tile": str(hand.tile) if hand.tile else None,
            "orders": [str(order) for order in hand.orders],
            "unknown": hand.unknown,
        }
        for name, hand in zip(names, state.hands, strict=True)
    }
    face_up = {"tiles": _or_unknown(state.face_up.tiles), "orders": _or_unknown(state.face_up.orders)}
    return {
        "level": str(state.level),
        "case": None if bank else state.case.rows(),
        "origin": None if bank else list(state.case.origin()),
        "turn": None if over else names[state.turn],
        "step": None if over or bank else str(state.step),
        "placements": state.laid,
        "boxes": {size: None if bank else state.boxes.get(size) for size in ("2x2", "2x3", "2x4", "3x3", "3x4")},
        "own": {name: None if bank else seat in state.own for seat, name in enumerate(names)},
        "hands": hands,
        "open": face_up if everything else None,
        "stacks": {"tiles": state.stacks, "orders": state.stacks},
        "away": [names[seat] for seat in sorted(state.party.away)],
        "rulings": dict(state.party.rulings),
    }


GAME: Game[ShopState, Move] = Game(
    id="donut-shop",
    name="Donut Shop",
    unit=Unit.MONEY,
    seats=range(2, 5),
    rulings=notation.RULINGS,
    headers=setup.HEADERS,
    seat_headers=setup.SEAT_HEADERS,
    rules=ShopRules(),
    dealer=ShopDealer(),
    screen=ShopScreen(),
)

"""Donut Shop as a game of the kernel: who answers which question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.donut_shop import dealing, effects, notation, rules, setup
from companion.donut_shop.explanations.search import Explanation, explanations
from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    Move,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.parts import BOXES, Order, Square, Tile, Wild
from companion.donut_shop.pay import PayPart, explain_box, explain_placement
from companion.donut_shop.screen.counting import MoneyCountView, count_view
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.editing import draft_of
from companion.donut_shop.screen.view import ShopView, shop_view
from companion.donut_shop.screen.viewport import read_viewport
from companion.donut_shop.state import Level, ShopState, Step
from companion.kernel.common import Party, Ruling
from companion.kernel.game import Paid, Standing, ranked
from companion.kernel.table import Table
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.refusals import Illegal

PARTS = ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust", "start", "counted")


class DonutShop:
    """The contract `companion.kernel.game.Game`, answered for Donut Shop."""

    id = "donut-shop"
    name = "Donut Shop"
    seats = range(2, 5)
    rulings: tuple[Ruling, ...] = notation.RULINGS
    headers = setup.HEADERS
    seat_headers = setup.SEAT_HEADERS
    decides_amounts = True
    table_decides: tuple[type, ...] = ()
    dealer_moves: tuple[type, ...] = (RevealFaceUp, Deal)
    deals_by_what_stands: bool = False
    dealer_draws: tuple[type, ...] = (DrawOrder, DrawTile, DrawUnknown)
    from_hand: tuple[type, ...] = (Place, Pack)
    turns_over: tuple[type, ...] = ()

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, Any]) -> ShopState:
        return setup.setup(headers, party, editions)

    def read(self, seat: int | None, said: list[str], names: Names, state: ShopState) -> Move:
        return notation.read(seat, said, names, state.edition)

    def write(self, move: Move, names: Names) -> str:
        return notation.write(move, names)

    def check(self, state: ShopState, seat: int | None, move: Move) -> None:
        rules.check(state, seat, move)

    def check_entered(self, state: ShopState, seat: int | None, move: Move) -> None:
        """Nothing more than what is asked of a line that stands."""

    def check_phone(self, state: ShopState, move: Move, now: ShopState) -> None:
        """Nothing is said secretly here."""

    def check_forced(self, state: ShopState, seat: int | None, move: Move, forced: bool) -> None:
        rules.check_forced(state, seat, move)

    def apply(
        self, state: ShopState, seat: int | None, move: Move, decided: int | None = None
    ) -> tuple[ShopState, Paid]:
        return effects.apply(state, seat, move, decided)

    def set_aside(self, state: ShopState, seat: int | None, move: Move) -> ShopState:
        return effects.set_aside(state, seat, move)

    def commutes(self, state: ShopState, earlier: Move, move: Move, doubled: bool) -> bool:
        """Money told at level `bank` may cross: the order of coins does not matter. The same by two phones is one."""
        return isinstance(earlier, PaidOut) and isinstance(move, PaidOut) and not (doubled and earlier == move)

    def redact(self, state: ShopState, move: Move, seat: int | None, seats: frozenset[int] | None) -> Move:
        """What was drawn or dealt unseen stays with its seat; what lies face up is everybody's."""
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

    def refused(self, refusal: Illegal, told: Sequence[tuple[int, Any]]) -> Illegal:
        return refusal

    def is_over(self, state: ShopState) -> bool:
        return state.over

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

    def stock(self, start: ShopState, shuffle: dealing.Shuffle) -> dealing.Stock:
        return dealing.stock(start.edition, shuffle)

    def dealt_header(self, stock: dealing.Stock) -> list[str]:
        return [f"start {'/'.join(stock.cross)}"]

    def deal_on(self, table: Table, stock: dealing.Stock) -> list[str]:
        return dealing.deal_on(table, stock)

    def drawn(self, table: Table, stock: dealing.Stock, asked: str) -> str:
        return dealing.drawn(table, stock, asked)

    def asked(self, move: Move) -> str:
        return dealing.asked(move)

    def undealt(self, state: ShopState, seat: int | None, move: Move) -> bool:
        return dealing.undealt(state, seat, move)

    def holds(self, state: ShopState, seat: int | None, move: Move) -> bool:
        return dealing.holds(state, seat, move)

    def veiled(self, state: ShopState) -> ShopState:
        return dealing.veiled(state)

    def peek(self, table: Table, stock: dealing.Stock) -> list[str]:
        return []

    def explanations(self, table: Table, seat: int, difference: int) -> list[Explanation]:
        return explanations(table, seat, difference)

    def scores(self, state: ShopState) -> list[int]:
        return [state.cents(seat) for seat in range(len(state.party.names))]

    def moment(self, state: ShopState) -> int:
        return state.laid

    def show(self, state: ShopState) -> dict[str, Any]:
        return show(state)

    def view(self, table: Table, args: Mapping[str, str]) -> ShopView:
        return shop_view(table, args)

    def count(self, state: ShopState, names: Names, args: Mapping[str, str]) -> MoneyCountView:
        return count_view(state, names, args)

    def draft_of(self, state: ShopState, seat: int | None, move: Move) -> ShopDraft | None:
        return draft_of(state, seat, move)

    def explain(self, state: ShopState, seat: int | None, move: Move) -> list[PayPart]:
        """Why a move pays what it pays; `state` is the one before it."""
        if isinstance(move, Place):
            return explain_placement(state.case, move.tile, move.at, move.kind, state.party.rulings)
        if isinstance(move, Pack):
            return explain_box(state.case, move, state.party.rulings)
        return []

    def drawing(self, state: ShopState, lit: Sequence[Square], likes: Mapping[str, str]) -> CaseView:
        """The case of a state with squares lit."""
        return case_view(state, ShopDraft(do="why"), lit, read_viewport(likes))

    def legal_moves(self, state: ShopState) -> Iterator[tuple[int, Move]]:
        """All the seat in turn may do; draws as `draw ?`. Complete where its tile and orders are told."""
        seat = state.turn
        if state.over or seat in state.party.away:
            return
        moves = [_packs(state, seat), _endings(state)] if state.step != Step.PLACE else [_placements(state, seat)]
        for move in (move for kind in moves for move in kind):
            try:
                rules.check(state, seat, move)
            except Illegal:
                continue
            yield seat, move


def _placements(shop: ShopState, seat: int) -> Iterator[Move]:
    tile = shop.hands[seat].tile
    if tile is None:
        return
    for at in shop.case.spots():
        for turned in tile.orientations():
            for kind in turned.kinds(shop.edition):
                yield Place(turned, at, kind)


def _endings(shop: ShopState) -> Iterator[Move]:
    yield DrawUnknown()
    yield EndTurn()


def _packs(shop: ShopState, seat: int) -> Iterator[Move]:
    """Boxes with every way the known orders can be given; exponential in the hand, so ask for few."""
    if shop.step != Step.BOX:
        return
    hand = sorted(shop.hands[seat].orders, key=str)
    gifts = list(dict.fromkeys(_gifts(tuple(hand), shop.edition.types)))
    for box in BOXES.values():
        for at in shop.case.squares():
            if all(square in shop.case.open for square in box.squares(at)):
                for orders, wilds in gifts:
                    yield Pack(box, at, orders, wilds)
                    if box.size == "2x2" and seat in shop.own:
                        yield Pack(box, at, orders, wilds, own=True)


def _gifts(hand: tuple[Order, ...], types: tuple[str, ...]) -> Iterator[tuple[tuple[Order, ...], tuple[Wild, ...]]]:
    """Every way to discard some of a hand: plain orders, and pairs of one type as wilds for another."""
    for count in range(len(hand) + 1):
        for orders in combinations(hand, count):
            rest = list(hand)
            for order in orders:
                rest.remove(order)
            for wilds in _wilds(tuple(rest), types):
                if orders or wilds:
                    yield orders, wilds


def _wilds(cards: tuple[Order, ...], types: tuple[str, ...]) -> Iterator[tuple[Wild, ...]]:
    """No wild, or one pair of these cards and then any of the rest."""
    yield ()
    for i, j in combinations(range(len(cards)), 2):
        if cards[i].kind != cards[j].kind:
            continue
        rest = (*cards[i + 1 : j], *cards[j + 1 :])
        for kind in types:
            if kind != cards[i].kind:
                for more in _wilds(rest, types):
                    yield (Wild(cards[i], cards[j], kind), *more)


def _or_untold(things: tuple[Tile | None, ...] | tuple[Order | None, ...]) -> list[str]:
    return [notation.write_or_unknown(thing) for thing in things]


def show(shop: ShopState) -> dict[str, Any]:
    """The state as JSON. What nobody knows is null; at a level that does not follow something, it is null too."""
    names = shop.party.names
    over, bank, everything = shop.over, shop.level == Level.BANK, shop.level == Level.EVERYTHING
    hands = {
        name: None
        if bank
        else {
            "tile": str(hand.tile) if hand.tile else None,
            "orders": [str(order) for order in hand.orders],
            "unknown": hand.unknown,
        }
        for name, hand in zip(names, shop.hands, strict=True)
    }
    face_up = {"tiles": _or_untold(shop.face_up.tiles), "orders": _or_untold(shop.face_up.orders)}
    return {
        "level": str(shop.level),
        "case": None if bank else shop.case.rows(),
        "origin": None if bank else list(shop.case.origin()),
        "turn": None if over else names[shop.turn],
        "step": None if over or bank else str(shop.step),
        "placements": shop.laid,
        "boxes": {size: None if bank else shop.boxes.get(size) for size in ("2x2", "2x3", "2x4", "3x3", "3x4")},
        "own": {name: None if bank else seat in shop.own for seat, name in enumerate(names)},
        "hands": hands,
        "open": face_up if everything else None,
        "stacks": {"tiles": shop.stacks, "orders": shop.stacks},
        "away": [names[seat] for seat in sorted(shop.party.away)],
        "rulings": dict(shop.party.rulings),
    }


GAME = DonutShop()

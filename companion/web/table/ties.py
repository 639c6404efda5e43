"""A tie that only the orders left in hand settle: they are entered by taps, and kept in the result's address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.donut_shop.moves import OrdersLeft
from companion.donut_shop.notation import write_line
from companion.donut_shop.state import Level, ShopState
from companion.tables.snapshot import Snapshot
from companion.web import services

MOST_KEYS = 10  # numbers with a key of their own: 0 to 9; more are reached by steps
MOST_ORDERS = 99


@dataclass(frozen=True, slots=True)
class TiedSeat:
    """One of the seats that share the most money: the orders entered (None: none yet), and the address of each key."""

    name: str
    orders: int | None
    keys: Sequence[tuple[int, Mapping[str, str]]]
    fewer: Mapping[str, str] | None
    more: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Tie:
    """`text`: the line that settles it, empty until every seat's orders are entered."""

    seats: Sequence[TiedSeat]
    text: str


def tie_of(snapshot: Snapshot, args: Mapping[str, str]) -> Tie | None:
    """Return the tie to settle; None where nobody ties, the game is not over, or the app follows the hands itself."""
    shop = snapshot.table.state
    if not isinstance(shop, ShopState) or not snapshot.table.over or shop.level == Level.EVERYTHING:
        return None
    cents = snapshot.table.game.rules.scores(shop)
    tied = [seat for seat, amount in enumerate(cents) if amount == max(cents)]
    if len(tied) < 2:
        return None
    entered = {seat: _orders(args.get(f"orders{seat}", ""), shop.left.get(seat)) for seat in tied}
    seats = [_seat(seat, shop.party.names[seat], entered) for seat in tied]
    counts = tuple((seat, orders) for seat, orders in entered.items() if orders is not None)
    whole = len(counts) == len(tied)
    return Tie(seats, write_line(None, OrdersLeft(counts), snapshot.table.names) if whole else "")


def _orders(text: str, known: int | None) -> int | None:
    number = services.number(text)
    return known if number is None else min(number, MOST_ORDERS)


def _seat(seat: int, name: str, entered: Mapping[int, int | None]) -> TiedSeat:
    now = entered[seat]
    keys = [(number, _query(entered, seat, number)) for number in range(MOST_KEYS)]
    fewer = _query(entered, seat, now - 1) if now else None
    more = _query(entered, seat, now + 1) if now is not None and now < MOST_ORDERS else None
    return TiedSeat(name, now, keys, fewer, more)


def _query(entered: Mapping[int, int | None], seat: int, orders: int) -> dict[str, str]:
    """The address's words after one more tap."""
    return {f"orders{one}": str(number) for one, number in {**entered, seat: orders}.items() if number is not None}

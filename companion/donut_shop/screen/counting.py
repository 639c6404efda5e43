"""Counting the money at the end of a game that was not followed. The page's address holds the counts entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.donut_shop.moves import FinalMoney
from companion.donut_shop.notation import write_line
from companion.donut_shop.parts import TOKENS
from companion.donut_shop.state import ShopState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer


@dataclass(frozen=True, slots=True)
class SeatCount:
    """The count of one seat: its cents (None if missing), the texts typed, and whether its orders are needed."""

    seat: int
    name: str
    cents: int | None
    typed: str
    tokens: Mapping[int, str]
    orders: str
    needs_orders: bool


@dataclass(frozen=True, slots=True)
class MoneyCountView:
    """The counts of all seats, and the `final` line once complete. Orders are needed only of the richest in a tie.

    A phone with one seat counts that seat alone. `counted`: seats counted already, with their cents; `missing`: the
    names of those this page does not count. `own`: it is the count of one phone's own seat.
    """

    seats: Sequence[SeatCount]
    text: str
    counted: Sequence[tuple[str, int]] = ()
    missing: Sequence[str] = ()
    own: bool = False


def count_view(state: ShopState, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> MoneyCountView:
    """Return the counts in the query arguments `args`: of the seats that have none yet and no other phone."""
    waiting = [seat for seat in range(len(names.now)) if seat not in state.counts]
    mine = [seat for seat in waiting if seat not in viewer.others]
    if viewer.only is not None:
        mine = [seat for seat in waiting if seat == viewer.only]
    if args.get("all") == "1":
        mine = waiting
    view = _count_of(mine, names, args)
    return replace(
        view,
        counted=[(names.now[seat], cents) for seat, (cents, _) in sorted(state.counts.items())],
        missing=[names.now[seat] for seat in waiting if seat not in mine],
        own=mine == [viewer.only],
    )


def _count_of(counting: Sequence[int], names: Names, args: Mapping[str, str]) -> MoneyCountView:
    """Return the counts of these seats."""
    cents = {seat: _cents(args, seat) for seat in counting}
    most = max((amount for amount in cents.values() if amount is not None), default=0)
    whole = len(counting) == len(names.now) and None not in cents.values()
    tied = [seat for seat, amount in cents.items() if amount == most] if whole else []
    breaking_tie = tied if len(tied) > 1 else []
    seats = [
        SeatCount(
            seat,
            names.now[seat],
            cents[seat],
            args.get(f"cents{seat}", "")[:6],
            {token: args.get(f"t{token}-{seat}", "")[:3] for token in TOKENS},
            args.get(f"orders{seat}", "")[:2],
            seat in breaking_tie,
        )
        for seat in counting
    ]
    return MoneyCountView(seats, _line(seats, names))


def _line(seats: Sequence[SeatCount], names: Names) -> str:
    """Return the `final` line, empty while a count is missing."""
    counts = []
    for seat in seats:
        orders = _number(seat.orders)
        if seat.cents is None or (seat.needs_orders and orders is None):
            return ""
        counts.append((seat.seat, seat.cents, orders if seat.needs_orders else None))
    if not counts:
        return ""
    return write_line(None, FinalMoney(tuple(counts)), names)


def _cents(args: Mapping[str, str], seat: int) -> int | None:
    """Return the cents typed, or the sum of the tokens; None where neither was entered."""
    typed = _number(args.get(f"cents{seat}", ""))
    tokens = {token: _number(args.get(f"t{token}-{seat}", "")) for token in TOKENS}
    if typed is not None or all(count is None for count in tokens.values()):
        return typed
    return sum(token * (count or 0) for token, count in tokens.items())


def _number(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None

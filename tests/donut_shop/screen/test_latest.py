"""The latest events stay visible until the next tap: ring, light, amount; and seats have marks."""

from __future__ import annotations

from companion.donut_shop.screen.view import ShopView, shop_view
from companion.kernel.common import Party
from companion.kernel.table import Table
from tests.browser.pages import until
from tests.transcripts import played

TOLD = until("told-shop-case-0", "Bo: place VcVM @4,8 C")


def view(table: Table, **draft: str) -> ShopView:
    return shop_view(table, draft)


def test_a_tile_just_paid_is_ringed_and_lit_and_its_seat_gains() -> None:
    shown = view(played(TOLD))
    assert shown.case is not None and shown.case.is_fresh
    assert (shown.case.last, shown.case.last_mark) == ((4, 8), 2)
    assert len(shown.case.lit) == 7 and [seat.gain for seat in shown.seats] == [0, 35]


def test_the_next_tap_takes_light_and_amount_away_and_leaves_the_ring() -> None:
    shown = view(played(TOLD), tile="B")
    assert shown.case is not None and not shown.case.is_fresh and not shown.case.lit
    assert shown.case.last == (4, 8) and [seat.gain for seat in shown.seats] == [0, 0]


def test_looking_nearer_is_no_tap_on_the_step() -> None:
    assert view(played(TOLD), part="4,8").case.is_fresh  # type: ignore[union-attr]


def test_a_turn_that_ended_is_not_paid() -> None:
    shown = view(played(TOLD + "Bo: end\n"))
    assert shown.case is not None and not shown.case.is_fresh and shown.case.last == (4, 8)


def test_a_box_has_the_mark_of_its_seat_and_what_it_was_paid() -> None:
    table = played(until("told-shop-case-0", "Ana: box 2x2 @-2,-2 with V+ C*"))
    shown = view(table)
    assert shown.case is not None and shown.case.is_fresh and not shown.case.lit
    latest = shown.case.boxes[-1]
    assert (latest.x, latest.y, latest.width, latest.mark) == (-2, -2, 2, 1)
    assert shown.seats[0].gain == latest.cents == sum(table.applied[-1].paid.values())


def test_seats_have_marks_from_one_to_six_by_their_order() -> None:
    party = Party(("Ana", "Bo", "Cy", "Di", "Ed", "Fay"), {})
    assert [party.mark(seat) for seat in range(6)] == [1, 2, 3, 4, 5, 6]

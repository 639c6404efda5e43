"""The page of a phone with one seat: everybody bids at once, and each is asked on the own phone."""

from __future__ import annotations

import pytest

from companion.go_nuts.screen.counting import count_view
from companion.go_nuts.screen.view import NutsView, nuts_view
from companion.kernel.table import Table
from companion.kernel.viewer import Viewer
from tests.transcripts import played

ROW = """\
game go-nuts
seats Ana Bo Cy
table: refill 1=plain 2=glazed 3=red-velvet 4=powdered
"""
TWIST = """\
game go-nuts
seats Ana Bo Cy Di
tray Ana plain
tray Bo glazed glazed
tray Cy powdered
tray Di plain
table: refill 1=cinnamon-twist 2=glazed 3=plain 4=powdered 5=jelly-filled
table: reveal Ana=1 Bo=2 Cy=2 Di=2
"""
ANA, BO = Viewer(frozenset({0}), frozenset({1})), Viewer(frozenset({1}), frozenset({0}))
SHARED = Viewer(others=frozenset({0, 1}))


def page(table: Table, viewer: Viewer, **draft: str) -> NutsView:
    return nuts_view(table.state, table.names, draft, viewer)


def test_the_row_is_the_pad_of_the_phones_seat() -> None:
    view = page(played(ROW), BO)
    assert view.panel == "own_bid" and view.own and view.own.asked
    assert [number.text for number in view.ask.numbers] == [f"Bo: select {number} in 1" for number in (1, 2, 3, 4)]


def test_a_number_kept_can_be_changed_until_the_cards_are_turned_over() -> None:
    view = page(played(ROW + "Bo: select 2 in 1\n"), BO)
    assert [number.number for number in view.ask.numbers if number.picked] == [2]
    assert view.own and view.own.bid == 2 and not view.own.asked
    assert view.ask.waits == ["Ana", "Cy"] and not view.ask.text
    assert view.own.doing == ["Ana", "Cy"]


def test_once_all_have_bid_every_phone_turns_the_cards_over() -> None:
    table = played(ROW + "Bo: select 2 in 1\nAna: select 1 in 1\nCy: select 1 in 1\n")
    assert {page(table, viewer).ask.text for viewer in (ANA, BO, SHARED, Viewer())} == {"table: reveal"}


def test_a_shared_phone_asks_only_the_seats_without_a_phone() -> None:
    view = page(played(ROW), SHARED)
    assert view.panel == "bid" and view.ask.actor == "Cy" and view.ask.waits == ["Ana", "Bo"]
    view = page(played(ROW), SHARED, bids="0.0.3")
    assert view.ask.actor == "" and not view.ask.numbers and not view.ask.text
    view = page(played(ROW + "Bo: select 2 in 1\nAna: select 1 in 1\n"), SHARED, bids="0.0.3")
    assert view.ask.text == "table: reveal Cy=3"


def test_what_a_card_asks_is_asked_on_the_phone_of_its_seat() -> None:
    table = played(ROW + "table: reveal Ana=3 Bo=1 Cy=1\n")
    assert table.state.choice and table.state.choice.card == "red-velvet"
    assert page(table, ANA).panel == "choice"
    for viewer in (BO, SHARED):
        view = page(table, viewer)
        assert (view.panel, view.ask.waits, view.ask.card) == ("wait", ["Ana"], "red-velvet")
        assert page(table, viewer, show="table").panel == "choice", "anybody may enter it"
    assert page(table, Viewer(others=frozenset({1}))).panel == "choice", "Ana has no phone"


def test_each_answers_a_cinnamon_twist_on_the_own_phone() -> None:
    view = page(played(TWIST), BO)
    assert [owner.name for owner in view.ask.owners] == ["Bo"]
    assert page(played(TWIST), BO, **{"pass": ".glazed."}).ask.text == "Bo: pass glazed"
    assert page(played(TWIST + "Bo: pass glazed\n"), BO).panel == "wait"


def test_a_shared_phone_passes_for_the_seats_nobody_claimed() -> None:
    view = page(played(TWIST), SHARED)
    assert [owner.name for owner in view.ask.owners] == ["Cy", "Di"] and view.ask.waits == ["Ana", "Bo"]
    both = {"pass": "..powdered.plain"}
    assert page(played(TWIST), SHARED, **both).ask.text == "table: pass Cy=powdered Di=plain"
    assert page(played(TWIST + "Di: pass plain\n"), SHARED, **both).ask.text == "Cy: pass powdered"
    every = {"pass": "plain.glazed.powdered.plain"}
    assert page(played(TWIST), Viewer(), **every).ask.text == "table: pass Ana=plain Bo=glazed Cy=powdered Di=plain"


@pytest.mark.parametrize("lines", ["", "Bo: select 2 in 1\n", "table: reveal Ana=3 Bo=1 Cy=1\n"])
@pytest.mark.parametrize("held", [frozenset(), frozenset({0, 1})])
def test_where_no_other_phone_has_a_seat_a_shared_phone_is_drawn_as_ever(lines: str, held: frozenset[int]) -> None:
    table = played(ROW + lines)
    assert page(table, Viewer(held)) == nuts_view(table.state, table.names, {})


def test_trays_are_counted_by_each_on_the_own_phone() -> None:
    table = played("game go-nuts\nseats Ana Bo Cy\n")
    assert count_view(table.state, table.names, {}, BO).seat == "Bo"
    assert count_view(table.state, table.names, {}, SHARED).seat == "Cy"
    counted = played("game go-nuts\nseats Ana Bo Cy\ntable: final Bo plain\n")
    view = count_view(counted.state, counted.names, {}, BO)
    assert (view.seat, view.missing) == ("", ["Ana", "Cy"])
    assert count_view(counted.state, counted.names, {"all": "1"}, BO).seat == "Ana"

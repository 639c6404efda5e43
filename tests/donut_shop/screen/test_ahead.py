"""The next tile and box of a phone's own seat, entered while others play."""

from __future__ import annotations

import pytest

from companion.donut_shop.screen.ahead import asked_seat, state_ahead
from companion.donut_shop.screen.view import ShopView, shop_view
from companion.kernel.table import Table
from companion.kernel.viewer import Viewer
from tests.transcripts import played

CASE = """\
game donut-shop
seats Ana Bo Cy
start ..VV../..VV../VOOBMC/NVNBMm/..nB../..cC..
follow case
"""
EVERYTHING = """\
game donut-shop
seats Ana Bo Cy
start ..OO../..mC../BnBCBB/mMCncN/..VB../..MM..
table: reveal tiles MCbV CnCC orders B M+
Ana: deal tile mBOc order V*+
Bo: deal tile NBmN order B+
Cy: deal tile NVvN order B
"""
BO = Viewer(frozenset({1}), frozenset({0, 2}))
LAID = "Ana: place VCVv @0,0 V\n"


def page(table: Table, viewer: Viewer = BO, **draft: str) -> ShopView:
    return shop_view(table, {word.replace("_", "-"): value for word, value in draft.items()}, viewer)


def test_while_ana_plays_bo_types_a_tile_of_his_own() -> None:
    view = page(played(CASE))
    assert (view.panel, view.actor) == ("place", "Bo")
    assert view.own and view.own.ahead and not view.own.asked
    assert (view.own.doing, view.own.does, view.own.before) == ("Ana", "place", ["Ana"])
    typed = view.draft.with_letter("B").with_letter("n").with_letter("O").with_letter("V")
    assert typed.query() == {"my-tile": "BnOV"}
    view = page(played(CASE), my_tile="BnOV")
    assert view.tile and view.tile.donuts == "BnOV" and view.case and view.case.spots


def test_the_draft_ahead_survives_lines_of_others_and_is_taken_up_in_its_turn() -> None:
    draft = {"my_tile": "BnOV", "my_turn": "1"}
    for lines in ("", LAID):
        view = page(played(CASE + lines), **draft)
        assert view.draft.query() == {"my-tile": "BnOV", "my-turn": "1"}
    view = page(played(CASE + LAID + "Ana: end\n"), **draft)
    assert view.own and view.own.asked
    assert view.draft.query() == {"tile": "BnOV", "turn": "1"}, "as if it were typed now"


def test_a_tile_that_was_taken_up_waits_again_after_a_line_is_taken_back() -> None:
    view = page(played(CASE + LAID), tile="BnOV", turn="1", lost="spot")
    assert view.own and view.own.ahead
    assert view.draft.query() == {"my-tile": "BnOV", "my-turn": "1", "my-lost": "spot"}


def test_a_tile_half_entered_for_another_seat_stays_theirs() -> None:
    drafts = page(played(CASE), show="table", tile="Bn").draft.showing("my-").query()
    assert drafts == {"tile": "Bn", "show": "tile"}
    view = page(played(CASE), **drafts)
    assert view.draft.query() == drafts and not view.draft.tile
    assert view.own and view.own.to_table and view.own.to_table.tile == "Bn"


def test_a_spot_chosen_ahead_leaves_only_the_dock() -> None:
    view = page(played(CASE + LAID + "Ana: end\n"), my_tile="BnOV", my_at="6,2")
    assert view.panel == "pay" and view.pay and view.pay.text.startswith("Bo: place BnOV @6,2 ")


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("Ana: place VCVv @0,0 V\n", "spot"),
        ("Ana: place VCVv @6,2 V\n", ""),
    ],
)
def test_a_spot_taken_by_others_is_dropped_with_a_word_and_nothing_else(line: str, lost: str) -> None:
    view = page(played(CASE + line), my_tile="BnOV", my_turn="1", my_at="0,0")
    assert view.own and view.own.lost == lost
    words = view.draft.query()
    assert (words["my-tile"], words["my-turn"]) == ("BnOV", "1")
    assert ("my-at" in words) is not lost
    if lost:
        assert page(played(CASE + line), **{k.replace("-", "_"): v for k, v in words.items()}).own == view.own
        assert view.draft.replace(turn=2).query() == {"my-tile": "BnOV", "my-turn": "2"}, "told until the next tap"


def test_a_box_entered_ahead_comes_after_the_tile() -> None:
    draft = {"my_tile": "BBBB", "my_at": "6,2", "my_box_box": "2x2", "my_box_at": "6,2", "my_box_with": "B"}
    ahead = page(played(CASE), **draft, show="box")
    assert ahead.panel == "box" and ahead.pack, "it may lie over the tile that is laid before it"
    before = page(played(CASE + LAID + "Ana: end\n"), **draft)
    kept = before.draft.kept.query()
    assert before.panel == "pay" and kept == {
        "my-box-box": "2x2",
        "my-box-at": "6,2",
        "my-box-with": "B",
    }
    laid = played(CASE + LAID + "Ana: end\n" + f"{before.pay.text}\n" if before.pay else "")
    view = shop_view(laid, kept, BO)
    assert view.panel == "box" and view.pack
    assert view.pack.text == "Bo: box 2x2 @6,2 with B"
    assert view.draft.kept.query() == {}


def test_a_place_that_is_boxed_meanwhile_is_dropped_and_the_orders_stay() -> None:
    draft = {"my_box_box": "2x2", "my_box_at": "2,0", "my_box_with": "V* V"}
    boxed = LAID + "Ana: box 2x2 @2,0 with V\n"
    view = page(played(CASE + boxed), **draft, show="box")
    assert view.own and view.own.lost == "place"
    box = view.draft.beside["my-box-"]
    assert box.at is None and len(box.cards) == 2


def test_no_box_leads_back_to_the_tile() -> None:
    view = page(played(CASE), my_tile="BnOV", my_box_box="2x2", show="box")
    assert view.draft.kept.query() == {"my-tile": "BnOV"}
    assert view.draft.choosing_size.query() == {"my-tile": "BnOV", "show": "box"}


def test_one_tap_enters_for_who_is_asked_and_one_leads_back() -> None:
    table = played(CASE)
    view = page(table, my_tile="BnOV")
    assert view.own and view.own.to_table
    query = view.own.to_table.query()
    others = shop_view(table, query, BO)
    assert (others.actor, others.draft.letters) == ("Ana", "")
    typed = others.draft.with_letter("V").query()
    assert typed == {"tile": "V", "my-tile": "BnOV", "show": "table"}
    back = shop_view(table, typed, BO)
    assert back.own and back.own.to_tile
    assert shop_view(table, back.own.to_tile.query(), BO).draft.letters == "BnOV"
    after = shop_view(played(CASE + LAID), others.draft.kept.query(), BO)
    assert after.panel == "turn" and after.may_box and after.end_line == "Ana: end"


def test_a_phone_waits_for_the_box_of_a_seat_with_a_phone_only() -> None:
    laid, boxed = played(CASE + LAID).state, played(CASE + LAID + "Ana: box 2x2 @2,0 with V\n").state
    assert asked_seat(laid, BO) == 0
    assert asked_seat(laid, Viewer(frozenset({1}), frozenset({2}))) == 1, "nobody ends Ana's turn elsewhere"
    assert asked_seat(boxed, BO) == 1


def test_a_hand_that_is_known_is_shown_and_its_tile_is_chosen_already() -> None:
    view = page(played(EVERYTHING))
    assert view.own and view.own.orders == ["B+"] and view.own.tile and view.own.tile.donuts == "NBmN"
    assert view.held and view.tile and view.case and view.case.spots
    turned = view.draft.replace(turn=1)
    assert turned.query() == {"my-turn": "1"}
    line = "Ana: place mBOc @2,-2 M\nAna: draw order B reveal M tile McOM\n"
    view = page(played(EVERYTHING + line), my_turn="1", my_at="0,0")
    assert view.panel == "pay" and view.pay and view.pay.text.startswith("Bo: place mNNB @0,0 ")


def test_after_its_last_turn_a_seat_types_nothing_more() -> None:
    table = played(CASE + LAID)
    state = table.state._replace(owed=(1, 0, 1))
    assert state_ahead(state, 1) is None and state_ahead(state, 2) is not None


@pytest.mark.parametrize("viewer", [Viewer(), Viewer(frozenset({0, 1})), Viewer(others=frozenset({0}))])
def test_a_shared_phone_is_drawn_as_ever(viewer: Viewer) -> None:
    for lines in ("", LAID):
        table = played(CASE + lines)
        for draft in ({}, {"tile": "BnOV"}, {"my-tile": "BnOV"}):
            assert shop_view(table, draft, viewer) == shop_view(table, draft)

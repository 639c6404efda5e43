"""A box forgotten in an earlier turn is entered later in its place; a table that ran ahead is caught up."""

from __future__ import annotations

import pytest

from companion.donut_shop.explanations.earlier_turns import earlier_turn, earlier_turns
from companion.donut_shop.parts import BOXES, Order
from companion.donut_shop.screen.draft import ShopDraft, read_draft
from companion.donut_shop.screen.view import ShopView, shop_view
from tests.transcripts import line, marks, played

HEAD = "game donut-shop\nseats Ana Bo\nfollow case\nstart BBVv/BBMM\nlaid 2\n"
GAME = HEAD + "Ana: place BVVM @4,0 B\nBo: place MMMM @4,2 M\nBo: box 2x2 @4,2 with M\nAna: place BBBB @0,2 B\n"
DEALT = "game donut-shop\nseats Ana Bo\nstart BBVv/BBMM\nlaid 2\n"
BOX = {"do": "box", "of": "1", "box": "2x2", "at": "0,0", "with": "B"}


def view(text: str, **args: str) -> ShopView:
    return shop_view(played(text), args)


def turns(text: str) -> list[tuple[int, int]]:
    return [(turn.tile.line.seq, turn.insert_before) for turn in earlier_turns(played(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(HEAD, [], id="nothing laid yet"),
        pytest.param(GAME, [(1, 2)], id="the turn with a box is not named, nor the one that is not over"),
        pytest.param(GAME + "Ana: end\n", [(4, 5), (1, 2)], id="the latest first"),
        pytest.param(GAME + 'table: note "hm"\n', [(1, 2)], id="a note ends no turn"),
        pytest.param(GAME + "table: end\n", [(4, 5), (1, 2)], id="the last turn of a game that was closed"),
        pytest.param(GAME + "table: insert 2 Ana: box 2x2 @0,0 with B\n", [], id="told meanwhile"),
    ],
)
def test_turns_that_may_lack_a_box(text: str, found: list[tuple[int, int]]) -> None:
    assert turns(text) == found


def test_the_box_stands_in_its_turn_and_pays_what_it_paid_then() -> None:
    entered_by = view(GAME, **BOX)
    assert (entered_by.panel, entered_by.in_turn) == ("box", "Ana")
    assert [pack.text for pack in entered_by.packs] == ["table: insert 2 Ana: box 2x2 @0,0 with B"]
    table = played(GAME)
    after = table.play(entered_by.packs[0].text)
    assert [applied.line.seq for applied in after.applied] == [1, 5, 2, 3, 4]
    assert after.state.cents(0) == table.state.cents(0) + 20 - 5 * 4, "the tile laid beside it later found no group"
    assert marks(after) == {}


def test_a_box_the_rules_refuse_is_offered_as_the_tables_decision() -> None:
    refused = view(GAME, **{**BOX, "at": "2,0", "with": "B"})
    assert refused.refusal and not refused.packs
    assert refused.forced and refused.forced.text == "table: insert 2 Ana: box 2x2 @2,0 with B !"
    after = played(GAME).play(refused.forced.text)
    assert sum(line(after, 5).paid.values()) == refused.forced.cents == 20, "what the button promises is paid"
    assert marks(after) == {5: "no-order-for-type"}
    assert view(GAME, **{**BOX, "at": "9,9"}).forced is None, "no box lies over nothing"


def test_the_case_is_shown_as_it_was() -> None:
    now, then = view(GAME), view(GAME, **BOX)
    assert now.case and then.case
    assert len(now.case.tiles) == 5 and len(then.case.tiles) == 3
    assert then.seats == now.seats, "the money is that of now"
    assert [seat.turn for seat in now.seats] == [False, True], "Bo lays next"
    assert [seat.turn for seat in then.seats] == [True, False], "the box is Ana's"


def test_a_turn_that_is_not_over_is_boxed_as_ever() -> None:
    still_open = view(GAME, **{**BOX, "of": "4"})
    assert (still_open.panel, still_open.packs[0].text) == ("box", "Ana: box 2x2 @0,0 with B")
    assert earlier_turn(played(GAME), 4) is None


@pytest.mark.parametrize("of", ["2", "99", "0", "x"])
def test_a_line_that_is_no_such_turn_opens_nothing(of: str) -> None:
    assert view(GAME + "Ana: end\n", do="box", of=of).panel == "place"


def test_catching_up_lays_tile_after_tile_and_leaves_draws_unknown() -> None:
    text = DEALT + "Ana: place BVVM @4,0 B\n"
    assert view(text).panel == "turn"
    catching = view(text, catch="1", tile="MMMM", at="4,2")
    assert (catching.panel, catching.actor, catching.in_turn) == ("pay", "Bo", "Ana")
    lines = catching.pays[0].text.splitlines()
    assert lines == ["Ana: draw ?", "Bo: place MMMM @4,2 M"]
    after = shop_view(played(text).play_all(lines), {"catch": "1"})
    assert (after.panel, after.actor, after.may_box) == ("place", "Ana", True)


def test_catching_up_ends_turns_without_a_draw_once_the_stacks_are_out() -> None:
    text = DEALT.replace("laid 2", "laid 34") + "Ana: place BVVM @4,0 B\n"
    lines = view(text, catch="1", tile="MMMM", at="4,2").pays[0].text.splitlines()
    assert lines[0] == "Ana: end"
    last = played(text).play_all(lines)
    assert last.state.laid == 36
    assert shop_view(last, {"catch": "1"}).panel == "turn", "nobody lays after the last tile"


USED_UP = GAME.replace("laid 2\n", "laid 2\nboxes 2x2=1\n")


@pytest.mark.parametrize("cards", ["", "B", "V"], ids=["no order yet", "the order is there", "another order"])
def test_no_order_is_requested_where_no_box_of_the_size_is_left(cards: str) -> None:
    table = played(USED_UP + "table: insert 2 Ana: box 2x2 @0,0 with B\n")
    draft = {"do": "box", "box": "2x2", "at": "4,2", "with": cards}
    refused = shop_view(table.before(3), draft)
    assert refused.refusal and str(refused.refusal.reason) == "no-box-left"


def test_place_and_orders_stay_where_the_own_box_is_taken_for_a_common_one() -> None:
    draft = ShopDraft(do="box", box=BOXES["2x2"], at=(4, 2), cards=(Order("M"),), of=1)
    own = draft.choosing_size.with_box("2x2", own=True)
    assert own == draft.replace(own=True) and own.choosing_size.with_box("2x2") == draft
    assert draft.choosing_size.with_box("2x3") == ShopDraft(do="box", box=BOXES["2x3"], of=1, cards=draft.cards)
    assert draft.with_box("2x2").cards == draft.cards, "a box that is turned keeps its orders"
    assert read_draft(draft.choosing_size.query(), played(GAME).state.edition) == draft.choosing_size

"""A drawing turned by quarters shows the same case: tiles, spots, boxes and what is tapped turn with it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.donut_shop.case import read_rows
from companion.donut_shop.parts import Box, Tile
from companion.donut_shop.screen.boxing import MOST_PLACES, arrow_moves
from companion.donut_shop.screen.draft import ShopDraft, read_draft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.view import shop_view
from companion.donut_shop.screen.viewport import HIGH, LEAST, MOST, WIDE, Viewport, read_viewport
from companion.donut_shop.state import ShopState, Step
from tests.transcripts import SETS, opened, played

ROWS = ["BbVV..", "NMOC..", "..BMNN", "..VVBC"]
SHOP: ShopState = opened("game donut-shop\nseats Ana Bo\nfollow case\n").start._replace(case=read_rows(ROWS))
CLASSIC = SHOP.edition
QUARTERS = range(4)


def rows(view: CaseView) -> list[str]:
    """The drawing as a picture of text."""
    left, top, width, height = view.frame
    letters = {(donut.x, donut.y): donut.letter for donut in view.donuts}
    return ["".join(letters.get((x, y), ".") for x in range(left, left + width)) for y in range(top, top + height)]


def turned(picture: list[str]) -> list[str]:
    """A picture turned clockwise."""
    return ["".join(row[x] for row in reversed(picture)) for x in range(len(picture[0]))]


def drawn(quarters: int, draft: ShopDraft) -> CaseView:
    return case_view(SHOP, draft, (), Viewport(quarters))


@pytest.mark.parametrize("quarters", range(3))
@pytest.mark.parametrize("draft", [ShopDraft(), ShopDraft(tile="BNMV"), ShopDraft(do="box", box=Box(2, 3))], ids=str)
def test_each_quarter_turns_the_picture_before(quarters: int, draft: ShopDraft) -> None:
    assert rows(drawn(quarters + 1, draft)) == turned(rows(drawn(quarters, draft)))


@pytest.mark.parametrize("quarters", QUARTERS)
def test_letters_lie_on_the_tiles_they_are_printed_on(quarters: int) -> None:
    view = drawn(quarters, ShopDraft())
    squares = {(x + i, y + j) for x, y in view.tiles for i in (0, 1) for j in (0, 1)}
    assert squares == {(donut.x, donut.y) for donut in view.donuts}


@pytest.mark.parametrize("quarters", QUARTERS)
def test_spots_are_numbered_as_the_drawing_is_read_and_mean_the_same_places(quarters: int) -> None:
    view = drawn(quarters, ShopDraft(tile="BNMV"))
    assert [(spot.y, spot.x) for spot in view.spots] == sorted((spot.y, spot.x) for spot in view.spots)
    assert [spot.number for spot in view.listed] == list(range(1, len(view.spots) + 1))
    assert {spot.draft.at for spot in view.listed} == set(SHOP.case.spots())
    assert [spot.draft.at for spot in view.spots] == [spot.draft.at for spot in view.listed]


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_square_tapped_is_the_square_seen(quarters: int) -> None:
    view = drawn(quarters, ShopDraft(do="box", box=Box(2, 2)))
    lid = drawn(quarters, next(tap.draft for tap in view.taps if tap.draft.at == (2, 2))).lid
    assert lid is not None
    x, y, width, height = lid
    under = {(donut.letter, (donut.x, donut.y)) for donut in view.donuts}
    assert {letter for letter, (i, j) in under if x <= i < x + width and y <= j < y + height} == set("BMVV")


@pytest.mark.parametrize("quarters", QUARTERS)
def test_arrows_move_the_box_as_they_point(quarters: int) -> None:
    viewport = Viewport(quarters)
    draft = ShopDraft(do="box", box=Box(1 + 1, 2), at=(2, 1))
    moves = arrow_moves(SHOP._replace(step=Step.BOX), draft, viewport)
    before = viewport.to_drawing(2, 1, 2, 2)
    points = {"arrow-left": (-1, 0), "arrow-right": (1, 0), "arrow-up": (0, -1), "arrow-down": (0, 1)}
    for name, (across, down) in points.items():
        moved = moves[name]
        if moved and moved.at:
            assert viewport.to_drawing(*moved.at, 2, 2)[:2] == (before[0] + across, before[1] + down)
    assert sum(moves[name] is not None for name in points) == 2


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_tile_entered_as_seen_lies_so_in_the_drawing(quarters: int) -> None:
    draft = ShopDraft()
    for letter in "BNMV":
        draft = draft.with_letter(letter, quarters)
    view = drawn(quarters, draft.replace(at=(4, 0)))
    seen = sorted(view.laying, key=lambda donut: (donut.y, donut.x))
    assert "".join(donut.letter for donut in seen) == "BNMV"
    table = played("game donut-shop\nseats Ana Bo\nfollow case\n")
    tile = shop_view(table, {**draft.query(), "quarters": str(quarters)}).tile
    assert tile == Tile("BNMV")


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_cross_entered_as_seen_lies_so_at_the_table(quarters: int) -> None:
    table = played("game donut-shop\nseats Ana Bo\nfollow case\n")
    args = {"do": "cross", "say": "BBBB VVNN NBMV MMMC CCCB", "quarters": str(quarters)}
    entry = shop_view(table, args).line_entry
    assert entry is not None
    after = table.play_all(entry.lines)
    seen = rows(case_view(after.state, ShopDraft(), (), Viewport(quarters)))
    assert seen == ["..BB..", "..BB..", "VVNBMM", "NNMVMC", "..CC..", "..CB.."]


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_cross_half_entered_shows_its_letters_and_the_next_square(quarters: int) -> None:
    table = played("game donut-shop\nseats Ana Bo\nfollow case\n")
    args = {"do": "cross", "say": "BBBB VVNN", "tile": "NB", "quarters": str(quarters)}
    case = shop_view(table, args).case
    assert case is not None
    assert rows(case) == ["..BB..", "..BB..", "VVNB??", "NN????", "..??..", "..??.."]
    left, top, _, _ = case.frame
    assert case.laid == (left + 2, top + 2)
    assert case.lid == (left + 2, top + 3, 1, 1)


def test_a_complete_cross_has_no_next_square() -> None:
    table = played("game donut-shop\nseats Ana Bo\nfollow case\nstart BBBB??/BBBB??\n")
    for five in ("BBBB VVNN NBMV", "BBBB VVNN NBMV BBBB BBBB"):
        case = shop_view(table, {"do": "cross", "say": five}).case
        assert case is not None and case.laid is case.lid is None


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_box_has_its_places_listed_as_the_drawing_is_read(quarters: int) -> None:
    view = drawn(quarters, ShopDraft(do="box", box=Box(2, 3)))
    _, _, wide, high = view.frame
    numbers = [number for _, _, number in view.counted]
    assert numbers[-wide:] and sorted(numbers[-wide:]) == list(range(1, wide + 1))
    origin = SHOP.case.origin()
    for place in view.places:
        x, y = place.draft.at or (0, 0)
        assert view.place_name(place) == (y - origin[1] + 1, x - origin[0] + 1), "as the unturned case counts it"
    assert set(numbers[:-wide]) <= set(range(1, high + 1)), "no row's number stands where a column's does"
    assert [(place.y, place.x) for place in view.places] == sorted((place.y, place.x) for place in view.places)
    assert {place.draft.at for place in view.places} == set(SHOP.case.places_for(Box(2, 3)))
    assert not drawn(quarters, ShopDraft(do="box", box=Box(2, 3), at=(2, 0))).places, "then arrows move it"


@pytest.mark.parametrize("quarters", QUARTERS)
def test_where_a_box_fits_in_many_places_the_arrows_lead_to_those_not_listed(quarters: int) -> None:
    rows = ["BV" * 6] * 6 + ["BV......BVBV"] * 2 + ["BVBVBVBVBVBV"] * 2
    large, viewport = SHOP._replace(case=read_rows(rows)), Viewport(quarters)
    draft = ShopDraft(do="box", box=Box(2, 2))
    places = case_view(large, draft, (), viewport).places
    assert all(place.thinned for place in places), "so that the page mentions it"
    listed = [place.draft for place in places]
    assert 0 < len(listed) <= MOST_PLACES < len(large.case.places_for(Box(2, 2)))
    reached = {one.at for one in listed}
    while listed:
        moves = arrow_moves(large, listed.pop(), viewport)
        fresh = [to for name, to in moves.items() if to and name != "turn" and to.at not in reached]
        reached |= {to.at for to in fresh}
        listed += fresh
    assert reached == set(large.case.places_for(Box(2, 2)))


def test_a_box_that_fits_the_other_way_only_lies_so() -> None:
    for start, box, lies, may_turn in (
        ("BBVV/BBMM", "2x4", "4x2", False),
        ("BB/BB/VV/VV", "2x4", "2x4", False),
        ("BBBB/BBBB/BBBB/BBBB", "2x4", "2x4", True),
        ("BBVV/BBMM", "2x2", "2x2", False),
    ):
        table = played(f"game donut-shop\nseats Ana Bo\nfollow case\nstart {start}\nAna: place MMMM @0,4 M !\n")
        view = shop_view(table, {"do": "box", "box": box})
        assert (str(view.draft.box), view.may_turn) == (lies, may_turn), start
        assert view.case is not None and view.case.places


def test_spots_show_what_they_pay_only_on_request() -> None:
    assert {spot.cents for spot in drawn(0, ShopDraft(tile="VVVV")).listed} == {None}
    view = case_view(SHOP, ShopDraft(tile="VVVV"), (), Viewport(pays=True))
    assert {spot.draft.at: spot.cents for spot in view.listed}[4, 0] == 5 * 7


@pytest.mark.parametrize(
    ("args", "viewport"),
    [
        ({}, Viewport()),
        ({"quarters": "3", "pays": "1", "room": "12x7"}, Viewport(3, True, (12, 7))),
        ({"quarters": "4", "pays": "yes", "room": "1x999"}, Viewport(0, False, (LEAST, MOST))),
        ({"quarters": "-1", "room": "²x"}, Viewport(room=(WIDE, HIGH))),
        ({"room": "9" * 5000}, Viewport()),
    ],
)
def test_the_viewport_of_an_address_is_read_or_gets_defaults(args: Mapping[str, str], viewport: Viewport) -> None:
    assert read_viewport(args) == viewport


def test_a_wider_screen_needs_no_map() -> None:
    large = SHOP._replace(case=read_rows(["BV" * 12] * 14))
    assert case_view(large, ShopDraft(tile="BNMV")).is_map
    assert not case_view(large, ShopDraft(tile="BNMV"), (), Viewport(room=(28, 18))).is_map


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_part_of_a_turned_map_is_brought_near(quarters: int) -> None:
    large, viewport = SHOP._replace(case=read_rows(["BV" * 12] * 14)), Viewport(quarters)
    for spot in case_view(large, ShopDraft(tile="BNMV"), (), viewport).spots:
        part = case_view(large, spot.draft, (), viewport)
        assert part.laid == (spot.x, spot.y)


@pytest.mark.parametrize("quarters", QUARTERS)
def test_where_the_keys_of_the_drawing_lie_nothing_is_drawn_unless_it_says_so(quarters: int) -> None:
    view = drawn(quarters, ShopDraft(tile="BNMV"))
    left, top, width, height = view.frame
    spots = [spot for spot in view.spots if spot.x > left + width - 5 and spot.y > top + height - 3]
    assert not spots or view.is_crowded
    assert case_view(SHOP._replace(case=read_rows(["BV" * 7] * 12)), ShopDraft()).is_crowded


@pytest.mark.parametrize(
    "draft",
    [
        ShopDraft(do="box", of=17),
        ShopDraft(gone=(25, 10)),
        ShopDraft(catch=True, tile="BN"),
        ShopDraft(part=(-2, 3)),
        ShopDraft(whole=True),
    ],
    ids=str,
)
def test_a_draft_is_read_back_from_its_address(draft: ShopDraft) -> None:
    assert read_draft(draft.query(), SETS["classic"]) == draft


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_square_has_one_name_however_a_phone_turns_the_case(quarters: int) -> None:
    """Also while spots are drawn beside the case: they make the drawing wider, not the case."""
    viewport, origin = Viewport(quarters), SHOP.case.origin()
    for draft in (ShopDraft(), ShopDraft(tile="BVNM"), ShopDraft(do="box", box=Box(2, 3))):
        view = drawn(quarters, draft)
        for x, y in SHOP.case.open:
            assert view.row_column(*viewport.to_drawing(x, y)[:2]) == (y - origin[1] + 1, x - origin[0] + 1)

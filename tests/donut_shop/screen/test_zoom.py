"""A case too large for a thumb is a map first; near by, only what lies whole in the part can be tapped."""

from __future__ import annotations

import pytest

from companion.donut_shop.case import read_rows
from companion.donut_shop.parts import Box
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.drawing import CaseView, case_view
from companion.donut_shop.screen.viewport import HIGH, WIDE, Viewport
from companion.donut_shop.screen.zoom import STRIPS
from companion.donut_shop.state import ShopState
from tests.transcripts import opened

SHOP: ShopState = opened("game donut-shop\nseats Ana Bo\nfollow case\n").start
SMALL, LARGE = ["BBVV", "BBMM"], ["BV" * 12] * 14
TILE = ShopDraft(tile="BnOV")


def drawn(rows: list[str], draft: ShopDraft) -> CaseView:
    return case_view(SHOP._replace(case=read_rows(rows)), draft)


@pytest.mark.parametrize("draft", [TILE, ShopDraft(do="box", box=Box(2, 2)), ShopDraft()])
def test_a_small_case_is_tapped_as_it_is(draft: ShopDraft) -> None:
    view = drawn(SMALL, draft)
    assert not view.is_map and view.whole is None
    assert all(spot.draft.at == (spot.x, spot.y) for spot in view.spots)


def test_a_large_case_is_a_map_whose_numbers_still_lay_at_once() -> None:
    view = drawn(LARGE, TILE)
    assert view.is_map and view.spots
    assert all(spot.draft.at == spot.draft.part == (spot.x, spot.y) for spot in view.spots)
    assert [spot.draft.at for spot in view.listed] == [(spot.x, spot.y) for spot in view.spots]


@pytest.mark.parametrize("part", [(0, 0), (23, 13), (12, 0), (-2, -2)])
@pytest.mark.parametrize("draft", [TILE, ShopDraft(do="box", box=Box(2, 3))])
def test_a_part_is_near_enough_and_all_in_it_can_be_tapped(draft: ShopDraft, part: tuple[int, int]) -> None:
    view = drawn(LARGE, draft.replace(part=part))
    left, top, width, height = view.frame
    assert (width, height) == (WIDE - STRIPS, HIGH) and view.whole is not None and view.whole.part is None
    assert not view.is_map and (view.spots or view.taps)
    size = 2 if view.spots else 1
    for spot in [*view.spots, *view.taps]:
        assert left <= spot.x <= left + width - size and top <= spot.y <= top + height - size


def test_every_spot_of_the_map_is_in_the_part_it_leads_to() -> None:
    for spot in drawn(LARGE, TILE).spots:
        near = drawn(LARGE, spot.draft)
        left, top, width, height = near.frame
        assert (width, height) == (WIDE - STRIPS, HIGH) and near.laid == (spot.x, spot.y)
        assert left <= spot.x <= left + width - 2 and top <= spot.y <= top + height - 2


@pytest.mark.parametrize("draft", [ShopDraft(), TILE.replace(at=(24, 0)), ShopDraft(do="undo")])
def test_where_nothing_is_to_be_tapped_the_whole_case_is_shown(draft: ShopDraft) -> None:
    view = drawn(LARGE, draft)
    assert view.whole is None and view.frame[2] >= 24


def test_every_square_of_a_map_is_in_a_part_that_brings_it_near() -> None:
    box = ShopDraft(do="box", box=Box(2, 3))
    view = drawn(LARGE, box)
    assert view.is_map and len(view.taps) == 6 * 4
    found = {(tap.x, tap.y) for part in view.taps for tap in drawn(LARGE, part.draft).taps}
    assert found == {(x, y) for x in range(24) for y in range(14)}


def test_what_is_not_in_the_part_is_not_drawn() -> None:
    view = drawn(LARGE, TILE.replace(part=(12, 6)))
    left, top, width, height = view.frame
    seen = [one for one in view.donuts if left <= one.x < left + width and top <= one.y < top + height]
    assert len(seen) == width * height
    # A screen of another shape shows what lies beside the part, but not the rest.
    assert len(seen) <= len(view.donuts) < 4 * view.count == 4 * 84
    assert len(view.tiles) < view.count


def test_a_part_is_brought_near_without_a_tile_in_hand_too() -> None:
    shop = SHOP._replace(case=read_rows(LARGE))
    view = case_view(shop, ShopDraft(tile="Bn"), zoomable=True)
    assert view.is_map and len(view.taps) == 6 * 4 and not view.spots
    near = case_view(shop, view.taps[0].draft, zoomable=True)
    assert near.frame[2:] == (WIDE - STRIPS, HIGH) and near.whole == ShopDraft(tile="Bn", whole=True)
    assert near.taps == [], "there is nothing to choose yet"
    kept = case_view(shop, view.taps[0].draft.with_letter("O").with_letter("V"), zoomable=True)
    assert kept.frame[2:] == near.frame[2:] and kept.spots, "the part stays near when the tile is whole"


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_from_any_part_steps_lead_to_every_spot_and_not_beyond_the_case(quarters: int) -> None:
    shop, viewport = SHOP._replace(case=read_rows(LARGE)), Viewport(quarters)
    whole = case_view(shop, TILE, viewport=viewport)
    assert not whole.steps and whole.near
    waiting, seen, found = [whole.near], set(), set()
    while waiting:
        view = case_view(shop, waiting.pop(), viewport=viewport)
        if view.frame in seen:
            continue
        seen.add(view.frame)
        found |= {(spot.x, spot.y) for spot in view.spots}
        waiting += view.steps.values()
        edges = {"left": view.frame[0], "up": view.frame[1]}
        for name, edge in edges.items():
            assert (name in view.steps) == (edge > whole.frame[0 if name == "left" else 1])
    assert found == {(spot.x, spot.y) for spot in whole.spots}


def test_a_small_case_looked_at_closely_is_moved_too_and_not_while_a_box_is_filled() -> None:
    near = drawn(["BBVV" * 3] * 8, TILE).near
    assert near and drawn(["BBVV" * 3] * 8, near).steps
    box = ShopDraft(do="box", box=Box(2, 2), at=(0, 0))
    around = case_view(SHOP._replace(case=read_rows(LARGE)), box, zoomable=True)
    assert around.whole and not around.steps

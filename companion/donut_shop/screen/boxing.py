"""Packing a box by taps: where it fits, which types it covers, and the ways to fill it with the orders tapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.donut_shop import notation, rules
from companion.donut_shop.arrangements import ways_to_fill
from companion.donut_shop.case import Case
from companion.donut_shop.moves import Move, Pack
from companion.donut_shop.parts import HOLES, SIZES, UNKNOWN, Box, Square, kind_of
from companion.donut_shop.pay import box_parts
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.viewport import PLAIN, Viewport
from companion.donut_shop.state import ShopState
from companion.kernel.text import Names
from companion.refusals import Illegal

MOST_PLACES = 24  # places of a box listed as buttons below the drawing


class SpotView(NamedTuple):
    """A place to tap: its number, its square, the draft after the tap, and the cents it pays where those are shown.

    `thinned`: not every place of its list is included.
    """

    number: int
    x: int
    y: int
    draft: ShopDraft
    chosen: bool = False
    cents: int | None = None
    thinned: bool = False


@dataclass(frozen=True, slots=True)
class PackView:
    """One way to pack the box: its line, its cents in all and by part, and its wilds in notation."""

    text: str
    cents: int
    parts: dict[str, int]
    wilds: Sequence[str]


def line_text(seat: int, move: Move, names: Names) -> str:
    """Return the line of a seat's move."""
    return notation.write_line(seat, move, names)


def box_sizes(state: ShopState) -> list[tuple[str, int, int | None]]:
    """Return (size, cents, common boxes left or None if unknown) for the five sizes."""
    return [(size, cents, state.boxes.get(size)) for size, cents in SIZES.items()]


def may_turn(case: Case, draft: ShopDraft) -> bool:
    """Return whether the box also fits in its other orientation, if it has one."""
    box = draft.box
    return box is not None and box.width != box.height and bool(case.places_for(Box(box.height, box.width)))


def turned_to_fit(case: Case, draft: ShopDraft) -> ShopDraft:
    """Return the draft with its box turned where it only fits in the other orientation."""
    box = draft.box
    if box is None or draft.at is not None or case.places_for(box) or not may_turn(case, draft):
        return draft
    return draft.replace(box=Box(box.height, box.width))


def tappable_squares(state: ShopState, draft: ShopDraft) -> dict[Square, Square]:
    """Return the squares to tap, in order, each with what it chooses: the nearest place of the box, a donut to mend."""
    if draft.do == "mend":
        return {square: square for square in sorted(state.case.open)}
    if draft.do != "box" or draft.box is None:
        return {}
    away = [_distance(square, (0, 0)) for square in draft.box.squares((0, 0))]
    nearest: dict[Square, tuple[int, Square]] = {}
    for at in reversed(state.case.places_for(draft.box)):
        for square, distance in zip(draft.box.squares(at), away, strict=True):
            held = nearest.get(square)
            if held is None or distance < held[0]:
                nearest[square] = distance, at
    return {square: at for square, (_distance_there, at) in sorted(nearest.items())}


def listed_places(state: ShopState, draft: ShopDraft, viewport: Viewport = PLAIN) -> list[SpotView]:
    """Return the places listed for a box that has none yet, in the reading order of this phone's drawing.

    Of more than MOST_PLACES only the first of each row of neighbours is listed, then only the first of each area; the
    arrows lead to the others.
    """
    if draft.do != "box" or draft.box is None or draft.at is not None:
        return []
    wide, high = draft.box.width, draft.box.height
    every = set(state.case.places_for(draft.box))
    listed = sorted(every, key=lambda at: viewport.to_drawing(at[0], at[1], wide, high)[1::-1])
    for back in (viewport.step_at_table(-1, 0), viewport.step_at_table(0, -1)):
        if len(listed) > MOST_PLACES:
            listed = [(x, y) for x, y in listed if (x + back[0], y + back[1]) not in every]
    thinned = len(listed) < len(every)
    return [SpotView(number, *at, draft.replace(at=at), thinned=thinned) for number, at in enumerate(listed, 1)]


def _distance(a: Square, b: Square) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


ARROWS = {"arrow-left": (-1, 0), "arrow-up": (0, -1), "arrow-down": (0, 1), "arrow-right": (1, 0)}


def arrow_moves(state: ShopState, draft: ShopDraft, viewport: Viewport = PLAIN) -> dict[str, ShopDraft | None]:
    """Return the drafts after the arrows of this phone's drawing and after a turn; None where the box would not fit."""
    if draft.box is None or draft.at is None:
        return {}
    free = set(state.case.places_for(draft.box))
    x, y = draft.at
    moved = {name: viewport.step_at_table(*step) for name, step in ARROWS.items()}
    steps = {name: (x + across, y + down) for name, (across, down) in moved.items()}
    turned = Box(draft.box.height, draft.box.width)
    fitting = state.case.places_for(turned)
    moves = {name: draft.replace(at=at) if at in free else None for name, at in steps.items()}
    near = min(fitting, key=lambda at: _distance(at, (x, y)), default=None)
    return {**moves, "turn": draft.replace(box=turned, at=near) if near and turned != draft.box else None}


def covered_kinds(state: ShopState, draft: ShopDraft) -> dict[str, int]:
    """Return the number of donuts of each type the box covers, in the edition's order, piles of holes last as `O`."""
    if draft.box is None or draft.at is None:
        return {}
    letters = [kind_of(state.case.open.get(square, UNKNOWN)) for square in draft.box.squares(draft.at)]
    return {kind: letters.count(kind) for kind in (*state.edition.types, HOLES) if kind in letters}


def pack_views(
    state: ShopState, draft: ShopDraft, names: Names, prefix: str = ""
) -> tuple[list[PackView], Illegal | None]:
    """Return the ways to pack the box with the orders tapped, best first, or the refusal where there is none.

    A reason that no order can change comes before missing orders, so that nobody taps orders in vain.
    `prefix`: the text before each line, where the box is inserted in an earlier turn.
    """
    if draft.box is None or draft.at is None:
        return [], None
    seat, rulings = state.turn, state.party.rulings
    plain = Pack(draft.box, draft.at, draft.cards, (), draft.own)
    ways: list[PackView] = []
    refusal = _no_such_box(state, plain)
    for pack in ways_to_fill(state.case, plain, state.edition, rulings) if refusal is None else ():
        try:
            rules.check(state, seat, pack)
        except Illegal as first:
            return [], first
        parts = box_parts(state.case, pack, rulings)
        line = prefix + line_text(seat, pack, names)
        ways.append(PackView(line, sum(parts.values()), parts, [str(wild) for wild in pack.wilds]))
    return ways, None if ways else refusal or _refused(state, plain)


def _refused(state: ShopState, pack: Pack) -> Illegal | None:
    """Return the refusal of this box, None where the rules allow it."""
    try:
        rules.check(state, state.turn, pack)
    except Illegal as refusal:
        return refusal
    return None


def _no_such_box(state: ShopState, pack: Pack) -> Illegal | None:
    """Return the refusal that no order can change, None where some orders may fill the box."""
    try:
        rules.check_cover(state.case, pack)
        rules.check_left(state, state.turn, pack)
    except Illegal as refusal:
        return refusal
    return None


def forced_view(state: ShopState, draft: ShopDraft, names: Names, prefix: str = "") -> PackView | None:
    """Return the refused box of the draft as a decision of the table (`!`); None where the table cannot decide it."""
    if draft.box is None or draft.at is None or not draft.cards:
        return None
    pack = Pack(draft.box, draft.at, draft.cards, (), draft.own)
    try:
        rules.check_forced(state, state.turn, pack)
    except Illegal:
        return None
    parts = box_parts(state.case, pack, state.party.rulings)
    return PackView(f"{prefix}{line_text(state.turn, pack, names)} !", sum(parts.values()), parts, ())

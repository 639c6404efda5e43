"""Legal cases made of classified squares: cases drawn in the test, classified with errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.classification import BOX, DONUT, EMPTY, HOLES, SquareClasses
from vision.layout import Layout, can_cover, find_layout

pytestmark = pytest.mark.photo

KIND = {".": EMPTY, "#": BOX, "O": HOLES, "x": DONUT, "?": DONUT, "!": EMPTY, " ": EMPTY}


def square_classes(rows: Sequence[str], sure: float = 0.97) -> SquareClasses:
    """Return what a net would predict for a drawing: `?` hardly a donut, `!` hardly empty, ` ` outside the photo."""
    kinds = np.full((len(rows), len(rows[0]), 4), (1 - sure) / 3, np.float32)
    visible = np.ones(kinds.shape[:2], np.float32)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            kinds[y, x, KIND[letter]] = sure
            if letter in "?!":
                kinds[y, x] = (0.45, 0.53, 0.01, 0.01) if letter == "?" else (0.53, 0.45, 0.01, 0.01)
            visible[y, x] = letter != " "
    return classes_of(kinds, visible)


def classes_of(kinds: np.ndarray, visible: np.ndarray) -> SquareClasses:
    """Return squares of these kinds, all of one type and plain."""
    flat, numbers = np.zeros(visible.shape, np.float32), np.zeros((*visible.shape, 16), np.float32)
    return SquareClasses(
        kinds, flat - 9, numbers, numbers, flat, visible, flat, flat + 30, flat + 30, np.zeros((*flat.shape, 8, 3))
    )


def drawn(layout: Layout | None) -> list[str]:
    """Return the layout as a drawing."""
    if layout is None:
        return []
    left, top = min(x for x, _ in layout.present), min(y for _, y in layout.present)
    right, bottom = max(x for x, _ in layout.present), max(y for _, y in layout.present)
    letter = {square: "#" if square in layout.boxed else "x" for square in layout.present}
    return ["".join(letter.get((x, y), ".") for x in range(left, right + 1)) for y in range(top, bottom + 1)]


@pytest.mark.parametrize(
    ("seen", "read"),
    [
        pytest.param([".....", ".xx..", ".xx..", "....."], ["xx", "xx"], id="one tile anywhere"),
        pytest.param(
            ["xxxx", "xxx!", "..xx", "..xx"], ["xxxx", "xxxx", "..xx", "..xx"], id="a weak square of a sure tile"
        ),
        pytest.param(["xx!!xx", "xx!!xx"], ["xxxxxx", "xxxxxx"], id="a doubtful tile joins two parts"),
        pytest.param(
            ["xxxx..xxxx", "xxxx..xxxx"], ["xxxxxxxxxx", "xxxxxxxxxx"], id="between donuts surely seen lies a hand"
        ),
        pytest.param(
            ["xxxxxx..####", "xxxxxx..####"], ["xxxxxx", "xxxxxx"], id="but not between donuts and what looks boxed"
        ),
        pytest.param(["xx##", "xx##"], ["xx##", "xx##"], id="a box"),
        pytest.param(["x###", "x###", "x###", "xxxx"], ["x###", "x###", "x###", "xxxx"], id="a box across tiles"),
        pytest.param(["x#xx", "xxxx"], ["xxxx", "xxxx"], id="one square is no box"),
        pytest.param(["####xx", "####xx", "####xx", "xxxxxx"], ["####xx", "####xx", "####xx", "xxxxxx"], id="3x4"),
    ],
)
def test_case_is_made(seen: list[str], read: list[str]) -> None:
    assert drawn(find_layout(square_classes(seen))) == read


@pytest.mark.parametrize(
    ("line", "read"),
    [
        pytest.param(60, ["xx##", "xx##"], id="with an edge where the table begins"),
        pytest.param(2, ["xx", "xx"], id="without it is the table"),
    ],
)
def test_a_lone_box(line: float, read: list[str]) -> None:
    classes = square_classes(["......", ".xx##.", ".xx##.", "......"])
    classes.kinds[1:3, 3:5] = (0.3, 0, 0.7, 0)
    lines = np.full(classes.visible.shape, 2, np.float32)
    lines[:, 4] = line
    below = np.full(classes.visible.shape, 2, np.float32)
    below[[0, 2], 3:5] = line
    assert drawn(find_layout(replace(classes, right=lines, below=below))) == read


@pytest.mark.parametrize(("line", "is_burnt"), [(40, False), (3, True)])
def test_a_burnt_box_is_a_box_if_its_border_is_seen(line: float, is_burnt: bool) -> None:
    classes = square_classes(["xxxxxx", "xx##xx", "xx##xx", "xxxxxx"])
    burnt = np.zeros(classes.visible.shape, np.float32)
    burnt[1:3, 2:4] = 0.9
    lines = np.full(classes.visible.shape, line, np.float32)
    layout = find_layout(replace(classes, washed_out=burnt, right=lines, below=lines))
    assert layout and set(layout.washed_out) == ({(2, 1), (3, 1), (2, 2), (3, 2)} if is_burnt else set())


def test_tiles_apart_from_the_case_are_left_out() -> None:
    assert drawn(find_layout(square_classes(["xx..xx", "xx..xx"], 0.999))) == ["xx", "xx"]


def test_nothing_is_no_case() -> None:
    assert find_layout(square_classes(["....", "...."])) is None


def test_a_possible_tile_beside_the_case_is_uncertain() -> None:
    layout = find_layout(square_classes(["xx!!", "xx!!"]))
    assert layout and drawn(layout) == ["xx", "xx"] and set(layout.uncertain) == {(2, 0), (3, 0), (2, 1), (3, 1)}


def test_a_tile_that_runs_out_of_the_photo_is_a_cut_case() -> None:
    whole, cut = find_layout(square_classes(["xxxx", "xxxx"])), find_layout(square_classes(["xxx ", "xxx "]))
    assert whole and not whole.is_cut_off and cut and cut.is_cut_off


def test_what_shows_hardly_a_donut_is_no_case() -> None:
    kinds = np.random.default_rng(0).dirichlet((0.3, 0.3, 0.15, 0.1), (9, 11)).astype(np.float32)
    assert find_layout(classes_of(kinds, np.ones((9, 11), np.float32))) is None


@pytest.mark.parametrize("seed", range(40))
def test_every_layout_is_a_legal_case(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = rng.dirichlet((0.1, 0.6, 0.15, 0.1), (9, 11)).astype(np.float32)  # enough donuts for a case
    layout = find_layout(classes_of(kinds, np.ones((9, 11), np.float32)))
    assert layout is not None
    case = read_rows([row.replace("x", "X") for row in drawn(layout)])
    assert not problems(case, "X")
    assert can_cover(frozenset(case.boxed))


@pytest.mark.parametrize(
    ("rows", "exactly"),
    [
        (["##", "##"], True),
        (["###", "###"], True),
        (["####", "####"], True),
        (["#####", "#####"], True),  # 2x2 and 2x3
        (["###", "###", "###"], True),
        (["####", "####", "####"], True),
        (["#", "#"], False),
        (["##", "##", "#."], False),
        (["####", "####", "##..", "##.."], True),
        (["#####", "#####", "#####"], True),  # 2x3 beside 3x3
    ],
)
def test_boxes_cover_exactly(rows: list[str], exactly: bool) -> None:
    squares = frozenset((x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "#")
    assert can_cover(squares) is exactly

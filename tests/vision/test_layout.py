"""A legal case is made of what squares look like: cases drawn in the test, seen with doubts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.donut_shop.case import problems, read_rows
from vision.cells import BOX, DONUT, EMPTY, HOLES, Cells
from vision.layout import Layout, covers, lay

pytestmark = pytest.mark.photo

KIND = {".": EMPTY, "#": BOX, "O": HOLES, "x": DONUT, "?": DONUT, "!": EMPTY, " ": EMPTY}


def cells(rows: Sequence[str], sure: float = 0.97) -> Cells:
    """What a net would say of a drawing: `?` hardly a donut, `!` hardly empty, ` ` outside the photo."""
    kinds = np.full((len(rows), len(rows[0]), 4), (1 - sure) / 3, np.float32)
    inside = np.ones(kinds.shape[:2], np.float32)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            kinds[y, x, KIND[letter]] = sure
            if letter in "?!":
                kinds[y, x] = (0.45, 0.53, 0.01, 0.01) if letter == "?" else (0.53, 0.45, 0.01, 0.01)
            inside[y, x] = letter != " "
    return made(kinds, inside)


def made(kinds: np.ndarray, inside: np.ndarray) -> Cells:
    """Cells of these kinds, all of one type and plain."""
    flat, numbers = np.zeros(inside.shape, np.float32), np.zeros((*inside.shape, 16), np.float32)
    return Cells(kinds, flat - 9, numbers, numbers, flat, inside)


def drawn(laid: Layout | None) -> list[str]:
    """The layout as a picture."""
    if laid is None:
        return []
    left, top = min(x for x, _ in laid.there), min(y for _, y in laid.there)
    right, bottom = max(x for x, _ in laid.there), max(y for _, y in laid.there)
    letter = {square: "#" if square in laid.boxed else "x" for square in laid.there}
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
    assert drawn(lay(cells(seen))) == read


def test_what_lies_apart_with_the_table_between_is_left_out() -> None:
    assert drawn(lay(cells(["xx..xx", "xx..xx"], 0.999))) == ["xx", "xx"]


def test_nothing_is_no_case() -> None:
    assert lay(cells(["....", "...."])) is None


def test_a_tile_beside_the_case_that_may_be_there_is_named() -> None:
    laid = lay(cells(["xx!!", "xx!!"]))
    assert laid and drawn(laid) == ["xx", "xx"] and set(laid.left_out) == {(2, 0), (3, 0), (2, 1), (3, 1)}


def test_a_tile_that_runs_out_of_the_photo_is_a_cut_case() -> None:
    whole, cut = lay(cells(["xxxx", "xxxx"])), lay(cells(["xxx ", "xxx "]))
    assert whole and not whole.cut and cut and cut.cut


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_seen_the_case_is_legal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = rng.dirichlet((0.3, 0.3, 0.15, 0.1), (9, 11)).astype(np.float32)
    laid = lay(made(kinds, np.ones((9, 11), np.float32)))
    assert laid is not None
    case = read_rows([row.replace("x", "X") for row in drawn(laid)])
    assert not problems(case, "X")
    assert covers(frozenset(case.boxed))


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
    assert covers(squares) is exactly

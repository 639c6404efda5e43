"""The edge of a reflection, a shadow or a finger across a donut is not sprinkles."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.test_doubts import known
from tests.vision.test_layout import square_classes
from vision.classification import sector_colours, steps_of_light
from vision.doubts import assess_squares
from vision.layout import find_layout
from vision.rectification import SIDE
from vision.values import Doubt

pytestmark = pytest.mark.photo

LIKELY = 0.85  # probability of a single donut far above seven plain ones
SURELY = 0.5  # logit of sprinkles, far above the plain ones of these tests
LIT = (1, 1)  # the square on which a reflection ends


def a_case(lit: bool) -> np.ndarray:
    """Return 4 x 2 squares of donuts from above with some dough below each, one half in a reflection."""
    view = np.full((2 * SIDE, 4 * SIDE, 3), 200, np.uint8)
    for y in range(2):
        for x in range(4):
            middle = int((x + 0.5) * SIDE), int((y + 0.5) * SIDE)
            cv2.circle(view, (middle[0], middle[1] + 4), 17, (90, 150, 200), -1, cv2.LINE_AA)
            cv2.circle(view, middle, 16, (40, 60, 110), -1, cv2.LINE_AA)
    if lit:
        view[LIT[1] * SIDE : (LIT[1] + 1) * SIDE, int((LIT[0] + 0.55) * SIDE) : (LIT[0] + 1) * SIDE] = 235
    return view


def test_a_step_is_seen_where_light_ends_and_nowhere_else() -> None:
    steps = steps_of_light(sector_colours(a_case(True)).reshape(8, -1, 3), np.zeros(8, int)).reshape(2, 4)
    assert steps[LIT[::-1]] > 60
    assert np.delete(steps.ravel(), LIT[1] * 4 + LIT[0]).max() < 10


def test_a_donut_turned_with_its_tile_and_one_all_in_light_show_no_step() -> None:
    colours = sector_colours(a_case(False)).reshape(8, -1, 3)
    colours[1:3] = np.roll(colours[1:3], 2, axis=1)
    colours[5] += 70
    assert steps_of_light(colours, np.zeros(8, int)).max() < 10


@pytest.mark.parametrize("lit", [True, False])
def test_what_looks_like_sprinkles_on_such_an_edge_is_asked_about(lit: bool) -> None:
    classes = square_classes(("xxxx", "xxxx"))
    logits = np.full((2, 4), -9.0, np.float32)
    logits[LIT[::-1]] = SURELY
    classes = replace(classes, sprinkles=logits, sectors=sector_colours(a_case(lit)))
    layout = find_layout(classes)
    assert layout is not None
    guesses, doubts = assess_squares(classes, layout, known())
    assert guesses[LIT][0][0] == ("B" if lit else "b")
    assert set(doubts.values()) <= {Doubt.SPRINKLES} and set(doubts) <= {LIT}
    assert LIT in doubts if lit else guesses[LIT][0][1] > LIKELY

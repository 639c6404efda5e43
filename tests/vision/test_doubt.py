"""What a square may be, how sure that is and why it is doubted: from made numbers, without a photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.donut_shop.parts import Donut, Edition
from tests.vision.test_layout import cells
from vision.doubt import judged
from vision.layout import lay
from vision.tell import Prototypes, prototypes, settled, sprinkle_logits
from vision.values import Doubt, Sample

EDITION = Edition("made", {"B": Donut("Blue", "#4aa8e0"), "M": Donut("Maple", "#c07c3c")})
UNTAUGHT = [np.full((3, 16), np.nan, np.float32)] * 2
FAR = 8.0  # between the prototypes below


def known(samples: int = 4) -> Prototypes:
    """Blue at 0, maple and holes along an axis each."""
    middles = np.zeros((3, 16), np.float32)
    middles[1, 0], middles[2, 1] = FAR, FAR
    return Prototypes(("B", "M", "O"), middles, np.full(3, samples, np.float32), np.zeros(3, np.float32), *UNTAUGHT)


def read(at: dict[tuple[int, int], tuple[float, float]], logit: float = -9.0, rows: tuple[str, ...] = ("xx", "xx")):
    """One tile, all blue but where `at` says where a square lies between the prototypes."""
    seen = cells(rows)
    types = np.zeros((len(rows), len(rows[0]), 16), np.float32)
    for (x, y), (first, second) in at.items():
        types[y, x, :2] = first, second
    seen = replace(seen, types=types, sprinkles=np.full(types.shape[:2], logit, np.float32))
    laid = lay(seen)
    assert laid is not None
    return judged(seen, laid, known())


def test_every_square_has_its_likeliest_letter_first() -> None:
    guesses, doubts = read({(1, 0): (FAR, 0)})
    assert {s: of[0][0] for s, of in guesses.items()} == {(0, 0): "B", (1, 0): "M", (0, 1): "B", (1, 1): "B"}
    assert not doubts


def test_probabilities_of_a_square_add_up_to_one() -> None:
    guesses, _ = read({(1, 0): (FAR / 2, 0)}, logit=0.3)
    for of in guesses.values():
        assert sum(p for _, p in of) == pytest.approx(1, abs=0.02)


def test_sprinkles_make_a_small_letter() -> None:
    guesses, _ = read({}, logit=9)
    assert {of[0][0] for of in guesses.values()} == {"b"}


@pytest.mark.parametrize(
    ("at", "logit", "why"),
    [
        pytest.param((FAR / 2, 0), -9, Doubt.ALIKE, id="between two types"),
        pytest.param((0, 0), 0.1, Doubt.SPRINKLES, id="sprinkles or not"),
        pytest.param((-30, 30), -9, Doubt.UNSEEN, id="far from all that is known"),
    ],
)
def test_doubts_have_reasons(at: tuple[float, float], logit: float, why: Doubt) -> None:
    _, doubts = read({(1, 0): at}, logit)
    assert doubts[1, 0] is why


def test_a_square_that_may_be_empty_is_doubted() -> None:
    _, doubts = read({}, rows=("xx!!", "xx?!"))
    assert not doubts or set(doubts.values()) <= {Doubt.THERE}


def sample(letter: str, at: float, logit: float, strewn: float = 0.0) -> Sample:
    return Sample(letter, (logit, strewn, *(0.0,) * 15, at, *(0.0,) * 15), "made", b"")


def test_taught_squares_make_the_prototype() -> None:
    made = prototypes(EDITION, [sample("B", 3, -4), sample("b", 5, 6)])
    assert made.letters == ("B", "M", "O") and made.samples.tolist() == [2, 0, 0]
    assert made.middles[0, 0] == pytest.approx(4)


def test_sprinkles_are_parted_where_a_type_was_seen_with_and_without() -> None:
    striped = [sample("B", 0, 5) for _ in range(30)] + [sample("b", 0, 15) for _ in range(30)]
    assert prototypes(EDITION, striped).sprinkles[0] == pytest.approx(10, abs=1.2)
    assert prototypes(EDITION, []).sprinkles.tolist() == [0, 0, 0]


def test_sprinkles_are_told_beside_those_taught_where_they_do_not_show_by_themselves() -> None:
    striped = prototypes(EDITION, [sample("B", 0, 3, strewn=-2), sample("b", 0, 3, strewn=2)])
    for strewn, sprinkled in ((-1.5, False), (1.5, True)):
        seen = np.array([[strewn, *(0.0,) * 15]], np.float32)
        logits = sprinkle_logits(striped, np.array([3.0]), seen)[0]
        assert (logits[0] > 0) is np.bool_(sprinkled)
        assert logits[1] > 0, "maple was not taught"


def test_a_photo_moves_the_prototypes_towards_its_own_light() -> None:
    squares = np.zeros((20, 16), np.float32)
    squares[:, 0] = 2
    sure = np.zeros((20, 3), np.float32)
    sure[:, 0] = 1
    moved = settled(known(samples=0), squares, sure)
    assert 1 < moved.middles[0, 0] < 2 and moved.middles[1, 0] == FAR

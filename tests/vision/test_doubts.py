"""Guesses and doubts of squares, prototypes and sprinkles: from invented numbers, without a photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.donut_shop.parts import Donut, Edition
from tests.vision.test_layout import square_classes
from vision.doubts import assess_squares
from vision.layout import find_layout
from vision.prototypes import Prototypes, adapt_prototypes, make_prototypes, split_logits, sprinkle_log_odds
from vision.values import Doubt, Sample

pytestmark = pytest.mark.photo

EDITION = Edition("made", {"B": Donut("Blue", "#4aa8e0"), "M": Donut("Maple", "#c07c3c")})
NO_SAMPLES = [np.full((3, 16), np.nan, np.float32)] * 2
FAR = 8.0  # between the prototypes below


def known(samples: int = 4) -> Prototypes:
    """Return prototypes with blue at 0, maple and holes along an axis each."""
    means = np.zeros((3, 16), np.float32)
    means[1, 0], means[2, 1] = FAR, FAR
    return Prototypes(("B", "M", "O"), means, np.full(3, samples, np.float32), *NO_SAMPLES)


def read(at: dict[tuple[int, int], tuple[float, float]], logit: float = -9.0, rows: tuple[str, ...] = ("xx", "xx")):
    """Assess one tile, all blue but the squares whose place between the prototypes is given in `at`.

    The logit of sprinkles is that of these squares, or of all where there are none; the others are plain.
    """
    classes = square_classes(rows)
    types = np.zeros((len(rows), len(rows[0]), 16), np.float32)
    for (x, y), (first, second) in at.items():
        types[y, x, :2] = first, second
    logits = np.full(types.shape[:2], -9.0 if at else logit, np.float32)
    for x, y in at:
        logits[y, x] = logit
    classes = replace(classes, types=types, sprinkles=logits)
    layout = find_layout(classes)
    assert layout is not None
    return assess_squares(classes, layout, known())


def test_every_square_has_its_likeliest_letter_first() -> None:
    guesses, doubts = read({(1, 0): (FAR, 0)})
    assert {s: of[0][0] for s, of in guesses.items()} == {(0, 0): "B", (1, 0): "M", (0, 1): "B", (1, 1): "B"}
    assert not doubts


def test_probabilities_of_a_square_add_up_to_one() -> None:
    guesses, _ = read({(1, 0): (FAR / 2, 0)}, logit=0.3)
    for of in guesses.values():
        assert sum(p for _, p in of) == pytest.approx(1, abs=0.02)


def test_squares_burnt_white_may_be_anything() -> None:
    classes = square_classes(("xx", "xx"))
    layout = replace(find_layout(classes), washed_out=frozenset({(1, 1)}))  # type: ignore[type-var]
    guesses, doubts = assess_squares(classes, layout, known())
    assert doubts == {(1, 1): Doubt.GLARE}
    shares = dict(guesses[1, 1])
    assert shares["."] == 0.5 and len({shares[letter] for letter in "BbMmO#"}) == 1


def test_sprinkles_make_a_small_letter() -> None:
    guesses, _ = read({}, logit=9)
    assert {of[0][0] for of in guesses.values()} == {"b"}


@pytest.mark.parametrize(
    ("at", "logit", "doubt"),
    [
        pytest.param((FAR / 2, 0), -9, Doubt.ALIKE, id="between two types"),
        pytest.param((0, 0), -4.5, Doubt.SPRINKLES, id="sprinkles or not"),
        pytest.param((-30, 30), -9, Doubt.UNSEEN, id="far from all that is known"),
    ],
)
def test_doubts_have_reasons(at: tuple[float, float], logit: float, doubt: Doubt) -> None:
    _, doubts = read({(1, 0): at}, logit)
    assert doubts[1, 0] is doubt


def test_a_square_that_may_be_empty_is_doubted() -> None:
    _, doubts = read({}, rows=("xx!!", "xx?!"))
    assert not doubts or set(doubts.values()) <= {Doubt.TILE}


def sample(letter: str, at: float, logit: float, sprinkled: float = 0.0) -> Sample:
    return Sample(letter, (logit, sprinkled, *(0.0,) * 15, at, *(0.0,) * 15), "made", b"")


def test_a_prototype_is_the_mean_of_its_samples() -> None:
    made = make_prototypes(EDITION, [sample("B", 3, -4), sample("b", 5, 6)])
    assert made.letters == ("B", "M", "O") and made.samples.tolist() == [2, 0, 0]
    assert made.means[0, 0] == pytest.approx(4)


@pytest.mark.parametrize(
    ("plain", "sprinkled"),
    [
        pytest.param([-6.5, -6, -6, -5.8, -5.5, -5.9, -6.2], [-2.5, 1, 3], id="hardly visible"),
        pytest.param([-3.2, -3, -2.9, -2.8, -3.1, -2.6], [1, 4, 5, 6], id="a striped edition"),
        pytest.param([-6, -5.5, -6.4, -5], [], id="none at all"),
        pytest.param([-5], [], id="one donut"),
        pytest.param([], [4], id="one with"),
    ],
)
def test_plain_donuts_form_one_cluster_with_sprinkled_ones_above(plain: list[float], sprinkled: list[float]) -> None:
    odds = split_logits(np.array([*plain, *sprinkled], float), np.zeros(len(plain) + len(sprinkled), int))
    assert (odds[: len(plain)] < 0).all() and (odds[len(plain) :] > 0).all()


def test_just_above_the_plain_cluster_nothing_is_certain() -> None:
    odds = split_logits(np.array([-6.0, -6.1, -5.9, -6.2, -5.8, -6, -3.2, 4.0, 5.0]), np.zeros(9, int))
    assert abs(odds[6]) < 3 and (odds[:6] < -3).all() and (odds[7:] > 3).all()


def test_a_type_whose_plain_donuts_shine_is_not_taken_for_sprinkled() -> None:
    logits = np.array([-6.0, -6.1, -5.9, -6.2, -6, -5.8, -4.0, -4.1, -3.9, -4.2, -4, -3.8, -4.1, -3.9])
    assert (split_logits(logits, np.array([0] * 6 + [1] * 8)) < 0).all()


def test_a_type_of_its_own_is_split_at_its_own_gap() -> None:
    """The sprinkled ones of a pale type may have lower logits than the plain ones of a type with lines of icing."""
    pale, lined = [-4.1, -4.0, -3.9, -4.2, -4.0, -2.2, -1.9], [-0.4, -0.3, -0.5, -0.4, -0.2, -0.4, 4.2]
    odds = split_logits(np.array([*pale, *lined]), np.array([0] * 7 + [1] * 7))
    assert (odds[:5] < 0).all() and (odds[5:7] > 0).all()
    assert (odds[7:13] < 0).all() and odds[13] > 0


def test_where_all_donuts_of_a_photo_have_sprinkles_they_are_read_so() -> None:
    assert (split_logits(np.array([8.0, 9, 9.5, 8.7, 9.2, 8.4]), np.zeros(6, int)) > 0).all()


def test_samples_tell_how_far_apart_plain_and_sprinkled_donuts_of_a_type_are() -> None:
    logits, types = np.array([-6.0, -6.1, -5.9, -6.2, -4.6]), np.zeros(5, int)
    near = [(np.array([-6.0] * 9), np.array([-4.5] * 9))]
    far = [(np.array([-6.0] * 9), np.array([4.0] * 9))]
    assert split_logits(logits, types, samples=near)[4] > split_logits(logits, types, samples=far)[4] + 0.5


def test_samples_help_to_tell_sprinkled_donuts_from_plain_ones() -> None:
    prototypes = make_prototypes(EDITION, [sample("B", 0, -5, sprinkled=-2), sample("b", 0, -5, sprinkled=2)])
    features = np.zeros((2, 16), np.float32)
    features[:, 0] = -2, 2
    plain, sprinkled = sprinkle_log_odds(prototypes, np.array([-4.0, -4.0]), features, np.zeros(2, int))
    assert plain[0] < sprinkled[0] and plain[1] == sprinkled[1], "maple has no samples"


def test_known_squares_define_the_plain_cluster_of_their_type() -> None:
    logits = np.array([-6.0, -6.1, -5.9, -6.2, -6, -5.8, -1.0, -1.1, -0.9, 0.5, 0.6])
    types = np.array([0] * 6 + [1] * 5)
    labels = np.array([0.0, 0, 0, 0, 0, 0, 0, 0, np.nan, 1, np.nan])
    odds = split_logits(logits, types, labels)
    assert odds[8] < 0 < odds[10], "printed with lines of icing: plain at -1, sprinkled a little above"


def test_certain_squares_help_to_decide_the_unclear_ones() -> None:
    unknown = make_prototypes(EDITION, [])
    logits = np.array([-6.0, -6.1, -5.9, -6.2, -6, -5.8, 4.0, 5.0, -3.4, -3.4])
    features = np.zeros((10, 16), np.float32)
    features[:6, 0], features[6:8, 0], features[8:, 0] = -2, 2, (-2, 2)
    odds = sprinkle_log_odds(unknown, logits, features, np.zeros(10, int))[:, 0]
    assert odds[8] < 0 < odds[9]


def test_a_photo_moves_the_prototypes_towards_its_own_light() -> None:
    squares = np.zeros((20, 16), np.float32)
    squares[:, 0] = 2
    sure = np.zeros((20, 3), np.float32)
    sure[:, 0] = 1
    moved = adapt_prototypes(known(samples=0), squares, sure)
    assert 1 < moved.means[0, 0] < 2 and moved.means[1, 0] == FAR

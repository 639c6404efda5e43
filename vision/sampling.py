"""Makes samples of squares a person confirmed, to tell an edition's types apart in the next photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import UNKNOWN, Square
from vision.classification import SquareClasses, classify
from vision.networks import nets_version
from vision.rectification import SIDE, rectify_reading
from vision.values import Picture, Reading, Sample

if TYPE_CHECKING:
    from vision.values import Pixels

_WITHOUT_TYPE = EMPTY + BOXED + UNKNOWN  # letters that give no evidence of a type


def make_samples(picture: Picture, reading: Reading, rows: Sequence[str]) -> tuple[Sample, ...]:
    """Return a sample of every open donut and pile of holes in `rows`, the true letters of the reading's squares."""
    view = rectify_reading(picture.pixels, reading, SIDE)
    classes = classify(view)
    return tuple(
        Sample(letter, _numbers(classes, (x + 1, y + 1)), nets_version(), _patch(view, x, y))
        for y, row in enumerate(rows[: len(reading.case)])
        for x, letter in enumerate(row[: len(reading.case[0])])
        if letter not in _WITHOUT_TYPE
    )


def update_sample(sample: Sample) -> Sample:
    """Return the sample with the numbers of the present nets; unchanged where its patch has another size."""
    import cv2
    import numpy as np

    if sample.net == nets_version():
        return sample
    patch = cv2.imdecode(np.frombuffer(sample.patch, np.uint8), cv2.IMREAD_COLOR)
    if patch is None or patch.shape != (3 * SIDE, 3 * SIDE, 3):
        return sample
    classes = classify(np.asarray(patch, np.uint8))
    return replace(sample, numbers=_numbers(classes, (1, 1)), net=nets_version())


def _numbers(classes: SquareClasses, square: Square) -> tuple[float, ...]:
    """Return the logit of sprinkles, the sprinkle features and the type features of a square."""
    x, y = square
    features = (*map(float, classes.sprinkle_features[y, x]), *map(float, classes.types[y, x]))
    return (float(classes.sprinkles[y, x]), *features)


def _patch(view: Pixels, x: int, y: int) -> bytes:
    """Return a JPEG of the 3x3 squares around a square of the drawing."""
    import cv2

    part = view[y * SIDE : (y + 3) * SIDE, x * SIDE : (x + 3) * SIDE]
    return bytes(cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, 88])[1])

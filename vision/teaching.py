"""Makes samples of squares that a person confirmed, to tell an edition's types apart in the next photo."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, EMPTY
from companion.donut_shop.parts import UNKNOWN
from vision import cells, reader
from vision.lattice import NETS
from vision.values import Picture, Reading, Sample

if TYPE_CHECKING:
    from vision.values import Pixels

_SILENT = EMPTY + BOXED + UNKNOWN  # letters that say nothing of a type


@cache
def net_name() -> str:
    """Which nets make the numbers."""
    nets = b"".join((NETS / f"{name}.onnx").read_bytes() for name in ("cells", "sprinkles"))
    return hashlib.sha256(nets).hexdigest()[:12]


def samples(picture: Picture, reading: Reading, rows: Sequence[str]) -> tuple[Sample, ...]:
    """A sample of every open donut and pile of holes in `rows`, the true letters in the reading's own squares."""
    view = reader.above(picture.pixels, reading, cells.SIDE)
    seen = cells.look(view)
    return tuple(
        Sample(letter, _numbers(seen, (x + 1, y + 1)), net_name(), _patch(view, x, y))
        for y, row in enumerate(rows[: len(reading.case)])
        for x, letter in enumerate(row[: len(reading.case[0])])
        if letter not in _SILENT
    )


def renewed(sample: Sample) -> Sample:
    """The sample as the present net sees it, looked at anew where another one made its numbers."""
    import cv2
    import numpy as np

    if sample.net == net_name():
        return sample
    patch = cv2.imdecode(np.frombuffer(sample.patch, np.uint8), cv2.IMREAD_COLOR)
    if patch is None or patch.shape != (3 * cells.SIDE, 3 * cells.SIDE, 3):
        return sample
    return replace(sample, numbers=_numbers(cells.look(np.asarray(patch, np.uint8)), (1, 1)), net=net_name())


def _numbers(seen: cells.Cells, square: tuple[int, int]) -> tuple[float, ...]:
    x, y = square
    return (float(seen.sprinkles[y, x]), *map(float, seen.strewn[y, x]), *map(float, seen.types[y, x]))


def _patch(view: Pixels, x: int, y: int) -> bytes:
    """The 3x3 squares around a square of the drawing."""
    import cv2

    side = cells.SIDE
    part = view[y * side : (y + 3) * side, x * side : (x + 3) * side]
    return bytes(cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, 88])[1])

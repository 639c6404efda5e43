"""The committed neural nets: where they are stored, how one is loaded, and which version made a sample's numbers."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from vision.settings import SETTINGS

if TYPE_CHECKING:
    import cv2

    from vision.values import Array

NETS = Path(__file__).parent / "nets"


def load_net(name: str) -> cv2.dnn.Net:
    """Return a committed net, loaded afresh in 2 ms: a used one keeps buffers of up to 200 MB."""
    import cv2

    return cv2.dnn.readNetFromONNX(str(NETS / f"{name}.onnx"))


@cache
def colour_map() -> Mapping[str, Array]:
    """Return the layers of the map from a typed colour to type features, by name."""
    import numpy as np

    with np.load(NETS / "nominal.npz") as arrays:
        return dict(arrays)


@cache
def nets_version() -> str:
    """Return an identifier of what computes the features of a sample: two nets, and how squares are sharpened."""
    nets = b"".join((NETS / f"{name}.onnx").read_bytes() for name in ("cells", "sprinkles"))
    sharpened = f"{SETTINGS.cells['sharp']} {SETTINGS.cells['sharp_wide']}".encode()
    return hashlib.sha256(nets + sharpened).hexdigest()[:12]


@cache
def calibration() -> Mapping[str, tuple[float, float]]:
    """Return by the reason of a doubt the slope and offset that make log-odds of these nets as sure as they are right.

    `python -m vision.training calibrate` fits them.
    """
    tables = tomllib.loads((NETS / "calibration.toml").read_text(encoding="utf-8"))
    return {reason: (float(table["slope"]), float(table["offset"])) for reason, table in tables.items()}

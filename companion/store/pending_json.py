"""A pending photo as JSON, as stores keep it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from companion.store.pending import PendingPhoto, Purpose

if TYPE_CHECKING:
    from companion.donut_shop.parts import Square
    from vision.values import Reading


def to_json(pending: PendingPhoto) -> str:
    """Return a pending photo without its pictures and its token as JSON."""
    content = {
        "phone": pending.phone,
        "purpose": asdict(pending.purpose),
        "size": pending.size,
        "why": pending.why,
        "reading": None if pending.reading is None else _reading_to_json(pending.reading),
    }
    return json.dumps(content)


def pending_of(token: str, text: str) -> PendingPhoto:
    """Return what `to_json` made. Raises ValueError, KeyError or TypeError for anything else."""
    data: Any = json.loads(text)
    wide, high = data["size"]
    reading = None if data["reading"] is None else _reading_from_json(data["reading"])
    return PendingPhoto(token, data["phone"], Purpose(**data["purpose"]), (int(wide), int(high)), reading, data["why"])


def _reading_to_json(reading: Reading) -> dict[str, object]:
    return {
        "case": reading.case,
        "doubts": {_key(square): str(doubt) for square, doubt in reading.doubts.items()},
        "guesses": {_key(square): guesses for square, guesses in reading.guesses.items()},
        "plane": reading.homography.tolist(),
        "stages": dict(reading.stages),
        "burnt": sorted(map(_key, reading.washed_out)),
    }


def _reading_from_json(data: Any) -> Reading:
    import numpy  # with the first photo, as all of the reader

    from vision.values import Doubt, Reading

    return Reading(
        tuple(data["case"]),
        {_square(key): Doubt(doubt) for key, doubt in data["doubts"].items()},
        {_square(key): tuple((letter, float(p)) for letter, p in all_) for key, all_ in data["guesses"].items()},
        numpy.array(data["plane"], dtype=numpy.float64),
        data["stages"],
        frozenset(map(_square, data.get("burnt", ()))),
    )


def _key(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _square(key: str) -> Square:
    x, _, y = key.partition(",")
    return int(x), int(y)

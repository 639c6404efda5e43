"""What was learnt of an edition as ONE file, to be shared with another house: plain JSON, every value looked at.

A shared file is a stranger's: it is limited in size and counts, every number and picture in it is checked, nothing in
it is ever run, and each of its photos can be taken back like one's own.
"""

from __future__ import annotations

import io
import json
import math
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from companion.donut_shop.parts import Edition
from companion.photos.reading import NoReader, missing
from companion.store.samples import MOST_PHOTOS, Samples, packed, unpacked
from vision.values import Sample

KIND, VERSION = "donut-companion taught edition", 1
MOST_BYTES = 16 * 1024 * 1024
MOST_SAMPLES = 4_000
MOST_NUMBERS = 1_024
MOST_PATCH, LARGEST_PATCH = 64 * 1024, 512  # bytes, and pixels of a side
LARGEST_NUMBER = 1e6
MOST_MARKS = 50_000  # brackets and commas: a file of the most photos and samples has half of them
_PHOTO = re.compile(r"[0-9a-f]{16}")
_NET = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Trouble(StrEnum):
    """Why a file somebody shared is not taken."""

    NOT_TAUGHT = "not-a-taught-edition"
    TOO_MUCH = "too-much"
    OTHER_EDITION = "another-edition"
    BROKEN = "broken-sample"


class NotTaken(Exception):
    """A shared file is refused whole; the reason is a `Trouble`. Nothing was changed."""

    def __init__(self, reason: Trouble) -> None:
        super().__init__(str(reason))
        self.reason = reason


class SharedSamples(NamedTuple):
    """What a file holds: of which edition, and the samples of each photo."""

    edition: str
    photos: Mapping[str, Sequence[Sample]]


def shared(learnt: Samples, edition: str) -> bytes:
    """What counts of an edition as a file, the newest photos first; it never holds more than another house takes."""
    photos = []
    room, size = MOST_SAMPLES, 1_000
    for photo in learnt.photos(edition):
        rows = [_row(sample) for sample in learnt.of_photo(edition, photo.photo)]
        room, size = room - len(rows), size + len(json.dumps(rows))
        if room < 0 or size > MOST_BYTES:
            break
        photos.append({"photo": photo.photo, "samples": rows})
    return json.dumps({"kind": KIND, "version": VERSION, "edition": edition, "photos": photos}).encode()


def taken(learnt: Samples, data: bytes, edition: Edition, at: str) -> int:
    """Learn what somebody shared, but for photos already known; how many were new. `at` is UTC.

    Raises NotTaken, NoReader.
    """
    return learn_shared(learnt, read_shared(data, edition), at)


def learn_shared(learnt: Samples, said: SharedSamples, at: str) -> int:
    """Learn what a file held, but for photos already known; how many were new. `at` is UTC."""
    known = {photo.photo for photo in learnt.photos(said.edition)}
    new = {photo: samples for photo, samples in said.photos.items() if photo not in known}
    for photo, samples in reversed(new.items()):
        learnt.add(said.edition, photo, samples, at)
    return len(new)


def read_shared(data: bytes, edition: Edition) -> SharedSamples:
    """What a shared file says, checked for this edition. Raises NotTaken; NoReader where its pictures cannot be."""
    said = read_json(data)
    if (said.get("kind"), said.get("version")) != (KIND, VERSION):
        raise NotTaken(Trouble.NOT_TAUGHT)
    if said.get("edition") != edition.name:
        raise NotTaken(Trouble.OTHER_EDITION)
    photos = _listed(said.get("photos"), MOST_PHOTOS)
    if photos and (lacking := missing()):
        raise NoReader(lacking)
    room = MOST_SAMPLES
    found: dict[str, Sequence[Sample]] = {}
    for photo in photos:
        name = photo.get("photo") if isinstance(photo, dict) else None
        if not isinstance(name, str) or not _PHOTO.fullmatch(name) or name in found:
            raise NotTaken(Trouble.BROKEN)
        rows = _listed(photo.get("samples"), room)
        room -= len(rows)
        found[name] = [_sample(row, edition) for row in rows]
    return SharedSamples(edition.name, found)


def read_json(data: bytes) -> dict[str, Any]:
    """The JSON object in a stranger's bytes, of no more values than a shared file may hold. Raises NotTaken."""
    if len(data) > MOST_BYTES or sum(data.count(mark) for mark in (b"[", b"{", b",")) > MOST_MARKS:
        raise NotTaken(Trouble.TOO_MUCH)
    try:
        said = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):  # the latter: brackets in brackets without end
        raise NotTaken(Trouble.NOT_TAUGHT) from None
    if not isinstance(said, dict):
        raise NotTaken(Trouble.NOT_TAUGHT)
    return said


def _listed(value: object, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise NotTaken(Trouble.BROKEN)
    if len(value) > most:
        raise NotTaken(Trouble.TOO_MUCH)
    return value


def _row(sample: Sample) -> dict[str, str]:
    numbers, patch = b64encode(packed(sample.numbers)).decode(), b64encode(sample.patch).decode()
    return {"letter": sample.letter, "net": sample.net, "numbers": numbers, "patch": patch}


def _sample(row: object, edition: Edition) -> Sample:
    """One sample, every part of it looked at. Raises NotTaken."""
    try:
        letter, net, numbers, patch = (_text(row, name) for name in ("letter", "net", "numbers", "patch"))
        sample = Sample(letter, unpacked(b64decode(numbers, validate=True)), net, b64decode(patch, validate=True))
    except ValueError:
        raise NotTaken(Trouble.BROKEN) from None
    if not (
        len(letter) == 1
        and edition.is_square(letter)
        and _NET.fullmatch(net)
        and 1 <= len(sample.numbers) <= MOST_NUMBERS
        and all(math.isfinite(number) and abs(number) <= LARGEST_NUMBER for number in sample.numbers)
        and _is_patch(sample.patch)
    ):
        raise NotTaken(Trouble.BROKEN)
    return sample


def _text(row: object, name: str) -> str:
    value = row.get(name) if isinstance(row, dict) else None
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def _is_patch(data: bytes) -> bool:
    """Is it a whole JPEG of a sane size? One that says it is larger is not unpacked."""
    from PIL import Image

    from vision.photo import decode

    if len(data) > MOST_PATCH:
        return False
    try:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            size = image.size
        return max(size) <= LARGEST_PATCH and bool(decode(data))
    except Exception:  # NotRead, or whatever a stranger's bytes make Pillow stumble over
        return False

"""Shares what was learnt of an edition with another companion, as one file of plain JSON with every value checked.

A shared file is untrusted: its size and counts are limited, every number and picture in it is checked, nothing in it is
executed, and each of its photos can be removed like one's own.
"""

from __future__ import annotations

import io
import json
import math
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.donut_shop.parts import Edition
from companion.photos.reading import NoReader, missing_packages
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


class SharingReason(StrEnum):
    """Reasons why a shared file is refused."""

    NOT_TAUGHT = "not-a-taught-edition"
    TOO_MUCH = "too-much"
    OTHER_EDITION = "another-edition"
    BROKEN = "broken-sample"


class SharedFileRefused(Exception):
    """A shared file is refused as a whole, for this reason. Nothing was changed."""

    def __init__(self, reason: SharingReason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class SharedSamples(NamedTuple):
    """The content of a shared file: the name of the edition, and the samples of each photo."""

    edition: str
    photos: Mapping[str, Sequence[Sample]]


def export_samples(store: Samples, edition: str) -> bytes:
    """Return the samples of an edition as a file, the newest photos first, within the limits of `read_shared_file`."""
    photos = []
    room, size = MOST_SAMPLES, 1_000
    for photo in store.photos(edition):
        rows = [_row(sample) for sample in store.of_photo(edition, photo.photo)]
        room, size = room - len(rows), size + len(json.dumps(rows))
        if room < 0 or size > MOST_BYTES:
            break
        photos.append({"photo": photo.photo, "samples": rows})
    return json.dumps({"kind": KIND, "version": VERSION, "edition": edition, "photos": photos}).encode()


def import_samples(store: Samples, shared: SharedSamples, at: str) -> int:
    """Learn shared photos, except known ones; return how many were new. `at` is UTC."""
    known = {photo.photo for photo in store.photos(shared.edition)}
    new = {photo: samples for photo, samples in shared.photos.items() if photo not in known}
    for photo, samples in reversed(new.items()):
        store.add(shared.edition, photo, samples, at)
    return len(new)


def read_shared_file(data: bytes, edition: Edition) -> SharedSamples:
    """Return a shared file's content, checked. Raises SharedFileRefused; NoReader where pictures cannot be checked."""
    content = read_json(data)
    if (content.get("kind"), content.get("version")) != (KIND, VERSION):
        raise SharedFileRefused(SharingReason.NOT_TAUGHT)
    if content.get("edition") != edition.name:
        raise SharedFileRefused(SharingReason.OTHER_EDITION)
    photos = _checked_list(content.get("photos"), MOST_PHOTOS)
    if photos and (missing := missing_packages()):
        raise NoReader(missing)
    room = MOST_SAMPLES
    found: dict[str, Sequence[Sample]] = {}
    for photo in photos:
        name = photo.get("photo") if isinstance(photo, dict) else None
        if not isinstance(photo, dict) or not isinstance(name, str) or not _PHOTO.fullmatch(name) or name in found:
            raise SharedFileRefused(SharingReason.BROKEN)
        rows = _checked_list(photo.get("samples"), room)
        room -= len(rows)
        found[name] = [_sample(row, edition) for row in rows]
    return SharedSamples(edition.name, found)


def read_json(data: bytes) -> dict[str, object]:
    """Return the JSON object in untrusted bytes, within the limits of a shared file. Raises SharedFileRefused."""
    if len(data) > MOST_BYTES or sum(data.count(mark) for mark in (b"[", b"{", b",")) > MOST_MARKS:
        raise SharedFileRefused(SharingReason.TOO_MUCH)
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):  # the latter: brackets nested without end
        raise SharedFileRefused(SharingReason.NOT_TAUGHT) from None
    if not isinstance(content, dict):
        raise SharedFileRefused(SharingReason.NOT_TAUGHT)
    return content


def _checked_list(value: object, most: int) -> list[object]:
    if not isinstance(value, list):
        raise SharedFileRefused(SharingReason.BROKEN)
    if len(value) > most:
        raise SharedFileRefused(SharingReason.TOO_MUCH)
    return value


def _row(sample: Sample) -> dict[str, str]:
    numbers, patch = b64encode(packed(sample.numbers)).decode(), b64encode(sample.patch).decode()
    return {"letter": sample.letter, "net": sample.net, "numbers": numbers, "patch": patch}


def _sample(row: object, edition: Edition) -> Sample:
    """Return one sample with every part of it checked. Raises SharedFileRefused."""
    try:
        letter, net, numbers, patch = (_text(row, name) for name in ("letter", "net", "numbers", "patch"))
        sample = Sample(letter, unpacked(b64decode(numbers, validate=True)), net, b64decode(patch, validate=True))
    except ValueError:
        raise SharedFileRefused(SharingReason.BROKEN) from None
    if not (
        len(letter) == 1
        and edition.is_square(letter)
        and _NET.fullmatch(net)
        and 1 <= len(sample.numbers) <= MOST_NUMBERS
        and all(math.isfinite(number) and abs(number) <= LARGEST_NUMBER for number in sample.numbers)
        and _is_patch(sample.patch)
    ):
        raise SharedFileRefused(SharingReason.BROKEN)
    return sample


def _text(row: object, name: str) -> str:
    value = row.get(name) if isinstance(row, dict) else None
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def _is_patch(data: bytes) -> bool:
    """Return whether this is a complete JPEG of at most LARGEST_PATCH; the size is checked before it is decoded."""
    from PIL import Image

    from vision.photo import decode

    if len(data) > MOST_PATCH:
        return False
    try:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            size = image.size
        return max(size) <= LARGEST_PATCH and bool(decode(data))
    except Exception:  # UnreadablePhoto, or whatever Pillow raises on untrusted bytes
        return False

"""Samples shared as one untrusted file. How samples are stored is tested in `tests/store`."""

from __future__ import annotations

import json
from base64 import b64encode
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.editions import load_sets
from companion.photos import sharing
from companion.photos.reading import NoReader
from companion.photos.sharing import SharedFileRefused, SharingReason, export_samples, import_samples, read_shared_file
from companion.store.embedded.samples import SqliteSamples
from companion.store.samples import packed, photo_id, unpacked
from tests.properties import examples, given, st
from vision.values import Sample

pytestmark = pytest.mark.photo

CLASSIC = load_sets()["classic"]
AT = "2026-05-01T19:30:00Z"
ONE, TWO = photo_id(b"one"), photo_id(b"two")


def patch(side: int = 96) -> bytes:
    data = BytesIO()
    Image.new("RGB", (side, side), (200, 160, 120)).save(data, "JPEG")
    return data.getvalue()


PATCH = patch()


def sample(letter: str, first: float = 0.5) -> Sample:
    return Sample(letter, (first, -2.0, 0.25), "net-1", PATCH)


@pytest.fixture
def store(tmp_path: Path) -> SqliteSamples:
    return SqliteSamples(tmp_path / "new folder" / "learnt.sqlite", patience=0.2)


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=20))
def test_numbers_read_back(numbers: list[float]) -> None:
    assert unpacked(packed(numbers)) == tuple(numbers)


# Shared


def test_one_house_learns_from_another(store: SqliteSamples, tmp_path: Path) -> None:
    store.add("classic", ONE, [sample("B"), sample("n")], AT)
    store.add("classic", TWO, [sample("O", 3.0)], AT)
    other = SqliteSamples(tmp_path / "other.sqlite")
    other.add("classic", TWO, [sample("V")], AT)
    data = export_samples(store, "classic")
    assert import_samples(other, read_shared_file(data, CLASSIC), AT) == 1, (
        "of a photo known already its own house’s word stays"
    )
    assert other.of_photo("classic", ONE) == (sample("B"), sample("n"))
    assert other.of_photo("classic", TWO) == (sample("V"),)
    assert import_samples(other, read_shared_file(data, CLASSIC), AT) == 0
    assert other.undo("classic", ONE) == 2


def a_file(**more: Any) -> dict[str, Any]:
    row = {
        "letter": "B",
        "net": "net-1",
        "numbers": b64encode(packed([1.0, 2.0])).decode(),
        "patch": b64encode(PATCH).decode(),
    }
    return {
        "kind": sharing.KIND,
        "version": 1,
        "edition": "classic",
        "photos": [{"photo": ONE, "samples": [row]}],
        **more,
    }


def with_row(**more: Any) -> dict[str, Any]:
    content = a_file()
    content["photos"][0]["samples"][0].update(more)
    return content


def many(photos: int, samples: int) -> dict[str, Any]:
    row = a_file()["photos"][0]["samples"][0]
    return a_file(photos=[{"photo": f"{n:016x}", "samples": [row] * samples} for n in range(photos)])


def numbers(*values: float) -> str:
    return b64encode(packed(values)).decode()


HOSTILE: dict[str, tuple[Any, SharingReason]] = {
    "a list": ([], SharingReason.NOT_TAUGHT),
    "another kind": (a_file(kind="pickle"), SharingReason.NOT_TAUGHT),
    "a later version": (a_file(version=2), SharingReason.NOT_TAUGHT),
    "another edition": (a_file(edition="moon"), SharingReason.OTHER_EDITION),
    "no photos": (a_file(photos=None), SharingReason.BROKEN),
    "photos by name": (a_file(photos={ONE: []}), SharingReason.BROKEN),
    "a photo that is none": (a_file(photos=["../../etc"]), SharingReason.BROKEN),
    "a photo named as a path": (a_file(photos=[{"photo": "../../etc/passwd", "samples": []}]), SharingReason.BROKEN),
    "a photo twice": (a_file(photos=[{"photo": ONE, "samples": []}] * 2), SharingReason.BROKEN),
    "too many photos": (many(401, 0), SharingReason.TOO_MUCH),
    "too many samples": (many(1, 4001), SharingReason.TOO_MUCH),
    "a sample that is a word": (a_file(photos=[{"photo": ONE, "samples": ["B"]}]), SharingReason.BROKEN),
    "a letter of another edition": (with_row(letter="Z"), SharingReason.BROKEN),
    "two letters": (with_row(letter="BB"), SharingReason.BROKEN),
    "a box": (with_row(letter="#"), SharingReason.BROKEN),
    "a net that is a path": (with_row(net="../net"), SharingReason.BROKEN),
    "numbers as numbers": (with_row(numbers=[1.0]), SharingReason.BROKEN),
    "no numbers": (with_row(numbers=""), SharingReason.BROKEN),
    "half a number": (with_row(numbers=b64encode(b"abc").decode()), SharingReason.BROKEN),
    "not base64": (with_row(numbers="****"), SharingReason.BROKEN),
    "not a number": (with_row(numbers=numbers(1, float("nan"))), SharingReason.BROKEN),
    "without end": (with_row(numbers=numbers(float("inf"))), SharingReason.BROKEN),
    "a huge number": (with_row(numbers=numbers(1e30)), SharingReason.BROKEN),
    "too many numbers": (with_row(numbers=numbers(*[0.0] * 1025)), SharingReason.BROKEN),
    "no patch": (with_row(patch=""), SharingReason.BROKEN),
    "a patch that is a script": (with_row(patch=b64encode(b"#!/bin/sh").decode()), SharingReason.BROKEN),
    "a patch cut short": (with_row(patch=b64encode(PATCH[:-9]).decode()), SharingReason.BROKEN),
    "a patch as large as a photo": (with_row(patch=b64encode(patch(600)).decode()), SharingReason.BROKEN),
    "more brackets than there are samples": ([[]] * 60_000, SharingReason.TOO_MUCH),
}


@pytest.mark.parametrize(("content", "reason"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_whole(store: SqliteSamples, content: Any, reason: SharingReason) -> None:
    with pytest.raises(SharedFileRefused) as caught:
        import_samples(store, read_shared_file(json.dumps(content).encode(), CLASSIC), AT)
    assert caught.value.reason is reason
    assert not store.path.exists()


def test_a_patch_that_claims_a_huge_size_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    at = PATCH.index(b"\xff\xc0") + 5
    huge = PATCH[:at] + (20_000).to_bytes(2) + PATCH[at + 2 :]
    monkeypatch.setattr("vision.photo.decode", lambda data: pytest.fail("unpacked"))
    with pytest.raises(SharedFileRefused):
        read_shared_file(json.dumps(with_row(patch=b64encode(huge).decode())).encode(), CLASSIC)


def test_without_a_reader_no_pictures_are_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.photos.sharing.missing_packages", lambda: ("OpenCV",))
    assert not read_shared_file(json.dumps(a_file(photos=[])).encode(), CLASSIC).photos
    with pytest.raises(NoReader):
        read_shared_file(json.dumps(a_file()).encode(), CLASSIC)


def test_the_unchanged_file_is_accepted() -> None:
    assert read_shared_file(json.dumps(a_file()).encode(), CLASSIC).photos[ONE][0].letter == "B"


@pytest.mark.parametrize("data", [b"", b"\x80\x04\x95pickle.", b"PK\x03\x04", b"[" * 40_000, b'{"kind": NaN}', b"\xff"])
def test_bytes_that_are_no_json(data: bytes) -> None:
    with pytest.raises(SharedFileRefused) as caught:
        read_shared_file(data, CLASSIC)
    assert caught.value.reason is SharingReason.NOT_TAUGHT


def test_more_than_a_file_may_hold() -> None:
    with pytest.raises(SharedFileRefused) as caught:
        read_shared_file(b" " * (sharing.MOST_BYTES + 1), CLASSIC)
    assert caught.value.reason is SharingReason.TOO_MUCH


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def nearly_right(draw: st.DrawFn) -> Any:
    """Draw a good file with one member replaced."""
    content = deepcopy(a_file())
    places = [content, content["photos"][0], content["photos"][0]["samples"][0]]
    place = draw(st.sampled_from(places))
    place[draw(st.sampled_from(sorted(place)))] = draw(anything)
    return content


@examples(150)
@given(nearly_right() | anything)
def test_any_file_is_imported_or_refused(content: Any) -> None:
    try:
        found = read_shared_file(json.dumps(content).encode(), CLASSIC)
    except SharedFileRefused:
        return
    assert all(CLASSIC.is_square(one.letter) for samples in found.photos.values() for one in samples)

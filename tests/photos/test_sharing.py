"""Samples shared as one file, which may be a stranger's. How they are kept is tested in `tests/store`."""

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
from companion.photos.sharing import NotTaken, Trouble, read_shared, shared, taken
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
def learnt(tmp_path: Path) -> SqliteSamples:
    return SqliteSamples(tmp_path / "new folder" / "learnt.sqlite", patience=0.2)


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=20))
def test_numbers_read_back(numbers: list[float]) -> None:
    assert unpacked(packed(numbers)) == tuple(numbers)


# Shared


def test_one_house_learns_from_another(learnt: SqliteSamples, tmp_path: Path) -> None:
    learnt.add("classic", ONE, [sample("B"), sample("n")], AT)
    learnt.add("classic", TWO, [sample("O", 3.0)], AT)
    other = SqliteSamples(tmp_path / "other.sqlite")
    other.add("classic", TWO, [sample("V")], AT)
    data = shared(learnt, "classic")
    assert taken(other, data, CLASSIC, AT) == 1, "of a photo known already its own house’s word stays"
    assert other.of_photo("classic", ONE) == (sample("B"), sample("n"))
    assert other.of_photo("classic", TWO) == (sample("V"),)
    assert taken(other, data, CLASSIC, AT) == 0
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
    said = a_file()
    said["photos"][0]["samples"][0].update(more)
    return said


def many(photos: int, samples: int) -> dict[str, Any]:
    row = a_file()["photos"][0]["samples"][0]
    return a_file(photos=[{"photo": f"{n:016x}", "samples": [row] * samples} for n in range(photos)])


def numbers(*values: float) -> str:
    return b64encode(packed(values)).decode()


HOSTILE: dict[str, tuple[Any, Trouble]] = {
    "a list": ([], Trouble.NOT_TAUGHT),
    "another kind": (a_file(kind="pickle"), Trouble.NOT_TAUGHT),
    "a later version": (a_file(version=2), Trouble.NOT_TAUGHT),
    "another edition": (a_file(edition="moon"), Trouble.OTHER_EDITION),
    "no photos": (a_file(photos=None), Trouble.BROKEN),
    "photos by name": (a_file(photos={ONE: []}), Trouble.BROKEN),
    "a photo that is none": (a_file(photos=["../../etc"]), Trouble.BROKEN),
    "a photo named as a path": (a_file(photos=[{"photo": "../../etc/passwd", "samples": []}]), Trouble.BROKEN),
    "a photo twice": (a_file(photos=[{"photo": ONE, "samples": []}] * 2), Trouble.BROKEN),
    "too many photos": (many(401, 0), Trouble.TOO_MUCH),
    "too many samples": (many(1, 4001), Trouble.TOO_MUCH),
    "a sample that is a word": (a_file(photos=[{"photo": ONE, "samples": ["B"]}]), Trouble.BROKEN),
    "a letter of another edition": (with_row(letter="Z"), Trouble.BROKEN),
    "two letters": (with_row(letter="BB"), Trouble.BROKEN),
    "a box": (with_row(letter="#"), Trouble.BROKEN),
    "a net that is a path": (with_row(net="../net"), Trouble.BROKEN),
    "numbers as numbers": (with_row(numbers=[1.0]), Trouble.BROKEN),
    "no numbers": (with_row(numbers=""), Trouble.BROKEN),
    "half a number": (with_row(numbers=b64encode(b"abc").decode()), Trouble.BROKEN),
    "not base64": (with_row(numbers="****"), Trouble.BROKEN),
    "not a number": (with_row(numbers=numbers(1, float("nan"))), Trouble.BROKEN),
    "without end": (with_row(numbers=numbers(float("inf"))), Trouble.BROKEN),
    "a huge number": (with_row(numbers=numbers(1e30)), Trouble.BROKEN),
    "too many numbers": (with_row(numbers=numbers(*[0.0] * 1025)), Trouble.BROKEN),
    "no patch": (with_row(patch=""), Trouble.BROKEN),
    "a patch that is a script": (with_row(patch=b64encode(b"#!/bin/sh").decode()), Trouble.BROKEN),
    "a patch cut short": (with_row(patch=b64encode(PATCH[:-9]).decode()), Trouble.BROKEN),
    "a patch as large as a photo": (with_row(patch=b64encode(patch(600)).decode()), Trouble.BROKEN),
    "more brackets than there are samples": ([[]] * 60_000, Trouble.TOO_MUCH),
}


@pytest.mark.parametrize(("said", "trouble"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_whole(learnt: SqliteSamples, said: Any, trouble: Trouble) -> None:
    with pytest.raises(NotTaken) as caught:
        taken(learnt, json.dumps(said).encode(), CLASSIC, AT)
    assert caught.value.reason is trouble
    assert not learnt.path.exists()


def test_a_patch_that_says_it_is_huge_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    at = PATCH.index(b"\xff\xc0") + 5
    huge = PATCH[:at] + (20_000).to_bytes(2) + PATCH[at + 2 :]
    monkeypatch.setattr("vision.photo.decode", lambda data: pytest.fail("unpacked"))
    with pytest.raises(NotTaken):
        read_shared(json.dumps(with_row(patch=b64encode(huge).decode())).encode(), CLASSIC)


def test_without_a_reader_no_pictures_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.photos.sharing.missing", lambda: ("OpenCV",))
    assert not read_shared(json.dumps(a_file(photos=[])).encode(), CLASSIC).photos
    with pytest.raises(NoReader):
        read_shared(json.dumps(a_file()).encode(), CLASSIC)


def test_what_makes_them_hostile_is_only_that() -> None:
    assert read_shared(json.dumps(a_file()).encode(), CLASSIC).photos[ONE][0].letter == "B"


@pytest.mark.parametrize("data", [b"", b"\x80\x04\x95pickle.", b"PK\x03\x04", b"[" * 40_000, b'{"kind": NaN}', b"\xff"])
def test_bytes_that_are_no_json(data: bytes) -> None:
    with pytest.raises(NotTaken) as caught:
        read_shared(data, CLASSIC)
    assert caught.value.reason is Trouble.NOT_TAUGHT


def test_more_than_a_file_may_hold() -> None:
    with pytest.raises(NotTaken) as caught:
        read_shared(b" " * (sharing.MOST_BYTES + 1), CLASSIC)
    assert caught.value.reason is Trouble.TOO_MUCH


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def nearly_right(draw: st.DrawFn) -> Any:
    """A good file with one member anywhere in it replaced."""
    said = deepcopy(a_file())
    places = [said, said["photos"][0], said["photos"][0]["samples"][0]]
    place = draw(st.sampled_from(places))
    place[draw(st.sampled_from(sorted(place)))] = draw(anything)
    return said


@examples(150)
@given(nearly_right() | anything)
def test_whatever_is_shared_is_taken_or_refused(said: Any) -> None:
    try:
        found = read_shared(json.dumps(said).encode(), CLASSIC)
    except NotTaken:
        return
    assert all(CLASSIC.is_square(one.letter) for samples in found.photos.values() for one in samples)

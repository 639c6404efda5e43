"""The photo reader of a process, the commands `photo read` and `photo teach`, and the messages of both."""

from __future__ import annotations

import io
import json
import threading
from enum import Enum
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskCliRunner
from PIL import Image

from companion.donut_shop.case import Case, problems, read_rows, tile_squares
from companion.donut_shop.parts import Square
from companion.editions import load_sets, read_set
from companion.photos.reading import WAITING, Busy, NoReader, Reader, missing_packages
from companion.photos.sharing import SharingReason
from companion.store.embedded.samples import SqliteSamples
from companion.web import create_app
from companion.words import Words
from companion.words.photo import BUSY, DOUBTS, NO_READER, SHARED_FILE_REFUSED, UNREADABLE
from tests.photographs import photographed
from tests.soak import wait_until
from vision.classification import FEATURES
from vision.networks import nets_version
from vision.rectification import SIDE
from vision.values import Doubt, Sample, UnreadablePhoto, UnreadableReason

pytestmark = pytest.mark.photo

CLASSIC = load_sets()["classic"]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(SqliteSamples(tmp_path / "learnt.sqlite"))


@pytest.fixture
def without_cv2(monkeypatch: pytest.MonkeyPatch) -> None:
    found = util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None if name == "cv2" else found(name, *more))


class Host:
    """A person at the keyboard, with a synthetic edition in the house."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "house"
        (self.home / "sets").mkdir(parents=True)
        (self.home / "sets" / "synthetic.toml").write_bytes(photographed().set.read_bytes())
        self.app: Flask = create_app({"DATABASE": str(self.home / "companion.db"), "TESTING": True})
        self._runner: FlaskCliRunner = self.app.test_cli_runner()

    def runs(self, *words: str) -> tuple[int, str, str]:
        result = self._runner.invoke(args=["photo", *words], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    def reads(self, *words: str) -> list[dict[str, Any]]:
        status, out, _ = self.runs("read", "--json", *words)
        assert status == 0
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


# The reader


def test_a_photo_is_read(reader: Reader) -> None:
    edition = read_set(photographed().set.read_text(encoding="utf-8"))
    seen = reader.read(photographed().jpg.read_bytes(), edition)
    assert sum(len(row) for row in seen.reading.case) == sum(len(row) for row in photographed().rows)
    again = reader.read(seen.picture, edition)
    assert again.reading.case == seen.reading.case
    assert not reader.store.path.exists()


def test_samples_of_other_nets_are_updated_or_ignored(reader: Reader) -> None:
    def patch(side: int) -> bytes:
        done = io.BytesIO()
        Image.new("RGB", (side, side), (200, 160, 120)).save(done, "JPEG")
        return done.getvalue()

    numbers = 1 + 2 * FEATURES
    own = Sample("B", (0.5,) * numbers, nets_version(), patch(3 * SIDE))
    message = [
        own,
        Sample("B", (0.5,) * 7, nets_version(), own.patch),  # no net of ours makes seven
        Sample("B", (0.5,) * 7, "another", patch(90)),
        Sample("B", (0.5,) * 7, "another", own.patch),
    ]
    reader.store.add("classic", "0" * 16, message, "2026-05-01T19:30:00Z")
    samples = reader.samples(CLASSIC)
    assert len(samples) == 2 and own in samples
    assert {(sample.net, len(sample.numbers)) for sample in samples} == {(nets_version(), numbers)}


def test_a_damaged_file_of_samples_is_ignored(host: Host) -> None:
    (host.home / "learnt.sqlite").write_text("Dear all, " * 200)
    edition = read_set(photographed().set.read_text(encoding="utf-8"))
    reader: Reader = host.app.extensions["reader"]
    assert reader.read(photographed().jpg.read_bytes(), edition).reading.case
    printed = host.app.test_cli_runner().invoke(args=["doctor"])
    assert (printed.exit_code, "BAD   Photos: what was taught cannot be used (corrupt)" in printed.output) == (1, True)


def test_a_refusal_frees_its_place_in_the_queue(reader: Reader) -> None:
    for _ in range(WAITING + 3):
        with pytest.raises(UnreadablePhoto) as caught:
            reader.read(b"", CLASSIC)
        assert caught.value.reason is UnreadableReason.UNREADABLE_FILE


def test_one_is_read_four_wait_and_the_next_is_refused_as_busy(reader: Reader) -> None:
    ended: list[UnreadableReason] = []

    def ask() -> None:
        with pytest.raises(UnreadablePhoto) as caught:
            reader.read(b"", CLASSIC)
        ended.append(caught.value.reason)

    def others_wait() -> bool:
        return not reader._queue._value  # type: ignore[attr-defined]

    asking = [threading.Thread(target=ask) for _ in range(WAITING)]
    busy = threading.Event()

    def ask_too_late() -> None:
        with pytest.raises(Busy):
            reader.read(b"", CLASSIC)
        busy.set()

    refused = threading.Thread(target=ask_too_late)
    with reader.exclusive():
        for thread in asking:
            thread.start()
        wait_until(others_wait)
        refused.start()
        refused.join(60)
        assert busy.is_set() and ended == []
        with pytest.raises(UnreadablePhoto):  # whoever has the turn does not wait for itself
            reader.read(b"", CLASSIC)
    for thread in asking:
        thread.join(60)
    assert ended == [UnreadableReason.UNREADABLE_FILE] * WAITING


def test_learning_waits_for_a_place_where_reading_is_refused(reader: Reader) -> None:
    crowded = Reader(reader.store, waiting=0)
    done: list[str] = []

    def teach() -> None:
        with crowded.exclusive(timeout=60):
            done.append("taught")

    teaching = threading.Thread(target=teach)
    with crowded.exclusive():
        teaching.start()
        done.append("read")
    teaching.join(60)
    assert done == ["read", "taught"]


@pytest.mark.usefixtures("without_cv2")
def test_a_missing_package_is_named(reader: Reader, host: Host) -> None:
    assert missing_packages() == ("OpenCV",)
    with pytest.raises(NoReader):
        reader.read(b"", CLASSIC)
    for words in (["read", "a.jpg"], ["teach", "--set", "classic", "a.jpg:a.case"]):
        status, out, err = host.runs(*words)
        assert (status, out) == (2, "")
        assert "OpenCV" in err and err.count("\n") == 1


# The commands


def test_what_read_prints(host: Host, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("Dear all")
    files = [str(photographed().jpg), str(tmp_path / "text.jpg"), str(tmp_path / "nothing.jpg")]
    results = host.reads("--set", "synthetic-5023", "--time", *files)
    assert [one["photo"] for one in results] == files
    assert [one["refused"] for one in results] == [None, "unreadable-file", "unreadable-file"]
    assert [one["case"] is None for one in results] == [False, True, True]
    first = results[0]
    assert list(first) == ["photo", "case", "doubts", "why", "refused", "turn", "ms", "decode_ms"]
    assert [f"{x},{y}" for x, y in first["doubts"]] == list(first["why"])
    assert set(first["why"].values()) <= set(Doubt)
    assert first["ms"] > first["decode_ms"] > 0
    assert "decode_ms" not in host.reads(files[1])[0]


def test_what_read_prints_for_people(host: Host, tmp_path: Path) -> None:
    status, out, _ = host.runs("read", "--set", str(photographed().set), str(photographed().jpg))
    assert status == 0
    assert len(out.splitlines()) > len(photographed().rows)
    status, out, _ = host.runs("read", str(tmp_path / "nothing.jpg"))
    assert (status, "cannot read this file as a picture" in out) == (0, True)


def test_an_example_teaches_for_one_run_and_teach_keeps_it(host: Host) -> None:
    made = photographed()
    pair = f"{made.jpg}:{made.case}"
    samples = host.reads("--set", "synthetic-5023", "--example", pair, str(made.jpg))[0]
    assert not (host.home / "learnt.sqlite").exists()
    status, out, _ = host.runs("teach", "--set", "synthetic-5023", pair)
    assert (status, out.startswith("Learnt from ")) == (0, True)
    assert host.reads("--set", "synthetic-5023", str(made.jpg))[0]["case"] == samples["case"]
    reader: Reader = host.app.extensions["reader"]
    assert [one.squares for one in reader.store.photos("synthetic-5023")] == [
        sum(letter not in ".#" for row in made.rows for letter in row)
    ]


def test_with_the_case_before_the_turn_is_printed(host: Host, tmp_path: Path) -> None:
    made = photographed()
    before = tmp_path / "before.case"
    taught = ("--set", "synthetic-5023", "--example", f"{made.jpg}:{made.case}")
    read = host.reads(*taught, str(made.jpg))[0]
    rows = read["case"]
    spot, left = lifted(rows, {(x, y) for x, y in read["doubts"]})
    before.write_text("\n".join(left))
    results = host.reads(*taught, "--known", f"{made.jpg}:{before}", str(made.jpg))[0]
    tile = "".join(rows[y][x] for x, y in tile_squares(spot))
    assert results["turn"] == f"place {tile} @{spot[0]},{spot[1]}"


def lifted(rows: list[str], doubts: set[Square]) -> tuple[Square, list[str]]:
    """Return the spot of an open tile at the rim of a drawing, surely read, and the drawing without it."""
    case = read_rows(rows)
    for spot in sorted(case.blocks()):
        rest = {s: letter for s, letter in case.open.items() if s not in tile_squares(spot)}
        before = Case(rest, case.boxed)
        if doubts.intersection(tile_squares(spot)):
            continue
        if len(rest) == len(case.open) - 4 and not problems(before, "ABCDEFGHIJKLMN"):
            width = len(rows[0])
            return spot, ["".join(before.letter((x, y)) for x in range(width)) for y in range(len(rows))]
    raise AssertionError("no tile lies at the rim")


def test_corners_as_options(host: Host) -> None:
    results = host.reads(
        "--corners", "10,10", "1500,12", "1490,1100", "14,1110", "--size", "6x4", str(photographed().jpg)
    )
    assert len(results) == 1


WRONG = {
    "an edition nobody has": (["read", "--set", "moon", "a.jpg"], "There is no edition called “moon” here."),
    "a set’s file that is not there": (["read", "--set", "moon.toml", "a.jpg"], "cannot be opened"),
    "an example without a case": (["read", "--example", "a.jpg", "a.jpg"], "is not PHOTO:CASE"),
    "a case that is not there": (["read", "--known", "a.jpg:b.case", "a.jpg"], "cannot be opened"),
    "corners without a size": (["read", "--corners", "1,1", "2,1", "2,2", "1,2", "a.jpg"], "Say four corners"),
    "a size without corners": (["read", "--size", "6x4", "a.jpg"], "Say four corners"),
    "a size in words": (["read", "--corners", "1,1", "2,1", "2,2", "1,2", "--size", "big", "a.jpg"], "Say four"),
    "a corner in words": (["read", "--corners", "a,b", "2,1", "2,2", "1,2", "--size", "6x4", "a.jpg"], "Say four"),
}


@pytest.mark.parametrize(("words", "message"), WRONG.values(), ids=WRONG)
def test_wrong_options_are_refused(host: Host, words: list[str], message: str) -> None:
    status, out, err = host.runs(*words)
    assert (status, out) == (1, "")
    assert message in err and "Traceback" not in err


def test_an_example_without_samples_is_reported(host: Host, tmp_path: Path) -> None:
    case = tmp_path / "other.case"
    case.write_text("AB\nBA\n")
    (tmp_path / "a.jpg").write_text("Dear all")
    status, out, err = host.runs("teach", "--set", "synthetic-5023", f"{tmp_path / 'a.jpg'}:{case}")
    assert (status, out, "as a picture" in err) == (1, "", True)
    case.write_text("AAAAAAAAAAAA\n" * 12)
    status, out, err = host.runs("teach", "--set", "synthetic-5023", f"{photographed().jpg}:{case}")
    assert (status, out, "does not fit" in err) == (1, "", True)


# The messages


@pytest.mark.parametrize(
    ("enum", "table"), [(UnreadableReason, UNREADABLE), (Doubt, DOUBTS), (SharingReason, SHARED_FILE_REFUSED)]
)
def test_every_reason_has_a_sentence_and_a_hint(enum: type[Enum], table: dict[str, Any]) -> None:
    assert set(table) == set(enum)
    for message in (*table.values(), NO_READER, BUSY):
        assert message.sentence[-1] in ".?" and message.hint.endswith(".")
        assert len(message.sentence) < 120 and len(message.hint) < 120
        assert Words("qps").gettext(message.hint) != message.hint

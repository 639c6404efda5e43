"""Photos that wait for a yes: whose they are, how long they stay, how many there are, what is left of them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy
import pytest

from companion.photos.pending import FLAT, KEPT, LARGEST, MOST_OF_A_PHONE, PHOTO, Drafts, NoDraft, PendingPhoto, Purpose
from companion.refusals import Unavailable
from companion.tables.database import copy
from companion.tables.journal import Journal
from vision.values import Doubt, Reading

TABLE = Purpose("table", "classic", "ABCDE")
READING = Reading(
    ("VO", "#m"),
    {(1, 1): Doubt.SPRINKLES},
    {(0, 0): (("V", 0.9), (".", 0.1))},
    numpy.array([[50.0, 0, 10], [0, 50, 20], [0, 0, 1]]),
    {"look": 12.5},
)


class Clock:
    """The disk's time, and what is added to it."""

    def __init__(self) -> None:
        self.later = 0.0

    def __call__(self) -> float:
        import time

        return time.time() + self.later


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def drafts(tmp_path: Path, clock: Clock) -> Drafts:
    return Drafts(tmp_path / "drafts", clock)


def kept(drafts: Drafts, phone: str = "ana") -> PendingPhoto:
    return drafts.keep(phone, TABLE, b"photo", (1600, 1200))


def test_a_draft_survives_another_start(tmp_path: Path, drafts: Drafts) -> None:
    drafts.read(kept(drafts), READING, "", b"flat")
    token = next((tmp_path / "drafts").glob("*.json")).stem
    found = Drafts(tmp_path / "drafts").find(token, "ana")
    assert (found.purpose, found.size, found.why) == (TABLE, (1600, 1200), "")
    assert found.reading is not None
    assert (found.reading.case, found.reading.doubts, found.reading.guesses) == (
        READING.case,
        READING.doubts,
        READING.guesses,
    )
    assert (found.reading.homography == READING.homography).all()
    assert (drafts.picture(found, PHOTO), drafts.picture(found, FLAT)) == (b"photo", b"flat")


def test_only_the_phone_that_took_it_sees_it(drafts: Drafts) -> None:
    token = kept(drafts).token
    for phone in ("bo", ""):
        with pytest.raises(NoDraft):
            drafts.find(token, phone)


@pytest.mark.parametrize("token", ["", "x", "A" * 16, "../../secret.key", "..%2Fdrafts%2Fxxxx", "a" * 15 + "/"])
def test_no_token_no_draft(drafts: Drafts, token: str) -> None:
    with pytest.raises(NoDraft):
        drafts.find(token, "ana")


def test_it_is_gone_after_half_an_hour(tmp_path: Path, drafts: Drafts, clock: Clock) -> None:
    draft = drafts.read(kept(drafts), READING, "", b"flat")
    clock.later = KEPT - 5
    assert drafts.find(draft.token, "ana").purpose == TABLE
    clock.later = KEPT + 5
    with pytest.raises(NoDraft):
        drafts.find(draft.token, "ana")
    clock.later += 60
    drafts.sweep()
    assert list((tmp_path / "drafts").glob("*")) == []


def test_what_a_killed_server_left_is_swept_at_the_start(tmp_path: Path, clock: Clock) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    for name in ("A" * 16 + ".flat.jpg", "A" * 16 + ".photo.new", "B" * 16 + ".json"):
        (folder / name).write_bytes(b"half")
    Drafts(folder, clock)
    assert list(folder.iterdir()) == []


def test_a_disk_that_takes_no_changes_refuses_no_page(drafts: Drafts, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = kept(drafts)

    def refused(path: Path, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refused)
    drafts.drop(draft)
    drafts._swept = 0.0
    drafts.sweep()


def test_dropped_leaves_nothing(tmp_path: Path, drafts: Drafts) -> None:
    drafts.drop(drafts.read(kept(drafts), READING, "", b"flat"))
    assert list((tmp_path / "drafts").glob("*")) == []


def test_a_phone_keeps_only_its_latest(tmp_path: Path, drafts: Drafts) -> None:
    other = kept(drafts, "bo")
    tokens = []
    for age in range(MOST_OF_A_PHONE + 2):
        tokens.append(kept(drafts).token)
        for path in (tmp_path / "drafts").glob(f"{tokens[-1]}*"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 100 + age))
    assert [token for token in tokens if (tmp_path / "drafts" / f"{token}.json").exists()] == tokens[2:]
    assert drafts.find(other.token, "bo") == other


def test_too_large_a_picture_is_not_kept(tmp_path: Path, drafts: Drafts) -> None:
    with pytest.raises(Unavailable):
        drafts.keep("ana", TABLE, b"x" * (LARGEST + 1), (1, 1))
    assert list((tmp_path / "drafts").glob("*")) == []


def test_nobody_else_on_the_machine_may_look(tmp_path: Path, drafts: Drafts) -> None:
    drafts.read(kept(drafts), READING, "", b"flat")
    folder = tmp_path / "drafts"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_backup_holds_none(tmp_path: Path, drafts: Drafts) -> None:
    """A backup is the journal's file alone."""
    Journal(tmp_path / "companion.db").open().close()
    drafts.read(kept(drafts), READING, "", b"flat-picture-of-a-case")
    copy(tmp_path / "companion.db", tmp_path / "backup.db")
    assert b"flat-picture-of-a-case" not in (tmp_path / "backup.db").read_bytes()

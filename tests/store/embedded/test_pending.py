"""Pending photos as files: when they are removed, who may read them, and a disk that takes no changes.

What every store must do is tested in `tests/store/test_photos_and_editions.py`.
"""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.store.embedded.pending import PendingFolder
from companion.store.embedded.store import EmbeddedStore
from companion.store.pending import KEPT, NoPendingPhoto, PendingPhoto
from tests.store.test_photos_and_editions import READING, TABLE, Clock

pytestmark = pytest.mark.photo


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pending(tmp_path: Path, clock: Clock) -> PendingFolder:
    return PendingFolder(tmp_path / "drafts", clock)


def added(pending: PendingFolder, phone: str = "ana") -> PendingPhoto:
    return pending.add(phone, TABLE, b"photo", (1600, 1200))


def test_old_photos_leave_no_file(tmp_path: Path, pending: PendingFolder, clock: Clock) -> None:
    photo = pending.set_reading(added(pending), READING, "", b"flat")
    clock.later = KEPT - 5
    assert pending.find(photo.token, "ana").purpose == TABLE
    clock.later = KEPT + 5
    with pytest.raises(NoPendingPhoto):
        pending.find(photo.token, "ana")
    clock.later += 60
    pending.remove_old()
    assert list((tmp_path / "drafts").glob("*")) == []


def test_the_files_of_a_killed_server_are_removed_at_the_start(tmp_path: Path, clock: Clock) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    for name in ("A" * 16 + ".flat.jpg", "A" * 16 + ".photo.new", "B" * 16 + ".json"):
        (folder / name).write_bytes(b"half")
    PendingFolder(folder, clock)
    assert list(folder.iterdir()) == []


def test_a_disk_that_takes_no_changes_refuses_no_page(pending: PendingFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = added(pending)

    def refused(path: Path, missing_ok: bool = False) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", refused)
    pending.remove(photo)
    pending._cleaned = 0.0
    pending.remove_old()


def test_nobody_else_on_the_machine_may_read_them(tmp_path: Path, pending: PendingFolder) -> None:
    pending.set_reading(added(pending), READING, "", b"flat")
    folder = tmp_path / "drafts"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_backup_holds_none(tmp_path: Path, pending: PendingFolder) -> None:
    """A backup is the journal's file alone."""
    store = EmbeddedStore(tmp_path / "companion.db")
    store.open().close()
    pending.set_reading(added(pending), READING, "", b"flat-picture-of-a-case")
    store.back_up(tmp_path / "backup.db")
    assert b"flat-picture-of-a-case" not in (tmp_path / "backup.db").read_bytes()

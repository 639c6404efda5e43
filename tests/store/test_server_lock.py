"""The lock on a folder: one server at a time, whatever ended the one before; commands are not kept out."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store import server_lock
from companion.store.server_lock import LOCK_FILE, OtherServer, ServerLock, only_server

ROOT = Path(__file__).parents[2]


def test_a_second_lock_on_a_folder_is_refused_until_the_first_is_given_back(tmp_path: Path) -> None:
    first = ServerLock(tmp_path / "instance")
    first.describe("process 7, port 8000")
    with pytest.raises(OtherServer, match="process 7, port 8000"):
        ServerLock(tmp_path / "instance")
    first.close()
    ServerLock(tmp_path / "instance").close()


def test_two_folders_are_two_houses(tmp_path: Path) -> None:
    for lock in [ServerLock(tmp_path / name) for name in ("one", "other")]:
        assert lock.kept
        lock.close()


def test_what_an_ended_server_left_in_the_file_keeps_nobody_out(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_bytes(b"\xff\0" * 50_000)
    lock, note = only_server(tmp_path, "8000")
    assert lock and not note
    lock.close()


def test_a_drive_that_cannot_lock_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some network drives answer; there is none on the machines that run the tests."""

    def cannot(_file: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(server_lock, "_lock", cannot)
    lock, note = only_server(tmp_path, "8000")
    assert lock and not lock.kept
    assert "cannot lock files" in note
    lock.close()


def test_a_folder_that_may_not_be_written_is_left_to_the_pages(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert only_server(tmp_path / "file", "8000") == (None, "")


# Whole servers, as a house starts them


def copy_of_the_companion(folder: Path) -> None:
    for name in ("companion", "templates", "vision"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "app.py").write_bytes((ROOT / "app.py").read_bytes())


def start(folder: Path) -> subprocess.Popen[str]:
    """Start the companion in `folder` on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return subprocess.Popen(
        [sys.executable, "app.py"],
        cwd=folder,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_welcome(server: subprocess.Popen[str]) -> None:
    assert server.stdout
    said = ""
    while "Ctrl-C" not in said:
        line = server.stdout.readline()
        assert line, (said, server.communicate())
        said += line


def flask(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the house in `folder`."""
    command = [sys.executable, "-m", "flask", "--app", "app", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.posix
@pytest.mark.slow
def test_the_second_server_ends_with_a_sentence_and_a_killed_one_leaves_nothing_behind(tmp_path: Path) -> None:
    copy_of_the_companion(tmp_path)
    first = start(tmp_path)
    wait_for_welcome(first)
    second = start(tmp_path)
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"The companion is already running on the folder {tmp_path / 'instance'} (process ")
    assert f"process {first.pid}, port " in err
    for words in (["demo"], ["doctor"], ["backup", str(tmp_path / "copy.db")], ["restore", str(tmp_path / "copy.db")]):
        ran = flask(tmp_path, *words)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    first.send_signal(signal.SIGKILL)
    first.communicate()
    third = start(tmp_path)
    wait_for_welcome(third)
    third.terminate()
    assert third.communicate(timeout=60)[1] == ""
    assert third.returncode in (0, -signal.SIGTERM)

"""Files written whole or not at all, and errors of a disk under their own name."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.files import FRESH, reason_of, refused, write_whole

ROOT = Path(__file__).parents[1]
# A file may not grow beyond 1,000 bytes in this program: what a full disk is to it.
FULL = """
import resource, signal, sys
from pathlib import Path
from companion.files import refused, write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
path = Path(sys.argv[1])
try:
    write_whole(path, b"x" * 1_001)
except OSError as error:
    print(refused(error, path).reason)
"""


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "read-only"),
        (errno.EPERM, "read-only"),
        (errno.ENOENT, "missing"),
        (errno.ENOTDIR, "missing"),
        (errno.EIO, "failed"),
        (errno.EMFILE, "failed"),
        (None, "failed"),
    ],
)
def test_what_an_error_means(number: int | None, reason: str) -> None:
    error = OSError("odd") if number is None else OSError(number, os.strerror(number), "/secret/folder/ours.toml")
    assert reason_of(error) == reason
    assert refused(error).facts["path"] == ("–" if number is None else "ours.toml"), "the folder is nobody's business"


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for text in (b"one", b"two"):
        write_whole(path, text)
        assert path.read_bytes() == text
    assert list(tmp_path.iterdir()) == [path]


def test_on_a_full_disk_the_old_file_stays_and_nothing_half_written(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"one")
    said = subprocess.run([sys.executable, "-c", FULL, str(path)], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "full\n"
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.toml", b"one")]
    assert not list(tmp_path.glob(f"*{FRESH}"))

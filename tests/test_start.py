"""`python start.py`: the environment, messages where something is missing, the browser, and a whole start."""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
from pathlib import Path

import pytest

import start
from companion import __version__

pytestmark = [pytest.mark.posix, pytest.mark.slow]

ROOT = Path(__file__).parents[1]
REMEMBERS = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2], encoding='utf-8')"


class Copy:
    """The companion as somebody unpacked it elsewhere, with an environment that has its packages already."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("start.py", "app.py", "requirements.txt", "constraints.txt"):
            shutil.copy(ROOT / name, folder / name)
        for name in ("companion", "templates", "vision"):
            (folder / name).symlink_to(ROOT / name)
        venv.create(folder / ".venv", symlinks=True)
        own = next((folder / ".venv").glob("lib/python*/site-packages"))
        (own / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        self.stamp = folder / ".venv" / "installed"
        self.opened = folder / "opened"

    def start(self, *options: str, **environment: str) -> subprocess.Popen[str]:
        """Start it at a desktop without a network; a browser would write its address into `opened`."""
        quiet = {name: value for name, value in os.environ.items() if name not in ("HOST", "PORT", "SSH_CONNECTION")}
        browser = f'"{sys.executable}" -c "{REMEMBERS}" "{self.opened}" %s'
        return subprocess.Popen(
            [sys.executable, "start.py", *options],
            cwd=self.folder,
            env={**quiet, "PIP_NO_INDEX": "1", "DISPLAY": ":7", "BROWSER": browser, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def end(self, *options: str, **environment: str) -> tuple[int, str, str]:
        """The exit status and both outputs of a run that ends by itself."""
        process = self.start(*options, **environment)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_an_old_python_can_read_it() -> None:
    ast.parse((ROOT / "start.py").read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(("version", "runs"), [((2, 7), False), ((3, 8), False), ((3, 10), False), ((3, 11), True)])
def test_an_old_python_gets_a_plain_sentence(version: tuple[int, int], runs: bool) -> None:
    problem = start.python_problem(*version)
    assert (problem == "") == runs
    assert runs or "needs Python 3.11 or newer; this one is {}.{}".format(*version) in problem


def test_a_whole_start_opens_the_browser_stops_when_asked_and_is_quicker_the_next_time(copy: Copy) -> None:
    port = free_port()
    first = welcome(copy.start(PORT=str(port)), port, copy)
    assert "Installing" in first
    assert copy.opened.read_text(encoding="utf-8") == f"http://localhost:{port}/"
    stamp = copy.stamp.read_text(encoding="ascii")
    assert stamp == start.stamp_text(copy.folder, start.version_of(start.environment_python(copy.folder / ".venv")))
    assert (copy.folder / "instance").is_dir()
    copy.opened.unlink()
    assert "Installing" not in welcome(copy.start("--port", str(port)), port, copy, by_hand=True)
    with (copy.folder / "constraints.txt").open("a", encoding="utf-8") as constraints:
        constraints.write("# another version\n")
    assert start.stamp_text(copy.folder, stamp.split()[0]) != stamp


def welcome(process: subprocess.Popen[str], port: int, copy: Copy, by_hand: bool = False) -> str:
    """What a start prints until it serves; it is asked for a page, seen to open the browser, and stopped."""
    assert process.stdout
    with process:
        try:
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                assert line, said
                said += line
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                assert page.status == 200
            deadline = time.monotonic() + 20
            while not copy.opened.exists() or not copy.opened.read_text(encoding="utf-8"):
                assert time.monotonic() < deadline, "no browser was opened"
                time.sleep(0.05)
            if by_hand:  # Ctrl-C goes to everything the terminal started
                os.killpg(process.pid, signal.SIGINT)
            else:
                process.send_signal(signal.SIGTERM)
            assert (process.wait(timeout=20), process.stderr.read() if process.stderr else "") == (0, "")
        finally:
            process.kill()
    return said


def test_a_check_starts_asks_and_stops(copy: Copy) -> None:
    status, out, _ = copy.end("--check")
    assert (status, out.splitlines()[-1]) == (0, "The companion starts and answers.")
    assert not copy.opened.exists()


def test_a_port_in_use_is_one_sentence_and_opens_no_browser(copy: Copy) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        status, _, err = copy.end(PORT=str(port))
    assert (status, err) == (
        1,
        f"Port {port} is in use, perhaps by another companion. Try: {start.COMMAND} --port {port + 1}\n",
    )
    assert not copy.opened.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        pytest.param(("--port", "x"), "PORT=x is not a port", id="no port"),
        pytest.param(("--port", "0", "--host", "192.0.2.99"), "not an address of this machine", id="no own address"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(copy: Copy, options: tuple[str, ...], words: str) -> None:
    status, _, err = copy.end(*options)
    assert (status, err.count("\n")) == (1, 1)
    assert words in err


def test_without_a_network_it_says_so_and_tries_again_the_next_time(copy: Copy) -> None:
    (copy.folder / "requirements.txt").write_text("donuts-nobody-has==1.0\n", encoding="utf-8")
    for _ in range(2):
        status, _, err = copy.end()
        assert (status, err.count("\n")) == (1, 1)
        assert "no network" in err
        assert not copy.stamp.exists()


def test_an_environment_cut_short_is_made_anew(copy: Copy) -> None:
    """Without the shared packages in it a new environment has pip, and no network to install from."""
    shutil.rmtree(copy.folder / ".venv")
    (copy.folder / ".venv" / "bin").mkdir(parents=True)
    status, out, err = copy.end()
    assert (status, "Making an environment" in out, "no network" in err) == (1, True, True)
    assert start.has_pip(start.environment_python(copy.folder / ".venv"))


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "No room"),
        ("OSError: [WinError 112] There is not enough space on the disk", "No room"),
        ("Error: [Errno 13] Permission denied: '/srv/donuts/.venv'", "cannot be written"),
        ("[Errno 30] Read-only file system: '/srv/donuts/.venv'", "cannot be written"),
        ("PermissionError: [WinError 5] Access is denied: 'C:\\\\donuts\\\\.venv'", "cannot be written"),
        (
            "The virtual environment was not created successfully because ensurepip is not available.",
            "sudo apt install python3-venv",
        ),
        (
            "WARNING: Retrying (Retry(total=1, connect=None)) after connection broken by 'NewConnectionError(...:"
            " Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')'\n"
            "ERROR: Could not find a version that satisfies the requirement flask==3.1.3 (from versions: none)",
            "no network",
        ),
        (
            "ERROR: Could not find a version that satisfies the requirement numpy==2.4.6 (from versions: 1.0, 1.1)",
            "Not every package exists ready-made",
        ),
        ("error: metadata-generation-failed", "Not every package exists ready-made"),
        ("something new\nand odd", "pip's last words:\nsomething new\nand odd"),
    ],
)
def test_what_pip_says_is_said_in_plain_words(output: str, words: str) -> None:
    assert words in start.why_not_installed(output, Path("/srv/donuts"))


@pytest.mark.parametrize(
    ("environment", "opens"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "HOST": "127.0.0.1"}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22"}, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sits(environment: dict[str, str], opens: bool) -> None:
    assert start.wants_browser(environment) == opens


def test_a_system_without_windows_opens_none() -> None:
    assert start.wants_browser({}) == (start.WINDOWS or sys.platform == "darwin")


def test_the_files_to_double_click_start_the_same(copy: Copy) -> None:
    command, bat = ROOT / "start.command", ROOT / "start.bat"
    assert os.access(command, os.X_OK)
    assert "start.py %*" in bat.read_text(encoding="ascii")
    assert b"\r\n" in bat.read_bytes()
    shutil.copy(command, copy.folder)
    ran = subprocess.run(
        ["sh", str(copy.folder / "start.command"), "--help"], capture_output=True, text=True, check=True
    )
    assert "--no-browser" in ran.stdout


def test_the_version_stands_in_one_place() -> None:
    assert __version__ == "1.0"
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest and newest[1].rstrip(",") == __version__

"""Starts the companion on any machine: `python start.py`. Needs nothing but Python itself.

It makes an environment in `.venv`, installs what is pinned (again only when that changed), starts the app and opens
the browser. What goes wrong is one plain sentence and exit status 1. The file must stay readable for Python 3.6, or
an old Python shows a syntax error instead of that sentence: hence the early check and the plain annotations.
"""

import argparse
import hashlib
import importlib.util
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path

OLDEST = (3, 11)
OLDEST_SQLITE = (3, 37)  # the first with STRICT tables
MEGABYTES_NEEDED = 600  # the environment takes about 330, and pip unpacks into a temporary folder first
SECONDS_TO_START = 60  # a Raspberry Pi reading everything from its card for the first time
TEXT_BROWSERS = {"www-browser", "links", "elinks", "lynx", "w3m"}  # they would take the terminal away from the server

ROOT = Path(__file__).resolve().parent
WINDOWS = os.name == "nt"
COMMAND = "py start.py" if WINDOWS else "python3 start.py"


def main() -> int:
    """Install and start as the command line asks; returns the exit status."""
    options = read_options()
    problem = python_problem(sys.version_info[0], sys.version_info[1])
    if problem:
        newer = newer_python()
        if newer:
            return subprocess.call([newer, str(ROOT / "start.py")] + sys.argv[1:])  # noqa: RUF005
        sys.exit(problem)
    python = install(ROOT)
    if options.install:
        return 0
    environment = dict(os.environ, PYTHONUTF8="1")
    if options.check:
        return check(python, environment)
    if options.port:
        environment["PORT"] = options.port
    if options.host:
        environment["HOST"] = options.host
    return run(python, environment, not options.no_browser)


def read_options() -> argparse.Namespace:
    """The command line; the environment variables PORT and HOST stand for --port and --host."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Installs what the companion needs and starts it.")
    parser.add_argument("--port", help="listen on this port (8000)")
    parser.add_argument("--host", help="let only this address's network in: 127.0.0.1 is this machine alone (0.0.0.0)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument("--install", action="store_true", help="install only")
    parser.add_argument("--check", action="store_true", help="install, start, ask for the first page, stop")
    return parser.parse_args()


# Python itself


def python_problem(major: int, minor: int) -> str:
    """Return why a Python of this version cannot run the companion; empty where it can."""
    if (major, minor) >= OLDEST:
        return ""
    return (
        "The companion needs Python {}.{} or newer; this one is {}.{}. "
        "Get one from https://www.python.org/downloads/ or from your system's packages, then start again."
    ).format(*OLDEST, major, minor)


def newer_python() -> str:
    """Another Python of this machine that is new enough, newest first; empty where none is found."""
    for minor in range(19, OLDEST[1] - 1, -1):
        found = shutil.which("python3.{}".format(minor))  # noqa: UP032
        # A name may be found and still not run: pyenv puts placeholders on the path.
        if found and subprocess.call([found, "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
            return found
    return ""


def missing_part() -> str:
    """Return a sentence for what this Python's distributor left out; empty where all is there."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        return (
            "This Python cannot make environments: its venv module is missing. "
            "On Debian, Ubuntu and Raspberry Pi OS: sudo apt install python3-venv"
        )
    if importlib.util.find_spec("_sqlite3") is None:
        return "This Python was built without SQLite. Use the one of your system's packages or of python.org."
    import sqlite3

    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        return f"The companion needs SQLite 3.37 or newer; this Python has {sqlite3.sqlite_version}. Use a newer one."
    return ""


# The environment


def environment_python(environment: Path) -> Path:
    """Return the path of an environment's Python on this system."""
    return environment / ("Scripts/python.exe" if WINDOWS else "bin/python")


def version_of(python: Path) -> str:
    """The version of a Python, such as 3.11; empty where it is not there or does not run."""
    program = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        ran = subprocess.run([str(python), "-c", program], capture_output=True, encoding="ascii", check=True)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ""
    return ran.stdout.strip()


def stamp_text(root: Path, version: str) -> str:
    """Return the content of `.venv/installed` once all of this version is installed; another text: install again."""
    pinned = b"".join((root / name).read_bytes() for name in ("requirements.txt", "constraints.txt"))
    return f"{version} {hashlib.sha256(pinned).hexdigest()}\n"


def install(root: Path) -> Path:
    """Make the environment where it is missing, install where the pinned versions changed; returns its Python."""
    environment = root / ".venv"
    python, stamp = environment_python(environment), environment / "installed"
    version = version_of(python)
    if version and stamp.is_file() and stamp.read_text("ascii", "replace") == stamp_text(root, version):
        with suppress(OSError):
            stamp.touch()  # make compares times
        return python
    problem = missing_part()
    if problem:
        sys.exit(problem)
    free = shutil.disk_usage(root).free // 1_000_000
    if free < MEGABYTES_NEEDED and not stamp.is_file():
        sys.exit(f"No room on the disk: {free} MB are free, the companion needs {MEGABYTES_NEEDED} MB to install.")
    try:
        if stamp.exists():
            stamp.unlink()  # written again when all is installed
        # An environment without pip is one whose making was cut short, or whose Python went away: make it anew.
        if not has_pip(python):
            print("Making an environment in the folder .venv.", flush=True)
            quietly([sys.executable, "-m", "venv", "--clear", str(environment)], root)
        print("Installing what the companion needs; the first time this takes a minute or two.", flush=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2"]
        quietly([*pip, "-r", "requirements.txt"], root)
        stamp.write_text(stamp_text(root, version_of(python)), encoding="ascii")
    except OSError as error:
        sys.exit(why_not_installed(str(error), root))
    return python


def has_pip(python: Path) -> bool:
    """Return whether this Python is there and can install."""
    try:
        return subprocess.run([str(python), "-c", "import pip"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def quietly(command: "list[str]", root: Path) -> None:
    """Run a command in `root` without showing what it prints; ends the program with a sentence where it fails."""
    ran = subprocess.run(
        command,
        cwd=str(root),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if ran.returncode:
        sys.exit(why_not_installed(ran.stdout, root))


def why_not_installed(output: str, root: Path) -> str:
    """Return what the output of venv or pip means, for the person in front of it."""
    text = output.lower()
    if any(sign in text for sign in ("no space left", "not enough space", "disk quota", "errno 28", "winerror 112")):
        return f"No room on the disk: the companion needs about {MEGABYTES_NEEDED} MB to install."
    if any(sign in text for sign in ("permission denied", "access is denied", "read-only file system", "errno 13")):
        return f"The folder {root} cannot be written. Move the companion to a folder of your own and start again."
    if "ensurepip is not available" in text:
        return "This Python cannot make environments. On Debian, Ubuntu: sudo apt install python3-venv"
    if "(from versions: none)" in text or any(
        sign in text for sign in ("newconnectionerror", "connection to ", "name resolution", "timed out", "proxyerror")
    ):
        return (
            "The packages could not be fetched: no network, or pypi.org is not reached from here. "
            "Only the first start needs it; connect this machine and start again."
        )
    if "could not find a version" in text or "failed building" in text or "metadata-generation-failed" in text:
        return (
            f"Not every package exists ready-made for Python {platform.python_version()} on this machine "
            f"({platform.machine()}). Python 3.11, 3.12 and 3.13 are what the companion is made for.\n{last(output)}"
        )
    return f"Installing did not succeed. pip's last words:\n{last(output)}"


def last(output: str) -> str:
    """The last lines of some output, where the reason usually stands."""
    return "\n".join(output.strip().splitlines()[-5:])


# The app


def run(python: Path, environment: "dict[str, str]", may_open: bool) -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit status of the server."""
    port = environment.get("PORT") or "8000"
    opens = may_open and wants_browser(environment) and port.isdecimal() and is_free(int(port))
    with subprocess.Popen([str(python), "app.py"], cwd=str(ROOT), env=environment) as server:
        # Ctrl-C reaches the server by itself and SIGTERM is handed on; it then ends in its own time, and we after it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda _signal, _frame: server.terminate())
        if opens:
            address = f"http://localhost:{port}/"
            threading.Thread(target=open_when_ready, args=(server, address), daemon=True).start()
        return abs(server.wait())


def wants_browser(environment: "dict[str, str]") -> bool:
    """Return whether somebody sits at a desktop here: no HOST given, no remote shell, and windows can be shown."""
    if environment.get("HOST") or environment.get("SSH_CONNECTION"):
        return False
    has_windows = WINDOWS or sys.platform == "darwin"
    return has_windows or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def is_free(port: int) -> bool:
    """Return whether the server can have this port: what answers there already is not ours to open."""
    try:
        socket.create_server(("", port)).close()
    except (OSError, OverflowError):
        return False
    return port > 0


def open_when_ready(server: "subprocess.Popen[bytes]", address: str) -> None:
    """Open the browser as soon as the server answers; a browser that does not open is no trouble worth a word."""
    if answers(server, address):
        try:
            browser = webbrowser.get()
            if getattr(browser, "name", "") not in TEXT_BROWSERS:
                browser.open(address)
        except (webbrowser.Error, OSError):
            pass


def answers(server: "subprocess.Popen[bytes]", address: str) -> bool:
    """Wait until the first page comes; False where the server ended or no page came in time."""
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # no proxy stands before this machine
    deadline = time.monotonic() + SECONDS_TO_START
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with straight.open(address, timeout=5) as page:
                return bool(page.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


def check(python: Path, environment: "dict[str, str]") -> int:
    """Start on a free port of this machine alone, fetch the first page and stop again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = dict(environment, HOST="127.0.0.1", PORT=str(port))
    with subprocess.Popen([str(python), "app.py"], cwd=str(ROOT), env=environment) as server:
        well = answers(server, f"http://127.0.0.1:{port}/")
        server.terminate()
    print("The companion starts and answers." if well else "The companion does not answer.")
    return 0 if well else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Stopped.")

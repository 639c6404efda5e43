"""Nothing in the product needs what only Linux and macOS have: read off the code, and tried with all of it hidden."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web import create_app

ROOT = Path(__file__).parents[1]
PRODUCT = [ROOT / "app.py", ROOT / "start.py", *(ROOT / "companion").rglob("*.py"), *(ROOT / "vision").glob("*.py")]

# What Python's documentation gives as "Availability: Unix" or "not Windows", as far as a program of this kind may use.
MODULES = "fcntl grp posix pty pwd readline resource syslog termios tty curses crypt nis spwd"
NAMES = {
    "os": "chown chroot confstr ctermid fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg"
    " getpgid getpgrp getpriority getresuid getsid getuid initgroups killpg lchown lockf major makedev minor mkfifo"
    " mknod nice openpty pathconf posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev"
    " register_at_fork"
    " sched_getaffinity sched_yield sendfile setegid seteuid setgid setpgid setpriority setsid setuid statvfs fstatvfs"
    " sync sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid WEXITSTATUS WIFEXITED O_CLOEXEC O_DIRECTORY"
    " O_NOFOLLOW O_NONBLOCK O_SYNC O_DSYNC O_NOCTTY",
    "signal": "SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH"
    " alarm pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo",
    "socket": "AF_UNIX AF_NETLINK AF_PACKET CMSG_LEN CMSG_SPACE SO_REUSEPORT SCM_RIGHTS MSG_DONTWAIT MSG_NOSIGNAL"
    " if_nametoindex socketpair sethostname",
    "select": "poll epoll kqueue devpoll",
    "time": "clock_gettime clock_settime pthread_getcpuclockid tzset",
}
NEEDED_BY_LIBRARIES = {"socketpair", "if_nametoindex"}  # Windows has them in Python itself

HIDDEN = """
import sys
# Python's library and the packages take other ways on Windows; here they keep theirs, loaded before the hiding.
import concurrent.futures, multiprocessing, shutil, ssl, subprocess, tempfile, webbrowser
import babel, cv2, flask.cli, numpy, pi_heif, PIL.Image, segno, sqlite_utils, uvicorn.protocols.http.h11_impl
import functools, os, select, signal, socket, time
# The event loop wants a pair of sockets: on Windows Python makes it without AF_UNIX.
socket.socketpair = functools.partial(socket.socketpair, socket.AF_UNIX)

modules, names = sys.argv[1].split(), eval(sys.argv[2])
for name in modules:
    sys.modules[name] = None
for module, hidden in names.items():
    for name in hidden:
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)

import importlib
for name in sys.argv[4:]:
    importlib.import_module(name)
from app import create_app, serve
serve(create_app({"DATABASE": sys.argv[3]}), "127.0.0.1", 0)
"""


def everywhere(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but those that only some systems reach, or where a missing module is expected."""
    if isinstance(node, ast.If) and ast.unparse(node.test).startswith(("sys.platform ", "os.name ")):
        return
    if isinstance(node, ast.With) and any("ImportError" in ast.unparse(item) for item in node.items):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from everywhere(child)


def used(tree: ast.AST) -> Iterator[str]:
    """Modules imported, and names taken from the modules of NAMES, in what every system reaches."""
    for node in everywhere(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def test_the_product_names_nothing_that_windows_lacks() -> None:
    lacking = set(MODULES.split()) | {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in PRODUCT
        if (names := lacking & set(used(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == {}


def test_every_text_file_is_opened_with_an_encoding() -> None:
    """Windows would take the one of its country."""
    calls = [
        (path.name, node.lineno)
        for path in PRODUCT
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and len(node.args) < {"read_text": 1, "write_text": 2}.get(node.func.attr, 0)
        and not any(keyword.arg == "encoding" for keyword in node.keywords)
    ]
    assert calls == []


def test_the_app_starts_without_what_windows_lacks(tmp_path: Path) -> None:
    names = {module: sorted(set(words.split()) - NEEDED_BY_LIBRARIES) for module, words in NAMES.items()}
    rooms = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in PRODUCT if path.parent != ROOT]
    arguments = [MODULES, repr(names), str(tmp_path / "companion.db")]
    rooms = sorted({room.removesuffix(".__init__") for room in rooms if not room.endswith("__main__")})
    with subprocess.Popen(
        [sys.executable, "-c", HIDDEN, *arguments, *rooms],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout
            address = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert address, "the server did not start; why stands above"
            with urllib.request.urlopen(address[0], timeout=10) as page:
                assert page.status == 200
        finally:
            server.terminate()


@pytest.mark.parametrize(
    ("file", "kind"), [(".js", "text/javascript"), (".css", "text/css"), (".svg", "image/svg+xml")]
)
def test_static_files_are_what_they_are_on_a_machine_that_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, kind: str
) -> None:
    """Windows asks its registry, where any program may have put text/plain for scripts."""
    import mimetypes

    mimetypes.init()
    monkeypatch.setitem(mimetypes.types_map, file, "text/plain")
    app = create_app({"DATABASE": str(tmp_path / "companion.db"), "TESTING": True})
    folder = Path(str(app.static_folder))
    name = next(path.relative_to(folder).as_posix() for path in folder.rglob(f"*{file}"))
    with app.test_client().get(f"/static/{name}") as answer:
        assert (answer.status_code, answer.mimetype) == (200, kind)

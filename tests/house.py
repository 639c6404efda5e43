"""A real server in a process of its own and a real browser, for tests that tap and for `make look`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
CHROMIUM = Path("/usr/bin/chromium")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
HOW_TO_INSTALL = "NO CHROMIUM, nothing was tapped. Install it with: sudo apt install chromium"
SERVER = """
import sys
from companion.web import create_app
from companion.web.serve import serve
serve(create_app({"DATABASE": sys.argv[1], "LANGUAGE": sys.argv[2]}), "127.0.0.1", 0)
"""


@contextmanager
def serving(folder: Path, language: str = "en") -> Iterator[str]:
    """The companion on a free port with a journal of its own in `folder`; yields its address."""
    command = [sys.executable, "-c", SERVER, str(folder / f"{language}.db"), language]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout
        found = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert found, "the server did not start; what it said stands above"
        try:
            yield found[0]
        finally:
            server.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGS))
        yield browser
        browser.close()

"""A real server in a process of its own and a real browser, for tests that tap and for `make look`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.editions import load_sets
from companion.kernel.transcript import read_transcript
from companion.store.store import open_store
from companion.tables.feed import Feed
from companion.tables.play import MOST_LINES, Command, Play
from tests.transcripts import headers_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
# The first is the same Chromium without the windows and buttons around a page, which cost as much as the page.
CHROMIUMS = ("chromium-headless-shell", "chromium")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Fewer processes: each phone is a context of its own, and starting its processes takes longer than most tests.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--in-process-gpu",
)
SERVER = """
import sys
from companion.web import create_app
from companion.web.server import serve
serve(create_app({"DATABASE": sys.argv[1], "LANGUAGE": sys.argv[2]}), "127.0.0.1", 0)
"""


@dataclass(frozen=True)
class House:
    """A running companion: its address, and the journal it writes, a file or the address of a database."""

    url: str
    journal: Path | str

    def table(self, transcript: str) -> str:
        """A table that already heard a whole transcript; its code."""
        own = [self.journal.parent / "sets"] if isinstance(self.journal, Path) else []
        play = Play(load_sets(*own), Feed(), lambda: "2026-01-01T12:00:00Z")
        said = read_transcript(transcript)
        with open_store(self.journal).open() as connection:
            snapshot = play.open(connection, headers_of(transcript), "pen")
            for start in range(0, len(said.moves), MOST_LINES):
                lines = tuple(line for _, line in said.moves[start : start + MOST_LINES])
                play.play(connection, Command(snapshot.code, snapshot.epoch, start, lines, "pen"))
        return snapshot.code

    def lines(self, code: str) -> list[str]:
        """What the journal keeps of a table, as lines of a transcript."""
        with open_store(self.journal).open() as connection:
            return [f"{entry.who}: {entry.text}" for entry in connection.entries(code)]


@contextmanager
def serving(folder: Path, language: str = "", database: str = "") -> Iterator[House]:
    """The companion on a free port of this machine, with a journal of its own in `folder`, or in a database.

    `language`: what the host sets; by default every browser gets what it asks for, and those of tests ask for English.
    """
    journal = database or folder / f"{language or 'house'}.db"
    command = [sys.executable, "-c", SERVER, str(journal), language]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout
        found = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert found, "the server did not start; why stands above"
        try:
            yield House(found[0], journal)
        finally:
            server.terminate()


def chromium_path() -> str | None:
    """Return where Debian's Chromium is, None where it is not installed."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_path(), args=list(ARGS))
        yield browser
        browser.close()

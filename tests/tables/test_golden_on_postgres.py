"""The golden games recorded on both stores: the same lines, states and results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.exports.downloads import export_text
from companion.kernel.transcript import read_transcript
from companion.store.store import Store, open_store
from companion.tables.door import Command
from companion.tables.feed import Feed
from companion.tables.play import Play
from tests.postgres import Server
from tests.transcripts import headers_of

pytestmark = [pytest.mark.postgres, pytest.mark.long]

GAMES = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.fixture(scope="module")
def stores(postgres_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    folder = tmp_path_factory.mktemp("golden")
    address = postgres_server.database(folder)
    both = [open_store(folder / "journal.db"), open_store(address)]
    yield both
    for store in both:
        store.close()
    postgres_server.drop(address)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_the_same_on_both_stores(stores: list[Store], path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    games = []
    for store in stores:
        play = Play(load_sets(), Feed(), lambda: "2026-01-01T12:00:00Z")
        with store.open() as connection:
            code = record(play, store, text)
            result = connection.result(code)
            fresh = Play(load_sets(), Feed()).evening(connection, code)
        games.append([result, *(export_text(fresh, form).replace(code, "CODE") for form in ("txt", "json", "csv"))])
    assert games[0] == games[1]


def record(play: Play, store: Store, text: str) -> str:
    """Record a transcript as phones do, line by line; return the table's code."""
    with store.open() as connection:
        table = play.open(connection, headers_of(text), "pen")
        for _, line in read_transcript(text).moves:
            version = play.snapshot(connection, table.code).version
            play.play(connection, Command(table.code, table.epoch, version, (line,), "pen"))
    return table.code

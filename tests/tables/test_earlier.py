"""Databases that earlier versions of this program wrote: opened, read and played on by today's.

Each `.sql` in `journal/earlier` is the dump of a file an earlier commit wrote, most of its games stopped after two
thirds. The `.json` beside it holds, for each table, the lines that were left and the standings that commit came to with
them: 5466f96 (`donut-shop`, the first that had pages), befb1c3 (`go-nuts`), 3a0e059 (`dealt`, `learnt`: photos).
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.exports.serialization import standings_json
from companion.store.embedded.samples import FILE, SqliteSamples
from companion.store.store import open_store
from companion.tables.play import Command
from tests.client import House
from vision.values import Sample

EARLIER = Path(__file__).parent / "journal" / "earlier"
JOURNALS = ("donut-shop", "go-nuts", "dealt")
TABLES = [
    pytest.param(name, code, rest, id=f"{name}-{code}")
    for name in JOURNALS
    for code, rest in json.loads((EARLIER / f"{name}.json").read_text(encoding="utf-8")).items()
]


def restored(name: str, path: Path) -> None:
    """Write the database again that was dumped under this name."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((EARLIER / f"{name}.sql").read_text(encoding="utf-8"))


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> House:
    """Today's app on an earlier journal, which stands where the app looks for it."""
    restored(request.param, tmp_path / "companion.db")
    return House(tmp_path)


@pytest.mark.parametrize("name", JOURNALS)
def test_an_earlier_journal_is_sound_and_has_the_schema_of_a_new_one(tmp_path: Path, name: str) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    restored(name, old)
    with open_store(old).open() as connection, open_store(new).open():
        assert connection.problems() == []
        assert sorted(connection.codes()) == sorted(json.loads((EARLIER / f"{name}.json").read_text(encoding="utf-8")))
    assert schema(old) == schema(new)


def schema(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()


@pytest.mark.parametrize(("house", "code", "rest"), TABLES, indirect=["house"])
def test_an_earlier_table_is_shown_and_plays_on_to_the_same_standings(
    house: House, code: str, rest: dict[str, Any]
) -> None:
    phone = house.phone()
    for page in ("", "/journal", "/line/1", "/result", "/export/txt", "/export/json"):
        assert phone.get(f"/t/{code}{page}").status_code == 200, page
    play = house.app.extensions["play"]
    with house.connection() as connection:
        snapshot = play.snapshot(connection, code)
        for line in rest["lines"]:
            snapshot = play.play(connection, Command(code, snapshot.epoch, snapshot.version, (line,), "p1"))
    assert standings_json(snapshot.table) == rest["standings"]
    assert phone.get(f"/t/{code}").status_code == 200


def test_what_was_taught_earlier_is_known_and_more_is_learnt(tmp_path: Path) -> None:
    restored("learnt", tmp_path / FILE)
    learnt = SqliteSamples(tmp_path / FILE)
    photos = {edition: [taught.photo for taught in learnt.photos(edition)] for edition in ("classic", "home")}
    assert {edition: len(found) for edition, found in photos.items()} == {"classic": 1, "home": 1}
    samples = learnt.of_photo("classic", photos["classic"][0])
    assert [(sample.letter, sample.numbers) for sample in samples] == [("V", (0.5, -2.0, 0.25)), ("B", (1.5, 0, -0.25))]
    learnt.add("classic", "0123456789abcdef", [Sample("V", (1.0, 1.0, 1.0), "net-1", samples[0].patch)], "2026-12-24")
    assert len(learnt.photos("classic")) == 2

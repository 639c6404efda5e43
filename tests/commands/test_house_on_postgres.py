"""The commands about a house, where it is kept in PostgreSQL: moved over from SQLite, looked after, and moved back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.commands import doctor
from companion.store.store import Store
from companion.tables import demo
from companion.web import create_app
from tests.postgres import KEY, Server

pytestmark = [pytest.mark.postgres, pytest.mark.long]


def house(database: object) -> Flask:
    return create_app({"DATABASE": str(database), "TESTING": True, "PATIENCE": 5.0})


def runs(app: Flask, *words: str, typed: str | None = None) -> str:
    """Return what a command that succeeds prints."""
    result = app.test_cli_runner().invoke(args=list(words), input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


@pytest.fixture
def app(postgres_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("DONUT_KEY", KEY)
    address = postgres_server.database(tmp_path)
    app = house(address)
    yield app
    store: Store = app.extensions["store"]
    store.close()
    postgres_server.drop(address)


def test_a_house_moves_over_and_back_with_every_table(app: Flask, tmp_path: Path) -> None:
    old, transcripts = house(tmp_path / "old" / "companion.db"), demo.transcripts().values()
    codes = [runs(old, "import", "-", typed=text).split()[0] for text in transcripts]
    exports = [runs(old, "export", code, "--as", "json") for code in codes]
    runs(old, "backup", str(tmp_path / "moving.db"))
    assert runs(app, "restore", str(tmp_path / "moving.db")) == "Restored; every phone loads its pages anew.\n"
    assert [runs(app, "export", code, "--as", "json") for code in codes] == exports
    runs(app, "forget", codes[0])
    runs(app, "backup", str(tmp_path / "back.db"))
    assert "companion_before_restore" in runs(app, "restore", str(tmp_path / "back.db"))
    home = house(tmp_path / "home" / "companion.db")
    runs(home, "restore", str(tmp_path / "back.db"))
    assert [runs(home, "export", code, "--as", "json") for code in codes[1:]] == exports[1:]


def test_the_doctor_finds_a_house_that_is_sound_and_one_that_is_not(app: Flask) -> None:
    code = runs(app, "import", "-", typed=next(iter(demo.transcripts().values()))).split()[0]
    found = runs(app, "doctor")
    assert "Journal: sound, tables in it: 1" in found
    assert "Key: there, from DONUT_KEY" in found
    assert doctor.BAD not in found
    store: Store = app.extensions["store"]
    with store.open() as connection:
        connection.append(code, connection.epoch, connection.version(code), [("Ana", "a line nobody reads")], "", "p1")
    result = app.test_cli_runner().invoke(args=["doctor"])
    assert (result.exit_code, f"Table {code}: line" in result.output) == (1, True)

"""Commands about this house: export, import, backup, restore, forget, doctor, demo."""

from __future__ import annotations

import json
import os
from importlib import util
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskCliRunner
from jinja2 import FileSystemLoader

from companion.commands import doctor
from companion.secret_key import KEY_FILE
from companion.store.store import open_store
from companion.tables import demo
from companion.tables.limits import Limits
from companion.web import create_app
from tests.client import COMPILED

pytestmark = pytest.mark.slow
FINISHED, HALF = "donut-shop-finished", "donut-shop-half"


class Printed(NamedTuple):
    status: int
    out: str
    err: str


def app_on(journal: Path) -> Flask:
    """The app, with templates that were compiled before: the doctor reads them all."""
    app = create_app({"DATABASE": str(journal), "TESTING": True, "PATIENCE": 0.1})
    app.jinja_env.bytecode_cache = COMPILED
    return app


class Host:
    """Somebody at the keyboard of the machine."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "house" / "companion.db"
        self.app = app_on(self.journal)
        self._runner: FlaskCliRunner = self.app.test_cli_runner()

    def runs(self, *words: str, typed: str | None = None) -> Printed:
        result = self._runner.invoke(args=list(words), input=typed, catch_exceptions=False)
        return Printed(result.exit_code, result.stdout, result.stderr)

    def brings(self, text: str) -> str:
        """The code of a table made of a transcript on standard input."""
        code, path = self.runs("import", "-", typed=text).out.split()
        assert path == f"/t/{code}"
        return code

    def codes(self) -> list[str]:
        with open_store(self.journal).open() as connection:
            return connection.codes()


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def refused(printed: Printed, words: str) -> bool:
    """One sentence on standard error, nothing else, status 1."""
    return printed.status == 1 and not printed.out and words in printed.err and "Traceback" not in printed.err


def test_export_and_import_are_a_fixed_point(host: Host, tmp_path: Path) -> None:
    first = host.brings(demo.transcripts()[FINISHED])
    (tmp_path / "game.txt").write_text(host.runs("export", first).out, encoding="utf-8")
    second = host.runs("import", str(tmp_path / "game.txt")).out.split()[0]
    for form in ("txt", "json", "csv"):
        assert host.runs("export", "--as", form, second) == host.runs("export", "--as", form, first.lower())
    replayed = host.runs("replay", "--json", str(tmp_path / "game.txt"))
    assert json.loads(host.runs("export", "--as", "json", first).out) == json.loads(replayed.out)


def test_bg_stats_for_a_finished_game_only(host: Host) -> None:
    link = host.runs("export", "--as", "bgstats", host.brings(demo.transcripts()[FINISHED]))
    assert (link.status, link.out[:60]) == (0, "https://app.bgstatsapp.com/createPlay.html?data=%7B%22source")
    assert refused(host.runs("export", "--as", "bgstats", host.brings(demo.transcripts()[HALF])), "not over")


def test_names_and_notes_of_all_scripts(host: Host) -> None:
    text = 'game donut-shop\nseats Zoë "李 🍩"\nfollow bank\nZoë: paid 5 "für dich"\n'
    assert host.runs("export", host.brings(text)).out == "notation 1\n" + text


IMPORTS = {
    "a line refused": ("game donut-shop\nseats A B\n\nA: dance\n", "Line 4: “dance” is not a line"),
    "a header refused": ("game chess\n", "Line 1: There is no game called “chess”."),
    "nothing": ("", "Line 1: The header “game” is missing."),
}


@pytest.mark.parametrize(("text", "words"), IMPORTS.values(), ids=IMPORTS)
def test_a_refused_transcript_makes_no_table(host: Host, text: str, words: str) -> None:
    assert refused(host.runs("import", "-", typed=text), words)
    assert host.codes() == []


def test_a_file_that_is_none(host: Host, tmp_path: Path) -> None:
    assert refused(host.runs("import", str(tmp_path / "nothing.txt")), "cannot be opened")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    assert refused(host.runs("import", str(tmp_path / "picture.png")), "not text in UTF-8")


def test_a_backup_brings_everything_back_while_people_play(host: Host, tmp_path: Path) -> None:
    code, backup = host.brings(demo.transcripts()[HALF]), tmp_path / "backup.db"
    phone = host.app.test_client()
    before = phone.get(f"/t/{code}").headers["X-Table-Version"]
    assert host.runs("backup", str(backup)).status == 0
    assert host.runs("forget", code.lower()).out == f"Forgotten: {code}\n"
    assert phone.get(f"/t/{code}").status_code == 404
    printed = host.runs("restore", str(backup))
    assert (printed.status, "companion.db.before-restore" in printed.out) == (0, True)
    after = phone.get(f"/t/{code}").headers["X-Table-Version"]
    assert after != before, "another epoch, so that every phone loads its page anew"
    assert after.rpartition(".")[2] == before.rpartition(".")[2]
    with open_store(host.journal.with_name("companion.db.before-restore")).open() as connection:
        assert connection.codes() == []


def test_a_restore_where_nothing_was(host: Host, tmp_path: Path) -> None:
    other = Host(tmp_path / "other")
    code = other.brings(demo.transcripts()[HALF])
    other.runs("backup", str(tmp_path / "backup.db"))
    assert "before-restore" not in host.runs("restore", str(tmp_path / "backup.db")).out
    assert host.codes() == [code]


def test_backups_refused(host: Host, tmp_path: Path) -> None:
    assert refused(host.runs("backup", str(tmp_path / "b.db")), "no journal yet")
    assert not host.journal.exists()
    code = host.brings(demo.transcripts()[HALF])
    assert refused(host.runs("backup", str(host.journal)), "the journal itself")
    assert refused(host.runs("backup", str(tmp_path / "nowhere" / "b.db")), "There is no folder")
    (tmp_path / "letter.txt").write_text("Dear all, " * 200)
    assert refused(host.runs("backup", str(tmp_path / "letter.txt")), "damaged")
    assert refused(host.runs("restore", str(tmp_path / "letter.txt")), "no backup of a journal")
    assert refused(host.runs("restore", str(tmp_path / "nothing.db")), "cannot be opened")
    assert (tmp_path / "letter.txt").read_text().startswith("Dear all")
    assert host.codes() == [code]


@pytest.mark.parametrize("command", [["export", "ZZZZZ"], ["forget", "ZZZZZ"], ["export", ""], ["forget", "'; --"]])
def test_a_code_of_no_table(host: Host, command: list[str]) -> None:
    assert refused(host.runs(*command), "No table has this code.")


def test_demo_makes_four_tables_that_can_be_looked_at(host: Host) -> None:
    printed = host.runs("demo")
    codes = [line.split()[0] for line in printed.out.splitlines()]
    assert (printed.status, len(codes)) == (0, 4)
    phone = host.app.test_client()
    assert {phone.get(f"/t/{code}{page}").status_code for code in codes for page in ("", "/journal", "/result")} == {
        200
    }


def test_tables_nobody_played_at_for_so_long_are_forgotten(host: Host) -> None:
    code = host.brings("game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 5\n")
    asked = host.runs("forget-idle")
    assert (asked.status, asked.err) == (1, "After how many days? Add --days 90, or set DONUT_FORGET_AFTER_DAYS.\n")
    assert host.runs("forget-idle", "--days", "1").out == "No table was without a new line for so long.\n"
    with open_store(host.journal).open() as connection:
        connection.create("BBBBB", "donut-shop", "game donut-shop\nseats Ana Bo\n", "2020-01-01T00:00:00Z", "p1")
    host.app.extensions["limits"] = Limits(days=365)
    assert host.runs("forget-idle").out == "Forgotten: BBBBB\n"
    assert host.codes() == [code]


def test_the_doctor_names_the_limits_that_are_on(host: Host) -> None:
    assert "ok    Limits: none are set" in host.runs("doctor").out
    host.app.extensions["limits"] = Limits(tables=20, days=90)
    printed = host.runs("doctor").out
    assert "ok    Limits: new tables per hour from one network: 20" in printed
    assert "ok    Limits: a table without a new line is forgotten after this many days: 90" in printed
    assert "photos per minute" not in printed


# The doctor


def findings(host: Host) -> dict[str, str]:
    """Mark by the first word of each finding; the worst counts."""
    printed = host.runs("doctor")
    found: dict[str, str] = {}
    for line in printed.out.splitlines():
        mark, about = line.split(maxsplit=1)
        word = about.split(":")[0].split()[0]
        found[word] = max(found.get(word, ""), mark, key=["", "ok", "note", "BAD"].index)
    assert printed.status == int("BAD" in found.values()), printed.out
    return found


ALL_WELL = dict.fromkeys(("Journal", "Key", "Editions", "Pages", "Scripts", "Languages", "Limits", "Photos"), "ok")


def test_a_house_where_all_is_well(host: Host) -> None:
    host.runs("demo")
    assert {**findings(host), "Photos": "ok"} == ALL_WELL


def test_a_new_house_has_no_journal_and_the_doctor_makes_none(host: Host) -> None:
    assert findings(host)["Journal"] == "note"
    assert not host.journal.exists()


def test_without_opencv_it_is_a_note(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    found = util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *more: None if name == "cv2" else found(name, *more))
    assert findings(host)["Photos"] == "note"


def test_a_journal_that_is_none(host: Host) -> None:
    host.journal.parent.mkdir(exist_ok=True)
    host.journal.write_text("Dear all, " * 200)
    assert findings(host)["Journal"] == "BAD"


def test_lines_and_headers_nobody_can_read(host: Host) -> None:
    with open_store(host.journal).open() as connection:
        connection.create("BCDFG", "donut-shop", "game donut-shop\nseats Ana Bo", "2026-01-01T00:00:00Z", "pen")
        connection.append("BCDFG", connection.epoch, 0, [("Ana", "dances")], "2026-01-01T00:00:00Z", "pen")
        connection.create("HJKMN", "chess", "game chess", "2026-01-01T00:00:00Z", "pen")
    printed = host.runs("doctor")
    assert "BAD   Table BCDFG: line 1 cannot be read\n" in printed.out
    assert "BAD   Table HJKMN: its headers cannot be read (unknown-game)\n" in printed.out
    assert printed.status == 1


@pytest.mark.posix
def test_the_key(host: Host) -> None:
    key = host.journal.parent / KEY_FILE
    os.chmod(key, 0o644)
    assert findings(host)["Key"] == "note"
    key.unlink()
    assert findings(host)["Key"] == "BAD"


@pytest.mark.parametrize("left", ["", "0123abcd", "\xff"])
def test_a_key_that_was_replaced_is_mentioned(tmp_path: Path, left: str) -> None:
    """An empty or cut off one; the doctor itself starts the app, which heals it."""
    (tmp_path / KEY_FILE).write_bytes(left.encode("latin-1"))
    app = app_on(tmp_path / "companion.db")
    typed = app.test_cli_runner().invoke(args=["doctor"]).output
    assert f"note  Key: {KEY_FILE} was empty or cut off and was made anew" in typed
    again = app_on(tmp_path / "companion.db")
    assert "ok    Key: there" in again.test_cli_runner().invoke(args=["doctor"]).output
    assert again.secret_key == app.secret_key


def test_an_edition_added_or_broken_since_the_start(host: Host) -> None:
    folder = host.journal.parent / "sets"
    folder.mkdir()
    (folder / "moon.toml").write_text(
        'name = "moon"\n[donuts.A]\nname = "Apple"\ncolour = "#aa0000"\n[donuts.B]\nname = "Bun"\ncolour = "#00aa00"\n'
    )
    assert findings(host)["Editions"] == "note"
    (folder / "moon.toml").write_text("name = 1")
    assert findings(host)["Editions"] == "BAD"
    assert "BAD   Editions: moon.toml: " in host.runs("doctor").out


def test_a_page_and_a_script_that_were_changed(host: Host, tmp_path: Path) -> None:
    (tmp_path / "broken.html").write_text("{% if %}")
    (tmp_path / "vendor").mkdir()
    pages = host.app.jinja_env.overlay(loader=FileSystemLoader(tmp_path))
    inside = host.journal.parent, host.app.extensions["store"], host.app.extensions["play"]
    found = list(doctor.findings(pages, tmp_path, *inside))
    assert {finding.about.split(":")[0] for finding in found if finding.mark == doctor.BAD} == {"Pages", "Scripts"}
    (tmp_path / "vendor" / "versions.json").write_text('[{"file": "a.js", "name": "a", "version": "1", "sha256": "0"}]')
    (tmp_path / "vendor" / "a.js").write_text("alert(1)")
    found = list(doctor.findings(pages, tmp_path, *inside))
    assert [finding.gaps["name"] for finding in found if finding.about.startswith("Scripts")] == ["a.js"]


def test_unlock_lets_every_phone_enter_lines_again(host: Host) -> None:
    code = host.brings(demo.transcripts()[HALF])
    with open_store(host.journal).open() as connection:
        connection.lock(code, "2026-12-01T20:00:00Z")
        assert host.runs("unlock", code.lower()).out == f"Unlocked: {code}\n"
        assert not connection.locked(code)
    assert refused(host.runs("unlock", "ZZZZZ"), "No table has this code.")

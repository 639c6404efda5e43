"""No limit contradicts another: what may be entered can be stored, taken away, brought back and put right again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.editions import load_sets
from companion.exports.downloads import export_text
from companion.go_nuts.notation import MOST_CARDS
from companion.judge.limits import MOST_ORDERS
from companion.kernel.entry import Entry
from companion.kernel.text import LONGEST_LINE, LONGEST_NAME, LONGEST_TEXT, quoted
from companion.kernel.transcript import IMPORTED, LONGEST_TRANSCRIPT, MOST_LINES, SURELY_FITS, fits
from companion.refusals import Illegal
from companion.store.journal import new_code
from companion.store.store import Store, open_store
from companion.tables.feed import Feed
from companion.tables.play import MOST_LINES as MOST_AT_ONCE
from companion.tables.play import Command, Play, Snapshot
from companion.tables.transcript_file import MOST_BYTES
from tests.client import OWN_PAGE, House

ROOT = Path(__file__).parents[2]
BANK = "game donut-shop\nseats Ana Bo\nfollow bank"
SETS = load_sets()
SHORT_NOTE = 'note "a"'
LONG_NOTE = f"note {quoted('😀' * LONGEST_TEXT)}"


def table_of(store: Store, entries: int, text: str) -> str:
    """A table with so many lines already; its code."""
    with store.open() as connection:
        stored = [Entry(seq, "table", text, "", "pen") for seq in range(1, entries + 1)]
        return connection.create(new_code(connection), "donut-shop", BANK, "2026-05-01T19:30:00Z", "pen", stored).code


def filled(journal: Store, play: Play, code: str, *lines: str) -> Snapshot:
    """The table after these lines were entered again and again, until it was full."""
    with journal.open() as connection:
        snapshot = play.snapshot(connection, code)
        while True:
            try:
                snapshot = play.play(connection, Command(code, snapshot.epoch, snapshot.version, lines, "pen"))
            except Illegal as refusal:
                if refusal.reason != "table-full":
                    raise
                return snapshot


@pytest.mark.parametrize(
    ("entries", "text"),
    [(MOST_LINES - 30, SHORT_NOTE), (1_840, LONG_NOTE)],
    ids=["lines", "characters"],
)
def test_a_full_table_can_be_taken_away_and_brought_back(tmp_path: Path, entries: int, text: str) -> None:
    journal, play = open_store(tmp_path / "journal.db"), Play(SETS, Feed())
    code = table_of(journal, entries, text)
    snapshot = filled(journal, play, code, f"table: {text}", "table: adjust Ana +5")
    assert snapshot.version > entries, "it was not full at once"
    with journal.open() as connection:
        evening = play.evening(connection, code)
        assert evening.snapshot.version == snapshot.version, "nothing was stored by half"
        transcript = export_text(evening, "txt")
        assert fits(transcript) and not fits(transcript + transcript[-1] * 3 + f"table: {text}\ntable: adjust Ana +5\n")
        assert len(transcript.encode()) <= MOST_BYTES
        again = play.import_table(connection, transcript, "pen")
        assert again.table.game.rules.standings(again.table.state) == snapshot.table.game.rules.standings(
            snapshot.table.state
        )
        assert again.version == snapshot.version


def test_a_page_shows_that_a_table_is_full(tmp_path: Path) -> None:
    house = House(tmp_path)
    phone = house.phone()
    phone.code = table_of(house.app.extensions["store"], MOST_LINES, SHORT_NOTE)
    answer = phone.record("Ana: paid 5")
    assert answer.status_code == 422 and "This table is full" in answer.text


def test_a_table_from_before_the_limit_is_taken_away_and_brought_back(tmp_path: Path) -> None:
    """It takes no further lines, as before; all the others stay."""
    house = House(tmp_path)
    code = table_of(house.app.extensions["store"], MOST_LINES + 500, SHORT_NOTE)
    file = tmp_path / "old.txt"
    file.write_bytes(house.phone().get(f"/t/{code}/export/txt").data)
    assert not fits(file.read_text("utf-8")) and fits(file.read_text("utf-8"), IMPORTED)
    ran = house.app.test_cli_runner().invoke(args=["import", str(file)])
    assert ran.exit_code == 0, ran.output
    phone = house.phone()
    phone.code = ran.output.split()[0]
    assert house.lines(phone.code) == house.lines(code)
    assert phone.get(f"/t/{phone.code}/export/txt").data == file.read_bytes()
    assert phone.record("Ana: paid 5").status_code == 422


def test_lines_that_surely_fit_do() -> None:
    """However long lines and headers are: the length is measured only beyond that."""
    headers = 6 * 3 + 8  # those of each seat, and the others
    longest = LONGEST_LINE + 2 * LONGEST_NAME + len('"": ')
    assert SURELY_FITS * longest + headers * LONGEST_LINE < LONGEST_TRANSCRIPT
    assert SURELY_FITS + headers < MOST_LINES


def test_a_command_of_the_longest_lines_is_taken_whole(tmp_path: Path) -> None:
    phone = House(tmp_path).phone()
    phone.open()
    line = f"table: {LONG_NOTE}"
    padded = line + " " * (LONGEST_LINE - len(line))
    form = {"text": "\n".join([padded] * MOST_AT_ONCE), "version": phone.tag_of(0), "draft": "x" * 1_000}
    answer = phone.client.post(f"/t/{phone.code}/move", data=form, headers=OWN_PAGE)
    assert answer.status_code == 303, answer.text
    assert phone.version() == MOST_AT_ONCE


def test_the_longest_things_fit_in_a_line_and_in_a_repair_of_it() -> None:
    name = quoted('"' * LONGEST_NAME)
    note = quoted("\\" * LONGEST_TEXT)
    longest = [
        f"table: note {note}",
        f"table: adjust {name} +999999 {note}",
        f"table: final {name} " + " ".join(["chocolate-frosted"] * MOST_CARDS),
        f"{name}: discard " + " ".join(["raspberry-frosted"] * 3),
        f"tray {name} " + " ".join(["chocolate-frosted"] * MOST_CARDS),
        f"hand {name} " + " ".join(["B*+"] * MOST_ORDERS),
    ]
    for line in longest:
        assert len(f"table: correct 999999 {line} !99999") <= LONGEST_LINE


def test_fields_for_whole_lines_are_as_long_as_lines() -> None:
    """What a field does not let in cannot be corrected there."""
    templates = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    fields = [field for text in templates for field in re.findall(r"<input[^>]*>", text)]
    lines = [field for field in fields if 'name="tail"' in field or 'id="text"' in field]
    assert lines and all(f'maxlength="{LONGEST_LINE}"' in field for field in lines)
    quotes = [field for field in fields if 'name="quote"' in field and "hidden" not in field]
    assert quotes and all(f'maxlength="{LONGEST_TEXT}"' in field for field in quotes)

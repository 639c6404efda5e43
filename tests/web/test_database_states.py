"""A locked, read-only, corrupt, full or missing journal: 503 and a sentence, reading where it can be, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.store.embedded.database import connect
from tests.client import HTMX, OWN_PAGE, House, Phone, sentence

ROOT = Path(__file__).parents[2]
PAGES = ["/", "/t/CODE", "/t/CODE/journal", "/t/CODE/line/1", "/t/CODE/more", "/t/CODE/result"]


@contextmanager
def locked(house: House, how: str) -> Iterator[None]:
    """Another program in the middle of writing."""
    with closing(connect(house.path, "rw")) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


def is_unavailable(answer: TestResponse, words: str) -> bool:
    """A page with 503 and the sentence about this state, without a trace."""
    return answer.status_code == 503 and words in answer.text and "Traceback" not in answer.text


def statuses(phone: Phone) -> set[int]:
    return {phone.get(page.replace("CODE", phone.code)).status_code for page in PAGES}


@pytest.mark.parametrize("headers", [OWN_PAGE, HTMX], ids=["page", "htmx"])
def test_while_another_program_writes_pages_are_read_and_lines_wait(
    house: House, ana: Phone, headers: dict[str, str]
) -> None:
    ana.record("Ana: paid 35")
    with locked(house, "IMMEDIATE"):
        answer = ana.record("Ana: end", 1, headers)
        assert is_unavailable(answer, "busy just now")
        assert statuses(ana) == {200}
    assert house.lines(ana.code) == ["Ana: paid 35"]
    assert ana.record("Ana: end", 1).status_code == 303


def test_while_another_program_holds_the_whole_file_everything_waits(house: House, ana: Phone) -> None:
    with locked(house, "EXCLUSIVE"):
        answers = [ana.get(page.replace("CODE", ana.code)) for page in PAGES]
        answers += [ana.record("Ana: end", 0), ana.post("/new/donut-shop", {"seat": ["Ana", "Bo"]})]
        assert all(is_unavailable(answer, "busy just now") for answer in answers)
        assert ana.get("/new/donut-shop").status_code == 200
    assert statuses(ana) == {200, 303}


def test_a_line_refused_as_busy_is_recorded_when_sent_again(house: House, ana: Phone) -> None:
    with locked(house, "IMMEDIATE"):
        ana.record("Ana: paid 35", 0)
    for _ in range(2):
        assert ana.record("Ana: paid 35", 0).status_code == 303
    assert house.lines(ana.code) == ["Ana: paid 35"]


@pytest.mark.parametrize(
    "content",
    [b"shopping list " * 4000, b"\0" * 8192, b"SQLite format 3\0" + b"x" * 9000],
    ids=["text", "zeros", "half"],
)
def test_a_file_that_is_no_journal_is_reported_and_left_alone(tmp_path: Path, content: bytes) -> None:
    house = House(tmp_path)
    house.path.write_bytes(content)
    phone = house.phone()
    for answer in (phone.get("/"), phone.get("/t/KRMPF"), phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"]})):
        assert is_unavailable(answer, "damaged")
    assert house.path.read_bytes() == content


def test_a_damaged_page_is_reported_and_other_tables_go_on_or_report_it(house: House, ana: Phone) -> None:
    for version in range(0, 400, 20):
        ana.record("\n".join([f'table: note "{"x" * 150}"'] * 20), version)
    content = bytearray(house.path.read_bytes())
    content[4096 * 6 : 4096 * 10] = b"\xaa" * (4096 * 4)
    house.path.write_bytes(content)
    fresh = House(house.path.parent)
    phone = fresh.phone()
    phone.code = ana.code
    answer = phone.get(f"/t/{ana.code}")
    assert is_unavailable(answer, "damaged")
    assert sentence(answer)


@pytest.mark.parametrize("line", ['table: note "so"', "table: end"], ids=["a note", "the end with its standings"])
def test_on_a_full_disk_nothing_is_lost_and_the_next_line_works(house: House, line: str) -> None:
    """A small journal that may not grow: SQLite refuses it as it refuses a full disk."""
    phone = house.phone()
    phone.open()
    with house.connection() as connection:
        pages = connection.db.execute("PRAGMA page_count").fetchone()[0]
    journal = house.app.extensions["store"]
    plainly = journal.open

    def small() -> object:
        connection = plainly()
        connection.db.execute(f"PRAGMA max_page_count={pages}")
        return connection

    journal.open = small
    text = f'table: note "{"x" * 180}"\n' * 19 + line
    version = 0
    while (answer := phone.record(text, version)).status_code == 303:
        version += 20
    assert is_unavailable(answer, "full")
    assert statuses(phone) == {200} or version == 0
    journal.open = plainly
    assert len(house.lines(phone.code)) == version
    assert phone.record(text, version).status_code == 303
    assert len(house.lines(phone.code)) == version + 20


def test_a_missing_journal_is_reported_and_not_replaced(house: House, ana: Phone, tmp_path: Path) -> None:
    house.path.rename(tmp_path / "elsewhere.db")
    for answer in (ana.get("/"), ana.record("Ana: end", 0), ana.post("/new/donut-shop", {"seat": ["Ana", "Bo"]})):
        assert is_unavailable(answer, "not where")
    assert not house.path.exists()
    (tmp_path / "elsewhere.db").rename(house.path)
    assert ana.record("Ana: end", 0).status_code == 303


@pytest.mark.parametrize("how", ["emptied", "another file"])
def test_an_empty_file_in_the_journals_place_is_reported_and_not_filled(house: House, ana: Phone, how: str) -> None:
    ana.record("Ana: paid 35")
    whole = house.path.read_bytes()
    if how == "emptied":
        os.truncate(house.path, 0)
    else:
        empty = house.path.with_name("empty.db")
        empty.touch()
        empty.replace(house.path)
    results = [ana.record("Ana: end", 1), ana.post("/new/donut-shop", {"seat": ["Ana", "Bo"]})]
    for answer in (*results, *(ana.get(page.replace("CODE", ana.code)) for page in PAGES)):
        assert is_unavailable(answer, "damaged")
    assert house.path.read_bytes() == b""
    house.path.write_bytes(whole)
    assert ana.record("Ana: end", 1).status_code == 303


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    house = House(tmp_path / "new" / "folder")
    assert house.phone().open()


def test_without_a_folder_the_pages_report_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper"):
        phone = House(folder).phone()
        assert is_unavailable(phone.get("/"), "not where")
        assert phone.get("/new/donut-shop").status_code == 200


# What only somebody else than root is refused

AS_ANOTHER_USER = """
import os, sys, tempfile
from pathlib import Path
from tests.client import House

def ask(phone):
    pages = [phone.get(page.replace("CODE", phone.code)) for page in sys.argv[3:]]
    said = [phone.record("Ana: end", 1), phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"]})]
    return [page.status_code for page in pages], [answer.status_code for answer in said], said[0].text

with tempfile.TemporaryDirectory() as name:  # once as ourselves: the other user may not read what is imported late
    phone = House(Path(name)).phone()
    phone.open()
    ask(phone)
if os.geteuid() == 0:
    os.setuid(65534)
phone = House(Path(sys.argv[1])).phone()
phone.code = sys.argv[2]
print(*ask(phone))
"""


def asked_by_another_user(folder: Path, code: str, pages: list[str]) -> str:
    command = [sys.executable, "-c", AS_ANOTHER_USER, str(folder), code, *pages]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@contextmanager
def closed_folder() -> Iterator[Path]:
    """A folder another user may read but not change; pytest's own is closed to others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            yield folder
        finally:
            folder.chmod(0o755)


@pytest.mark.posix
def test_a_journal_that_may_only_be_read_is_read() -> None:
    with closed_folder() as folder:
        house = House(folder)
        phone = house.phone()
        code = phone.open()
        phone.record("Ana: paid 35")
        house.path.chmod(0o444)
        folder.chmod(0o555)
        results = asked_by_another_user(folder, code, PAGES)
        assert results.startswith("[200, 200, 200, 200, 200, 200] [503, 503]")
        assert "may not write" in results
        assert house.lines(code) == ["Ana: paid 35"]


@pytest.mark.posix
def test_a_read_only_instance_folder_is_reported() -> None:
    with closed_folder() as folder:
        folder.chmod(0o555)
        results = asked_by_another_user(folder, "-", ["/", "/new/donut-shop"])
        assert results.startswith("[503, 200] [503, 503]")
        assert "Traceback" not in results

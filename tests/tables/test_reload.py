"""A table read from its file again is the table that was played: the same lines, money, exports and secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.editions import load_sets
from companion.exports import terminal
from companion.exports.downloads import FORMATS, export_text
from companion.kernel.redact import as_on_paper, as_seen
from companion.kernel.table import Table
from companion.kernel.text import write_name
from companion.kernel.transcript import header_lines, read_transcript
from companion.refusals import Refusal
from companion.store.journal import Connection, new_code
from companion.store.store import Store, open_store
from companion.tables.feed import Feed
from companion.tables.play import Evening, Play, Snapshot
from companion.tables.replay import replay
from companion.web import create_app
from companion.web.table.journal_rows import rows_of
from companion.words import Words
from tests.donut_shop import test_repaired_playouts as shop
from tests.go_nuts import test_repaired_playouts as nuts
from tests.properties import examples, given, st
from tests.transcripts import GOLDEN, headers_of, opened, same, transcript_of

pytestmark = pytest.mark.slow

SETS = load_sets()
AT = "2026-05-01T19:30:00Z"
# Names that need quotes, look like another thing, or stand for a word of the notation.
ODD = [
    *("Cy Lee", "Dr. Oz", "😀", 'say "hi"', "back\\slash", "\\", '"', "O’Neil", "D'Arcy", "’", "a: b", "x=1", "#", "?"),
    *("!", "!30", "@0,0", "José", "Zoë", "ßen", "12", "-", "orders", "from", "to", "in", "end", "none", "keep"),
    *("final", "insert", "seats", "game", "reveal", "tables", "the table", "Ana B", "李 雷", "👩‍👩‍👧", "…", "a,b;c"),
]
GOLDEN_GAMES = sorted(GOLDEN.glob("*.txt"))


@pytest.fixture(scope="module", autouse=True)
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Rows of the journal's page are sentences, in the words of an app."""
    with create_app({"DATABASE": str(tmp_path_factory.mktemp("pages") / "pages.db")}).test_request_context():
        yield


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One file for all the tables of this module."""
    return open_store(tmp_path_factory.mktemp("reload") / "journal.db")


def renamed(text: str, names: Sequence[str], odd: Sequence[str]) -> str:
    """A transcript whose seats are called otherwise; every name of the old ones stands as a word of its own."""
    new = dict(zip(map(write_name, names), map(write_name, odd), strict=True))
    words = "|".join(sorted(map(re.escape, new), key=len, reverse=True))
    return re.sub(rf"(?<![^\s]){'(' + words + ')'}(?=[\s:=]|$)", lambda found: new[found[1]], text, flags=re.MULTILINE)


def played_again(text: str) -> Table:
    """The table after the lines of a transcript; lines that cannot be read under the new names are left out."""
    table = opened(text)
    for _, line in read_transcript(text).moves:
        try:
            table = table.play(line)
        except Refusal:
            continue
    return table


def stored(connection: Connection, headers: str, table: Table) -> str:
    """The table as the journal keeps it; its code."""
    entries = [table.entry(seq) for seq in range(1, table.version + 1)]
    return connection.create(new_code(connection), table.game.id, header_lines(headers), AT, "pen", entries).code


def assert_reads_back(journal: Store, headers: str, live: Table) -> None:
    """Read from the file by another program it is the same table, for every reader and in every form."""
    with journal.open() as connection:
        code = stored(connection, headers, live)
        play = Play(SETS, Feed())
        there, afresh = play.snapshot(connection, code).table, play.evening(connection, code)
        assert same(there, live)
        assert (marks(there), journal_of(there)) == (marks(live), journal_of(live))
        assert there.game.rules.standings(there.state) == live.game.rules.standings(live.state)
        kept = Evening(Snapshot(code, connection.epoch, as_on_paper(live)), afresh.header, afresh.opened, afresh.times)
        for form in FORMATS:
            assert export_text(afresh, form) == export_text(kept, form)
        assert all(applied.line.move is not None for applied in there.applied)
        if as_on_paper(live) is live:
            again = replay(export_text(afresh, "txt"), SETS)
            assert again.refused is None and again.table is not None
            assert same(again.table, live)


def marks(table: Table) -> list[Any]:
    return [(applied.line.seq, applied.mark, applied.aside, applied.facts) for applied in table.applied]


def journal_of(table: Table) -> list[Any]:
    """The journal as everybody and as each seat may read it."""
    rows = [(row.seq, row.sentence, row.text, row.cents, row.dropped) for row in rows_of(table, 1, table.version)]
    seats = [None, *({seat} for seat in range(len(table.names.now)))]
    return [rows, [as_seen(table, seat and frozenset(seat)).log for seat in seats]]


def odd_names(rng: Random, count: int) -> list[str]:
    return rng.sample(ODD, count)


def with_odd_names(rng: Random, headers: str, table: Table) -> tuple[str, Table]:
    """The same game by people who are called oddly, some of them renamed on the way."""
    text = transcript_of(headers, table)
    names = table.start.party.names
    text = renamed(text, names, odd_names(rng, len(names)))
    lines = text.split("\n")
    for _ in range(rng.randint(0, 3)):
        seats = [
            name
            for line in lines
            if line.startswith("seats ")
            for name in re.findall(r'"(?:\\.|[^"\\])*"|\S+', line)[1:]
        ]
        line = f"table: rename {rng.choice(seats)} {write_name(rng.choice(ODD))}"
        lines.insert(rng.randint(read_transcript(text).first_move - 1, len(lines) - 1), line)
    text = "\n".join(lines)
    return headers_of(text), played_again(text)


seeds = st.integers(0, 2**32).map(Random)


@pytest.mark.parametrize("path", GOLDEN_GAMES, ids=lambda path: path.stem)
@examples(4)
@given(rng=seeds)
def test_a_golden_game_of_people_with_odd_names_reads_back(journal: Store, path: Path, rng: Random) -> None:
    text = path.read_text()
    assert_reads_back(journal, *with_odd_names(rng, headers_of(text), played_again(text)))


@examples(60)
@given(rng=seeds, game=st.sampled_from(shop.PLAYED))
def test_a_repaired_donut_shop_reads_back(journal: Store, rng: Random, game: Any) -> None:
    assert_reads_back(journal, *with_odd_names(rng, game.headers, shop.repaired(rng, game)))


@examples(60)
@given(rng=seeds, game=st.sampled_from(nuts.PLAYED))
def test_a_repaired_go_nuts_reads_back(journal: Store, rng: Random, game: Any) -> None:
    assert_reads_back(journal, *with_odd_names(rng, game.headers, nuts.repaired(rng, game)))


# Journals written before: (headers, lines as the file keeps them, what each must be)

QUOTED = 'game donut-shop\nseats Ana "Cy Lee"\nfollow case\nstart BBVV/BBMM\n'
SECRET = 'game go-nuts\nseats A B "C c"\nrow 1=plain 2=eclair 3=glazed 4=red-velvet\n'


def written(connection: Connection, header: str, *entries: tuple[str, str]) -> str:
    """A table as an older program left it in the file; its code."""
    game = "donut-shop" if "donut-shop" in header else "go-nuts"
    code = connection.create(new_code(connection), game, header, AT, "pen").code
    connection.append(code, connection.epoch, 0, entries, AT, "pen")
    return code


def test_a_repair_for_a_quoted_name_that_was_stored_before_reads_right(journal: Store) -> None:
    with journal.open() as connection:
        place = ("Cy Lee", "place BBVV @6,0 V")
        code = written(
            connection, QUOTED, ("Ana", "place BBBB @4,0 B"), place, ("table", 'correct 2 "Cy Lee": place BBVV @6,0 B')
        )
        table = Play(SETS, Feed()).snapshot(connection, code).table
    assert [applied.line.who for applied in table.applied] == ["Ana", "Cy Lee"]
    assert sum(table.applied[1].paid.values()) == 30
    assert marks(table) == [(1, None, False, None), (2, None, False, None)]


def test_a_secret_bid_inside_a_stored_repair_stays_secret(journal: Store) -> None:
    with journal.open() as connection:
        insert = ("table", 'insert 2 "C c": select 4 in 1')
        code = written(connection, SECRET, ("A", "select 1 in 1"), ("B", "select 2 in 1"), insert)
        door = Play(SETS, Feed())
        assert door.snapshot(connection, code).table.state.bids == (1, 2, 4)
        evening = door.evening(connection, code)
    for form in FORMATS:
        assert "select 4" not in export_text(evening, form)
    assert 'insert 2 "C c": select ? in 1' in export_text(evening, "txt")


UNREADABLE = [
    ("B", "choose 777 in 1"),
    ("B", "select 777"),
    ("Nobody", "select 777 in 1"),
    ("table", "insert 1 Nobody: select 777 in 1"),
    ("table", 'insert 1 "C c": choose 777 in 1'),
    ("table", "note 777"),
]


@pytest.mark.parametrize("entry", UNREADABLE, ids=": ".join)
def test_a_stored_line_that_cannot_be_read_is_shown_to_nobody(journal: Store, entry: tuple[str, str]) -> None:
    """Whoever wrote it, it may hold a secret: pages, exports and a terminal only show that it is there."""
    with journal.open() as connection:
        code = written(connection, SECRET, ("A", "select 1 in 1"), entry)
        evening = Play(SETS, Feed()).evening(connection, code)
    table, words = evening.snapshot.table, Words("en")
    line = table.log[-1]
    assert (table.applied[-1].line, table.applied[-1].line.move, table.applied[-1].aside) == (line, None, True)
    shown = [
        *(export_text(evening, form) for form in FORMATS),
        *(row.text + row.sentence for row in rows_of(table, 1, 2)),
        *terminal.lines(table, words),
        words.move(line, table.names.now),
        *(as_seen(table, frozenset({seat})).text(line.seq)[1] for seat in range(3)),
    ]
    assert "777" not in "".join(shown)

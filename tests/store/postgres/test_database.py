"""What an error of PostgreSQL means, a journal put in place of another, and moving a house from store to store."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from companion.refusals import Unavailable
from companion.store.embedded.store import EmbeddedStore
from companion.store.journal import Connection
from companion.store.postgres.database import unavailable
from companion.store.postgres.schema import OF_HOUSE, OF_JOURNAL
from companion.store.postgres.store import PostgresStore
from companion.store.store import open_store
from companion.store.uses import Allowance
from tests.at_once import in_threads
from tests.postgres import USER, Server, binaries, server
from tests.store.kinds import Postgres
from tests.store.table import AT, CODE, ENTRIES, HEADER, LINES

pytestmark = [pytest.mark.postgres, pytest.mark.long]


@pytest.fixture
def kind(postgres_server: Server) -> Iterator[Postgres]:
    kind = Postgres(postgres_server)
    yield kind
    kind.close()


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("08006", "away"),
        ("57P01", "away"),
        ("57P03", "away"),
        ("57014", "busy"),
        ("55P03", "busy"),
        ("40P01", "busy"),
        ("53300", "busy"),
        ("53100", "full"),
        ("25006", "read-only"),
        ("42501", "read-only"),
        ("3D000", "missing"),
        ("58030", "failed"),
        ("58P01", "corrupt"),
        ("XX001", "corrupt"),
        ("42601", None),
        ("23505", None),
    ],
)
def test_what_an_error_means(state: str, reason: str | None) -> None:
    assert unavailable(psycopg.errors.lookup(state)("as PostgreSQL says it")) == reason


def test_a_broken_connection_means_that_the_server_is_away() -> None:
    assert unavailable(psycopg.OperationalError("the connection is lost")) == "away"
    assert unavailable(psycopg.ProgrammingError("a bug of ours")) is None


def test_a_database_of_an_earlier_version_is_brought_up_to_date(kind: Postgres, tmp_path: Path) -> None:
    kind.make(tmp_path).editions.names()
    old = kind.make(tmp_path)
    kind.meddle(old, "DROP TABLE uses; DELETE FROM migrations WHERE name = '002_uses'")
    new = kind.make(tmp_path)
    allowance = Allowance("three", 3, 20.0)
    assert [new.uses.take(allowance, "ana") for _ in range(3)] == [0, 0, 0]
    assert new.uses.take(allowance, "ana") > 0


@pytest.mark.mounts
def test_a_full_disk_refuses_and_keeps_what_is_there() -> None:
    with server() as one:
        small = one.folder / "small"
        small.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", small], check=True)
        try:
            subprocess.run(["chown", USER, small], check=True)
            with one.connect("postgres") as db:
                db.execute(f"CREATE TABLESPACE small OWNER donut LOCATION '{small}'")
                db.execute("CREATE DATABASE small OWNER donut TABLESPACE small")
            store = PostgresStore(one.address("small"), 5.0)
            with store.open() as connection:
                connection.create(CODE, "donut-shop", HEADER, AT, "p1")
                stored = fill(connection)
                subprocess.run(["mount", "-o", "remount,size=64m", small], check=True)
                assert connection.version(CODE) == stored > 0
                assert connection.problems() == []
                connection.append(CODE, connection.epoch, stored, LINES, AT, "p1")
            store.close()
        finally:
            one.stop()
            subprocess.run(["umount", small], check=True)


def fill(connection: Connection) -> int:
    """Enter lines until the disk is full; return how many were stored."""
    noise, epoch, stored = random.Random(1), connection.epoch, 0
    reason = ""
    while not reason:
        try:
            connection.append(CODE, epoch, stored, [("table", noise.randbytes(60_000).hex())], AT, "p1")
            stored += 1
        except Unavailable as refusal:
            reason = refusal.reason
    assert reason == "full"
    return stored


def test_a_house_moves_from_store_to_store_and_back(kind: Postgres, tmp_path: Path) -> None:
    old = EmbeddedStore(tmp_path / "old" / "companion.db")
    with old.open() as connection:
        for code in ("BBBBB", CODE, "DDDDD"):
            connection.create(code, "donut-shop", HEADER, AT, "p1")
        connection.append(CODE, connection.epoch, 0, LINES, AT, "p1", ("1.0", "[]"))
        connection.claim(CODE, 0, "p1", AT)
        connection.renew("DDDDD", "FFFFF", ["p1"])
        connection.lock("BBBBB", AT)
        before = everything(connection)
    assert before[CODE][0] == ENTRIES
    old.back_up(tmp_path / "moving.db")
    new = kind.make(tmp_path / "new", patience=10)
    assert new.restore(tmp_path / "moving.db") == ""
    with new.open() as connection:
        assert everything(connection) == before
        connection.append("BBBBB", connection.epoch, 0, LINES, AT, "p1")
        after = everything(connection)
    new.back_up(tmp_path / "back.db")
    home = EmbeddedStore(tmp_path / "home" / "companion.db")
    home.restore(tmp_path / "back.db")
    with home.open() as connection:
        assert everything(connection) == after
        assert connection.problems() == []


def everything(connection: Connection) -> dict[str, list[object]]:
    """All that is kept of every table, in the order of the tables."""
    return {
        code: [
            connection.entries(code),
            connection.table(code),
            connection.result(code),
            connection.claims(code),
            connection.holdings(code),
            connection.locked(code),
            connection.moved(["DDDDD"], "p1"),
        ]
        for code in connection.codes()
    }


def test_a_dump_loaded_in_place_of_the_journal_gets_another_epoch(
    kind: Postgres, postgres_server: Server, tmp_path: Path
) -> None:
    store = kind.make(tmp_path, patience=10)
    with store.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1")
        epoch = connection.epoch
    with store.open() as connection:
        assert connection.epoch == epoch
    folder = binaries()
    assert folder is not None
    address = postgres_server.database(tmp_path)
    dump = subprocess.run([folder / "pg_dump", address], check=True, capture_output=True).stdout
    kind.meddle(store, "DROP SCHEMA companion CASCADE; DROP SCHEMA companion_house CASCADE")
    subprocess.run([folder / "psql", "-q", "-v", "ON_ERROR_STOP=1", address], input=dump, check=True)
    with store.open() as connection:
        assert connection.table(CODE) is not None
        renewed = connection.epoch
        assert renewed != epoch
    with kind.make(tmp_path).open() as connection:
        assert connection.epoch == renewed, "only once, whichever process found it"


def test_a_database_that_cannot_keep_every_name_is_refused(postgres_server: Server) -> None:
    with postgres_server.connect("postgres") as db:
        db.execute("CREATE DATABASE latin OWNER donut ENCODING 'LATIN1' TEMPLATE template0")
    store = PostgresStore(postgres_server.address("latin"), 1.0)
    with pytest.raises(Unavailable):
        store.open()
    store.close()


def test_what_is_no_address_ends_the_start_with_a_sentence() -> None:
    with pytest.raises(SystemExit, match="DONUT_DATABASE is no address of a PostgreSQL database"):
        open_store("postgresql://[half")


def test_two_processes_that_start_together_make_one_journal(kind: Postgres, tmp_path: Path) -> None:
    stores = [kind.make(tmp_path, patience=20) for _ in range(4)]
    epochs: list[str] = []

    def start(store: PostgresStore) -> None:
        with store.open() as connection:
            epochs.append(connection.epoch)

    in_threads(start, [(store,) for store in stores])
    assert len(set(epochs)) == 1


@pytest.mark.parametrize("schema", [OF_JOURNAL, OF_HOUSE], ids=["journal", "house"])
def test_the_tables_of_a_schema_are_those_its_migrations_make(kind: Postgres, tmp_path: Path, schema: object) -> None:
    store = kind.make(tmp_path)
    with store.open() as connection:
        rows = connection.db.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema.name,)).fetchall()
    assert {row[0] for row in rows} == schema.tables | {"migrations"}

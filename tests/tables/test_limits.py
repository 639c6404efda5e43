"""Idle tables are forgotten by the server itself, and only those."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.store.embedded.store import EmbeddedStore
from companion.store.store import Store
from companion.tables.limits import Forgetting, forget_idle
from tests.store.table import AT, CODE, HEADER, LINES

OPENED = datetime.fromisoformat(AT)


def store_with_a_table(folder: Path) -> Store:
    store = EmbeddedStore(folder / "companion.db", 0.2)
    with store.open() as connection:
        connection.create(CODE, "donut-shop", HEADER, AT, "p1")
        connection.append(CODE, connection.epoch, 0, LINES, AT, "p1")
        connection.create("BBBBB", "donut-shop", HEADER, "2026-05-20T12:00:00Z", "p1")
    return store


def codes(store: Store) -> list[str]:
    with store.open() as connection:
        return connection.codes()


def test_tables_without_a_line_for_so_many_days_are_forgotten(tmp_path: Path) -> None:
    store = store_with_a_table(tmp_path)
    assert forget_idle(store, 10, OPENED + timedelta(days=10)) == [], "to the second"
    assert forget_idle(store, 10, OPENED + timedelta(days=10, seconds=1)) == [CODE]
    assert codes(store) == ["BBBBB"]
    assert forget_idle(store, 10, OPENED + timedelta(days=10, seconds=1)) == []
    assert forget_idle(store, 10, datetime(1970, 1, 1, tzinfo=UTC)) == [], "a clock that starts in the past"


def test_the_server_forgets_by_itself_and_only_where_it_is_told_to(tmp_path: Path) -> None:
    store = store_with_a_table(tmp_path)
    never = Forgetting(store, 0, lambda: OPENED + timedelta(days=900))
    soon = Forgetting(store, 10, lambda: OPENED + timedelta(days=12))
    never.begin(0)
    soon.begin(0)
    until = time.monotonic() + 10
    while CODE in codes(store) and time.monotonic() < until:
        time.sleep(0.02)
    assert codes(store) == ["BBBBB"]
    never.close()
    soon.close()

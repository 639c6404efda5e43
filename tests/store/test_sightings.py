"""Sightings: the latest of each table, for all programs of a house; what is damaged counts as nothing seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store.sightings import Sighting
from companion.store.store import Store
from tests.store.kinds import Kind

TILE = Sighting("QRZTX", "abc.3", (6, 2), ("B", "Nn", "V", "M"), squares=24)
BOX = Sighting("QRZTX", "abc.4", (-2, 0), box="2x3")


def test_the_latest_is_kept_for_every_program(kind: Kind, tmp_path: Path) -> None:
    one, other = kind.make(tmp_path).sightings, kind.make(tmp_path).sightings
    assert one.of("QRZTX") is None
    for sighting in (TILE, BOX):
        one.put(sighting)
        assert other.of("QRZTX") == sighting
    assert other.of("BCDFG") is None
    other.remove("QRZTX")
    other.remove("QRZTX")
    assert one.of("QRZTX") is None


def test_a_mark_changes_with_the_sighting(store: Store) -> None:
    sightings, marks = store.sightings, [store.sightings.marks(["QRZTX", "BCDFG"])]
    sightings.put(TILE)
    marks.append(sightings.marks(["QRZTX", "BCDFG"]))
    sightings.put(BOX)
    marks.append(sightings.marks(["QRZTX", "BCDFG"]))
    assert len({one["QRZTX"] for one in marks}) == 3
    assert {one["BCDFG"] for one in marks} == {""}
    sightings.remove("QRZTX")
    assert sightings.marks(["QRZTX", "BCDFG"]) == marks[0]


@pytest.mark.parametrize("code", ["", "../up", "A" * 40])
def test_what_is_no_code_has_none(store: Store, code: str) -> None:
    assert store.sightings.of(code) is None
    assert store.sightings.marks([code]) == {code: ""}
    store.sightings.remove(code)

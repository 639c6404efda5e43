"""Tallies: counts of each edition and the lines that come from photos, in the file of what photos taught."""

from __future__ import annotations

import pytest

from companion.refusals import Unavailable
from companion.store.store import Store
from companion.store.tallies import Counted
from tests.store.kinds import Kind
from tests.store.table import AT
from vision.values import Sample

SAMPLE = Sample("B", (0.5,) * 3, "net", b"jpeg")


def test_counts_add_up_by_edition(store: Store) -> None:
    tallies = store.tallies
    assert (tallies.of("classic"), tallies.editions()) == ({}, [])
    tallies.add("classic", {Counted.SQUARES: 20, Counted.MENDED: 1, Counted.SILENT: 0})
    tallies.add("classic", {Counted.SQUARES: 24})
    tallies.add("ours", {Counted.REFUSED: 1})
    assert tallies.of("classic") == {Counted.SQUARES: 44, Counted.MENDED: 1}
    assert tallies.editions() == ["classic", "ours"]
    tallies.forget("classic")
    assert (tallies.of("classic"), tallies.of("ours")) == ({}, {Counted.REFUSED: 1})


def test_lines_of_photos_are_known(store: Store) -> None:
    tallies = store.tallies
    assert tallies.edition_of_line("QRZTX", 2) == ""
    tallies.note_lines("classic", "QRZTX", [2, 4])
    tallies.note_lines("classic", "QRZTX", [4])
    assert [tallies.edition_of_line("QRZTX", line) for line in (1, 2, 4)] == ["", "classic", "classic"]


def test_samples_and_tallies_share_a_file(store: Store) -> None:
    store.samples.add("classic", "a" * 16, [SAMPLE], AT)
    store.tallies.add("classic", {Counted.PHOTOS: 1})
    store.samples.forget("classic")
    assert store.tallies.of("classic") == {Counted.PHOTOS: 1}


def test_a_damaged_file_is_unavailable(kind: Kind, store: Store) -> None:
    store.tallies.add("classic", {Counted.PHOTOS: 1})
    kind.damage_learnt(store)
    with pytest.raises(Unavailable):
        store.tallies.of("classic")

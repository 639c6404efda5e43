"""The camera over a table, with films of painted games: every turn is proposed once, soon, and nothing else is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.donut_shop.parts import BOXES, HOLES
from companion.donut_shop.screen.boxing import covered_kinds, forced_view, pack_views
from companion.donut_shop.screen.draft import ShopDraft
from companion.editions import load_sets
from companion.photos.offers import make_offer
from companion.photos.reading import Reader
from companion.photos.watched import WatchedTable
from companion.store.sightings import Sighting
from companion.store.store import open_store
from companion.tables.feed import Feed
from companion.tables.play import Command, Play, Snapshot
from tests.films import Done, FilmedGame

pytestmark = pytest.mark.photo

CONFIRMED_AFTER = 0.7  # seconds a person needs for the tap
EVERY = 2  # pictures of a film: five a second are looked at
SOON = 2.0  # seconds after the hand is gone


@dataclass
class Evening:
    """A table whose people say yes to what they did, soon after it is proposed, and never to anything else."""

    game: FilmedGame
    folder: Path
    proposed: list[tuple[Sighting, float]] = field(default_factory=list)  # with the seconds since the hand was gone
    seconds: float = 0.0  # of processor time the eye took
    length: float = 0.0  # of the film, in seconds

    def __post_init__(self) -> None:
        self.store = open_store(self.folder / "house.db")
        self.play = Play({"film": self.game.edition}, Feed())
        header = f"game donut-shop\nseats Ana Bo Cy\nset film\nfollow case\nstart {'/'.join(self.game.start)}"
        with self.store.open() as connection:
            self.code = self.play.open(connection, header, "pen").code

    def run(self) -> None:
        """Play the film to its end."""
        from vision.training.paint.film import RATE

        watched = WatchedTable(self.code, self.store, self.play, Reader(self.store.samples))
        left, latest, quiet, since = list(self.game.done), None, 0.0, 0.0
        for number, picture in enumerate(self.game.pictures()):
            at = number / RATE
            quiet = at if picture.hand else quiet
            if number % EVERY:
                continue
            began = time.process_time()
            watched.see(at, picture.pixels)
            self.seconds += time.process_time() - began
            sighting = self.store.sightings.of(self.code)
            if sighting and sighting != latest:
                self.proposed.append((sighting, at - quiet))
                since = at
            latest = sighting
            if sighting and at - since >= CONFIRMED_AFTER and left and _is_there(sighting, left[0]):
                self._record(left.pop(0))
            self.length = at
        watched.close()

    def table(self) -> Snapshot:
        with self.store.open() as connection:
            return self.play.snapshot(connection, self.code)

    def _record(self, done: Done) -> None:
        """Record what was done, as people tell it who know."""
        table = self.table()
        if done.tile:
            truth = Sighting(self.code, table.tag, done.at, tuple(done.tile))
            turn = make_offer(table.table, table.tag, truth)
            assert turn and turn.pay
            line = turn.pay.text
        else:
            line = _box_line(table, done)
        with self.store.open() as connection:
            self.play.play(connection, Command(self.code, table.epoch, table.version, (line,), "pen"))


def _box_line(table: Snapshot, done: Done) -> str:
    """Return the line of a box, with a plain order for each type."""
    state, names = table.table.state, table.table.names
    draft = ShopDraft(do="box", box=BOXES[done.box], at=done.at)
    for kind in covered_kinds(state, draft):
        draft = draft if kind == HOLES else draft.with_card(kind)
    ways, _ = pack_views(state, draft, names)
    forced = forced_view(state, draft, names)
    return ways[0].text if ways else forced.text if forced else ""


def _is_there(sighting: Sighting, done: Done) -> bool:
    """Return whether this is what was done, its donuts maybe misread: people put them right."""
    return (sighting.at, sighting.box) == (done.at, done.box)


def _is(sighting: Sighting, done: Done) -> bool:
    """Return whether this is what was done; of a doubtful donut the right letter must be among the answers."""
    letters = zip(done.tile, sighting.letters, strict=False)
    return _is_there(sighting, done) and all(one in likely for one, likely in letters)


def false_ones(evening: Evening) -> list[Sighting]:
    """Return what was proposed and never done."""
    return [one for one, _ in evening.proposed if not any(_is(one, done) for done in evening.game.done)]


@contextmanager
def one_thread() -> Iterator[None]:
    """Use one processor, as the command does."""
    import cv2

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def check(evening: Evening) -> None:
    """Every turn was proposed once and soon, and nothing else."""
    assert false_ones(evening) == []
    seen = [(one.at, one.box, one.letters) for one, _ in evening.proposed]
    assert len(seen) == len(evening.game.done) == evening.table().version
    assert max(after for _, after in evening.proposed) <= SOON
    assert evening.seconds < evening.length / 2, "one processor is at most half busy"


def test_turns_are_proposed_once_each(tmp_path: Path) -> None:
    with one_thread():
        evening = Evening(FilmedGame(7012, 3), tmp_path)
        evening.run()
    check(evening)


@pytest.mark.long
@pytest.mark.parametrize("seed", [7002, 7004, 7005])
def test_a_whole_game_is_watched(seed: int, tmp_path: Path) -> None:
    with one_thread():
        evening = Evening(FilmedGame(seed, 20), tmp_path)
        evening.run()
    check(evening)


def test_what_a_killed_program_left_is_removed(tmp_path: Path) -> None:
    import numpy

    store, play = open_store(tmp_path / "house.db"), Play(load_sets(), Feed())
    with store.open() as connection:
        snapshot = play.open(connection, "game donut-shop\nseats Ana Bo\nfollow case", "pen")
    store.sightings.put(Sighting(snapshot.code, snapshot.tag, (6, 2), ("B", "N", "V", "M")))
    watched = WatchedTable(snapshot.code, store, play, Reader(store.samples))
    watched.see(0.0, numpy.zeros((90, 120, 3), numpy.uint8))
    assert store.sightings.of(snapshot.code) is None


def test_what_could_not_be_stored_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy

    store, play = open_store(tmp_path / "house.db"), Play(load_sets(), Feed())
    with store.open() as connection:
        snapshot = play.open(connection, "game donut-shop\nseats Ana Bo\nfollow case", "pen")
    sighting = Sighting(snapshot.code, snapshot.tag, (6, 2), ("B", "N", "V", "M"))
    monkeypatch.setattr("companion.photos.eye.Eye.see", lambda *_: sighting)
    told: list[Sighting | str] = []
    watched = WatchedTable(snapshot.code, store, play, Reader(store.samples), lambda _, what: told.append(what))
    in_the_way = tmp_path / "sightings"
    in_the_way.write_text("not a folder")
    picture = numpy.zeros((90, 120, 3), numpy.uint8)
    watched.see(0.0, picture)
    assert (store.sightings.of(snapshot.code), told) == (None, [])
    in_the_way.unlink()
    watched.see(0.2, picture)
    assert (store.sightings.of(snapshot.code), told) == (sighting, [sighting])

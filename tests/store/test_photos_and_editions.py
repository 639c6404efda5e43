"""Pending photos, samples and own editions: what every kind of store keeps, limits and removes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from companion.donut_shop.parts import Donut, Edition
from companion.editions.own import NoEdition
from companion.refusals import Unavailable
from companion.store.pending import (
    FLAT,
    KEPT,
    LARGEST,
    MOST_OF_A_PHONE,
    PHOTO,
    NoPendingPhoto,
    PendingPhoto,
    PendingPhotos,
    Purpose,
)
from companion.store.samples import MOST_OF_A_LETTER, MOST_OF_A_PHOTO, MOST_PHOTOS, Samples, TaughtPhoto, photo_id
from companion.store.store import Store
from tests.at_once import in_threads
from tests.store.kinds import Kind
from tests.store.table import AT
from vision.values import Doubt, Reading, Sample

TABLE = Purpose("table", "classic", "ABCDE", "tile=BnOV")
READING = Reading(
    ("VO", "#m"),
    {(1, 1): Doubt.SPRINKLES},
    {(0, 0): (("V", 0.9), (".", 0.1))},
    numpy.array([[50.0, 0, 10], [0, 50, 20], [0, 0, 1]]),
    {"look": 12.5},
    frozenset({(1, 0)}),
)


class Clock:
    """Seconds since 1970, and what a test adds to them."""

    def __init__(self) -> None:
        self.later = 0.0

    def __call__(self) -> float:
        return time.time() + self.later


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(kind: Kind, tmp_path: Path, clock: Clock) -> Store:
    return kind.make(tmp_path, clock)


# Pending photos


@pytest.fixture
def pending(store: Store) -> PendingPhotos:
    return store.pending


def added(pending: PendingPhotos, phone: str = "ana") -> PendingPhoto:
    return pending.add(phone, TABLE, b"photo", (1600, 1200))


def waits(pending: PendingPhotos, photo: PendingPhoto) -> bool:
    try:
        return pending.find(photo.token, photo.phone).token == photo.token
    except NoPendingPhoto:
        return False


def test_a_pending_photo_is_back_after_another_start(kind: Kind, tmp_path: Path, pending: PendingPhotos) -> None:
    photo = pending.set_reading(added(pending), READING, "", b"flat")
    pending = kind.make(tmp_path).pending
    found = pending.find(photo.token, "ana")
    assert (found.purpose, found.size, found.why) == (TABLE, (1600, 1200), "")
    assert found.reading is not None
    assert (found.reading.case, found.reading.doubts, found.reading.guesses, found.reading.stages) == (
        READING.case,
        READING.doubts,
        READING.guesses,
        READING.stages,
    )
    assert found.reading.washed_out == READING.washed_out
    assert (found.reading.homography == READING.homography).all()
    assert (pending.picture(found, PHOTO), pending.picture(found, FLAT)) == (b"photo", b"flat")
    size, pieces = pending.pieces(found, PHOTO)
    assert (size, b"".join(pieces)) == (5, b"photo")


def test_why_nothing_was_read_is_kept(pending: PendingPhotos) -> None:
    photo = pending.set_reading(added(pending), None, "no-case")
    assert pending.find(photo.token, "ana") == photo
    for fetch in (pending.picture, pending.pieces):
        with pytest.raises(NoPendingPhoto):
            fetch(photo, FLAT)


@pytest.mark.parametrize("phone", ["bo", ""])
def test_only_the_phone_that_took_a_photo_gets_it(pending: PendingPhotos, phone: str) -> None:
    token = added(pending).token
    with pytest.raises(NoPendingPhoto):
        pending.find(token, phone)


@pytest.mark.parametrize("token", ["", "x", "A" * 16, "../../secret.key", "..%2Fdrafts%2Fxxxx", "a" * 15 + "/"])
def test_no_photo_for_another_token(pending: PendingPhotos, token: str) -> None:
    with pytest.raises(NoPendingPhoto):
        pending.find(token, "ana")


def test_a_pending_photo_expires_after_half_an_hour(pending: PendingPhotos, clock: Clock) -> None:
    photo = pending.set_reading(added(pending), READING, "", b"flat")
    clock.later = KEPT - 5
    assert waits(pending, photo)
    clock.later = KEPT + 5
    assert not waits(pending, photo)
    clock.later = KEPT + 65
    pending.remove_old()
    clock.later = 0
    assert not waits(pending, photo), "it is removed, not hidden"


def test_a_removed_photo_leaves_nothing(pending: PendingPhotos) -> None:
    photo = pending.set_reading(added(pending), READING, "", b"flat")
    for _ in range(2):
        pending.remove(photo)
    assert not waits(pending, photo)
    for which in (PHOTO, FLAT):
        with pytest.raises(NoPendingPhoto):
            pending.picture(photo, which)


def test_a_phone_keeps_only_its_latest(pending: PendingPhotos) -> None:
    other, photos = added(pending, "bo"), []
    for _ in range(MOST_OF_A_PHONE + 2):
        photos.append(added(pending))
        time.sleep(0.01)  # the order is by the time of the disk
    assert [waits(pending, photo) for photo in photos] == [False] * 2 + [True] * MOST_OF_A_PHONE
    assert waits(pending, other)


def test_a_house_keeps_only_so_many(pending: PendingPhotos) -> None:
    photos = [added(pending, f"phone {number}") for number in range(pending.most + 3)]
    assert sum(waits(pending, photo) for photo in photos) == pending.most
    assert waits(pending, photos[-1])


def test_too_large_a_picture_is_refused(pending: PendingPhotos) -> None:
    with pytest.raises(Unavailable) as refusal:
        pending.add("ana", TABLE, b"x" * (LARGEST + 1), (1, 1))
    assert refusal.value.reason == "full"


def test_many_phones_at_the_same_moment_keep_their_photos(pending: PendingPhotos) -> None:
    photos: list[PendingPhoto] = []

    def add(phone: str) -> None:
        photo = pending.add(phone, TABLE, phone.encode() * 1000, (1, 1))
        photos.append(pending.set_reading(photo, READING, "", phone.encode()))

    in_threads(add, [(f"phone {number}",) for number in range(8)])
    assert len(photos) == 8
    assert all(pending.picture(photo, FLAT) == photo.phone.encode() for photo in photos if waits(pending, photo))
    assert all(waits(pending, photo) for photo in photos)


# Samples

ONE, TWO = photo_id(b"one"), photo_id(b"two")


@pytest.fixture
def samples(store: Store) -> Samples:
    return store.samples


def sample(letter: str, first: float = 0.5) -> Sample:
    return Sample(letter, (first, -2.0, 0.25), "net-1", b"a patch")


def test_nothing_is_learnt_yet(samples: Samples) -> None:
    assert (samples.samples("classic"), samples.photos("classic"), samples.of_photo("classic", ONE)) == ((), [], ())
    assert (samples.undo("classic", ONE), samples.forget("classic")) == (0, 0)


def test_samples_are_back_after_another_start(kind: Kind, tmp_path: Path, samples: Samples) -> None:
    samples.add("classic", ONE, [sample("B"), sample("n"), sample("O")], AT)
    samples = kind.make(tmp_path).samples
    assert samples.samples("classic") == (sample("B"), sample("O"), sample("n"))
    assert samples.of_photo("classic", ONE) == (sample("B"), sample("n"), sample("O"))
    assert (samples.samples("moon"), samples.photos("classic")) == ((), [TaughtPhoto(ONE, AT, 3)])


def test_the_same_photo_again_replaces_its_samples(samples: Samples) -> None:
    samples.add("classic", ONE, [sample("B"), sample("N")], AT)
    samples.add("classic", ONE, [sample("V")], AT)
    assert samples.samples("classic") == (sample("V"),)


def test_a_photo_is_undone_alone(samples: Samples) -> None:
    samples.add("classic", ONE, [sample("B", 1.0)], AT)
    samples.add("classic", TWO, [sample("B", 2.0), sample("N")], AT)
    assert [samples.undo("classic", TWO), samples.undo("classic", TWO)] == [2, 0]
    assert samples.samples("classic") == (sample("B", 1.0),)


def test_a_photo_taught_to_two_editions_is_undone_in_one(samples: Samples) -> None:
    for edition in ("classic", "moon"):
        samples.add(edition, ONE, [sample("B")], AT)
    assert samples.undo("moon", ONE) == 1
    assert samples.samples("classic") == (sample("B"),)


def test_an_edition_is_forgotten_alone(samples: Samples) -> None:
    samples.add("classic", ONE, [sample("B")], AT)
    samples.add("moon", TWO, [sample("A")], AT)
    assert samples.forget("classic") == 1
    assert (samples.samples("classic"), samples.samples("moon")) == ((), (sample("A"),))


def test_no_photo_floods_the_rest(samples: Samples) -> None:
    samples.add("classic", ONE, [sample("B", 1.0)] * 300, AT)
    samples.add("classic", TWO, [sample("B", 2.0)], AT)
    firsts = [one.numbers[0] for one in samples.samples("classic")]
    assert firsts == [2.0] + [1.0] * MOST_OF_A_PHOTO


def test_of_many_photos_each_counts_once_before_any_counts_twice(samples: Samples) -> None:
    photos = [photo_id(bytes([n])) for n in range(MOST_OF_A_LETTER - 8)]
    for n, photo in enumerate(photos):
        samples.add("classic", photo, [sample("B", float(n))] * 3, AT)
    firsts = [one.numbers[0] for one in samples.samples("classic")]
    assert len(firsts) == MOST_OF_A_LETTER
    assert set(firsts) == {float(n) for n in range(len(photos))}
    assert firsts[: len(photos)] == sorted(set(firsts), reverse=True), "the newest first"


@pytest.mark.slow
def test_the_oldest_photos_go(samples: Samples) -> None:
    photos = [photo_id(str(n).encode()) for n in range(MOST_PHOTOS + 2)]
    for photo in photos:
        samples.add("classic", photo, [sample("B")], AT)
    assert [taught.photo for taught in samples.photos("classic")] == photos[:1:-1]


def test_several_editions_taught_at_the_same_moment_lose_nothing(kind: Kind, tmp_path: Path) -> None:
    """The first samples of a house too, for which the file is made; half of them by another process."""
    stores = [kind.make(tmp_path, patience=30).samples for _ in range(2)]
    editions = ["classic", *(f"edition {number}" for number in range(7))]

    def teach(number: int, edition: str) -> None:
        for photo in range(5):
            stores[number % 2].add(edition, photo_id(bytes([photo])), [sample("B", photo), sample("N")], AT)

    in_threads(teach, list(enumerate(editions)))
    for edition in editions:
        assert len(stores[0].photos(edition)) == 5
        assert len(stores[0].samples(edition)) == 10


# Own editions


def edition(name: str, colour: str = "#123456", **more: tuple[str, ...]) -> Edition:
    return Edition(name, {"L": Donut("Lemon", colour), "P": Donut("Crème “Plüm”", "#550055")}, **more)


def test_an_edition_is_back_after_another_start_with_its_cross(kind: Kind, tmp_path: Path, store: Store) -> None:
    assert (store.editions.load(), store.editions.names(), store.editions.problems()) == ({}, set(), [])
    ours = edition("ours", cross=("LP", "PL"))
    store.editions.save(ours)
    again = kind.make(tmp_path).editions
    assert (again.load(), again.names(), again.problems()) == ({"ours": ours}, {"ours"}, [])


def test_an_edition_is_replaced_and_removed_alone(store: Store) -> None:
    for one in (edition("ours"), edition("theirs"), edition("ours", "#abcdef")):
        store.editions.save(one)
    assert store.editions.load() == {"ours": edition("ours", "#abcdef"), "theirs": edition("theirs")}
    for _ in range(2):
        store.editions.remove("ours")
    assert store.editions.load() == {"theirs": edition("theirs")}


def test_an_edition_that_would_not_read_back_is_refused(store: Store) -> None:
    store.editions.save(edition("ours"))
    with pytest.raises(NoEdition):
        store.editions.save(Edition("ours", {"L": Donut("", "#123456"), "P": Donut("Plum", "#550055")}))
    assert store.editions.load() == {"ours": edition("ours")}


def test_editions_saved_and_removed_at_the_same_moment_lose_nothing(store: Store) -> None:
    store.editions.save(edition("old"))
    calls: list[tuple[Callable[..., None], object]] = [
        (store.editions.save, edition(f"edition-{number}")) for number in range(8)
    ]
    calls += [(store.editions.remove, "old"), (store.editions.remove, "none")]
    in_threads(lambda call, value: call(value), calls)
    assert set(store.editions.load()) == {f"edition-{number}" for number in range(8)}


def test_the_lock_keeps_others_out_and_its_holder_may_take_it_again(store: Store) -> None:
    order: list[str] = []

    def change(name: str) -> None:
        with store.editions.lock, store.editions.lock:
            order.append(name)
            time.sleep(0.01)
            store.editions.save(edition(name))
            order.append(name)

    in_threads(change, [("one",), ("two",), ("three",)])
    assert order[::2] == order[1::2]

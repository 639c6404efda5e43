"""Two processes on one database: what is done on one is known, seen and heard on the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.editions.own import read_set
from companion.store.pending import PendingPhotos, Purpose
from companion.store.sightings import Sighting
from companion.tables.limits import Limits
from companion.tables.play import Play
from companion.web.guards.guessing import FREE
from tests.client import House, Phone
from tests.postgres import KEY, Server
from vision.values import Reading

pytestmark = [pytest.mark.postgres, pytest.mark.long]


class Process(House):
    """An app as a process of its own has it: it shares with the others what the database holds, and the key."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__(folder, DATABASE=address, SECRET_KEY=KEY, PATIENCE=5.0)
        self.get = self.app.test_client().get
        self.get("/")  # from its first request on it listens

    @property
    def play(self) -> Play:
        return self.app.extensions["play"]

    def elsewhere(self, phone: Phone) -> Phone:
        """The same phone, its next requests answered by this process."""
        here = Phone(self.app.test_client())
        here.code = phone.code
        for cookie in phone.client._cookies.values():
            here.client.set_cookie(cookie.key, cookie.value, domain=cookie.domain, path=cookie.path)
        return here


def soon(true: Callable[[], object], seconds: float = 1.0) -> bool:
    """Whether something becomes true within a second."""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(true())


@pytest.fixture
def two(postgres_server: Server, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    address = postgres_server.database(tmp_path)
    both = Process(address, tmp_path), Process(address, tmp_path)
    yield both
    for one in both:
        one.play.feed.close()
        one.app.extensions["store"].close()
    postgres_server.drop(address)


def test_a_line_entered_on_one_is_seen_and_heard_on_the_other(two: tuple[Process, Process]) -> None:
    one, other = two
    ana = one.phone()
    ana.open()
    there = other.elsewhere(ana)
    place = other.play.feed.enter(ana.code, there.tag())
    assert place is not None
    assert ana.record("Ana: paid 35").status_code == 303
    assert there.version() == 1, "at once, whatever was told"
    assert soon(lambda: other.play.feed.watched()[ana.code] == ana.tag())
    assert there.record("Ana: end").status_code == 303
    assert ana.version() == 2
    assert there.record("Bo: paid 5", version=1).status_code == 409, "too late, as on one process"
    assert one.lines(ana.code) == ["Ana: paid 35", "Ana: end"]


def test_a_seat_claimed_on_one_is_news_on_the_other(two: tuple[Process, Process]) -> None:
    one, other = two
    ana = one.phone()
    ana.open()
    before = other.play.feed.people(ana.code)
    ana.claim(0)
    assert soon(lambda: other.play.feed.people(ana.code) > before)
    number = other.play.feed.people(ana.code)  # so that a page of one fits a stream of the other
    assert soon(lambda: one.play.feed.people(ana.code) == number)


def test_a_seat_is_taken_over_from_a_phone_on_another_process(two: tuple[Process, Process]) -> None:
    one, other = two
    ana = one.phone()
    ana.open()
    ana.claim(0)
    ana.get(f"/t/{ana.code}/version")
    bo = other.phone()
    bo.code = ana.code
    bo.get(f"/t/{bo.code}")
    presence = other.app.extensions["presence"]
    assert soon(lambda: presence.connected(ana.code) >= {phone_of(ana)}), "her phone is known to be there"
    asked = bo.post(f"/t/{bo.code}/phones", {"do": "take-over", "seat": "0"})
    assert asked.status_code == 303
    assert "Yes" in ana.get(f"/t/{ana.code}").text, "she is asked"
    ana.post(f"/t/{ana.code}/phones", {"do": "yes", "seat": "0"})
    with one.connection() as connection:
        assert [claim.phone for claim in connection.claims(ana.code)] == [phone_of(bo)]


def test_a_request_is_settled_though_its_process_is_gone(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr("companion.store.postgres.takeovers.WAIT", 0.5)
    monkeypatch.setattr(one.app.extensions["seats"], "_begin", lambda: None)  # as if it was killed
    ana = one.phone()
    ana.open()
    ana.claim(0)
    ana.get(f"/t/{ana.code}/version")
    bo = one.phone()
    bo.code = ana.code
    bo.get(f"/t/{bo.code}")
    bo.post(f"/t/{bo.code}/phones", {"do": "take-over", "seat": "0"})

    def holders() -> list[str]:
        with other.connection() as connection:
            return [claim.phone for claim in connection.claims(ana.code)]

    assert holders() == [phone_of(ana)]
    assert soon(lambda: holders() == [phone_of(bo)], seconds=5)


def test_a_photo_taken_on_one_is_confirmed_on_the_other(two: tuple[Process, Process]) -> None:
    import numpy

    one, other = two
    ana = one.phone()
    ana.get("/judge")
    ana.open(follow="case")
    taken: PendingPhotos = one.app.extensions["store"].pending
    photo = taken.add(phone_of(ana), Purpose("judge", "classic"), b"photo", (100, 100))
    taken.set_reading(photo, Reading(("BV", "VB"), {}, {}, numpy.eye(3), {}, frozenset()), "", b"flat")
    there = other.elsewhere(ana)
    assert there.get(f"/photo/{photo.token}").status_code == 200
    assert there.get(f"/photo/{photo.token}/flat.jpg").data == b"flat"
    assert there.post(f"/photo/{photo.token}/drop").status_code == 303
    assert ana.get(f"/photo/{photo.token}").status_code == 404


SET = 'name = "moon"\n[donuts.L]\nname = "Lemon"\ncolour = "#f0e000"\n[donuts.P]\nname = "Plum"\ncolour = "#550055"\n'


def test_an_edition_named_on_one_is_known_on_the_other_within_a_second(two: tuple[Process, Process]) -> None:
    one, other = two
    form = {"edition": "moon", "letter": ["L", "P"], "name": ["Lemon", "Plum"], "colour": ["#f0e000", "#550055"]}
    named = one.phone().post("/sets", form)
    assert named.location == "/sets/moon", named.text
    assert soon(lambda: "moon" in other.play.editions)
    assert other.phone().post("/sets/moon/remove").status_code == 303
    assert soon(lambda: "moon" not in one.play.editions)


def test_a_table_plays_with_an_edition_that_was_not_heard_of_yet(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr("companion.tables.others.Others.hear", lambda self, news: None)
    one.app.extensions["store"].editions.save(read_set(SET))
    with other.connection() as connection:
        assert other.play.open(connection, "game donut-shop\nset moon\nseats Ana Bo\nfollow bank", "p1").code


def test_what_a_camera_saw_is_news_on_every_process(two: tuple[Process, Process]) -> None:
    one, other = two
    ana = one.phone()
    ana.open(follow="case")
    before = other.play.feed.people(ana.code)
    one.app.extensions["store"].sightings.put(Sighting(ana.code, ana.tag(), (6, 2), ("B", "n", "O", "V")))
    assert soon(lambda: other.play.feed.people(ana.code) > before)


def phone_of(phone: Phone) -> str:
    with phone.client.session_transaction() as session:
        return str(session["id"])


def test_what_an_address_tries_and_opens_counts_on_all_processes_together(two: tuple[Process, Process]) -> None:
    for number in range(FREE):
        assert two[number % 2].phone().get(f"/t/{'B' * (number + 6)}").status_code == 404
    assert [one.phone().get("/t/ZZZZZ").status_code for one in two] == [429, 429]
    for one in two:
        one.app.extensions["limits"] = Limits(tables=3)
    opened = [two[number % 2].phone().post("/try-it", {"game": "go-nuts"}).status_code for number in range(5)]
    assert opened == [303, 303, 303, 429, 429]

"""Editions named, taught and removed by many phones at once: none is lost, none comes back, no file is left over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.editions import load_sets
from tests.client import House, Phone

PHONES = 8
EACH = 5
ROWS = {"letter": ["L", "P"], "name": ["Lemon", "Plum"], "colour": ["#ffee00", "#550055"]}


def at_once(work: Sequence[Callable[[], object]]) -> list[object]:
    """Run all pieces of work at the same moment and return their results; a failure in one of them is raised."""
    results: list[object] = [None] * len(work)
    begin = threading.Barrier(len(work))

    def run(place: int) -> None:
        begin.wait(60)
        try:
            results[place] = work[place]()
        except BaseException as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


def known(house: House) -> set[str]:
    """Return the own editions of the house, which must be those of its folder."""
    own = set(house.app.extensions["play"].editions) - set(load_sets())
    assert own == set(load_sets(folder(house))) - set(load_sets())
    assert not list(folder(house).glob("*.new"))
    return own


def folder(house: House) -> Path:
    return house.path.parent / "sets"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, PATIENCE=60.0)


def test_every_edition_named_at_once_is_kept(house: House) -> None:
    def name(phone: Phone, number: int) -> None:
        for turn in range(EACH):
            assert phone.post("/sets", {"edition": f"set {number}-{turn}", **ROWS}).status_code == 303

    at_once([lambda number=number: name(house.phone(), number) for number in range(PHONES)])  # type: ignore[misc]
    assert known(house) == {f"set-{number}-{turn}" for number in range(PHONES) for turn in range(EACH)}


def test_of_one_name_given_at_once_one_is_kept(house: House) -> None:
    statuses = at_once(
        [lambda: house.phone().post("/sets", {"edition": "ours", **ROWS}).status_code for _ in range(PHONES)]
    )
    assert sorted(map(str, statuses)) == ["303"] + ["422"] * (PHONES - 1)
    assert known(house) == {"ours"}


def test_naming_and_removing_at_once_lose_and_revive_nothing(house: House) -> None:
    for number in range(PHONES):
        house.phone().post("/sets", {"edition": f"old {number}", **ROWS})
    work = [lambda n=n: house.phone().post(f"/sets/old-{n}/remove").status_code for n in range(PHONES)]  # type: ignore[misc]
    work += [
        lambda n=n: house.phone().post("/sets", {"edition": f"new {n}", **ROWS}).status_code  # type: ignore[misc]
        for n in range(PHONES)
    ]
    assert set(at_once(work)) == {303}
    assert known(house) == {f"new-{number}" for number in range(PHONES)}


@pytest.mark.parametrize("turn", range(4))
def test_a_table_opened_while_its_edition_is_removed_can_be_played(house: House, turn: int) -> None:
    phone = house.phone()
    phone.post("/sets", {"edition": "ours", **ROWS})
    fields = {"seat": ["Ana", "Bo"], "follow": "bank", "set": "ours"}
    opened, removed = at_once(
        [lambda: house.phone().post("/new/donut-shop", fields), lambda: phone.post("/sets/ours/remove").status_code]
    )
    answer = opened
    assert (answer.status_code, removed) in {(303, 422), (422, 303), (404, 303), (400, 303)}  # type: ignore[attr-defined]
    if removed == 422:
        assert phone.get(answer.location).status_code == 200  # type: ignore[attr-defined]
        assert known(house) == {"ours"}
    else:
        assert known(house) == set()

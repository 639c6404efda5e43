"""The command that watches a table: what it says, and when it refuses."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy
import pytest

from tests.client import House
from tests.films import FilmedGame

pytestmark = pytest.mark.photo

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def film(path: Path, pictures: list[numpy.ndarray], rate: int = 10) -> str:
    """Write a film."""
    high, wide = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), rate, (wide, high))
    for pixels in pictures:
        writer.write(pixels)
    writer.release()
    return str(path)


def watch(house: House, *words: str) -> tuple[int, str]:
    result = house.app.test_cli_runner().invoke(args=["watch", *words])
    return result.exit_code, result.output.strip()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"follow": "bank"}, "This table does not follow the case, so a camera cannot help."),
        ({"follow": "case"}, "Enter the starting cross first, by taps or from a photo."),
        ({"follow": "case", "start": CROSS}, "There is no camera or film nowhere.avi."),
    ],
)
def test_it_says_why_it_cannot_watch(house: House, fields: dict[str, str], says: str) -> None:
    phone = house.phone()
    phone.open(**fields)
    assert watch(house, phone.code, "--camera", "nowhere.avi") == (1, says)


def test_a_table_that_is_not_there(house: House) -> None:
    assert watch(house, "BCDFG", "--camera", "nowhere.avi") == (1, "No table has this code.")


def test_a_film_of_a_table_is_watched_to_its_end(house: House, tmp_path: Path) -> None:
    game = FilmedGame(7012, 1)
    house.app.extensions["play"].editions["film"] = game.edition
    header = f"game donut-shop\nseats Ana Bo\nset film\nfollow case\nstart {'/'.join(game.start)}"
    with house.connection() as connection:
        code = house.app.extensions["play"].open(connection, header, "pen").code
    name = film(tmp_path / "film.avi", [picture.pixels for picture in game.pictures()])
    status, said = watch(house, code.lower(), "--camera", name)
    assert status == 0
    tile = "".join(game.done[0].tile)
    at = "{},{}".format(*game.done[0].at)
    assert said.splitlines()[0] == f"Watching table {code}; Ctrl-C ends it."
    told = said.splitlines()[1]
    assert told.startswith(f"Proposed: Ana: place {tile} @{at} ") or told == "Proposed with a question: Ana’s tile"
    assert house.app.extensions["store"].sightings.of(code) is None, "nobody looks any more"
    assert house.lines(code) == []

"""What a camera over the table saw: one tap on every phone, a question where it doubts, nothing of an older table."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.donut_shop.parts import Square
from companion.store.sightings import Sighting
from tests.client import HTMX, House, Phone

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
SURE = ("B", "N", "V", "M")
DOUBTED = ("B", "N", "Vv", "M")


@pytest.fixture
def ana(house: House) -> Phone:
    phone = house.phone()
    phone.open(follow="case", start=CROSS)
    return phone


def see(house: House, phone: Phone, letters: tuple[str, ...] = SURE, at: Square = (6, 2), box: str = "") -> None:
    """What the camera's program does once it is sure enough."""
    sighting = Sighting(phone.code, phone.tag(), at, letters, box)
    house.app.extensions["store"].sightings.put(sighting)


def dock(page: str) -> tuple[str, str]:
    """Return the dock's words and the lines it records; none where it records nothing."""
    button = page.rsplit('<button class="dock-button"', 1)[1].split("</button>")[0]
    value = re.search(r'name="text" value="([^"]*)"', button)
    words = re.search(r'class="dock-words">(.*?)</span>', button)
    assert words
    return unescape(words[1]), unescape(value[1]) if value else ""


def test_one_tap_records_what_was_seen(house: House, ana: Phone) -> None:
    see(house, ana)
    words, line = dock(ana.get(f"/t/{ana.code}").text)
    assert (words, line) == ("Pay Ana 5¢", "Ana: place BNVM @6,2 B")
    ana.record(line)
    assert house.lines(ana.code) == [line]
    assert 'id="seen"' not in ana.get(f"/t/{ana.code}").text, "it belonged to the version before"


def test_every_phone_at_the_table_can_say_yes(house: House, ana: Phone) -> None:
    phones = [house.phone() for _ in range(2)]
    for seat, phone in enumerate(phones):
        phone.code = ana.code
        phone.claim(seat)
    see(house, ana)
    asked = [dock(phone.get(f"/t/{ana.code}").text) for phone in phones]
    assert asked == [("Pay Ana 5¢", "Ana: place BNVM @6,2 B")] * 2
    phones[1].record("Ana: place BNVM @6,2 B")
    see(house, ana, ("V", "V", "V", "O"), (6, 4))
    seen_next = [dock(phone.get(f"/t/{ana.code}").text)[1] for phone in phones]
    assert seen_next == ["Bo: place VVVO @6,4 V"] * 2, "also on the phone that may still fill a box"


def test_a_doubtful_donut_is_asked_about_before(house: House, ana: Phone) -> None:
    see(house, ana, DOUBTED)
    page = ana.get(f"/t/{ana.code}").text
    assert dock(page) == ("Which donut is it?", "")
    answers = dict(re.findall(r'href="([^"]*)" data-key="answer (.)"', page))
    assert len(answers) == 11, "all donuts, the two likeliest first"
    asked = {letter: unescape(href) for href, letter in answers.items()}
    assert list(asked)[:2] == ["V", "v"]
    assert dock(ana.get(asked["v"]).text) == ("Pay Ana 5¢", "Ana: place BNvM @6,2 B")
    ana.record("Ana: place BNVM @6,2 B")
    page = ana.get(asked["v"]).text
    assert "Bo lays a tile" in page and dock(page)[1] != "Bo: place BNvM @6,2 B", "the table moved on"


def test_a_box_asks_for_its_orders(house: House, ana: Phone) -> None:
    ana.record("Ana: place BNVM @6,2 B")
    see(house, ana, (), (4, 2), "2x2")
    page = ana.get(f"/t/{ana.code}").text
    assert "Seen by the camera" in page and dock(page)[1] == "", "no order is guessed"
    assert "box=2x2" in page


def test_what_is_half_typed_stays(house: House, ana: Phone) -> None:
    see(house, ana)
    page = ana.get(f"/t/{ana.code}?tile=VV").text
    assert dock(page) == ("Two donuts to go", "")
    look = unescape(re.findall(r'href="([^"]*)">Look closer', page)[0])
    assert dock(ana.get(look).text)[1] == "Ana: place BNVM @6,2 B"


def test_no_takes_it_away_for_all(house: House, ana: Phone) -> None:
    see(house, ana)
    page = ana.get(f"/t/{ana.code}").text
    assert f'formaction="/t/{ana.code}/eye/no"' in page
    answer = ana.post(f"/t/{ana.code}/eye/no", {"version": ana.tag()}, HTMX)
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}")
    assert 'id="seen"' not in ana.get(f"/t/{ana.code}").text
    assert house.lines(ana.code) == []


def test_a_no_to_what_was_confirmed_meanwhile_leaves_what_was_seen_since(house: House, ana: Phone) -> None:
    see(house, ana)
    before = ana.tag()
    ana.record("Ana: place BNVM @6,2 B")
    see(house, ana, ("V", "V", "V", "O"), (6, 4))
    ana.post(f"/t/{ana.code}/eye/no", {"version": before}, HTMX)
    assert dock(ana.get(f"/t/{ana.code}").text)[1] == "Bo: place VVVO @6,4 V"


def test_a_phone_that_only_watches_a_locked_table_confirms_nothing(house: House, ana: Phone) -> None:
    ana.claim(0)
    watcher = house.phone()
    watcher.code = ana.code
    with house.connection() as connection:
        connection.lock(ana.code, "2026-01-01T12:00:00Z")
    see(house, ana)
    page = watcher.get(f"/t/{ana.code}").text
    assert dock(page) == ("This table is locked", "")
    assert "/eye/no" not in page
    assert watcher.post(f"/t/{ana.code}/eye/no", {}).status_code == 403
    assert dock(ana.get(f"/t/{ana.code}").text)[1] == "Ana: place BNVM @6,2 B"


@pytest.mark.parametrize("letters", [("B", "N"), ("B", "N", "X", "M")])
def test_what_is_no_tile_of_this_edition_is_not_offered(house: House, ana: Phone, letters: tuple[str, ...]) -> None:
    see(house, ana, letters)
    assert 'id="seen"' not in ana.get(f"/t/{ana.code}").text


def test_a_tile_where_one_lies_is_not_offered(house: House, ana: Phone) -> None:
    see(house, ana, SURE, (2, 2))
    assert 'id="seen"' not in ana.get(f"/t/{ana.code}").text


# What is counted


def counts(house: House) -> dict[str, int]:
    found = house.app.extensions["store"].tallies.of("classic")
    return {str(what): count for what, count in found.items()}


def test_what_was_confirmed_mended_and_corrected_later_is_counted(house: House, ana: Phone) -> None:
    see(house, ana, DOUBTED)
    ana.record("Ana: place BNvM @6,2 B")
    assert counts(house) == {"photos": 1, "turns": 1, "squares": 4, "doubted": 1, "mended": 1}
    see(house, ana, ("V", "V", "V", "O"), (6, 4))
    ana.record("Bo: place VVmO @6,4 V")
    assert counts(house) == {"photos": 2, "turns": 2, "squares": 8, "doubted": 1, "mended": 2, "changed": 1}
    ana.record("table: correct 2 Bo: place vvmO @6,4 V")
    assert counts(house)["silent"] == 2
    ana.record("Ana: place BBBB @0,4 B")
    ana.record("table: correct 4 Ana: place BBBN @0,4 B")
    assert counts(house)["silent"] == 2, "no camera saw that line"
    page = ana.get("/sets/classic").text
    assert "How well it is read here" in page and "<span>squares read</span><b>8</b>" in page
    doctor = house.app.test_cli_runner().invoke(args=["doctor"]).output
    assert "classic, squares read: 8, asked about: 1, corrected: 2, wrong and not asked about: 2" in doctor


def test_a_no_is_counted_once(house: House, ana: Phone) -> None:
    see(house, ana)
    for _ in range(2):
        ana.post(f"/t/{ana.code}/eye/no", {"version": ana.tag()})
    assert counts(house) == {"refused": 1}


def test_a_line_counts_also_where_nothing_can_be_counted(house: House, ana: Phone) -> None:
    (house.path.parent / "learnt.sqlite").write_bytes(b"shopping list " * 1000)
    see(house, ana)
    ana.record("Ana: place BNVM @6,2 B")
    assert house.lines(ana.code) == ["Ana: place BNVM @6,2 B"]

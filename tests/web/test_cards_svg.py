"""Every card of Go Nuts for Donuts has its picture, every power its badge; the file stays light and plain."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.go_nuts.cards import BY_NAME, Power

WEB = Path(__file__).parents[2] / "companion" / "web" / "static"
CARDS = WEB / "cards.svg"
ROOT = ET.fromstring(CARDS.read_text("utf-8"))
SYMBOLS = {symbol.get("id"): symbol for symbol in ROOT}
PICTURES = [f"card-{name}" for name in BY_NAME]
BADGES = [f"power-{power.value}" for power in Power if power] + ["pile", "deck"]


def drawn(name: str) -> list[ET.Element]:
    return list(SYMBOLS[name].iter())[1:]


def test_every_card_and_every_power_is_drawn_once() -> None:
    assert sorted(symbol.get("id", "") for symbol in ROOT) == sorted(PICTURES + BADGES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_card_is_a_small_drawing(name: str) -> None:
    assert SYMBOLS[name].get("viewBox") == "0 0 40 40"
    assert 1 < len(drawn(name)) <= 12


@pytest.mark.parametrize("name", BADGES)
def test_a_badge_takes_the_colour_of_the_words(name: str) -> None:
    assert SYMBOLS[name].get("viewBox") == "0 0 24 24"
    assert [(shape.get("stroke"), shape.get("fill")) for shape in drawn(name)] == [("currentColor", "none")]


def test_no_two_drawings_are_the_same() -> None:
    outlines = [tuple(shape.get("d") or str(shape.attrib) for shape in drawn(name)) for name in SYMBOLS if name]
    assert len(set(outlines)) == len(outlines)


def test_nothing_but_shapes() -> None:
    shapes = {element.tag.rpartition("}")[2] for element in ROOT.iter()}
    assert shapes <= {"svg", "symbol", "g", "path", "circle", "ellipse", "rect"}
    for element in ROOT.iter():
        assert not {"style", "class", "filter", "href", "onload"} & set(element.attrib)
        assert not any(word in value for value in element.attrib.values() for word in ("url(", "var("))
        assert not (element.text or "").strip()


def test_the_file_is_light() -> None:
    assert CARDS.stat().st_size < 16_000


def test_the_sheet_to_judge_them_by_shows_them_all() -> None:
    page = (Path(__file__).parents[1] / "look" / "cards.html").read_text("utf-8")
    assert all(f"cards.svg#{name}" in page for name in PICTURES + BADGES)

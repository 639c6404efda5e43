"""The look keeps its promises: sizes follow the browser's text, nothing from elsewhere, every picture there."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.web.assets import ABROAD, BESIDE, STYLES
from tests.web.test_tokens import THEMES, contrast

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
SHEETS = {name: (STATIC / "styles" / f"{name}.css").read_text("utf-8") for name in (*STYLES, *BESIDE, *ABROAD)}
RULES = re.sub(r"/\*.*?\*/", "", "\n".join(SHEETS.values()), flags=re.S)
SPRITE = (STATIC / "sprite.svg").read_text("utf-8")
PALE_DISC, CREAM = "#fffaf0", "#ffefc2"

DONUTS = ["donut", "donut-B", "donut-N", "donut-M", "donut-V", "donut-C", "sprinkles", "holes", "box", "unknown"]
# fmt: off
ICONS = [
    "undo", "eye", "redo", "journal", "money", "icon-box", "order", "turn", "arrow-left", "arrow-right", "arrow-up",
    "arrow-down", "check", "cross", "question", "sound", "phone", "trophy", "plus", "minus", "home", "share",
    "coffee", "camera", "corners", "find", "zoom", "more", "down", "erase",
    "play", "pause", "back", "ahead", "first", "last",
    "cookie", *(f"mark-{number}" for number in range(1, 7)),
]
# fmt: on


@pytest.mark.parametrize("disc", [PALE_DISC, CREAM])
def test_letter_stands_out_on_the_middle_of_a_donut(disc: str) -> None:
    assert disc in SPRITE
    assert re.search(r"\.letter {\s*font-size: 18px;\s*fill: var\(--letter\);", RULES)
    assert contrast(THEMES["day"]["letter"], disc) >= 7


# Sizes that stay as they are: hairlines and shadows, text of a drawing (1 px is a square there), a photo's own pixels.
FIXED = re.compile(r"(border|outline|box-shadow|--lift|transform)[a-z-]*:|font-size: \.?\d+px|width: 300px")


@pytest.mark.parametrize("name", SHEETS)
def test_sizes_follow_the_text_of_the_browser(name: str) -> None:
    lines = re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.S).splitlines()
    assert [line for line in lines if re.search(r"[1-9]px", line) and not FIXED.search(line)] == []
    drawings = {"case", "donuts", "drawn", "photo", "results"}
    assert name in drawings or not re.search(r"font-size: [^;]*px", SHEETS[name])


def test_sheet_asks_for_nothing_from_elsewhere() -> None:
    assert not re.search(r"url\(|@import|@font-face", RULES)


def test_sprite_holds_every_picture_once() -> None:
    assert re.findall(r'<symbol id="([^"]+)"', SPRITE) == DONUTS + ICONS


def test_pictures_are_plain_shapes() -> None:
    root = ET.fromstring(SPRITE)
    shapes = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert shapes <= {"svg", "symbol", "path", "circle", "rect"}
    assert not any("style" in element.attrib for element in root.iter())
    assert max(len(symbol) for symbol in root) <= 7

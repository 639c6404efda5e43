"""The look keeps its promises: light files, enough contrast in light and dark, every picture there."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.web.assets import STYLES

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
SHEETS = {name: (STATIC / "styles" / f"{name}.css").read_text("utf-8") for name in STYLES}
RULES = re.sub(r"/\*.*?\*/", "", "\n".join(SHEETS.values()), flags=re.S)
SPRITE = (STATIC / "sprite.svg").read_text("utf-8")
PALE_DISC, CREAM, LETTER = "#fffaf0", "#ffefc2", "#2b150a"

DONUTS = ["donut", "donut-B", "donut-N", "donut-M", "donut-V", "donut-C", "sprinkles", "holes", "box", "unknown"]
# fmt: off
ICONS = [
    "undo", "redo", "journal", "money", "icon-box", "order", "turn", "arrow-left", "arrow-right", "arrow-up",
    "arrow-down", "check", "cross", "question", "phone", "trophy", "plus", "minus", "home", "share",
    "coffee", "camera", "corners", "find",
]
# fmt: on
TEXT_ON_GROUND = [
    *[("ink", ground) for ground in ("paper", "card", "well", "blush", "warn", "tile")],
    *[("soft", ground) for ground in ("paper", "card", "well", "blush", "warn")],
    *[("pink", ground) for ground in ("paper", "card", "blush")],
    ("on-pink", "pink"),
    ("on-box", "box"),
]
EDGE_ON_GROUND = [("edge", "card"), ("pink", "well"), ("glow-edge", "well"), ("glow-edge", "glow"), ("mint", "card")]


def tokens(selector: str) -> dict[str, str]:
    """The colours a theme sets: name -> #rrggbb."""
    block = RULES[RULES.index(selector + " {") :].split("}", 1)[0]
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", block))
    return {
        name: "#" + "".join(2 * c for c in value[1:]) if len(value) == 4 else value for name, value in found.items()
    }


THEMES = {"light": tokens(":root"), "dark": tokens("[data-theme=dark]")}


def brightness(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_words_can_be_read(theme: str, text: str, ground: str) -> None:
    assert contrast(THEMES[theme][text], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("edge", "ground"), EDGE_ON_GROUND)
def test_edges_that_mean_something_can_be_seen(theme: str, edge: str, ground: str) -> None:
    assert contrast(THEMES[theme][edge], THEMES[theme][ground]) >= 3


@pytest.mark.parametrize("disc", [PALE_DISC, CREAM])
def test_letter_stands_out_on_the_middle_of_a_donut(disc: str) -> None:
    assert disc in SPRITE
    assert re.search(rf"\.letter {{\s*font-size: .36px;\s*fill: {LETTER};", RULES)
    assert contrast(LETTER, disc) >= 7


def test_dark_by_choice_is_dark_by_the_phone() -> None:
    assert tokens(":root:not([data-theme=light])") == THEMES["dark"]


# Sizes that stay as they are: hairlines and shadows, text of a drawing (1 px is a square there), a photo's own pixels.
FIXED = re.compile(r"(border|outline|box-shadow|--lift|transform)[a-z-]*:|font-size: \.?\d+px|width: 300px")


@pytest.mark.parametrize("name", STYLES)
def test_sizes_follow_the_text_of_the_browser(name: str) -> None:
    lines = re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.S).splitlines()
    assert [line for line in lines if re.search(r"[1-9]px", line) and not FIXED.search(line)] == []
    drawings = {"case", "photo", "screens"}
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

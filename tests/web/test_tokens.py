"""The colours of the pages: words can be read, marks be seen, and seats stay apart for every kind of sight."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "companion" / "web" / "static" / "styles"
TOKENS = (STYLES / "tokens.css").read_text("utf-8")
SEATS = tuple(f"s{number}" for number in range(1, 7))
TWICE = re.compile(r"--([\w-]+): var\(--day, (#[0-9a-f]{6})\) var\(--night, (#[0-9a-f]{6})\);")
ONCE = re.compile(r"^    --([\w-]+): (#[0-9a-f]{3,6});", re.MULTILINE)
APART = 20  # CIE76 distance of two colours that lie side by side on cards: well above what is just noticed, about 2

WORDS = [
    *[(words, ground) for words in ("ink", "soft") for ground in ("paper", "card", "well", "well-2", "tile", "warn")],
    *[("ink", ground) for ground in ("blush", "glow", "mint-wash")],
    *[("pink", ground) for ground in ("paper", "card", "blush")],
    *[("mint", ground) for ground in ("paper", "card", "mint-wash")],
    *[("on-pink", "pink"), ("on-pink", "pink-2"), ("on-mint", "mint"), ("on-warn", "warn"), ("on-box", "box")],
    *[("soft", "blush"), ("letter", "frosting-V"), ("letter", "frosting-N"), ("letter-C", "frosting-C")],
    *[(f"{seat}-on", seat) for seat in SEATS],
    *[(f"{seat}-ink", ground) for seat in SEATS for ground in ("paper", "card", f"{seat}-wash")],
    *[(words, f"{seat}-wash") for seat in SEATS for words in ("ink", "soft")],
]
MARKS = [
    *[("edge", "card"), ("edge", "paper"), ("glow-edge", "well"), ("glow-edge", "tile"), ("pink", "well")],
    *[("glow-edge", "glow"), ("mint", "card")],
]
# Colours as people see them: Machado, Oliveira and Fernandes 2009, at full severity, for linear light.
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
XYZ = (((0.4124, 0.3576, 0.1805), 0.9505), ((0.2126, 0.7152, 0.0722), 1.0), ((0.0193, 0.1192, 0.9505), 1.089))


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes: name -> #rrggbb."""
    same = {
        name: value if len(value) == 7 else "#" + "".join(2 * c for c in value[1:])
        for name, value in ONCE.findall(TOKENS)
    }
    found = TWICE.findall(TOKENS)
    return {
        "day": same | {name: day for name, day, _ in found},
        "night": same | {name: night for name, _, night in found},
    }


THEMES = themes()


def linear(colour: str) -> list[float]:
    """Red, green and blue light of a colour, 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one: str, other: str) -> float:
    """The ratio WCAG 2 asks for, 1 to 21."""
    lights = (sum(k * c for k, c in zip(XYZ[1][0], linear(colour), strict=True)) for colour in (one, other))
    dark, light = sorted(lights)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour as this sight has it, in CIE L*a*b*."""
    light = linear(colour)
    seen = [max(0.0, min(1.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in SIGHTS[sight]]
    ratios = [sum(m * c for m, c in zip(row, seen, strict=True)) / white for row, white in XYZ]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, sight: str) -> float:
    """How far apart two colours are for this sight, as CIE76 counts."""
    return float(sum((p - q) ** 2 for p, q in zip(lab(one, sight), lab(other, sight), strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "least"), [(WORDS, 4.5), (MARKS, 3.0)], ids=["words", "marks"])
def test_words_can_be_read_and_marks_be_seen(theme: str, pairs: list[tuple[str, str]], least: float) -> None:
    colours = THEMES[theme]
    found = {f"{one} on {other}": contrast(colours[one], colours[other]) for one, other in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_seats_stay_apart_from_each_other_and_from_the_pink(theme: str, sight: str) -> None:
    colours = THEMES[theme]
    pairs = combinations((*SEATS, "pink"), 2)
    found = {f"{one}, {other}": distance(colours[one], colours[other], sight) for one, other in pairs}
    assert {pair: round(apart, 1) for pair, apart in found.items() if apart < APART} == {}


def test_the_seats_beside_honey_and_lilac_are_of_the_other_lightness() -> None:
    """In greyscale light cookies have a dark topping and dark ones a light one, by day; the topping tells the rest."""
    light = {seat for seat in SEATS if contrast(THEMES["day"][f"{seat}-on"], "#ffffff") > 4.5}
    assert light == {"s2", "s5"}


def test_every_colour_stands_among_the_tokens() -> None:
    found = {}
    for sheet in STYLES.glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        colours = [
            one
            for one in re.findall(r":[^;{}]*?(#[0-9a-f]{3,8}\b|rgba?\(|hsla?\()", text)
            if one not in ("#000", "#0000")
        ]
        if sheet.name != "tokens.css" and colours:
            found[sheet.name] = colours
    assert found == {}


def test_each_colour_is_written_once() -> None:
    names = re.findall(r"^    --([\w-]+):", TOKENS, re.MULTILINE)
    assert {name for name in names if names.count(name) > 1} == set()

"""Whole games by taps alone: the money at the end is that of the golden files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.house import House, chromium
from tests.telling import GOLDEN, expectations, headers_of, money, told, winners

if TYPE_CHECKING:
    from playwright.sync_api import Browser


pytestmark = pytest.mark.browser


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text("utf-8")


def at_case(text: str, placements: int) -> str:
    """The beginning of a game as the level *case* follows it: what is dealt and drawn goes unsaid, and then it ends."""
    lines = [line for line in moves_of(text) if line.split(": ")[1].split()[0] in ("place", "box")]
    places = [number for number, line in enumerate(lines) if ": place" in line]
    return "\n".join([headers_of(text) + "follow case", *lines[: places[placements]], "table: end", ""])


def moves_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if ": " in line and not line.startswith("#")]


GAMES = {
    "three at everything": golden("donut-shop-3"),
    "two at case": golden("told-shop-case-0"),
    "three at case": at_case(golden("donut-shop-3"), 14),
}


@dataclass(frozen=True)
class Ending:
    """What the result page says, what the journal keeps, what it took."""

    money: dict[str, int]
    winner: str
    lines: list[str]
    taps: int
    complaints: list[str]


def play(house: House, text: str) -> Ending:
    """A whole game on a phone of its own."""
    from tests.browser.phone import Phone
    from tests.browser.player import Player

    headers = dict(line.split(" ", 1) for line in headers_of(text).splitlines())
    with chromium() as browser:
        phone = Phone(browser, house.url)
        player = Player(phone)
        player.start(headers["seats"].split(), follow=headers.get("follow", "everything"))
        player.tell_cross(headers["start"])
        for line in moves_of(text):
            player.say(line)
        phone.follow('a:has-text("Who won?")')
        rows = phone.find(".standings tbody tr:has(th)")
        cents = {
            row.locator("th").inner_text(): int("".join(filter(str.isdigit, row.locator(".money").inner_text())))
            for row in rows.all()
        }
        return Ending(cents, phone.text("h1"), house.lines(phone.code), phone.taps, phone.errors)


@pytest.fixture(scope="module")
def endings(house: House, browser: Browser) -> dict[str, Ending]:
    """All games, played at the same time: each has a browser of its own, and most of the time is spent there."""
    with ThreadPoolExecutor(len(GAMES)) as tables:
        playing = {name: tables.submit(play, house, text) for name, text in GAMES.items()}
        return {name: game.result() for name, game in playing.items()}


@pytest.mark.parametrize("name", GAMES)
def test_money_and_winner_are_the_golden_ones(endings: dict[str, Ending], name: str) -> None:
    ending, table = endings[name], told(GAMES[name])
    assert ending.money == money(table)
    assert [ending.winner] == winners(table)
    assert ending.complaints == []


@pytest.mark.parametrize("name", ["three at everything", "two at case"])
def test_the_golden_file_says_so_too(endings: dict[str, Ending], name: str) -> None:
    said = [row.words for row in expectations(GAMES[name])]
    assert {row[1]: int(row[2]) for row in said if row[0] == "money"} == endings[name].money


@pytest.mark.parametrize("name", GAMES)
def test_taps_say_the_lines_of_the_file(endings: dict[str, Ending], name: str) -> None:
    told_by_taps = [line for line in endings[name].lines if ": mend" not in line]
    # A wild where plain orders do is not offered by a tap; the same cards are given without it.
    expected = [line for line, taps in zip(moves_of(GAMES[name]), told_by_taps, strict=True) if ">" not in taps + line]
    assert [line for line in told_by_taps if line in expected] == expected

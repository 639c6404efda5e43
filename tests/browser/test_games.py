"""Whole games by taps alone: the money at the end is that of the golden files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.player import Player
from tests.servers import House
from tests.transcripts import GOLDEN, expectations, headers_of, money, played, winners

if TYPE_CHECKING:
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text("utf-8")


def at_case(text: str) -> str:
    """A game as the level *case* follows it: what is dealt and drawn goes unsaid."""
    kept = [line for line in moves_of(text) if line.split(": ")[1].split()[0] in ("place", "box", "end")]
    return "\n".join([headers_of(text) + "follow case", *kept, ""])


def moves_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if ": " in line and not line.startswith("#")]


def cut(text: str, line: str) -> tuple[str, str]:
    """A game up to and with a line, and the rest."""
    begun, _, rest = text.partition(line)
    return f"{begun}{line}\n", rest


GAMES = {
    "three at everything": golden("donut-shop-3"),
    "two at case": golden("told-shop-case-0"),
    "three at case": at_case(golden("donut-shop-3")),
}
# Until its last turns another phone enters a game; the whole ones are played by taps in `make full`.
LAST_TURNS = {"two at case": "Bo: place CMCV @8,-2 C", "three at everything": "Cy: draw order N+ reveal V* tile NVVO"}
PLAYED = [pytest.param(name, line, id=f"{name}, its last turns") for name, line in LAST_TURNS.items()]
PLAYED += [pytest.param(name, "", id=name, marks=pytest.mark.long) for name in GAMES]


def play(phone: Phone, house: House, text: str, taken_over: str) -> None:
    """A whole game, or the rest of it after a line."""
    headers = dict(line.split(" ", 1) for line in headers_of(text).splitlines())
    player, rest = Player(phone), text
    if taken_over:
        begun, rest = cut(text, taken_over)
        phone.open("/t/" + house.table(begun))
    else:
        player.start(headers["seats"].split(), follow=headers.get("follow", "everything"))
        player.tell_cross(headers["start"])
    for line in moves_of(rest):
        player.say(line)


def cents_of(amount: str) -> int:
    return int("".join(filter(str.isdigit, amount)))


@pytest.mark.parametrize(("name", "taken_over"), PLAYED)
def test_a_game_by_taps_ends_as_its_file_does(phone: Phone, house: House, name: str, taken_over: str) -> None:
    text = GAMES[name]
    play(phone, house, text, taken_over)
    phone.follow('a:has-text("Who won?")')
    rows = phone.find(".standings tbody tr:has(th)").all()
    cents = {row.locator("th").inner_text(): cents_of(row.locator(".money").inner_text()) for row in rows}
    assert cents == money(played(text))
    assert [phone.text("h1")] == [f"{name} wins" for name in winners(played(text))]
    expected = [row.words for row in expectations(text)]
    assert {words[1]: int(words[2]) for words in expected if words[0] == "money"} in ({}, cents)
    entered = [line for line in house.lines(phone.code) if ": mend" not in line]
    # A wild where plain orders do is not offered by a tap; the same cards are given without it.
    lines = [line for line, taps in zip(moves_of(text), entered, strict=True) if ">" not in taps + line]
    assert [line for line in entered if line in lines] == lines

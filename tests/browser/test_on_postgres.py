"""Games by taps on two phones whose pages come from two servers on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until
from tests.browser.player import Player
from tests.postgres import KEY, Server
from tests.servers import House, serving
from tests.transcripts import GOLDEN, money, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.long]

BEGUN = {
    "donut-shop-3": "Cy: draw order N+ reveal V* tile NVVO",
    "told-shop-case-0": "Bo: place CMCV @8,-2 C",
}
VERSION = "document.querySelector('form[action$=\"/move\"] input[name=version]').value"


@pytest.fixture
def houses(postgres_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[House]]:
    monkeypatch.setenv("DONUT_KEY", KEY)
    address = postgres_server.database(tmp_path)
    with ExitStack() as running:
        yield [running.enter_context(serving(tmp_path, database=address)) for _ in range(2)]
    postgres_server.drop(address)


@pytest.mark.parametrize("name", BEGUN)
def test_phones_on_two_servers_finish_a_game_turn_by_turn(browser: Browser, houses: list[House], name: str) -> None:
    from tests.browser.phone import Phone

    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    code = houses[0].table(until(name, BEGUN[name]))
    rest = [line for line in text.partition(BEGUN[name])[2].splitlines() if ": " in line and line[0] != "#"]
    phones = [Phone(browser, house.url).open(f"/t/{code}") for house in houses]
    for number, line in enumerate(rest):
        entering, watching = phones[number % 2], phones[1 - number % 2]
        Player(entering).say(line)
        if number + 1 < len(rest):
            version = entering.page.evaluate(VERSION)
            watching.page.wait_for_function(f"version => {VERSION} === version", arg=version, timeout=10_000)
    for phone in phones:
        phone.open(f"/t/{code}/result")
        rows = phone.find(".standings tbody tr:has(th)").all()
        found = {row.locator("th").inner_text(): row.locator(".money").inner_text() for row in rows}
        cents = {seat: int("".join(filter(str.isdigit, amount))) for seat, amount in found.items()}
        assert cents == money(played(text))
        phone.close()
        assert phone.errors == []

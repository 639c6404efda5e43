"""Pages to print: each one sheet of A4 and of Letter, without keys, and readable on white."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.servers import House
from tests.transcripts import GOLDEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SHEETS = [f"/new/donut-shop/score-sheet?seats={seats}" for seats in (2, 3, 4)]
SHEETS += [f"/new/go-nuts/score-sheet?seats={seats}" for seats in (2, 6)]


def fullest(house: House, game: str) -> str:
    """A table shortly before its end."""
    lines = (GOLDEN / f"{game}.txt").read_text("utf-8").splitlines()
    return "/t/" + house.table("\n".join(lines[:-3]) + "\n")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_is_one_sheet(browser: Browser, house: House, paper: str) -> None:
    shop, nuts = fullest(house, "donut-shop-4"), fullest(house, "go-nuts-6")
    page = browser.new_page()
    sheets = {}
    for path in (*SHEETS, f"{shop}/paper", f"{nuts}/paper", f"{shop}/tent"):
        page.goto(house.url + path)
        sheets[path] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))
    assert {path: count for path, count in sheets.items() if count != 1} == {}
    page.emulate_media(media="print")
    assert page.locator("main button:visible, main .button:visible, header a:visible").count() == 0
    page.close()

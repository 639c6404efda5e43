"""A dealt Donut Shop game on phones: a hand is on the phone of its seat alone, on a shared phone under a cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.donut_shop.parts import Tile
from companion.kernel.text import words
from tests.browser.phone import DOCK
from tests.browser.player import CLASSIC, ENGLISH, tile_on
from tests.browser.test_own_phones import catch_up, seated
from tests.servers import House

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SEATS = ["Ana", "Bo", "Cy"]
I_AM, OPEN = 'button[name=look]:has-text("I am")', "[data-cover]"
TURNS = 3


def dealt(phones: NewPhone) -> Phone:
    """Return the phone that opened a table whose tiles and orders the server deals."""
    opener = phones()
    page = opener.open("/new/donut-shop").page
    for number, name in enumerate(SEATS, 1):
        page.fill(f"#seat{number}", name)
    page.check("[name=deal]")
    opener.follow("button.primary")
    return opener


def private_of(house: House, code: str) -> dict[str, str]:
    """Return the tile each seat holds now, which nobody else may see, in the order the journal tells it."""
    held: dict[str, str] = {}
    for line in house.lines(code):
        who, _, move = line.partition(": ")
        verb, *rest = words(move)
        if verb == "deal":
            held[who] = rest[1]
        elif verb == "place":
            del held[who]
        elif verb == "draw" and "tile" in rest:
            held[who] = rest[rest.index("tile") + 1]
    return held


def turned(tile: str) -> list[str]:
    return [Tile(tile).turned(quarters).donuts for quarters in range(4)]


def assert_hidden(phone: Phone, tile: str, whose: str) -> None:
    """Assert that a page holds neither a tile nor words for it, however it is turned."""
    content = phone.page.content()
    named = [ENGLISH.tile(letters, CLASSIC) for letters in turned(tile)]
    assert not [name for name in named if f'aria-label="{name}"' in content], whose
    assert not [letters for letters in turned(tile) if f" place {letters} " in content], whose


def lay_and_draw(phone: Phone) -> None:
    """Lay the tile on the first spot, be paid, and take what lies face up first; in the last round nobody draws."""
    if "at" not in phone.said:
        phone.tap("svg .spot")
    phone.commit()
    if phone.find(".choices .choice").count():
        phone.tap(".choices .choice")
        phone.commit()
    if phone.find('[data-dock] button[value$=": end"]').count():
        phone.commit()


@pytest.mark.parametrize("turns", [TURNS, pytest.param(36, marks=pytest.mark.long)], ids=["begun", "all of it"])
def test_dealt_game_on_three_phones_of_which_one_is_shared(phones: NewPhone, house: House, turns: int) -> None:
    """Ana and Bo have their own; the third lies in the middle, for Cy and for all who look."""
    shared = dealt(phones)
    code = shared.code
    hands = seated(phones, house, code, SEATS[:2])
    everybody = [shared, *hands.values()]
    for turn in range(turns):
        name = SEATS[turn % len(SEATS)]
        for phone in everybody:
            catch_up(phone, house)
        secrets = private_of(house, code)
        for whose, tile in secrets.items():
            for phone in everybody:
                if phone is not hands.get(whose):
                    assert_hidden(phone, tile, whose)
        for own in hands.keys() & secrets.keys():
            assert tile_on(hands[own]) in turned(secrets[own])
        assert shared.find(f".ticket, .given, {OPEN}").count() == 0, "a look closes with the next line of another"
        if name in hands:
            assert shared.text(".step h2") == f"This is on {name}’s phone"
            lay_and_draw(hands[name])
        else:
            assert shared.text(".step h2") == f"Give the phone to {name}"
            shared.tap(I_AM)
            assert shared.text("[data-cover] p") == f"Only {name} should look now."
            lay_and_draw(shared)
            for phone in hands.values():
                catch_up(phone, house)
                assert phone.find(OPEN).count() == 0
    places = [line for line in house.lines(code) if ": place " in line]
    assert [line.partition(":")[0] for line in places] == [SEATS[turn % len(SEATS)] for turn in range(turns)]


def test_look_closes_by_itself_and_by_a_tap(phones: NewPhone, house: House) -> None:
    """When the phone is put away, when it is done, and when a line comes from another phone."""
    shared = dealt(phones)
    (bo,) = seated(phones, house, shared.code, ["Bo"]).values()
    tile = private_of(house, shared.code)["Ana"]
    shared.tap(I_AM)
    assert tile_on(shared) == tile
    shared.tap("[data-cover-done]")
    assert shared.find(OPEN).count() == 0
    assert_hidden(shared, tile, "Ana")
    shared.tap(I_AM)
    shared.hide()
    with shared.page.expect_navigation():
        shared.show()
    assert shared.find(OPEN).count() == 0
    assert_hidden(shared, tile, "Ana")
    shared.tap(I_AM)
    bo.open(f"/t/{shared.code}/more?open=note").page.fill("#note-quote", "more coffee")
    bo.follow('form:has(#note-quote) button:not([name="page"])')
    shared.page.wait_for_selector(OPEN, state="detached")
    assert_hidden(shared, tile, "Ana")


@pytest.mark.long
def test_look_closes_after_a_while(phones: NewPhone) -> None:
    shared = dealt(phones)
    shared.tap(I_AM)
    shared.page.wait_for_selector(OPEN, state="detached", timeout=45_000)
    assert shared.text("h2") == "Give the phone to Ana"


def test_pay_goes_to_the_table_after_a_look(phones: NewPhone, house: House) -> None:
    """The tap on the cover is not repeated by the dock, on phones that give no focus to a button either, as iPhones."""
    shared = dealt(phones)
    shared.tap(I_AM)
    shared.tap("svg .spot")
    posts: list[str] = []
    shared.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    shared.tap(DOCK)
    assert [url.rpartition("/")[2] for url in posts] == ["move"]
    assert house.lines(shared.code)[-1].startswith("Ana: place ")

"""Games of Go Nuts by taps alone: to the points of the golden files, in few taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.nuts_pages import SHORT, TRAYS, choices
from tests.browser.nuts_player import NutsPlayer
from tests.servers import House
from tests.transcripts import GOLDEN, expectations

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = "game go-nuts\nseats Ana Bo Cy Di\n"
REFILL = "table: refill 1=plain 2=glazed 3=powdered 4=donut-holes 5=jelly-filled"


def moves(text: str) -> list[str]:
    return [line for line in text.splitlines() if ": " in line and not line.startswith("#")]


@pytest.mark.parametrize(
    ("seats", "taken_over"),
    [
        pytest.param(4, "", id="four from the start", marks=pytest.mark.long),
        pytest.param(6, "table: reveal Ana=1 Bo=2 Cy=4 Di=7 Eve=3 Fay=3", id="six, half of it told on another phone"),
    ],
)
def test_whole_game(phone: Phone, house: House, seats: int, taken_over: str) -> None:
    text = (GOLDEN / f"go-nuts-{seats}.txt").read_text("utf-8")
    begun, _, rest = text.rpartition(taken_over) if taken_over else ("", "", text)
    player = NutsPlayer(phone, list(SHORT[:seats]))
    if taken_over:
        phone.open("/t/" + house.table(f"{begun}{taken_over}\n"))
    else:
        player.start()
    player.play(moves(rest))
    # A Cinnamon Twist is told in one line here.
    assert [line for line in house.lines(phone.code) if ": pass" not in line] == [
        line for line in moves(text) if ": pass" not in line
    ]
    phone.follow('a:has-text("Who won?")')
    rows = phone.find(".standings tbody tr:has(th)")
    shown = {row.locator("th").inner_text(): row.locator("td").all_inner_texts()[1:] for row in rows.all()}
    expected = [row.words for row in expectations(text)]
    assert shown == {words[1]: [words[4], words[2].replace("-", "−")] for words in expected if words[0] == "points"}
    assert [phone.text(".winner h1")] == [f"{words[1]} wins" for words in expected if words[0] == "winners"]


def test_trays_stay_open_when_news_come(phones: NewPhone, house: House) -> None:
    code = house.table(f"{FOUR}{REFILL}\n")
    a, b = phones().open(f"/t/{code}"), phones().open(f"/t/{code}")
    b.page.click(".panel details > summary")
    NutsPlayer(a, []).play(["table: reveal Ana=1 Bo=2 Cy=3 Di=4"])
    b.page.wait_for_selector(".step h2:has-text('turned up')")
    assert b.find(".panel details[open]").count() == 1


def test_round_of_four(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(FOUR))
    player = NutsPlayer(phone, list(SHORT[:4]))
    player.play([REFILL, "table: reveal Ana=1 Bo=2 Cy=3 Di=4"])
    assert phone.taps <= 4 + 1 + 5
    assert house.lines(phone.code)[-1] == "table: reveal Ana=1 Bo=2 Cy=3 Di=4"


def test_cinnamon_twist_with_six(phone: Phone, house: House) -> None:
    phone.open(choices(house, SHORT)["pass"])
    given = [tray.split()[0] for tray in TRAYS]
    NutsPlayer(phone, list(SHORT)).twist(list(zip(SHORT, given, strict=True)))
    assert phone.taps <= 7
    pairs = " ".join(f"{name}={card}" for name, card in zip(SHORT, given, strict=True))
    assert house.lines(phone.code)[-1] == f"table: pass {pairs}"


def test_bid_said_wrongly_is_asked_again(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(f"{FOUR}{REFILL}\n"))
    player = NutsPlayer(phone, list(SHORT[:4]))
    for number in "1234":
        player.bid(number)
    phone.tap('.chip:has-text("Bo")')
    player.bid("5")
    phone.commit()
    assert house.lines(phone.code)[-1] == "table: reveal Ana=1 Bo=5 Cy=3 Di=4"


def test_take_back(phone: Phone, house: House) -> None:
    phone.open("/t/" + house.table(f"{FOUR}{REFILL}\n"))
    phone.tap(".take-back")
    phone.tap('button:has-text("Take this back")')
    assert phone.taps == 2
    assert house.lines(phone.code)[-1] == "table: take-back"
    assert "turned up at 1?" in phone.text(".step h2")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("draw", "Bo: draw milk"),
        ("draw two", "Bo: draw milk plain keep plain"),
        ("take one", "Bo: take glazed"),
        ("take three", "Bo: take mucho-matcha plain"),
        ("take three", "Bo: take glazed sprinkled plain"),
        ("clear row", "Bo: discard 7 3"),
        ("clear row", "Bo: discard none"),
        ("give", "Bo: give boston-cream to Fay"),
        ("take from", "Bo: take plain from Fay"),
        ("discard from", "Bo: discard eclair from Di"),
        ("milk", "Bo: discard boston-cream plain french-cruller"),
        ("milk", "Bo: discard milk"),
        ("pay one", "Bo: discard red-velvet"),
    ],
)
def test_choice(phone: Phone, house: House, name: str, line: str) -> None:
    phone.open(choices(house, SHORT)[name])
    NutsPlayer(phone, list(SHORT)).play([line])
    assert house.lines(phone.code)[-1] == line


def test_other_card_of_two_stays_secret(phone: Phone, house: House) -> None:
    phone.open(choices(house, SHORT)["draw two"])
    player = NutsPlayer(phone, list(SHORT))
    phone.tap('.step a:has-text("secret")')
    player.key("milk")
    player.key("milk")
    phone.commit()
    assert house.lines(phone.code)[-1] == "Bo: draw ? milk keep milk"


def test_keys_of_the_deck_never_move(phone: Phone, house: House) -> None:
    """Neither from card to card nor under a thumb that has scrolled."""
    phone.open("/t/" + house.table(FOUR)).page.set_viewport_size({"width": 320, "height": 568})
    milk = phone.find('.step .card:has(use[href$="#card-milk"])')
    player = NutsPlayer(phone, [])
    player.key("old-fashioned")
    before = milk.bounding_box()
    for card in ("old-fashioned", "coffee", "milk"):
        player.key(card)
        assert milk.bounding_box() == before
    assert "gone" in (milk.get_attribute("class") or "")


def test_eighth_plain_asks_which_line_was_wrong(phones: NewPhone, house: House) -> None:
    lines = ["table: refill 1=plain 2=plain 3=plain 4=plain 5=plain", "table: reveal Ana=1 Bo=2 Cy=3 Di=4"]
    lines += ["table: refill 1=plain 2=plain 3=glazed 4=glazed"]
    phone = phones(missing_pages=True)
    code = house.table(f"{FOUR}{chr(10).join(lines)}\ntable: reveal Ana=1 Bo=2 Cy=3 Di=4\n")
    phone.open(f"/t/{code}")
    NutsPlayer(phone, []).key("plain")
    blamed = phone.find('[role=alert] a[href*="/line/"]')
    assert [(link.get_attribute("href") or "")[-1] for link in blamed.all()] == ["1", "3"]
    phone.follow('[role=alert] a[href$="/line/3"]')
    assert phone.page.url.endswith("/line/3")
    assert phone.page.input_value("#correct") == lines[2]
    phone.page.go_back()
    NutsPlayer(phone, []).key("plain")
    phone.tap('button:has-text("Record anyway")')
    assert house.lines(code)[-1] == "table: refill 1=plain !"
    assert "turned up at 2?" in phone.text(".step h2")

"""Go Nuts on a phone each: what one seat alone knows is never in a page of another phone, at any step of a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from companion.kernel.text import words
from tests.browser.nuts_player import NutsPlayer
from tests.browser.phone import DOCK
from tests.browser.test_own_phones import answer, catch_up, seated
from tests.servers import House
from tests.transcripts import GOLDEN, expectations, headers_of

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SEATS = ["Ana", "Bo", "Cy", "Di"]
ROUNDS = 1
# Pages of another phone's that could tell what was bid or seen, fetched after each secret line.
PAGES = ("", "/journal", "/line/{}", "/more")
I_AM = '.step a:has-text("I am")'
EXAMPLE = "table: reveal Ana=3 Bo=1</label>"  # how to write a line, on the page of odds and ends
# A page, without what changes whatever the secret is: the numbers of lines and of changes.
SECRETLESS = (
    """() => document.getElementById("table").outerHTML.replace(/\\w+\\.\\d+|line\\/\\d+|data-people="\\d+"/g, "")"""
)


def pages_of(phone: Phone, seq: int) -> str:
    """Return what a phone shows, and what the server sends it for the other pages of the table."""
    texts = [phone.page.content()]
    texts += [phone.context.request.get(f"{phone.url}/t/{phone.code}{path.format(seq)}").text() for path in PAGES]
    return "\n".join(texts).replace(EXAMPLE, "")


def assert_untold(phones: list[Phone], lines: list[str], who: str, number: str) -> None:
    """Assert that no page of these phones tells which number a seat bid in this round."""
    seq, now = len(lines), lines.count("table: reveal") + 1
    told = re.compile(rf"{who}: select {number} in {now}\b|{who} bid on {number} in round {now}\b|{who}={number}\b")
    for phone in phones:
        text = pages_of(phone, seq)
        found = told.search(text)
        assert not found, text[found.start() - 80 : found.end() + 40]
        assert phone.find(".row-cards .on, .row-cards [aria-current]").count() <= 1


def own_number(phone: Phone) -> str:
    """Return the number that is marked on a phone as its own bid, empty for none."""
    marked = phone.find('.row-cards [aria-current="true"]')
    return str(marked.get_attribute("data-key")) if marked.count() else ""


def bid_all(hands: dict[str, Phone], house: House, bids: dict[str, str]) -> None:
    """Bid on each phone in turn; after each bid no other phone knows it, though all know that there is one."""
    done: list[str] = []
    for name, number in bids.items():
        hands[name].tap(f'.row-cards button[data-key="{number}"]')
        done.append(name)
        others = [phone for other, phone in hands.items() if other != name]
        for phone in others:
            catch_up(phone, house)
        assert_untold(others, house.lines(hands[name].code), name, number)
        for other, phone in hands.items():
            assert own_number(phone) == (bids[other] if other in done else "")
            assert phone.find('.person:has-text("has chosen")').count() == len(done)


def kept_back(move: str) -> str:
    """Return the card that a draw of two put back, which only its seat saw; empty where there is none."""
    rest = words(move)
    if rest[0] != "draw" or "keep" not in rest:
        return ""
    first, second, _, kept = rest[1:]
    return second if kept == first else first


@pytest.mark.parametrize("most", [ROUNDS, pytest.param(99, marks=pytest.mark.long)], ids=["begun", "all of it"])
def test_game_of_secret_bids_on_four_phones(phones: NewPhone, house: House, most: int) -> None:
    text = (GOLDEN / "go-nuts-4.txt").read_text("utf-8")
    code = house.table(headers_of(text))
    hands = seated(phones, house, code, SEATS)
    rounds = 0
    for line in [line for line in text.splitlines() if ": " in line and not line.startswith("#")]:
        who, _, move = line.partition(": ")
        for phone in hands.values():
            catch_up(phone, house)
        if " reveal " in line:
            if rounds == most:
                break
            rounds += 1
            bid_all(hands, house, dict(pair.split("=") for pair in words(move)[1:]))
            turning = hands[SEATS[rounds % 4]]
            turning.tap(DOCK)
        elif who == "table":
            NutsPlayer(hands[SEATS[rounds % 4]], SEATS).refill(who, words(move)[1:])
        else:
            answer(hands[who], SEATS, line)
            if card := kept_back(move):
                others = [phone for name, phone in hands.items() if name != who]
                for phone in others:
                    catch_up(phone, house)
                told = re.compile(rf"draw {card}|drew {card}|#card-{card}\"[^#]*beside", re.IGNORECASE)
                assert not [phone for phone in others if told.search(pages_of(phone, len(house.lines(code))))]
    assert sum(line == "table: reveal" for line in house.lines(code)) == rounds
    if most > rounds:
        expected = {row.words[1]: row.words[2] for row in expectations(text) if row.words[0] == "points"}
        for phone in hands.values():
            catch_up(phone, house)
            shown = phone.find(".person b.money").all_inner_texts()
            assert dict(zip(SEATS, (one.split()[0].replace("−", "-") for one in shown), strict=True)) == expected


def test_other_phones_stay_as_they_are_whatever_a_bid_is_changed_to(phones: NewPhone, house: House) -> None:
    code = house.table(
        "game go-nuts\nseats Ana Bo Cy Di\ntable: refill 1=plain 2=glazed 3=eclair 4=powdered 5=coffee\n"
    )
    hands = seated(phones, house, code, SEATS)
    pages: list[list[str]] = []
    for number in "4352":
        hands["Bo"].tap(f'.row-cards button[data-key="{number}"]')
        for phone in hands.values():
            catch_up(phone, house)
            phone.page.wait_for_function("() => !document.querySelector('[data-waits]')")
        pages.append([str(phone.page.evaluate(SECRETLESS)) for name, phone in hands.items() if name != "Bo"])
    # At the first bid some phones may not have been connected yet, which all are shown.
    assert pages[1] == pages[2] == pages[3]


def test_shared_phone_goes_from_cover_to_cover(phones: NewPhone, house: House) -> None:
    """Cy and Di have their own phones, Ana and Bo share one: after Ana's secret bid lies Bo's cover, not a pad."""
    code = house.table(
        "game go-nuts\nseats Ana Bo Cy Di\ntable: refill 1=plain 2=glazed 3=eclair 4=powdered 5=coffee\n"
    )
    shared = phones().open(f"/t/{code}")
    shared.unfold_who()
    shared.tap('.who button[value="watch"]')
    hands = seated(phones, house, code, SEATS[2:])
    everybody = [shared, *hands.values()]
    hands["Cy"].tap('.row-cards button[data-key="4"]')
    catch_up(shared, house)
    assert_untold([shared, hands["Di"]], house.lines(code), "Cy", "4")
    shared.tap('.step a:has-text("secretly")')
    assert shared.find(".row-cards :is(a, button)").count() == 0
    shared.tap(I_AM)
    NutsPlayer(shared, SEATS).bid("3")
    assert house.lines(code)[-1] == "Ana: select 3 in 1"
    assert shared.text(".step h2") == "Give the phone to Bo"
    assert shared.find(".row-cards :is(a, button)").count() == 0
    for phone in hands.values():
        catch_up(phone, house)
    assert_untold(everybody, house.lines(code), "Ana", "3")
    shared.tap(I_AM)
    NutsPlayer(shared, SEATS).bid("3")
    for phone in hands.values():
        catch_up(phone, house)
    assert_untold(everybody, house.lines(code), "Bo", "3")
    assert shared.text(".step h2") == "Di bids on their own phone"
    hands["Di"].tap('.row-cards button[data-key="1"]')
    catch_up(shared, house)
    shared.tap(DOCK)
    assert house.lines(code)[-1] == "table: reveal"
    assert "Ana and Bo bump" in shared.text(".story")


def test_cards_that_one_seat_sees_are_entered_on_its_phone_alone(phones: NewPhone, house: House) -> None:
    code = house.table("game go-nuts\nseats Ana Bo Cy\ntable: refill 1=double-chocolate 2=glazed 3=eclair 4=plain\n")
    shared = phones(missing_pages=True).open(f"/t/{code}")
    shared.unfold_who()
    shared.tap('.who button[value="watch"]')
    hands = seated(phones, house, code, SEATS[:3])
    bid_all(hands, house, {"Ana": "1", "Bo": "2", "Cy": "4"})
    hands["Cy"].tap(DOCK)
    for phone in (shared, hands["Bo"], hands["Cy"]):
        catch_up(phone, house)
        assert "Ana is choosing (Double Chocolate)" in phone.text(".step h2" if phone is shared else "#own")
        assert phone.find('a:has-text("Enter for"), a:has-text("Enter it here")').count() == 0
    shared.open(f"/t/{code}/more?open=line").page.fill("#line-text", "Ana: draw powdered plain keep plain")
    shared.follow('button:has-text("Record it")')
    assert "Only Ana’s own phone can do this" in shared.text("[role=alert]")
    assert shared.find('button:has-text("Record anyway")').count() == 0
    catch_up(hands["Ana"], house)
    answer(hands["Ana"], SEATS[:3], "Ana: draw powdered jelly-filled keep jelly-filled")
    assert house.lines(code)[-1] == "Ana: draw powdered jelly-filled keep jelly-filled"
    for phone in (hands["Bo"], hands["Cy"]):
        catch_up(phone, house)
        assert "Ana drew two cards and kept Jelly-Filled" in phone.text(".latest")
        assert "powdered and" not in pages_of(phone, len(house.lines(code))).lower()

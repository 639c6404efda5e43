"""The page of a phone with one seat, beside those of others at the table."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.client import House, Phone

CROSS = "..VV../..VV../VOOBMC/NVNBMm/..nB../..cC.."


def joined(house: House, ana: Phone, *seats: int) -> Phone:
    """Return another phone at the table, which holds these seats."""
    phone = house.phone()
    phone.code = ana.code
    phone.claim(*seats)
    return phone


@pytest.fixture
def shop(house: House) -> list[Phone]:
    """Three phones with a seat each at a table that follows the case."""
    ana = house.phone()
    ana.open("Ana", "Bo", "Cy", follow="case", start=CROSS)
    ana.claim(0)
    return [ana, joined(house, ana, 1), joined(house, ana, 2)]


@pytest.fixture
def nuts(house: House) -> list[Phone]:
    """Phones of Ana, Bo and Cy at a table of four; Di has none."""
    ana = house.phone()
    ana.code = ana.post("/new/go-nuts", {"seat": ["Ana", "Bo", "Cy", "Di"]}).location.rsplit("/", 1)[1]
    ana.record("table: refill 1=plain 2=glazed 3=red-velvet 4=powdered 5=jelly-filled")
    ana.claim(0)
    return [ana, joined(house, ana, 1), joined(house, ana, 2)]


def page(phone: Phone, draft: str = "") -> str:
    answer = phone.get(f"/t/{phone.code}{'?' if draft else ''}{draft}")
    assert answer.status_code == 200
    return unescape(answer.text)


def dock(text: str) -> str:
    found = re.search(r'class="dock-words">(.*?)</span>', text)
    assert found
    return found[1]


def commits(text: str) -> list[str]:
    """The lines that buttons of the page would record."""
    main = text[text.index('id="table"') :]
    return re.findall(r'<button[^>]* name="text" value="([^"]*)"', main)


def test_whose_turn_it_is_stands_first_and_marks_the_table(shop: list[Phone]) -> None:
    ana, bo, cy = map(page, shop)
    assert "Your turn" in ana and "data-my-turn" in ana
    for other in (bo, cy):
        assert "Ana lays a tile" in other and "data-my-turn" not in other
    assert dock(bo) == "Ana, then you" and dock(cy) == "Ana, then Bo, then you"


def test_nothing_on_a_waiting_phone_commits(shop: list[Phone]) -> None:
    _, bo, _ = shop
    for draft in ("", "my-tile=BBBB", "my-tile=BBBB&my-at=6,2", "my-box-box=2x2&my-box-at=2,0&my-box-with=V&show=box"):
        assert commits(page(bo, draft)) == []


def test_a_line_forged_out_of_turn_is_refused(shop: list[Phone]) -> None:
    _, bo, _ = shop
    assert bo.record("Bo: place BBBB @6,2 B").status_code == 422


def test_a_turn_entered_ahead_comes_with_the_turn(shop: list[Phone]) -> None:
    ana, bo, _ = shop
    draft = "my-tile=BBBB&my-at=6,2&my-box-box=2x2&my-box-at=6,2&my-box-with=B"
    assert ana.record("Ana: place VCVv @0,0 V").status_code in (200, 303)
    assert "Ana may fill a box" in page(bo, draft)
    ana.record("Ana: end")
    ready = page(bo, draft)
    assert "Your turn" in ready and dock(ready) == "Pay Bo 20¢"
    (line,) = commits(ready)
    kept = re.findall(r'name="keep" value="([^"]*)"', ready)[0]
    form = {"text": line, "version": bo.tag(), "keep": kept}
    answer = bo.post(f"/t/{bo.code}/move", form)
    after = unescape(bo.get(answer.location).text)
    assert dock(after).startswith("Pay Bo 20¢")
    assert commits(after) == ["Bo: box 2x2 @6,2 with B"]


def test_a_button_that_ends_the_turn_of_a_seat_without_a_phone_names_it(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", follow="case", start=CROSS)
    ana.claim(0)
    ana.record("Ana: place VCVv @0,0 V")
    assert dock(page(ana)) == "No box: end the turn"
    ana.record("Ana: end")
    ana.record("Bo: place BBBB @6,2 B")
    text = page(ana)
    assert dock(text) == "No box for Bo: end the turn"
    assert "Bo’s box, then you" in text and "Your turn" not in text


def test_the_draft_is_on_no_other_phone(shop: list[Phone]) -> None:
    ana, bo, cy = shop
    before = [page(ana), page(cy)]
    page(bo, "my-tile=BnOV&my-at=6,2")
    assert [page(ana), page(cy)] == before


def test_one_tap_enters_what_others_do(shop: list[Phone]) -> None:
    _, bo, _ = shop
    text = page(bo, "my-tile=BBBB&my-at=6,2&show=table&tile=VVVV&at=0,0")
    assert dock(text).startswith("Pay Ana")
    answer = bo.record(commits(text)[0])
    assert answer.status_code in (200, 303)


def test_people_say_whose_phone_is_here(shop: list[Phone]) -> None:
    ana, bo, _ = shop
    page(ana)
    people = page(bo)[page(bo).index('class="people"') :]
    assert "this phone" in people and "connected" in people


def test_secret_bids_of_all_at_once(nuts: list[Phone], house: House) -> None:
    ana, bo, cy = nuts
    middle = house.phone()
    middle.code = ana.code
    for phone, number in ((bo, 2), (ana, 1), (cy, 1)):
        text = page(phone)
        assert "data-my-turn" in text
        line = next(line for line in commits(text) if f"select {number} " in line)
        assert phone.record(line).status_code in (200, 303)
        assert "data-my-turn" not in page(phone) and f"Your number is {number}" in page(phone)
    assert "What did Di choose?" in page(middle)
    assert dock(page(bo)) == "Di is still choosing"
    assert commits(page(middle, "bids=0.0.0.3")) == ["table: reveal Di=3"]
    assert bo.record("Bo: select 4 in 1").status_code in (200, 303), "changed"
    assert "select" not in "".join(commits(page(middle)))
    middle.record("table: reveal Di=3")
    assert house.lines(ana.code)[-1] == "table: reveal Di=3"


def test_others_read_who_is_choosing_and_by_which_card(nuts: list[Phone]) -> None:
    ana, bo, _ = nuts
    ana.record("table: reveal Ana=1 Bo=3 Cy=1 Di=2")
    assert "Bo is choosing (Red Velvet)" in page(ana) and commits(page(ana)) == []
    assert page(ana).count("is choosing") == 1 and dock(page(ana)) == "Wait for Bo"
    assert "Your turn" in page(bo) and "data-my-turn" in page(bo)
    assert "Which card do you take out of the discard pile?" in page(bo)
    assert commits(page(ana, "show=table&pick=take+plain")) == ["Bo: take plain"]


def test_counting_on_the_own_phone_leads_to_the_result_at_once(house: House) -> None:
    ana = house.phone()
    ana.code = ana.post("/new/go-nuts", {"seat": ["Ana", "Bo"]}).location.rsplit("/", 1)[1]
    ana.claim(0)
    bo = joined(house, ana, 1)
    assert "Which cards have you got?" in bo.get(f"/t/{bo.code}/count").text
    seen = ana.tag()  # both count at once
    for phone, line in ((bo, "table: final Bo plain"), (ana, "table: final Ana glazed")):
        form = {"version": seen, "text": line}
        answer = phone.post(f"/t/{phone.code}/count", form)
        assert answer.status_code == 303
    assert answer.location.endswith("/result")
    assert bo.get(f"/t/{bo.code}/count").location.endswith("/result")


def test_money_is_counted_by_each_on_the_own_phone(shop: list[Phone], house: House) -> None:
    for phone, name in zip(shop, ("Ana", "Bo", "Cy"), strict=True):
        seat = ("Ana", "Bo", "Cy").index(name)
        text = unescape(phone.get(f"/t/{phone.code}/count?cents{seat}={600 + seat}").text)
        assert commits_of_sheet(text) == [f"table: final {name} {600 + seat}"]
        phone.post(f"/t/{phone.code}/count", {"version": phone.tag(), "text": f"table: final {name} {600 + seat}"})
        if name == "Ana":
            assert "Bo and Cy still count" in phone.get(f"/t/{phone.code}/count").text
    assert len(house.lines(shop[0].code)) == 3
    assert "Cy" in shop[0].get(f"/t/{shop[0].code}/result").text


def commits_of_sheet(text: str) -> list[str]:
    return re.findall(r'<button[^>]* name="text" value="([^"]*)"', text)


def test_what_is_half_entered_is_given_back_to_its_own_phone_alone(shop: list[Phone]) -> None:
    ana, bo, _ = shop
    ana.record("Ana: place BBBB @6,2 B")
    assert 'data-draft="my-tile=BnOV"' in page(bo, "my-tile=BnOV")
    assert 'data-draft=""' in page(ana) and 'data-draft=""' in page(bo, "do=box&part=4,2"), "nothing was typed"


def test_what_lay_under_a_cover_is_not_kept_by_a_shared_phone(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", follow="everything", start=CROSS)
    draft = "do=deal&seat=Ana&tile=BnO"
    assert "data-draft" not in page(ana, draft)
    assert 'data-draft="tile=Bn"' in page(ana, "tile=Bn")
    ana.post(f"/t/{ana.code}/look", {"look": "0"})
    assert "data-draft" not in page(ana, "tile=Bn")


def test_a_shared_phone_that_waits_for_the_next_tile_says_whose_turn_it_ends(house: House) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo", follow="case", start=CROSS)
    phone.record("Ana: place VCVv @0,0 V")
    text = page(phone)
    assert "Bo lays a tile" in text and dock(text) == "No box for Ana: end the turn"
    assert "Ana’s turn" in unescape(phone.get("/").text), "as home says of the same moment"


def test_after_the_cross_the_last_line_says_so_and_taking_back_says_it_is_one_donut(house: House) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo", follow="case")
    five = "VVNB VONV OBNV MCBm nBcC"
    mends = re.findall('name="text" value="(table: mend [^"]*)"', page(phone, f"do=cross&say={five.replace(' ', '+')}"))
    assert len(mends) == 20
    assert phone.post(f"/t/{phone.code}/move", {"text": mends, "version": str(phone.version())}).status_code == 303
    assert "The starting cross is entered" in page(phone)
    asked = page(phone, "do=undo")
    assert "holds" in asked.partition('id="panel"')[2], "one donut is taken back, and it says which"

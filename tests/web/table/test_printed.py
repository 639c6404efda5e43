"""The table to go on with on paper, and a sign for the table."""

from __future__ import annotations

import pytest

from companion.web.host.views import WifiShown
from companion.web.host.wifi import Wifi
from tests.client import House, Phone, heard


def test_paper_holds_what_lies_there_and_no_hand(house: House) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo", follow="everything", set="classic")
    phone.record("Ana: deal tile VVVV order C*+")
    phone.claim(0)
    said = heard(phone.get(f"/t/{phone.code}/paper").text)
    assert "Chocolate" not in said, "Ana's own phone prints no hand either"
    assert "Ana’s turn" in said and "0 of 36 tiles" in said
    assert "Boxes left: 2 × 2×2, 4 × 2×3" in " ".join(said.split()) and "own 2×2 box: Ana, Bo" in said


def test_paper_of_go_nuts_has_row_trays_and_pile(house: House) -> None:
    phone = house.phone()
    phone.code = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]}).location.rsplit("/", 1)[1]
    phone.record("table: refill 1=plain 2=glazed 3=eclair")
    phone.record("table: reveal Ana=1 Bo=1")
    said = "".join(heard(phone.get(f"/t/{phone.code}/paper").text).split())
    assert "3EclairAna–Bo–Discardpile,topcardfirstPlain" in said


@pytest.mark.parametrize(("address", "shown"), [("192.168.1.20", True), ("127.0.0.1", True), ("8.8.8.8", False)])
def test_the_sign_has_code_and_address_and_in_the_house_the_wifi(house: House, address: str, shown: bool) -> None:
    house.app.extensions["wifi"] = WifiShown(Wifi("Zuhause", "donutdonut"))
    phone = house.phone()
    phone.open()
    page = phone.client.get(f"/t/{phone.code}/tent", environ_base={"REMOTE_ADDR": address}).text
    assert page.count(phone.code) >= 4 and f"/t/{phone.code}</small>" in page
    assert ("Zuhause" in page) is shown and "donutdonut" not in page
    through = {"X-Forwarded-For": "8.8.8.8"}
    far = phone.client.get(f"/t/{phone.code}/tent", headers=through, environ_base={"REMOTE_ADDR": "127.0.0.1"}).text
    assert "Zuhause" not in far, "through a proxy nobody knows where a phone is"


def test_the_page_of_phones_leads_to_the_sign(ana: Phone) -> None:
    assert f'href="/t/{ana.code}/tent"' in ana.get(f"/t/{ana.code}/phones").text

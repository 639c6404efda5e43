"""The big screen: read only, what everybody may see and no more, and the ways to join."""

from __future__ import annotations

import re

from companion.web.host.wifi import Wifi, WifiShown
from tests.client import HTMX, House, Phone, heard
from tests.transcripts import GOLDEN
from tests.web.table.test_views import play_through

SHOP = (GOLDEN / "donut-shop-3.txt").read_text()
NUTS = """game go-nuts
seats Ana Bo Cy
table: refill 1=glazed 2=plain 3=plain 4=powdered
Ana: select 2 in 1
"""


def test_the_screen_shows_the_table_and_nothing_to_tap(house: House) -> None:
    play_through(house, text=SHOP)
    page = house.phone().get("/t/WHOLE/screen").text
    main = page[page.index("<main") : page.index("</main>")]
    assert not re.search("<(a|button|form|input|select) ", main)
    assert "Ana wins" in heard(main)
    assert "$5.70" in main
    assert "WHOLE" in main


def test_a_phone_with_a_seat_sees_no_more_there_than_anybody(house: House) -> None:
    play_through(house, text=NUTS, game="go-nuts")
    phone = house.phone()
    phone.code = "WHOLE"
    phone.claim(0)
    own, other = phone.get("/t/WHOLE/screen").text, house.phone().get("/t/WHOLE/screen").text
    assert own == other
    assert own.count('"visually-hidden">has bid') == 1
    assert 'class="bids"' not in own


def test_the_screen_is_not_asked_who_it_is_and_hears_the_news(ana: Phone) -> None:
    page = ana.get(f"/t/{ana.code}/screen").text
    assert "Who are you?" not in page
    assert f'data-news="/t/{ana.code}/news"' in page
    ana.record("Ana: paid 35")
    answer = ana.client.get(f"/t/{ana.code}/screen", headers=HTMX)
    assert answer.text.lstrip().startswith('<div id="screen"')
    assert answer.headers["X-Table-Version"] == ana.tag()
    assert "$0.35" in answer.text


def test_the_qr_of_the_wifi_is_for_machines_nearby_alone(house: House, ana: Phone) -> None:
    house.app.extensions["wifi"] = WifiShown(Wifi("Our Wi-Fi", "a good password"))
    client, path = ana.client, f"/t/{ana.code}/screen"
    assert "Our Wi-Fi" in client.get(path, environ_base={"REMOTE_ADDR": "192.168.1.20"}).text
    assert "Our Wi-Fi" not in client.get(path, environ_base={"REMOTE_ADDR": "8.8.8.8"}).text
    assert "Our Wi-Fi" not in client.get(path, headers={"X-Forwarded-For": "192.168.1.20"}).text
    for page in (path, f"/t/{ana.code}/tent"):
        assert "Our Wi-Fi" in client.get(page).text
        tunnel = client.get(page, base_url="http://8.8.8.8")
        assert tunnel.status_code == 200 and "Our Wi-Fi" not in tunnel.text, "through a tunnel that says nothing of it"


def test_a_way_leads_to_the_screen(ana: Phone) -> None:
    assert f'href="/t/{ana.code}/screen"' in ana.get(f"/t/{ana.code}/phones").text

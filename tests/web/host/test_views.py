"""The host page: only on the server's machine; current tables, Wi-Fi, backup, a page to print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.network.address_watch import AddressWatch
from companion.store.store import open_store
from companion.web.host.wifi import Wifi, wifi_of_environment
from tests.client import HTMX, OWN_PAGE, House, Phone

ROOM, GUEST = "192.168.1.23", "192.168.1.77"
PASSWORD = 'tom; "yum" \\ 1'
PATHS = ("/host", "/host/poster", "/host/wifi", "/host/backup")


@pytest.fixture
def host(house: House) -> Phone:
    """The browser of the server's machine, in a network."""
    watch = house.app.extensions["addresses"]
    watch.begin(ROOM, 8000)
    return house.phone()


def without_time(page: str) -> str:
    return re.sub(r"\d\d:\d\d:\d\d", "", page)


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        pytest.param(GUEST, {}, id="a phone"),
        pytest.param(GUEST, {"Host": "127.0.0.1:8000"}, id="a phone with another name for us"),
        pytest.param("127.0.0.1", {"Host": f"{ROOM}:8000"}, id="a name the network knows"),
        pytest.param("127.0.0.1", {"Host": "kitchen"}, id="a name"),
        pytest.param("127.0.0.1", {"X-Forwarded-For": GUEST}, id="a proxy"),
        pytest.param("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, id="a proxy that was told to lie"),
        pytest.param("127.0.0.1", {"X-Forwarded-Proto": "https"}, id="a proxy for https"),
        pytest.param("127.0.0.1", {"Forwarded": "for=192.0.2.1"}, id="a proxy of another kind"),
        pytest.param("", {}, id="a socket file"),
    ],
)
def test_for_everybody_else_there_is_no_such_page(host: Phone, peer: str, headers: dict[str, str]) -> None:
    unknown = host.client.get("/hosts", headers=headers, environ_base={"REMOTE_ADDR": peer})
    for path in PATHS:
        for method in ("get", "post"):
            ask = getattr(host.client, method)
            answer = ask(path, headers={**OWN_PAGE, **headers}, environ_base={"REMOTE_ADDR": peer})
            if method == "post" and path in PATHS[:2]:
                assert answer.status_code == 405
                continue
            assert answer.status_code == 404
            assert answer.text == unknown.text


@pytest.mark.parametrize("name", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.0.0.2"])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_on_its_own_machine_it_is_open(host: Phone, peer: str, name: str) -> None:
    for path in PATHS[:3]:
        assert host.client.get(path, headers={"Host": name}, environ_base={"REMOTE_ADDR": peer}).status_code == 200


def test_it_shows_address_and_qr(host: Phone) -> None:
    page = host.get("/host").text
    assert f"http://{ROOM}:8000" in page and "qr-box" in page


def test_without_a_network_it_says_so(house: House) -> None:
    house.app.extensions["addresses"] = AddressWatch(lambda host: [])
    page = house.phone().get("/host").text
    assert "no network" in page and "qr-box" not in page


def test_for_its_machine_alone_it_says_how_to_let_phones_in(house: House) -> None:
    house.app.extensions["addresses"].begin("127.0.0.1", 8000)
    assert "--host 0.0.0.0" in house.phone().get("/host").text


def test_it_lists_the_tables_with_players_and_phones(house: House, host: Phone) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo Derek")
    phone.record("Ana: paid 35")
    house.app.extensions["presence"].connect(phone.code, "someone")
    page = host.get("/host").text
    assert phone.code in page and "Ana, Bo Derek" in page
    connected = re.search(r"<span>(\d+) phones?</span>", page)
    assert connected and int(connected[1]) == 2


def test_a_table_of_long_ago_is_listed_only_while_a_phone_is_there(house: House, host: Phone) -> None:
    with house.connection() as connection:
        connection.create("BCDFG", "go-nuts", "game go-nuts\nseats Ana Bo", "2020-01-01T10:00:00Z", "old")
    assert "BCDFG" not in host.get("/host").text
    house.app.extensions["presence"].connect("BCDFG", "old")
    assert "BCDFG" in host.get("/host").text


def test_a_table_whose_headers_cannot_be_read_is_listed_all_the_same(house: House, host: Phone) -> None:
    with house.connection() as connection:
        connection.create("BCDFG", "go-nuts", "game go-nuts", "2020-01-01T10:00:00Z", "old")
    house.app.extensions["presence"].connect("BCDFG", "old")
    assert "BCDFG" in host.get("/host").text


def test_it_keeps_itself_up_to_date_with_and_without_script(host: Phone) -> None:
    page = host.get("/host").text
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'hx-trigger="every 5s"' in page
    part = host.get("/host", **HTMX).text
    assert part.lstrip().startswith('<div class="sheet" id="now"') and "<html" not in part


def test_looking_makes_no_phone_and_changes_nothing(house: House, host: Phone) -> None:
    assert "Set-Cookie" not in host.get("/host").headers


def test_backup_says_where_and_is_one(house: House, host: Phone) -> None:
    phone = house.phone()
    phone.open()
    answer = host.post("/host/backup")
    assert answer.status_code == 303
    page = host.get(answer.location).text
    found = re.search(r"Backed up to (\S+\.db)", page)
    assert found
    kept = Path(found[1])
    assert kept.parent == house.path.parent and re.fullmatch(r"backup-\d{4}-\d\d-\d\d-\d{4}\.db", kept.name)
    with open_store(kept).open() as connection:
        assert connection.codes() == [phone.code]


@pytest.mark.parametrize("kept", ["../companion.db", "backup-2026-01-01-0000.db", "companion.db", "<b>"])
def test_a_made_up_backup_is_not_shown(host: Phone, kept: str) -> None:
    assert "Backed up" not in host.get("/host?kept=" + kept).text


def test_backup_before_the_first_table(host: Phone) -> None:
    assert host.post("/host/backup").status_code == 303


def test_another_site_cannot_press_the_buttons(host: Phone) -> None:
    assert host.post("/host/backup", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def name_wifi(host: Phone, **form: str) -> int:
    return int(host.post("/host/wifi", {"name": "Our Wi-Fi", "password": PASSWORD, **form}).status_code)


def test_the_wifi_is_shown_as_a_qr_before_the_companion(host: Phone) -> None:
    assert name_wifi(host) == 303
    for path in ("/host", "/host/poster"):
        page = host.get(path).text
        assert page.index("1. Join the Wi-Fi") < page.index("2. Open the companion")
        assert page.count('<div class="qr-box"') == 2
    assert name_wifi(host, name="") == 303
    assert "Join the Wi-Fi" not in host.get("/host").text


def test_its_password_stays_on_this_machine_and_off_the_disk(house: House, host: Phone) -> None:
    phone = house.phone()
    phone.open()
    name_wifi(host, password="a very good word")
    pages = ("/", f"/t/{phone.code}", f"/t/{phone.code}/phones", f"/t/{phone.code}/journal", f"/t/{phone.code}/more")
    for path in pages:
        answer = phone.client.get(path, headers={"Host": ROOM}, environ_base={"REMOTE_ADDR": GUEST})
        assert answer.status_code == 200 and "Our Wi-Fi" not in answer.text and "a very good word" not in answer.text
    kept = [path.read_bytes() for path in house.path.parent.rglob("*") if path.is_file()]
    assert kept and not any(b"a very good word" in content for content in kept)
    assert "a very good word" not in repr(house.app.extensions["wifi"])


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"name": "x" * 33}, 422),
        ({"name": "ü" * 17}, 422),
        ({"password": "1234567"}, 422),
        ({"password": "x" * 64}, 422),
        ({"password": "12345678"}, 303),
        ({"password": "0123456789abcdef" * 4}, 303),
        ({"password": ""}, 303),
        ({"name": " "}, 303),
    ],
)
def test_a_name_or_password_no_wifi_has_is_refused_and_kept(host: Phone, form: dict[str, str], status: int) -> None:
    answer = host.post("/host/wifi", {"name": "Home", "password": "12345678", **form})
    assert answer.status_code == status
    if status == 422:
        assert all(f'value="{value}"' in answer.text for value in form.values())
        assert host.get("/host/wifi").status_code == 200


@pytest.mark.parametrize(
    ("wifi", "text"),
    [
        (Wifi("Home", "12345678"), "WIFI:T:WPA;S:Home;P:12345678;;"),
        (Wifi("Ho;me", PASSWORD), 'WIFI:T:WPA;S:Ho\\;me;P:tom\\; \\"yum\\" \\\\ 1;;'),
        (Wifi("Open"), "WIFI:S:Open;;"),
        (Wifi("Home", "12345678", hidden=True), "WIFI:T:WPA;S:Home;P:12345678;H:true;;"),
    ],
)
def test_the_text_of_its_qr(wifi: Wifi, text: str) -> None:
    assert wifi.text() == text


@pytest.mark.parametrize(
    ("environment", "network", "unusable"),
    [
        ({}, None, False),
        ({"DONUT_WIFI": "Home", "DONUT_WIFI_PASSWORD": "12345678"}, Wifi("Home", "12345678"), False),
        ({"DONUT_WIFI": "Home", "DONUT_WIFI_PASSWORD": "1"}, None, True),
    ],
)
def test_the_environment_may_name_it(environment: dict[str, str], network: Wifi | None, unusable: bool) -> None:
    shown = wifi_of_environment(environment)
    assert (shown.network, shown.unusable) == (network, unusable)


def test_a_page_to_print_for_one_table(house: House, host: Phone) -> None:
    phone = house.phone()
    phone.open()
    page = host.get(f"/host/poster?table={phone.code.lower()}").text
    assert f"http://{ROOM}:8000/t/{phone.code}" in page
    assert host.get("/host/poster?table=BCDFG").status_code == 404


def test_a_locked_table_is_unlocked_there(house: House, host: Phone) -> None:
    phone = house.phone()
    phone.open()
    unlock = f"/host/unlock/{phone.code}"
    assert unlock not in host.get("/host").text
    with house.connection() as connection:
        connection.lock(phone.code, "2026-01-01T12:00:00Z")
    assert unlock in host.get("/host").text
    assert host.post(unlock).status_code == 303
    with house.connection() as connection:
        assert not connection.locked(phone.code)
    assert "unlocked" in phone.get(f"/t/{phone.code}").text, "everybody is told"
    assert host.post("/host/unlock/BCDFG").status_code == 404
    stranger = phone.client.post(unlock, headers=OWN_PAGE, environ_base={"REMOTE_ADDR": GUEST})
    assert stranger.status_code == 404

"""Invitations of other phones to a table, and the message where none can come."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web import addresses
from tests.client import House

ROOM = "192.168.1.23"


@pytest.fixture(autouse=True)
def one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: [ROOM])


def pages(folder: Path, host: str) -> tuple[str, str]:
    """The phones' page of a table, and a question of the judge's to share."""
    phone = House(folder, HOST=host).phone()
    phone.open()
    return phone.get(f"/t/{phone.code}/phones").text, phone.get("/judge/donut-shop/share?ask=tile&case=BB/BB").text


@pytest.mark.parametrize("host", ["", "0.0.0.0", ROOM])
def test_other_phones_scan_the_address_of_the_room(tmp_path: Path, host: str) -> None:
    for page in pages(tmp_path, host):
        assert f"http://{ROOM}/" in page and '<svg viewBox="0 0' in page
        assert "Only this machine" not in page


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_started_for_its_own_machine_alone_it_says_so_and_how_to_let_phones_in(tmp_path: Path, host: str) -> None:
    for page in pages(tmp_path, host):
        assert ROOM not in page and "qr-box" not in page
        assert "Only this machine can reach this address." in page and "--host 0.0.0.0" in page

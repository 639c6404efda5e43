"""Words of the terminal: the addresses for phones, and the QR."""

from __future__ import annotations

import os
import sys

import pytest

from companion.network import terminal


def test_the_room_sees_addresses_and_one_qr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "addresses_for_phones", lambda host: ["192.168.1.23", "10.0.0.4"])
    monkeypatch.setattr(terminal, "qr", lambda address: f"<{address}>\n")
    lines = terminal.welcome("0.0.0.0", 8000).splitlines()
    assert lines[1:4] == ["  http://192.168.1.23:8000", "  http://10.0.0.4:8000", "<http://192.168.1.23:8000>"]


def test_without_a_network_a_note_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "addresses_for_phones", lambda host: [])
    assert "no phone can join yet" in terminal.welcome("0.0.0.0", 8000)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_hosts_page_is_named_where_this_machine_reaches_it(host: str) -> None:
    assert "8000/host\n" in terminal.welcome(host, 8000)


def test_no_page_of_the_host_is_named_where_only_another_address_is_listened_on() -> None:
    assert "/host" not in terminal.welcome("192.168.7.7", 8000)


def test_the_address_given_is_the_one_shown() -> None:
    assert "  http://192.168.7.7\n" in terminal.welcome("192.168.7.7", 80)


def test_the_qr_is_left_out_where_it_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, "w", encoding="latin-1") as screen:
        monkeypatch.setattr(sys, "stdout", screen)
        assert terminal.qr("http://192.168.1.23:8000") == ""


def test_capitals_keep_the_qr_small(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdout", nobody)
        widths = {len(line) for line in terminal.qr("http://192.168.1.23:8000").splitlines()}
    assert widths == {21 + 2 * 4}  # the smallest code there is, and its margin


@pytest.mark.posix
def test_on_a_terminal_the_qr_brings_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with open(ours, "rb"), open(theirs, "w", encoding="utf-8") as screen:
        monkeypatch.setattr(sys, "stdout", screen)
        lines = terminal.qr("http://192.168.1.23:8000").splitlines()
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)

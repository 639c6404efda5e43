"""The addresses of this machine: which there are, and which phones reach most likely."""

from __future__ import annotations

import pytest

from companion.network import addresses

HOME = "192.168.1.23"


@pytest.mark.parametrize(
    ("interfaces", "world", "of_own_name", "found"),
    [
        pytest.param({}, HOME, ["127.0.1.1", "10.0.0.4", HOME], [HOME, "10.0.0.4"], id="by its own name"),
        pytest.param({"127.0.0.1": "lo", HOME: "wlan0"}, "", ["10.0.0.4"], [HOME], id="no way to the internet"),
        pytest.param({"10.8.0.2": "tun0", HOME: "wlan0"}, "10.8.0.2", [], [HOME, "10.8.0.2"], id="a VPN"),
        pytest.param({"172.17.0.1": "docker0", HOME: "en0"}, "", [], [HOME, "172.17.0.1"], id="containers"),
        pytest.param({"100.101.1.1": "x", HOME: "y"}, "100.101.1.1", [], [HOME, "100.101.1.1"], id="Tailscale"),
        pytest.param({"169.254.9.9": "eth0", HOME: "wlan0"}, "", [], [HOME, "169.254.9.9"], id="a cable to nowhere"),
        pytest.param({"127.0.0.1": "lo"}, "", [], [], id="no network"),
    ],
)
def test_the_likeliest_address_comes_first_and_once(
    monkeypatch: pytest.MonkeyPatch, interfaces: dict[str, str], world: str, of_own_name: list[str], found: list[str]
) -> None:
    monkeypatch.setattr(addresses, "_interfaces", lambda: interfaces)
    monkeypatch.setattr(addresses, "_address_towards_the_world", lambda: world)
    monkeypatch.setattr(addresses, "_addresses_of_own_name", lambda: of_own_name)
    assert addresses.lan_addresses() == found


@pytest.mark.parametrize(("host", "for_phones"), [("127.0.0.1", []), ("192.168.7.7", ["192.168.7.7"])])
def test_a_given_address_is_the_only_one(host: str, for_phones: list[str]) -> None:
    assert addresses.addresses_for_phones(host) == for_phones

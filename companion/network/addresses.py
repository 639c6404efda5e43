"""The addresses of this machine in the local network."""

from __future__ import annotations

import socket


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in the local network, the likeliest first."""
    found = [_address_towards_the_world(), *_addresses_of_own_name()]
    return [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]


def addresses_for_phones(host: str) -> list[str]:
    """Return the addresses by which phones reach a server that listens on `host`; none if it is for this machine."""
    if host.startswith("127."):
        return []
    return lan_addresses() if host == "0.0.0.0" else [host]


def url(host: str, port: int) -> str:
    """Return the address as people type it, without the port 80."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _address_towards_the_world() -> str:
    """Return the address that packets to the internet leave from. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_of_own_name() -> list[str]:
    """Return the addresses of this machine's name, for networks without a route to the internet."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []

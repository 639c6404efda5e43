"""A thread that watches this machine's addresses, and whether a phone has connected since the start."""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from companion.network import terminal
from companion.network.addresses import addresses_for_phones

SECONDS = 3.0  # between two looks; asking the system costs well under a millisecond
ALONE = 60.0  # seconds after the start without a phone until the terminal says what to check


def _say(text: str) -> None:
    with suppress(OSError, ValueError):  # the terminal was closed, and the server runs on
        print(text, flush=True)


class AddressWatch:
    """The addresses phones reach this server by, as they were at the last look.

    When they change it prints them and the QR again. If no other machine has connected `alone` seconds after the
    start, it says once what to check.
    """

    def __init__(
        self,
        find: Callable[[str], list[str]] = addresses_for_phones,
        say: Callable[[str], None] = _say,
        seconds: float = SECONDS,
        alone: float = ALONE,
    ) -> None:
        self._find, self._say, self._seconds, self._alone = find, say, seconds, alone
        self._ending = threading.Event()
        self._arrived = False
        self._addresses: list[str] | None = None
        self.host, self.port = "", 0

    @property
    def running(self) -> bool:
        """Return whether a server has begun: only then the port is known."""
        return bool(self.port)

    @property
    def arrived(self) -> bool:
        """Return whether another machine has connected since the start."""
        return self._arrived

    def addresses(self) -> list[str]:
        """Return the addresses for phones, the likeliest first; empty without a network."""
        return self._find(self.host or "0.0.0.0") if self._addresses is None else self._addresses

    def begin(self, host: str, port: int) -> None:
        """Watch from now on for a server that listens there; a server for its own machine alone needs no watching."""
        self.host, self.port = host, port
        self._addresses = self._find(host)
        if not host.startswith("127."):
            threading.Thread(target=self._watch, name="addresses", daemon=True).start()

    def close(self) -> None:
        self._ending.set()

    def arrive(self, peer: str) -> None:
        """Take note of a request from `peer`: an address that is not this machine's own is a phone's."""
        if not self._arrived and not is_loopback(peer) and peer not in (self._addresses or ()):
            self._arrived = True

    def _watch(self) -> None:
        hint_at, seen = monotonic() + self._alone, self._addresses or []
        hinted = False
        while not self._ending.wait(self._seconds):
            now = self._find(self.host)
            if now == seen and not _same(now, self._addresses or []):  # twice the same: it is no passing state
                self._addresses = now
                self._say(terminal.changed(now, self.port))
                hint_at = monotonic() + self._alone
            seen = now
            if not hinted and self._addresses and monotonic() >= hint_at:
                hinted = True
                if not self._arrived:
                    self._say(terminal.what_to_check(self._addresses[0], self.port))


def _same(addresses: list[str], others: list[str]) -> bool:
    """Return whether phones find no difference: the first is the one in the QR."""
    return addresses[:1] == others[:1] and set(addresses) == set(others)


def is_loopback(peer: str) -> bool:
    """Return whether an address is this machine's name for itself."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback

"""Slows those who guess codes: tries that find no table are counted by address, and few are free.

A room may share one address, so requests are not counted, and a phone always gets to the tables it was at. Whoever has
no try left is refused before a table is looked for: the answer is the same whether there is one or not.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import cast

from flask import Flask, current_app, g, request

from companion.web import phones
from companion.web.exceptions import TooManyGuesses

FREE = 30  # tries without a table that an address has at once: a room full of thumbs
EVERY = 20.0  # seconds after which an address has one more
MOST_ADDRESSES = 10_000  # that are remembered
FIELDS = ("code", "table")  # of a query or a form in which pages beside a table name one
WITH_FIELDS = ("photo", "judge")  # blueprints of those pages


class Misses:
    """The tries without a table, by address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._settled: dict[str, float] = {}  # when an address will have all its tries again
        self._lock = threading.Lock()

    def wait(self, address: str) -> float:
        """Return the seconds until this address has a try; 0 where it has one."""
        return max(0.0, self._settled.get(address, 0.0) - self._clock() - (FREE - 1) * EVERY)

    def count(self, address: str) -> None:
        """Count a try that found no table."""
        now = self._clock()
        with self._lock:
            self._settled[address] = max(self._settled.get(address, now), now) + EVERY
            if len(self._settled) > MOST_ADDRESSES:
                self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget who has all tries again; where nobody has, the tenth that are nearest to it."""
        due = sorted(self._settled, key=self._settled.__getitem__)
        for address in due[: MOST_ADDRESSES // 10]:
            del self._settled[address]
        self._settled = {address: when for address, when in self._settled.items() if when > now}


def register(app: Flask) -> None:
    app.extensions["misses"] = Misses()
    app.before_request(check)


def check() -> None:
    """Refuse a request for a table this phone was not at yet, where its address has no try left."""
    wait = _misses().wait(_address())
    if wait and not set(_codes()) <= set(phones.tables()):
        raise TooManyGuesses(retry_after=math.ceil(wait))


def missed(code: object) -> None:
    """Count, once, that this request found no table; one that this phone was at, and that is gone, is no guess."""
    if not g.get("missed") and str(code).upper() not in phones.tables():
        g.missed = True
        _misses().count(_address())


def _codes() -> Iterator[str]:
    """Yield the codes that this request asks for."""
    if code := (request.view_args or {}).get("code"):
        yield str(code).upper()
    if request.blueprint in WITH_FIELDS:
        yield from (request.values[field].upper() for field in FIELDS if request.values.get(field))


def _address() -> str:
    return network_of(request.remote_addr or "")


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the /64 of an IPv6 address: a household has all the addresses in it."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a socket of the file system
        return ""
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))


def _misses() -> Misses:
    return cast(Misses, current_app.extensions["misses"])

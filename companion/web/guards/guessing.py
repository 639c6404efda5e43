"""Slows those who guess codes: tries that find no table are counted by address, and few are free.

A room may share one address, so requests are not counted, and a phone always gets to the tables it was at. Whoever has
no try left is refused before a table is looked for: the answer is the same whether there is one or not. The store has
the tries, so that all processes count the same ones.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Iterator

from flask import Flask, g, request

from companion.store.uses import Allowance
from companion.web import phones, services
from companion.web.exceptions import TooManyGuesses

FREE = 30  # tries without a table that an address has at once: a room full of thumbs
EVERY = 20.0  # seconds after which an address has one more
TRIES = Allowance("tries", FREE, EVERY)
FIELDS = ("code", "table")  # of a query or a form in which pages beside a table name one
WITH_FIELDS = ("photo", "judge")  # blueprints of those pages


def register(app: Flask) -> None:
    app.before_request(check)


def check() -> None:
    """Refuse a request for a table this phone was not at yet, where its address has no try left."""
    if set(_codes()) <= set(phones.tables()):  # without asking the store: these are by far the most
        return
    if wait := services.store().uses.wait(TRIES, address_of_phone()):
        raise TooManyGuesses(retry_after=math.ceil(wait))


def missed(code: object) -> None:
    """Count, once, that this request found no table; one that this phone was at, and that is gone, is no guess."""
    if not g.get("missed") and str(code).upper() not in phones.tables():
        g.missed = True
        services.store().uses.count(TRIES, address_of_phone())


def _codes() -> Iterator[str]:
    """Yield the codes that this request asks for."""
    if code := (request.view_args or {}).get("code"):
        yield str(code).upper()
    if request.blueprint in WITH_FIELDS:
        yield from (request.values[field].upper() for field in FIELDS if request.values.get(field))


def address_of_phone() -> str:
    """Return the address this request is counted for."""
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

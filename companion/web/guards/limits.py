"""The limits a host sets: how many tables an address may open, and how many photos it may send.

What an address used is in the store, so that all processes count together. A table that is not opened for another
reason is not counted, nor is a photo that is refused because the reader is busy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import cast

from flask import current_app

from companion.photos.reading import Busy, NoReader
from companion.refusals import Limited, Unavailable
from companion.store.uses import Allowance
from companion.tables.limits import LimitReason, Limits
from companion.web import services
from companion.web.guards.guessing import address_of_phone


def limits() -> Limits:
    return cast(Limits, current_app.extensions["limits"])


@contextmanager
def one_table() -> Iterator[None]:
    """Open a table inside. Raises Limited, and Unavailable."""
    allowance = limits().of_tables
    with _used(allowance, Exception) as wait:
        if wait:
            minutes = math.ceil(wait / 60)
            raise Limited(LimitReason.TABLES, limit=limits().tables, seconds=math.ceil(wait), minutes=minutes)
        yield


@contextmanager
def one_photo() -> Iterator[None]:
    """Read a photo inside; one that cannot be read was read too. Raises Limited, and Unavailable."""
    allowance = limits().of_photos
    with _used(allowance, (Busy, NoReader)) as wait:
        if wait:
            raise Limited(LimitReason.PHOTOS, limit=limits().photos, seconds=math.ceil(wait))
        yield


@contextmanager
def _used(allowance: Allowance | None, free: type[Exception] | tuple[type[Exception], ...]) -> Iterator[float]:
    """Use one of an allowance, given back where a `free` error ends what is inside; yield how long there is none."""
    if allowance is None:
        yield 0.0
        return
    uses, address = services.store().uses, address_of_phone()
    wait = uses.take(allowance, address)
    try:
        yield wait
    except free:
        if not wait:
            with suppress(Unavailable):
                uses.give_back(allowance, address)
        raise

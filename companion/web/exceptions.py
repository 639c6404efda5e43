"""HTTP errors of our own kinds, distinguished by type, and the one for what takes too long."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from werkzeug.exceptions import BadRequest, ServiceUnavailable, TooManyRequests


class UnknownHost(BadRequest):
    """The server does not answer to the name it was asked by."""


class BusyReader(ServiceUnavailable):
    """Another photo is being read."""


class TooManyGuesses(TooManyRequests):
    """Too many codes without a table were tried from this address."""


def time_limit(seconds: float, retry_after: int) -> Callable[[], None]:
    """Return a function that ends the request with 503 once it has taken so many seconds."""
    end = monotonic() + seconds

    def go_on() -> None:
        if monotonic() > end:
            raise ServiceUnavailable(retry_after=retry_after)

    return go_on

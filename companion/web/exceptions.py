"""HTTP errors of our own kinds, told apart by type."""

from __future__ import annotations

from werkzeug.exceptions import BadRequest, ServiceUnavailable, TooManyRequests


class UnknownHost(BadRequest):
    """The server does not answer to the name it was asked by."""


class BusyReader(ServiceUnavailable):
    """Another photo is being read."""


class TooManyGuesses(TooManyRequests):
    """Too many codes without a table were tried from this address."""

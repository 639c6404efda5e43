"""HTTP errors of our own kinds, told apart by type."""

from __future__ import annotations

from werkzeug.exceptions import BadRequest, ServiceUnavailable


class UnknownHost(BadRequest):
    """The server does not answer to the name it was asked by."""


class BusyReader(ServiceUnavailable):
    """Another photo is being read."""

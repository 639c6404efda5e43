"""Checks that a request comes from the server's own machine, or its own network, through no proxy."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Request

from companion.network.address_watch import is_loopback
from companion.web.safety import host_name, is_own_host

# A proxy on this machine connects from a loopback address too, and says with one of these for whom it asks.
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def is_local(request: Request) -> bool:
    """Return whether a browser on this machine sent the request straight to this machine's own name for itself."""
    try:
        name = urlsplit(request.host_url).hostname or ""
    except ValueError:
        return False
    straight = not any(header in request.headers for header in FORWARDED)
    return straight and is_loopback(request.remote_addr or "") and (name == "localhost" or is_loopback(name))


def is_near(request: Request) -> bool:
    """Return whether a request came straight from this machine or one of its own network: it may be shown the Wi-Fi.

    From a loopback address it must have asked for a name of the house too: so comes what a tunnel brings from far away.
    """
    try:
        near = ip_address(remote := (request.remote_addr or "").partition("%")[0]).is_private
    except ValueError:
        return False
    straight = not any(header in request.headers for header in FORWARDED)
    return straight and near and (not is_loopback(remote) or _is_of_the_house(request))


def _is_of_the_house(request: Request) -> bool:
    """Return whether a request asked for an address or a name that only a home network has."""
    name = host_name(request.host)
    try:
        return ip_address(name).is_private
    except ValueError:
        return is_own_host(name, "")

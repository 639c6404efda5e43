"""The check that a request comes from the server's own machine, through no proxy."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Request

from companion.network.address_watch import is_loopback

# A proxy on this machine connects from a loopback address too, and says with one of these for whom it asks.
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


def is_in_the_house(request: Request) -> bool:
    """Return whether a phone of a home network, or of this machine, asks by itself: it may be shown the Wi-Fi."""
    try:
        at_home = ip_address(request.remote_addr or "").is_private
    except ValueError:
        return False
    return at_home and not any(header in request.headers for header in FORWARDED)


def is_local(request: Request) -> bool:
    """Return whether a browser on this machine sent the request straight to this machine's own name for itself."""
    try:
        name = urlsplit(request.host_url).hostname or ""
    except ValueError:
        return False
    straight = not any(header in request.headers for header in FORWARDED)
    return straight and is_loopback(request.remote_addr or "") and (name == "localhost" or is_loopback(name))


def is_near(request: Request) -> bool:
    """Return whether a request came straight from this machine or one of its own network, through no proxy."""
    try:
        near = ip_address((request.remote_addr or "").partition("%")[0]).is_private
    except ValueError:
        return False
    return near and not any(header in request.headers for header in FORWARDED)

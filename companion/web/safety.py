"""Checks of every request: known hosts, changes only from our own pages; and strict headers on every answer."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

from companion.web.exceptions import UnknownHost

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HOME_ENDINGS = (".local", ".lan", ".home", ".internal", ".localhost", ".home.arpa", ".fritz.box")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(self)",
}


def register(app: Flask) -> None:
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(add_headers)


def check_host() -> None:
    """Refuse a host name of the internet that points at this machine (DNS rebinding)."""
    if not is_own_host(host_name(request.host), current_app.config["HOSTS"]):
        raise UnknownHost


def host_name(host: str) -> str:
    """Return the name or address of a host, without its port; empty for what is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:  # half an IPv6 address
        return ""


def is_own_host(name: str, extra: str) -> bool:
    """Return whether a host is an IP address, a name without a dot or of home networks, or in DONUT_HOSTS."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        wanted = {host.strip().casefold() for host in extra.split(",")} - {""}
        return bool(name) and ("." not in name or name.endswith(HOME_ENDINGS) or name.casefold() in wanted)
    return True


def check_origin() -> None:
    """Refuse changes from other sites. Plain http sends no Sec-Fetch-Site, so there Origin must be ours."""
    if request.method in SAFE or request.path.startswith("/api/"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            abort(403)
        return
    if _origin_host(request.headers.get("Origin", "")) != request.host:
        abort(403)


def _origin_host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def add_headers(response: Response) -> Response:
    """Add the strict headers; pages are never cached."""
    there = {name.lower() for name, _ in response.headers}
    for name, value in HEADERS.items():
        if name.lower() not in there:  # `setdefault` would look through all of them for each
            response.headers.add(name, value)
    if request.endpoint != "static" or response.status_code >= 400:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(("HX-Request", "Accept-Language", "Cookie"))
    return response

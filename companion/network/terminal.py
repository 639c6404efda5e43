"""The words in the terminal at start: the addresses for phones, and a QR of the first."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import segno

from companion.network.addresses import addresses_for_phones, url

WINDOWS = os.name == "nt"


HOST_PAGE = "/host"  # the page that is open on the server's machine only


def welcome(host: str, port: int) -> str:
    """Return the text printed at start: the addresses for phones, and a QR of the first."""
    if host.startswith("127."):
        where = f"The donut companion is open on this machine only: {url(host, port)}"
        return f"{where}\n{_host_page(host, port)}\nCtrl-C stops it."
    addresses = addresses_for_phones(host)
    own = [_host_page("localhost", port)] if host == "0.0.0.0" else []
    if not addresses:
        where = f"The donut companion is open: {url('127.0.0.1', port)}"
        return "\n".join([where, *own, "No network found, so no phone can join yet."])
    first = "The donut companion is open. Phones on the same network find it at"
    return "\n".join([first, _places(addresses, port), *own, "Ctrl-C stops it."])


def changed(addresses: Sequence[str], port: int) -> str:
    """Return the text printed when this machine's addresses change; none means that it lost the network."""
    if not addresses:
        return "This machine has no network any more, so no phone can reach it. Tables and seats are kept."
    return f"This machine's address changed. Phones now find the companion at\n{_places(addresses, port)}"


def what_to_check(address: str, port: int) -> str:
    """Return the text printed once if no phone has connected after a while."""
    return f"""No phone has connected yet. If one tries and cannot:
  - Is it on the same Wi-Fi as this machine? A guest network keeps phones apart; mobile data is another network.
  - Does the Wi-Fi have no internet? Phones tend to leave it: choose "stay connected", or turn mobile data off.
  - Is a VPN on, on the phone or on this machine? Turn it off.
  - Did this machine's firewall ask about Python? Allow it. With ufw: sudo ufw allow {port}/tcp
  - Was the address typed exactly as shown, with http:// and the number at the end? {url(address, port)}"""


def _places(addresses: Sequence[str], port: int) -> str:
    """Return the addresses, a line each, and a QR of the first if the terminal can show it."""
    lines = [f"  {url(address, port)}" for address in addresses]
    return "\n".join([*lines, *qr(url(addresses[0], port)).splitlines()])


def _host_page(name: str, port: int) -> str:
    """Return the line that names the host page."""
    return f"Host page, on this machine only: {url(name, port)}{HOST_PAGE}"


def qr(address: str) -> str:
    """Return a QR in half blocks, empty if the terminal lacks them. Capital letters make the code smaller."""
    drawing = io.StringIO()
    segno.make_qr(address.upper()).terminal(drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if not sys.stdout.isatty():
        return drawing.getvalue()
    if WINDOWS:
        os.system("")  # an older console shows colours only after a command has run in it
    # White on black explicitly: on a light terminal the code would be inverted.
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in drawing.getvalue().splitlines())

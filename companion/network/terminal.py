"""The words in the terminal at start: the addresses for phones, and a QR of the first."""

from __future__ import annotations

import io
import os
import sys

import segno

from companion.network.addresses import addresses_for_phones, url

WINDOWS = os.name == "nt"


def welcome(host: str, port: int) -> str:
    """Return the text printed at start: the addresses for phones, and a QR of the first."""
    if host.startswith("127."):
        return f"The donut companion is open on this machine only: {url(host, port)}\nCtrl-C stops it."
    addresses = addresses_for_phones(host)
    if not addresses:
        return f"The donut companion is open: {url('127.0.0.1', port)}\nNo network found, so no phone can join yet."
    places = "\n".join(f"  {url(address, port)}" for address in addresses)
    code = qr(url(addresses[0], port))
    return f"The donut companion is open. Phones in the same network find it at\n{places}\n{code}Ctrl-C stops it."


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

"""The Wi-Fi guests are to join: its name and password, for a QR. Kept in memory only, never in the journal."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from segno.helpers import make_wifi_data

LONGEST_NAME = 32  # bytes, as the standard of Wi-Fi has it
PASSWORD = range(8, 64)  # characters of a WPA password
HEX_DIGITS = 64  # of a WPA key written out


@dataclass(frozen=True, slots=True)
class Wifi:
    """A Wi-Fi network. An empty password: it is open to everybody."""

    name: str
    password: str = field(default="", repr=False)
    hidden: bool = False

    def text(self) -> str:
        """Return what a phone's camera reads from the QR to join."""
        security = "WPA" if self.password else None
        text = str(make_wifi_data(self.name, self.password or None, security, hidden=self.hidden))
        return text if text.endswith(";;") else f"{text};"  # the library leaves it out where the name is hidden


@dataclass(slots=True)
class WifiShown:
    """The network the host page shows; one for the whole process. `unusable`: the environment names a wrong one."""

    network: Wifi | None = None
    unusable: bool = False


def has_good_name(wifi: Wifi) -> bool:
    return 0 < len(wifi.name.encode("utf-8", "replace")) <= LONGEST_NAME and wifi.name.isprintable()


def has_good_password(wifi: Wifi) -> bool:
    word = wifi.password
    is_key = len(word) == HEX_DIGITS and all(digit in "0123456789abcdefABCDEF" for digit in word)
    return not word or is_key or (len(word) in PASSWORD and word.isprintable())


def wifi_of_environment(environment: Mapping[str, str] = os.environ) -> WifiShown:
    """Return the network named by DONUT_WIFI and DONUT_WIFI_PASSWORD."""
    wifi = Wifi(environment.get("DONUT_WIFI", ""), environment.get("DONUT_WIFI_PASSWORD", ""))
    if not wifi.name:
        return WifiShown()
    usable = has_good_name(wifi) and has_good_password(wifi)
    return WifiShown(wifi if usable else None, unusable=not usable)

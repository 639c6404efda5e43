"""The addresses of this machine in the local network."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from contextlib import suppress

# Interfaces of virtual machines, containers and VPNs: phones in the room do not reach them.
NOT_OF_THE_ROOM = (
    "br-", "docker", "ipsec", "lxc", "ppp", "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "virbr", "vmnet",
    "wg", "zt",
)  # fmt: skip
SHARED = ipaddress.ip_network("100.64.0.0/10")  # of providers and of VPNs such as Tailscale
LINK_LOCAL = ipaddress.ip_network("169.254.0.0/16")  # a machine's own choice where no router gave it an address
# The requests of ioctl for an interface's flags and its address, by the beginning of `sys.platform`.
REQUESTS = {"linux": (0x8913, 0x8915), "darwin": (0xC0206911, 0xC0206921)}
RUNNING = 0x1 | 0x40  # up, and with a network at the other end


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine in the local network, the likeliest first."""
    interfaces = _interfaces()
    found = [_address_towards_the_world(), *interfaces, *(() if interfaces else _addresses_of_own_name())]
    usable = [address for address in dict.fromkeys(found) if address and not address.startswith("127.")]
    return sorted(usable, key=lambda address: _unlikeliness(address, interfaces.get(address, "")))


def addresses_for_phones(host: str) -> list[str]:
    """Return the addresses by which phones reach a server that listens on `host`; none if it is for this machine."""
    if host.startswith("127."):
        return []
    return lan_addresses() if host == "0.0.0.0" else [host]


def url(host: str, port: int) -> str:
    """Return the address as people type it, without the port 80."""
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _unlikeliness(address: str, interface: str) -> int:
    """Return how unlikely phones in the room reach this address: 0 for an ordinary one."""
    known = ipaddress.ip_address(address)
    return 2 * (known in LINK_LOCAL) + (known in SHARED or interface.startswith(NOT_OF_THE_ROOM))


def _interfaces() -> dict[str, str]:
    """Return the address of each running interface with its name; nothing on systems that cannot be asked so."""
    requests = next((two for system, two in REQUESTS.items() if sys.platform.startswith(system)), None)
    found: dict[str, str] = {}
    with suppress(ImportError, OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        import fcntl

        for _, name in socket.if_nameindex() if requests else ():
            request = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):  # an interface without an address
                flags, address = (fcntl.ioctl(probe.fileno(), kind, request) for kind in requests or ())
                if struct.unpack_from("H", flags, 16)[0] & RUNNING == RUNNING:
                    found[socket.inet_ntoa(address[20:24])] = name
    return found


def _address_towards_the_world() -> str:
    """Return the address that packets to the internet leave from. Connecting a datagram socket sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        return str(probe.getsockname()[0])
    return ""


def _addresses_of_own_name() -> list[str]:
    """Return the addresses of this machine's name, for systems whose interfaces cannot be asked."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []

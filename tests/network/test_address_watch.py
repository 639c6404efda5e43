"""The watch of this machine's addresses: what the terminal says when they change, and when nobody comes."""

from __future__ import annotations

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.network.address_watch import AddressWatch, is_loopback

ROOT = Path(__file__).parents[2]
HOME, HOTSPOT = "192.168.1.23", "192.168.43.7"


class Room:
    """A network that changes as a test says, and a terminal."""

    def __init__(self, *addresses: str, alone: float = 60) -> None:
        self.addresses = list(addresses)
        self.said: queue.Queue[str] = queue.Queue()
        self.watch = AddressWatch(lambda host: list(self.addresses), self.said.put, seconds=0.02, alone=alone)
        self.watch.begin("0.0.0.0", 8000)

    def hears(self) -> str:
        return self.said.get(timeout=20)

    def quiet(self) -> bool:
        threading.Event().wait(0.3)
        return self.said.empty()


@pytest.fixture
def room() -> Iterator[Callable[..., Room]]:
    made: list[Room] = []

    def _room(*addresses: str, alone: float = 60) -> Room:
        made.append(Room(*addresses, alone=alone))
        return made[-1]

    yield _room
    for one in made:
        one.watch.close()


def test_another_address_is_printed_with_its_qr(room: Callable[..., Room]) -> None:
    here = room(HOME)
    here.addresses = [HOTSPOT]
    said = here.hears()
    assert f"  http://{HOTSPOT}:8000\n" in said and "\N{FULL BLOCK}" in said
    assert here.watch.addresses() == [HOTSPOT]


def test_a_lost_network_is_said_and_so_is_its_return(room: Callable[..., Room]) -> None:
    here = room(HOME)
    here.addresses = []
    assert "no network any more" in here.hears()
    here.addresses = [HOME]
    assert f"http://{HOME}:8000" in here.hears()


def test_addresses_in_another_order_behind_the_first_are_no_news(room: Callable[..., Room]) -> None:
    here = room(HOME, HOTSPOT, "10.0.0.4")
    here.addresses = [HOME, "10.0.0.4", HOTSPOT]
    assert here.quiet()


def test_if_nobody_comes_it_says_once_what_to_check(room: Callable[..., Room]) -> None:
    here = room(HOME, alone=0.1)
    here.watch.arrive("127.0.0.1")  # the host's own browser is nobody
    here.watch.arrive(HOME)
    said = here.hears()
    assert all(word in said for word in ("guest", "VPN", "firewall", "no internet", f"http://{HOME}:8000"))
    assert len(said.splitlines()) <= 6
    assert here.quiet()


def test_once_a_phone_has_come_nothing_is_to_check(room: Callable[..., Room]) -> None:
    here = room(HOME, alone=0.1)
    here.watch.arrive("192.168.1.77")
    assert here.quiet() and here.watch.arrived


def test_without_a_network_only_that_is_said(room: Callable[..., Room]) -> None:
    assert room(alone=0.1).quiet()


@pytest.mark.parametrize(
    ("peer", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.168.1.2", False), ("", False), ("x", False)],
)
def test_a_loopback_address_is_this_machine(peer: str, loopback: bool) -> None:
    assert is_loopback(peer) is loopback


@contextmanager
def served(folder: Path, within: list[str]) -> Iterator[subprocess.Popen[str]]:
    """`app.py` as people start it, but with a journal of its own."""
    program = f"""
import companion.web.factory as factory, companion.network.address_watch as watch, runpy, sys
from pathlib import Path
factory.TOP = Path({str(folder)!r})
watch.AddressWatch.__init__.__defaults__ = (*watch.AddressWatch.__init__.__defaults__[:2], 0.05, 0.5)
runpy.run_path({str(ROOT / "app.py")!r}, run_name="__main__")
"""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PORT": "0"}
    with subprocess.Popen(
        [*within, sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            yield server
        finally:
            server.terminate()


def printed(server: subprocess.Popen[str], last: str) -> str:
    """Return what a server prints up to a line with `last` in it."""
    assert server.stdout
    lines = []
    for line in server.stdout:
        lines.append(line)
        if re.search(last, line):
            break
    return "".join(lines)


NAMESPACE = ["unshare", "--map-root-user", "--net"]  # a machine's network of its own, without any interface


def ip(server: subprocess.Popen[str], words: str) -> None:
    """Change the interfaces in the network of a server's own."""
    enter = ["nsenter", "--target", str(server.pid), "--user", "--preserve-credentials", "--net"]
    subprocess.run([*enter, "ip", *words.split()], check=True)


@pytest.mark.posix
@pytest.mark.skipif(
    not shutil.which("unshare") or subprocess.run([*NAMESPACE, "ip", "link"], capture_output=True).returncode != 0,
    reason="networks of one's own may not be made here",
)
def test_a_real_server_follows_a_real_change(tmp_path: Path) -> None:
    with served(tmp_path, NAMESPACE) as server:
        assert "no phone can join yet" in printed(server, "No network")
        ip(server, "link add room type veth peer name router")
        ip(server, "addr add 198.51.100.7/24 dev room")
        ip(server, "link set router up")
        ip(server, "link set room up")
        assert "changed" in printed(server, r"http://198\.51\.100\.7:\d+")
        assert "firewall" in printed(server, "exactly as shown")
        ip(server, "addr add 198.51.100.8/24 dev room")
        ip(server, "addr delete 198.51.100.7/24 dev room")
        ip(server, "link set room down")
        assert "no network any more" in printed(server, "kept")

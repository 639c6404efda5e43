"""Phones around one table, each on a network of its own and compared with the server, which can start again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.proxy import Proxy, proxy
from tests.servers import House, serving

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

# What a table's page shows beside what the server would show this phone at this address now: version, words, and where
# links and buttons lead. Empty while no answer is there.
OUTLINES = """async () => {
  const outline = (page) => {
    const table = page.getElementById("table");
    const keys = [...table.querySelectorAll("a[href], button[value]")];
    const ways = keys.map((one) => one.getAttribute("href") ?? one.value);
    return [table.dataset.version, table.textContent.replace(/\\s+/g, " "), ...ways].join("\\n");
  };
  try {
    const answer = await fetch(location.href, {cache: "no-store"});
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [outline(document), outline(fresh)];
  } catch {
    return ["", "?"];
  }
}"""
IS_RIGHT = f"async () => {{ const [shown, fresh] = await ({OUTLINES})(); return shown === fresh; }}"
# What browsers say of connections that broke, and of a page left while an answer was on its way.
BROKEN = ("Failed to load resource", "htmx:", "undefined", "Cross-Origin-Opener-Policy header has been ignored")


class Evening:
    """A server that can start again, and phones that reach it at an address which stays."""

    def __init__(self, folder: Path, phones: NewPhone, stack: ExitStack) -> None:
        self._folder = folder
        self._phones = phones
        self._stack = stack
        self._server = ExitStack()
        self.networks: dict[Phone, Proxy] = {}
        self.house = self._start()

    def _start(self) -> House:
        self._server = self._stack.enter_context(ExitStack())
        return self._server.enter_context(serving(self._folder))

    def phone(self, **how: object) -> Phone:
        """Return a new phone with a network of its own."""
        phone = self._phones(missing_pages=True, **how)
        self.networks[phone] = self._stack.enter_context(proxy(self.house.url))
        phone.url = self.networks[phone].url
        return phone

    def restart(self) -> None:
        """End the server, and start it again."""
        for network in self.networks.values():
            network.target = "http://127.0.0.1:9"  # nobody listens there
        self._server.close()
        self.house = self._start()
        for network in self.networks.values():
            network.target = self.house.url

    def seated(self, code: str, names: list[str]) -> dict[str, Phone]:
        """Return a phone for each seat, which says on that phone who it is."""
        hands = {}
        for name in names:
            hands[name] = self.phone().open(f"/t/{code}")
            hands[name].sit(name)
        return hands

    def all_right(self, phones: list[Phone]) -> None:
        """Wait until each of these phones shows the newest line, as the server would show it this phone now."""
        for phone in phones:
            newest = f".{len(self.house.lines(phone.code))}"
            phone.page.wait_for_function(
                "(end) => document.getElementById('table').dataset.version.endsWith(end)", arg=newest
            )
            wait_right(phone)


@contextmanager
def evening(folder: Path, phones: NewPhone) -> Iterator[Evening]:
    """A house for one evening; its phones leave before it ends."""
    with ExitStack() as stack:
        party = Evening(folder, phones, stack)
        try:
            yield party
        finally:
            for phone in party.networks:
                leave(phone)


def leave(phone: Phone) -> None:
    """Leave the table, and forget what the browser said of connections that broke."""
    phone.page.goto("about:blank")
    phone.errors[:] = [error for error in phone.errors if not any(one in error for one in BROKEN)]


def wait_right(phone: Phone) -> None:
    """Wait until a page shows what the server would show this phone now; a failure says where they differ."""
    try:
        phone.page.wait_for_function(IS_RIGHT, polling=50)
    except Exception:
        shown, fresh = phone.page.evaluate(OUTLINES)
        assert shown == fresh, f"{phone.page.url} does not show what the server would"
        raise


def seconds(wait: Callable[[], object]) -> float:
    """Return how long something takes."""
    begun = time.monotonic()
    wait()
    return time.monotonic() - begun


def shuffled(names: list[str], seed: int) -> list[str]:
    """Return the names in another order, the same for the same seed."""
    return random.Random(seed).sample(names, len(names))

"""A phone in any engine: finds what people see, waits until it can be tapped, and taps it with a real pointer.

An engine supplies a few small things (`AnyPhone`'s abstract methods); everything else is shared, so that the same test
runs in each of them.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

WIDTH, HEIGHT = 390, 844
PATIENCE = 60.0  # seconds anything may take on a busy machine
POLL = 0.03  # seconds between two looks at a page
INERT = 0.8  # seconds: the 600 ms of dock.js and a little
MEANT_FOR_TAPS = "a, button, summary, label, [role=button]"
DOCK = "[data-dock] button"
COMMITS = f"{DOCK}, main button.primary, main button.best"

# Elements a person would call by these words: by their label where they have one, else by what stands on them.
FIND = """
const called = (it) => it.getAttribute("aria-label") || it.innerText || it.textContent || "";
const plain = (words) => words.replace(/\\s+/g, " ").trim().toLowerCase();
const find = (css, words) => [...document.querySelectorAll(css)].filter((it) =>
  plain(called(it)).includes(plain(words)) && it.getClientRects().length
  && getComputedStyle(it).visibility === "visible");
"""
COUNT = f"(css, words) => {{{FIND} return find(css, words).length; }}"
TEXT = f"(css) => {{{FIND} return find(css, '').map((it) => it.innerText ?? it.textContent).join('\\n'); }}"
# The middle of the first one that can be tapped now: the page is at rest, and nothing lies over it.
PLACE = f"""(css, words) => {{{FIND}
  if (document.readyState !== "complete" || document.querySelector(".htmx-request")) return null;
  const inert = document.documentElement.hasAttribute("data-inert"); // the dock, just after a commit
  const ready = (one) => one.getAttribute("aria-disabled") !== "true" && !one.disabled;
  const it = find(css, words).find((one) => ready(one) && !(inert && one.closest("[data-dock]")));
  if (!it) return null;
  const middle = () => {{
    const {{ x, y, width, height }} = it.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  }};
  const free = () => {{
    const top = document.elementFromPoint(...middle());
    return top && it.contains(top);
  }};
  if (!free()) it.scrollIntoView({{ block: "center", behavior: "instant" }});
  return free() ? middle() : null;
}}"""
SIGHT = "() => document.readyState === 'complete' && location.href + document.body.innerText"


class EngineError(Exception):
    """The engine could not do what it was asked to, for instance because the page is just being left."""


class AnyPhone(ABC):
    """One phone with its own cookies; `url` is the address of the companion."""

    def __init__(self, url: str) -> None:
        self.url = url

    @abstractmethod
    def evaluate(self, function: str, *values: Any) -> Any:
        """Call a JavaScript function with values JSON knows; what it returns, as JSON knows it."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Load a page whole."""

    @abstractmethod
    def back(self) -> None:
        """The browser's own Back."""

    @abstractmethod
    def reload(self) -> None:
        """The browser's own Reload."""

    @abstractmethod
    def tap_at(self, x: int, y: int) -> None:
        """Press and lift a real pointer at a place of the page in sight, in CSS pixels."""

    @abstractmethod
    def type_keys(self, text: str) -> None:
        """Press real keys; they go to the element with the focus."""

    @abstractmethod
    def attach(self, css: str, file: Path) -> None:
        """Pick a file for a file input, as if from the camera or the gallery."""

    @abstractmethod
    def screenshot(self, file: Path) -> None:
        """Keep what is in sight as a PNG."""

    @abstractmethod
    def close(self) -> None:
        """Put the phone away."""

    @property
    def complaints(self) -> list[str]:
        """Errors the browser reported, where the engine lets us know."""
        return []

    # What tests use

    def open(self, path: str = "/") -> AnyPhone:
        self.go(self.url + path)
        return self

    def wait(self, function: str, *values: Any, patience: float = PATIENCE) -> Any:
        """Ask until the answer is something; AssertionError after `patience` seconds."""
        end = time.monotonic() + patience
        while True:
            try:
                if found := self.evaluate(function, *values):
                    return found
                trouble = ""
            except EngineError as error:  # the page is being left: look at the next one
                trouble = str(error)
            assert time.monotonic() < end, f"not within {patience} s: {values or function} {trouble}"
            time.sleep(POLL)

    def tap(self, words: str, css: str = MEANT_FOR_TAPS) -> None:
        """Tap what is called by these words, and wait for the answer: in sight or in the address something changes."""
        place = self._place(words, css)
        before = self.wait(SIGHT)
        self.tap_at(*place)
        self.wait(f"(before) => ![false, before].includes(({SIGHT})())", before)

    def rest(self) -> None:
        """Wait as a person does after a line was stored: where its button was, a key is deaf for a moment."""
        time.sleep(INERT)

    def _place(self, words: str, css: str) -> tuple[int, int]:
        """Where it is, as soon as it can be tapped and stands still."""
        before = None
        while (place := self.wait(PLACE, css, words)) != before:
            before = place
        return place[0], place[1]

    def commit(self) -> None:
        """Tap the one button that commits."""
        self.wait(COUNT, COMMITS, "")
        self.tap("", DOCK if self.count(DOCK) else COMMITS)

    def type(self, css: str, text: str) -> None:
        """Type into a field, with real keys."""
        self.tap_at(*self._place("", css))
        self.wait("(css) => document.activeElement.matches(css)", css)
        self.type_keys(text)
        self.wait("(css, text) => document.querySelector(css).value === text", css, text)

    def see(self, words: str, css: str = "body", patience: float = PATIENCE) -> None:
        """Wait until these words are in sight."""
        self.wait(COUNT, css, words, patience=patience)

    def see_address(self, pattern: str) -> None:
        """Wait until path and query of the address match a regular expression."""
        self.wait("(pattern) => RegExp(`^${pattern}$`).test(location.pathname + location.search)", pattern)

    def count(self, css: str) -> int:
        """How many there are in sight."""
        found: int = self.evaluate(COUNT, css, "")
        return found

    def text(self, css: str) -> str:
        found: str = self.evaluate(TEXT, css)
        return found

    @property
    def path(self) -> str:
        return urlsplit(str(self.evaluate("() => location.href"))).path

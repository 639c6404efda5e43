"""`python -m tests.bench.phone_time`: what a whole game costs one phone, in seconds and taps, and paper beside it.

A golden game at *case* is played by taps in a browser of 375 x 667, and a keystroke-level model adds up what a person
would need for each tap, from where the keys lie there:

- MENTAL: what comes next is decided or looked up, before every tap but those that continue a tile, its second to
  fourth donut and further turns. The M of Card, Moran and Newell, "The keystroke-level model for user performance
  time with interactive systems", Communications of the ACM 23 (1980).
- moving and tapping: log2(distance / least side of the key + 1) / THROUGHPUT. MacKenzie, "Fitts' throughput and the
  remarkable case of touch-based target selection", HCI International 2015, for a phone in the hand; from one touch to
  the next, so the touch itself is in it. PRESS on top is the B of the keystroke-level model, for a finger less sure.
- ANSWER: what the page waits for, fixed, so that a busy machine measures the same: the tap's p95 on a full server and
  a drawing of the fullest case on a slow phone (docs/performance.md).

What people do without the phone costs it nothing: laying the tile, handing out the cup, thinking about their move.

Paper, for the same amounts: a look at the group and one at the line to write on (MENTAL each), COUNTING a donut beyond
four (Trick and Pylyshyn, "Why are small and large numbers enumerated differently?", Psychological Review 101, 1994),
times five (MENTAL), WRITING a digit (the K of a hand that prints, about 100 characters a minute), and at the end
MENTAL and WRITING for each amount that is added up. Only the group that is paid is counted, never the rivals.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize

from companion.donut_shop.pay import PER_DONUT
from tests.browser.phone import Phone
from tests.browser.player import TURN, TURN_LEFT, Player
from tests.servers import chromium, chromium_path, serving
from tests.transcripts import GOLDEN, headers_of, played

MENTAL, THROUGHPUT, PRESS, ANSWER = 1.35, 6.95, 0.1, 0.12  # s, bits/s, s, s
COUNTING, AT_A_GLANCE, WRITING = 0.3, 4, 0.6  # s a donut, donuts, s a digit
READING = 0.9  # s from the shutter until the reading stands there: 0.6 s on the way, the rest docs/photo.md
GAME = "donut-shop-4"
PHONE: ViewportSize = {"width": 375, "height": 667}
MOST = {"typed turn, median s": 8.0, "typed turn, p90 s": 8.0, "photo turn, s": 5.0, "whole game, min": 8.0}

# Where a key lies, and whether it is seen whole without scrolling and nothing lies over its middle.
LIES = """(element) => {
  const {left, top, width, height} = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const over = document.elementFromPoint(x, y);
  return [x, y, Math.min(width, height), element.contains(over) && top >= -1 && top + height <= innerHeight + 1];
}"""


@dataclass
class Told:
    """What one line of the transcript, or what comes before the first, cost."""

    line: str
    seconds: float = 0
    taps: int = 0
    scrolled: list[str] = field(default_factory=list)  # keys that were not in sight


class TimedPhone(Phone):
    """A phone that adds up the model's time for each tap."""

    told: list[Told]
    thumb: tuple[float, float] = (PHONE["width"] / 2, PHONE["height"] / 2)
    before = ""

    def tap(self, what: str) -> None:
        """Tap, and note what it costs."""
        self._note(what)
        super().tap(what)

    def follow(self, what: str) -> None:
        """Follow a link, and note what it costs."""
        self._note(what)
        super().follow(what)

    def _note(self, what: str) -> None:
        x, y, least, in_sight = self.find(what).first.evaluate(LIES)
        distance = math.dist(self.thumb, (x, y))
        now, self.thumb = self.told[-1], (x, y)
        now.taps += 1
        now.seconds += math.log2(distance / least + 1) / THROUGHPUT + PRESS + ANSWER
        now.seconds += 0 if continues(self.before, what) else MENTAL
        if not in_sight:
            now.scrolled.append(what)
        self.before = what if now.line else ""


def continues(before: str, what: str) -> bool:
    """Return whether a tap needs no thought of its own: one more donut of a tile, one more turn."""
    return all(".pad" in one for one in (before, what)) or all(one in (TURN, TURN_LEFT) for one in (before, what))


class Teller(Player):
    """Tells each tile as it lies in the case, taps its spot in the drawing, and lays boxes at once."""

    read_from = 0
    by_map = True
    by_arrow = False

    def say(self, line: str) -> None:
        """One line; what it costs is kept by the phone, each turn from a new thought on."""
        self.phone.told.append(Told(line))  # type: ignore[attr-defined]
        self.phone.before = ""  # type: ignore[attr-defined]
        super().say(line)


def at_case(name: str) -> str:
    """A golden game as the level *case* follows it."""
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    moves = re.findall(r"^\S+: (?:place|box|end)\b.*$", text, re.MULTILINE)
    headers = re.sub(r"^follow .*\n", "", headers_of(text), flags=re.MULTILINE)
    return "\n".join([headers + "follow case", *moves, ""])


def replay(text: str) -> list[Told]:
    """Play a game by taps from the start page on, and return what each line cost, first the start, then the cross."""
    headers = dict(line.split(" ", 1) for line in headers_of(text).splitlines())
    with TemporaryDirectory() as folder, serving(Path(folder)) as house, chromium() as browser:
        phone = TimedPhone(browser, house.url, PHONE)
        phone.told = [Told("start")]
        player = Teller(phone)
        player.start(headers["seats"].split(), follow="case")
        phone.told.append(Told("cross"))
        player.tell_cross(headers["start"])
        for line in text.splitlines():
            if ": " in line:
                player.say(line)
        phone.close()
    return phone.told


def on_paper(text: str) -> float:
    """Seconds of counting, writing and adding up the amounts of a game."""
    seconds = 0.0
    for applied in played(text).applied:
        for cents in applied.paid.values():
            donuts = cents // PER_DONUT
            written = len(str(cents)) * WRITING
            seconds += 3 * MENTAL + max(0, donuts - AT_A_GLANCE) * COUNTING + written
            seconds += MENTAL + written
    return seconds


def figures(told: list[Told], text: str) -> dict[str, float]:
    """The table of docs/performance.md."""
    turns = [one for one in told if ": place" in one.line]
    boxes = [one for one in told if ": box" in one.line]
    by_seconds = [one.seconds for one in turns]
    press = math.log2(PHONE["height"] / 2 / 60 + 1) / THROUGHPUT + PRESS  # the dock, from the middle of the screen
    return {
        "typed turn, median s": median(by_seconds),
        "typed turn, p90 s": quantiles(by_seconds, n=10)[-1],
        "typed turn, median taps": median(one.taps for one in turns),
        "typed turn, p90 taps": quantiles((one.taps for one in turns), n=10)[-1],
        "typed turns that needed scrolling": sum(bool(one.scrolled) for one in turns),
        "box, median s": median(one.seconds for one in boxes),
        "box, median taps": median(one.taps for one in boxes),
        "boxes that needed scrolling": sum(bool(one.scrolled) for one in boxes),
        "photo turn, s": READING + MENTAL + press + ANSWER,
        "start and cross, s": sum(one.seconds for one in told[:2]),
        "whole game, min": sum(one.seconds for one in told) / 60,
        "whole game, taps": sum(one.taps for one in told),
        "the same amounts on paper, min": on_paper(text) / 60,
    }


def main() -> int:
    """Print the figures; 1 where one is over what is required."""
    if chromium_path() is None:
        print("Without Chromium there is nothing to measure.")
        return 0
    text = at_case(sys.argv[1] if len(sys.argv) > 1 else GAME)
    told = replay(text)
    found, failed = figures(told, text), False
    for name, value in found.items():
        most = MOST.get(name, 0.0 if "scrolling" in name else math.inf)
        failed = failed or value > most
        print(f"{name:40} {value:8.1f}{'' if math.isinf(most) else f'  at most {most:g}'}")
    for one in told:
        if one.scrolled:
            print(f"out of sight: {one.line}: {', '.join(one.scrolled)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

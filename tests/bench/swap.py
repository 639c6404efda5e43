"""What it costs a phone to show the fullest case anew: processor time of the page's thread in Chromium, times six."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.servers import chromium, chromium_path, serving

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

SLOWED = 6  # a cheap phone beside this machine
ROUNDS = 30
FULL = "/".join(["BvNmCO" * 4, "vBCnMV" * 4] * 7)  # 14 x 24 squares
TABLE = f"game donut-shop\nseats Ana Bo\nfollow case\ndeck 20\nstart {FULL}\n"
PLACED = "Ana: place BNMV @24,0 V\n"
# The lines before; the drafts before the tap and after it, between which most of the drawing changes.
DRAFTS = {
    "map": ("", "tile=BNM", "tile=BNMV"),
    "part": ("", "tile=BNMV", "tile=BNMV&part=12,6"),
    "box": (PLACED, "do=box", "do=box&box=2x2&part=12,6"),
}
SWAPPED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")  # painting is another thread's

SWAP = """(address) => new Promise((done) => {
  addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => requestAnimationFrame(done)), {once: true});
  htmx.ajax("get", address, {source: "#table a"});
})"""


def swap() -> dict[str, float]:
    """Milliseconds of the quickest of many swaps, and the nodes of each drawing; nothing without Chromium."""
    if chromium_path() is None:
        return {}
    found: dict[str, float] = {}
    with TemporaryDirectory() as folder, serving(Path(folder)) as house, chromium() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(60_000)
        for name, (told, before, after) in DRAFTS.items():
            table = f"{house.url}/t/{house.table(TABLE + told)}"
            page.goto(f"{table}?{before}")
            watch = page.context.new_cdp_session(page)
            watch.send("Performance.enable", {"timeDomain": "threadTicks"})
            spent = []
            for _ in range(ROUNDS):
                begun = _swapped(watch)
                page.evaluate(SWAP, f"{table}?{after}")
                spent.append(_swapped(watch) - begun)
                page.evaluate(SWAP, f"{table}?{before}")
            page.evaluate(SWAP, f"{table}?{after}")
            found[f"fullest case swapped ({name}), slowed {SLOWED} times, ms"] = 1e3 * SLOWED * min(spent)
            found[f"nodes of that drawing ({name})"] = page.locator(".case svg *").count()
    return found


def _swapped(watch: CDPSession) -> float:
    """Seconds the page's thread has spent so far."""
    metrics = {one["name"]: float(one["value"]) for one in watch.send("Performance.getMetrics")["metrics"]}
    return sum(metrics[name] for name in SWAPPED)

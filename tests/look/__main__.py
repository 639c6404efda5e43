"""`make look`: every page on phones and larger, light and dark, in English and a long made-up language.

They go to build/look; index.html there shows them side by side. Words after `-m tests.look` choose pages by name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser import nuts_pages
from tests.browser.pages import LONG, SHORT, pages
from tests.browser.test_judge import PAGES as JUDGED
from tests.servers import ROOT, chromium, serving

LOOK = ROOT / "build" / "look"
SIZES = ((320, 568), (390, 844), (667, 375), (820, 1180), (1280, 800))
BESIDES = {"editions": "/sets", "new edition": "/sets/new", "edition": "/sets/classic", "photo": "/photo?for=judge"}
BESIDES |= {"host": "/host", "host Wi-Fi": "/host/wifi", "host poster": "/host/poster", "import": "/import"}
BESIDES |= {f"judge {name}": path for name, path in JUDGED.items()}
LANGUAGES = {"en": (SHORT, nuts_pages.SHORT), "qps": (LONG, nuts_pages.LONG)}


def main(wanted: list[str]) -> None:
    taken: list[Path] = []
    with TemporaryDirectory() as folder, chromium() as browser:
        for language, (shop, nuts) in LANGUAGES.items():
            with serving(Path(folder), language) as house:
                every = {**pages(house, shop), **nuts_pages.nuts_pages(house, nuts), **BESIDES}
                chosen = {
                    name: house.url + path
                    for name, path in every.items()
                    if not wanted or any(word in name for word in wanted)
                }
                taken += pictures(browser.new_page(), LOOK / language, chosen)
    rows = "".join(f'<figure><img src="{path}" loading="lazy">{escape(str(path))}</figure>' for path in taken)
    style = "<style>figure{display:inline-block;margin:8px;vertical-align:top}img{display:block;width:240px}</style>"
    (LOOK / "index.html").write_text(f"<!doctype html><title>look</title>{style}{rows}", "utf-8")
    print(f"{len(taken)} pictures, see {LOOK / 'index.html'}")


def pictures(page: Any, folder: Path, chosen: dict[str, str]) -> Iterator[Path]:
    """A picture of each page in each size and scheme; their paths inside build/look."""
    for name, address in chosen.items():
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                path = folder / f"{width}x{height}-{scheme}" / f"{name.replace(' ', '-')}.png"
                page.screenshot(path=path, full_page=True)
                yield path.relative_to(LOOK)
    page.close()


if __name__ == "__main__":
    main(sys.argv[1:])

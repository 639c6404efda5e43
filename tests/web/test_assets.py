"""Files sent beside the pages, and their size: joined, with a print of its content, compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.web.assets import ABROAD, BESIDE, SCRIPTS, SENT, SHOWN, STYLES
from tests.bench.swap import DRAFTS, TABLE
from tests.client import House
from tests.web.table.test_views import play_through

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

LARGEST_PAGE = 50_000  # bytes as they travel, with everything the page names
LARGEST_TAP = 5_000
GZIP = {"Accept-Encoding": "gzip"}
NAMED = re.compile(r'(?:src|href)="(/(?:static|sets)/[^"#]+)"')


def get(house: House, address: str, **headers: str) -> TestResponse:
    return house.app.test_client().get(address, headers={**GZIP, **headers})


def unpacked(answer: TestResponse) -> str:
    return gzip.decompress(answer.data).decode()


@pytest.mark.parametrize("name", DRAFTS)
def test_fullest_table_and_one_more_tap_stay_light(house: House, name: str) -> None:
    lines, _, draft = DRAFTS[name]
    play_through(house, text=TABLE + lines)
    address = f"/t/WHOLE?{draft}"
    page = get(house, address)
    named = set(NAMED.findall(unpacked(page)))
    assert any("companion.js" in one for one in named) and any("companion.css" in one for one in named)
    assert len(page.data) + sum(len(get(house, one).data) for one in named) <= LARGEST_PAGE
    assert len(get(house, address, **{"HX-Request": "true"}).data) <= LARGEST_TAP


def test_every_script_and_sheet_is_sent_in_the_joined_files(house: House) -> None:
    folder = Path(str(house.app.static_folder))
    assert {path.stem for path in (folder / "scripts").iterdir()} == {*SCRIPTS, *SHOWN, *SENT}
    assert {path.stem for path in (folder / "styles").iterdir()} == {*STYLES, *BESIDE, *ABROAD}
    script, sheet = (unpacked(get(house, f"/static/companion.{kind}")) for kind in ("js", "css"))
    assert "htmx:beforeSwap" in script and "defineExtension" in script
    assert ".dock-button" in sheet and ".likely" in sheet


@pytest.mark.parametrize("name", ["companion.js", "companion.css", "sprite.svg", "vendor/htmx.min.js"])
def test_static_file_is_the_same_with_and_without_compression(house: House, name: str) -> None:
    packed, plain = get(house, f"/static/{name}"), house.app.test_client().get(f"/static/{name}")
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert gzip.decompress(packed.data) == plain.data and len(packed.data) < len(plain.data) / 2
    assert {"Accept-Encoding"} <= set(packed.vary) and {"Accept-Encoding"} <= set(plain.vary)
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert packed.cache_control.max_age == plain.cache_control.max_age == 31_536_000


def test_static_file_a_browser_has_is_not_sent_again(house: House) -> None:
    first = get(house, "/static/companion.css")
    again = get(house, "/static/companion.css", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["nothing.js", "scripts", "../app.py", "%2e%2e/factory.py"])
def test_what_is_no_static_file_is_missing(house: House, name: str) -> None:
    assert get(house, f"/static/{name}").status_code == 404


PAGES = ("/", "/t/WHOLE", "/t/WHOLE/journal", "/api/v1/openapi.json", "/t/WHOLE/result.svg")


@pytest.mark.parametrize("address", PAGES)
def test_pages_are_compressed_for_who_takes_it(house: House, address: str) -> None:
    play_through(house, text=TABLE)
    packed, plain = get(house, address), house.app.test_client().get(address)
    assert plain.status_code == 200
    assert packed.headers.get("Content-Encoding") == ("gzip" if len(plain.data) >= 1_000 else None)
    assert "Accept-Encoding" in plain.vary and "Content-Encoding" not in plain.headers


def test_answer_led_to_from_another_site_is_sent_as_it_is(house: House) -> None:
    """So that nobody elsewhere can guess a page by the length of its answer."""
    play_through(house, text=TABLE)
    answer = get(house, "/t/WHOLE?tile=BNM", **{"Sec-Fetch-Site": "cross-site"})
    assert "Content-Encoding" not in answer.headers and b"<!doctype html>" in answer.data


@pytest.mark.parametrize("accepts", ["", "identity", "gzip;q=0", "br"])
def test_who_takes_no_gzip_gets_none(house: House, accepts: str) -> None:
    for address in ("/", "/static/companion.css"):
        answer = house.app.test_client().get(address, headers={"Accept-Encoding": accepts})
        assert "Content-Encoding" not in answer.headers


def test_the_stream_is_never_compressed(house: House) -> None:
    play_through(house, text=TABLE)
    with house.app.test_client().get("/t/WHOLE/news?seen=x", headers=GZIP, buffered=False) as stream:
        assert "Content-Encoding" not in stream.headers
        assert next(iter(stream.response)).startswith((b"event", "event"))

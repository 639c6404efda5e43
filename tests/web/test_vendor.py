"""The scripts we carry with us are the ones we say they are."""

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "companion" / "web" / "static" / "vendor"
SCRIPTS = json.loads((VENDOR / "versions.json").read_text("utf-8"))
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
NAMES = {script["name"]: script["version"] for script in SCRIPTS}
NAMES["htmx"] = NAMES["htmx.org"]  # its everyday name


def versions_named(text: str, name: str) -> set[str]:
    """Versions a text puts right behind a script's name, as in `htmx.org@2.0.11` or `htmx-ext-sse 2.2.4`."""
    return set(re.findall(rf"\b{re.escape(name)}`?[ @]v?(\d+(?:\.\d+)+)", text))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["name"])
def test_script_is_the_one_released(script: dict[str, str]) -> None:
    content = (VENDOR / script["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == script["sha256"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["name"])
def test_script_comes_with_its_licence(script: dict[str, str]) -> None:
    assert script["licence"] == "0BSD"
    assert "Permission to use, copy, modify" in (VENDOR / script["licence_file"]).read_text("utf-8")


def test_nothing_else_is_carried() -> None:
    known = {"versions.json"} | {script[key] for script in SCRIPTS for key in ("file", "licence_file")}
    assert {path.name for path in VENDOR.iterdir()} == known


def test_the_version_in_htmx_is_the_version_listed() -> None:
    text = (VENDOR / "htmx.min.js").read_text("utf-8")
    assert re.findall(r'version:"([^"]+)"', text) == [NAMES["htmx.org"]]


@pytest.mark.parametrize("name", NAMES)
def test_pages_name_no_other_version(name: str) -> None:
    named = {version for page in PAGES for version in versions_named(page.read_text("utf-8"), name)}
    assert named <= {NAMES[name]}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("htmx.org 2.0.11, vendored", {"2.0.11"}),
        ("`npm pack htmx.org@2.0.10`", {"2.0.10"}),
        ("we use `htmx.org` v2.0.9", {"2.0.9"}),
        ("htmx.org is fine", set()),
    ],
)
def test_versions_in_a_text_are_found(text: str, found: set[str]) -> None:
    assert versions_named(text, "htmx.org") == found

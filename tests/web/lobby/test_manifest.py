"""What a phone needs to put the companion on its home screen, and the colours of its bars."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from tests.client import House
from tests.web.test_tokens import THEMES


def test_the_manifest_names_icons_that_are_there_in_their_sizes(house: House) -> None:
    phone = house.phone()
    link = re.search(r'<link rel="manifest" href="([^"]*)">', phone.get("/").text)
    assert link
    answer = phone.get(link[1])
    said = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert (said["start_url"], said["display"], said["lang"]) == ("/", "standalone", "en")
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        found = phone.get(icon["src"])
        assert (found.status_code, found.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(found.data)).size
            assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize(
    ("theme", "colours"),
    [("", {"day": "light", "night": "dark"}), ("1", {"day": ""}), ("2", {"night": ""})],
)
def test_the_bars_of_a_phone_have_the_colour_of_the_page(house: House, theme: str, colours: dict[str, str]) -> None:
    phone = house.phone()
    phone.open()
    phone.post(f"/t/{phone.code}/likes", {"theme": theme})
    found = re.findall(r'<meta name="theme-color" content="([^"]*)"(?: media="[^"]*: (\w+)\)")?>', phone.get("/").text)
    assert found == [(THEMES[name]["paper"], scheme) for name, scheme in colours.items()]

"""Stepping through a game with the page's script: its links, the arrow keys, the slider."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pages import until

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.servers import House

pytestmark = pytest.mark.browser


def test_steps_by_link_key_and_slider_change_the_moment_and_the_address(phones: NewPhone, house: House) -> None:
    code = house.table(until("told-shop-case-0", "Bo: place VcVM @4,8 C"))
    phone = phones().open(f"/t/{code}/journal?at=5")

    def is_at(number: int) -> None:
        phone.page.wait_for_function(
            f"() => location.search === '?at={number}' && document.querySelector('.moment-line a').href.endsWith"
            f"('/line/{number}')"
        )

    phone.find("[data-step=ahead]").click()
    is_at(6)
    for _ in range(3):
        phone.page.keyboard.press("ArrowRight")
    is_at(9)
    phone.page.keyboard.press("ArrowLeft")
    is_at(8)
    slider = phone.find(".moments")
    slider.focus()
    slider.press("ArrowRight")
    is_at(9)
    slider.press("Home")
    phone.page.wait_for_function("() => location.search === '?at=0'")
    assert phone.find("[data-step=back]").get_attribute("href") is None
    phone.find("[data-step=play]").click()
    is_at(1)
    phone.find("[data-step=play]").click()
    sizes = phone.page.evaluate(
        "() => [...document.querySelectorAll('.steps > *, .moments')].map((it) => it.getBoundingClientRect())"
        ".map(({width, height}) => Math.min(width, height))"
    )
    assert min(sizes) >= 48


def test_the_replay_works_without_a_script(phones: NewPhone, house: House) -> None:
    code = house.table(until("told-shop-case-0", "Bo: place VcVM @4,8 C"))
    phone = phones(script=False).open(f"/t/{code}/journal?at=5")
    phone.follow("[data-step=ahead]")
    assert phone.page.url.endswith("?at=6")
    assert not phone.find(".moments").is_visible()

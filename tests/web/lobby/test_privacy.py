"""The page about privacy follows the settings of the host."""

from __future__ import annotations

from companion.tables.limits import Limits
from tests.client import House


def test_home_leads_to_it_and_it_says_what_is_kept_where_nothing_is_set(house: House) -> None:
    phone = house.phone()
    assert 'href="/privacy"' in phone.get("/").text
    page = phone.get("/privacy").text
    for said in ("A table is kept until the host removes it.", "at most 30 minutes", "for at most 400 days"):
        assert said in page
    assert "to limit wrong codes." in page and "is forgotten once" not in page


def test_it_names_the_days_and_what_addresses_are_counted_for(house: House) -> None:
    house.app.extensions["limits"] = Limits(tables=20, days=1)
    page = house.phone().get("/privacy").text
    assert "A table is forgotten once it had no new line for 1 day, finished or not." in page
    assert "to limit wrong codes, new tables or photos." in page
    assert "until the host removes it" not in page
    house.app.extensions["limits"] = Limits(days=90)
    assert "no new line for 90 days" in house.phone().get("/privacy").text


def test_the_host_page_leads_to_it_too(house: House) -> None:
    page = house.app.test_client().get("http://localhost/host", environ_base={"REMOTE_ADDR": "127.0.0.1"})
    assert 'href="/privacy"' in page.text

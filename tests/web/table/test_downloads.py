"""Downloads of a table, and the way to BG Stats, over HTTP."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from tests.client import House, Phone


@pytest.mark.parametrize(
    ("form", "mimetype", "start"),
    [
        ("txt", "text/plain", "notation 1\ngame donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 35\n"),
        ("json", "application/json", '{"game": "donut-shop", "over": false, "headers": ["notation 1", '),
        ("csv", "text/csv", "\ufeffseq,who,text,pay,"),
    ],
)
def test_a_table_as_a_file(ana: Phone, form: str, mimetype: str, start: str) -> None:
    ana.record("Ana: paid 35")
    answer = ana.get(f"/t/{ana.code.lower()}/export/{form}")
    assert (answer.status_code, answer.mimetype, answer.text[: len(start)]) == (200, mimetype, start)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="donut-shop-{ana.code}.{form}"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["export/xml", "export/", "export/bgstats", "export/txt/x"])
def test_no_other_files(ana: Phone, address: str) -> None:
    assert ana.get(f"/t/{ana.code}/{address}").status_code == 404


@pytest.mark.parametrize("address", ["export/txt", "export/json", "export/csv", "bgstats"])
def test_no_such_table(house: House, address: str) -> None:
    assert house.phone().get(f"/t/ZZZZZ/{address}").status_code == 404


def test_bg_stats_opens_with_a_finished_game_only(ana: Phone) -> None:
    ana.record("Ana: paid 35")
    answer = ana.get(f"/t/{ana.code}/bgstats")
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}/result")
    ana.record("table: end")
    answer = ana.get(f"/t/{ana.code}/bgstats")
    assert answer.status_code == 303
    assert unquote(answer.location).startswith(
        'https://app.bgstatsapp.com/createPlay.html?data={"sourceName":"Donut Co'
    )


def test_the_bids_of_an_open_round_are_in_no_file(house: House) -> None:
    phone = house.phone()
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]})
    phone.code = answer.location.rsplit("/", 1)[1]
    phone.record("table: refill 1=plain 2=eclair 3=glazed")
    assert phone.record("Ana: select 3 in 1").status_code in (200, 303)
    for form in ("txt", "json", "csv"):
        text = phone.get(f"/t/{phone.code}/export/{form}").text
        assert "select ? in 1" in text and "select 3" not in text

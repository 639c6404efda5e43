"""The health address: whether this process answers and has its journal, and nothing else."""

from __future__ import annotations

from tests.client import House, Phone


def test_a_house_is_well_before_and_after_its_first_table(house: House) -> None:
    answer = house.phone().get("/health")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers and answer.headers["Cache-Control"] == "no-store"
    assert not house.path.exists(), "asking makes no journal"
    house.phone().open()
    assert house.phone().get("/health").text == "ok\n"


def test_a_journal_that_cannot_be_used_is_said_without_a_word_about_what_is_in_it(house: House, ana: Phone) -> None:
    house.path.write_bytes(b"shopping list " * 1000)
    answer = house.phone().get("/health")
    assert (answer.status_code, answer.text) == (503, "corrupt\n")

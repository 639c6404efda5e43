"""The cookie of a phone: who it is and which tables it saw, and nothing a stranger can make up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.phones import KEY_FILE, MOST_CROSSES
from tests.asking import House, Phone


def cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("phone")
    assert found is not None
    return str(found.value)


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = house.phone().post("/new/donut-shop", {"seat": ["Ana", "Bo"]})
    said = answer.headers["Set-Cookie"]
    assert said.startswith("phone=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(said.split("; "))
    assert "Expires=" in said


def test_two_phones_are_two(house: House, ana: Phone, bo: Phone) -> None:
    ana.say("Ana: paid 5")
    bo.say("Bo: paid 5")
    with house.book() as book:
        phones = [entry.phone for entry in book.entries(ana.code)]
    assert len(set(phones)) == 2
    assert all(len(phone) == 16 for phone in phones)


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param("", id="empty"),
        pytest.param("x", id="garbage"),
        pytest.param("..", id="dots"),
        pytest.param("é" * 50, id="letters beyond ASCII"),
        pytest.param("eyJpZCI6InJvb3QifQ.AAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAA", id="signed with another key"),
        pytest.param(".eJyrVspMUbJSKkpNTMpRqgUAHFkEMg.aaaaaa.bbbb", id="packed and signed with nothing"),
        pytest.param("A" * 4000, id="long"),
    ],
)
def test_a_cookie_made_up_is_a_stranger(house: House, ana: Phone, forged: str) -> None:
    stranger = house.phone()
    stranger.code = ana.code
    stranger.client.set_cookie("phone", forged)
    home = stranger.get("/")
    assert (home.status_code, f"/t/{ana.code}" in home.text) == (200, False)
    assert stranger.say("Ana: paid 5").status_code == 303


def test_a_cookie_cut_short_is_a_stranger(ana: Phone) -> None:
    ana.client.set_cookie("phone", cookie(ana)[:-3])
    assert f"/t/{ana.code}" not in ana.get("/").text


def test_a_phone_is_known_after_the_server_starts_again(house: House, ana: Phone, tmp_path: Path) -> None:
    again = House(tmp_path).phone()
    again.client.set_cookie("phone", cookie(ana))
    assert f"/t/{ana.code}" in again.get("/").text


def test_the_key_is_for_this_user_alone(house: House) -> None:
    key = house.path.parent / KEY_FILE
    assert (len(key.read_text()), key.stat().st_mode & 0o777) == (64, 0o600)


@pytest.mark.parametrize("trouble", ["a folder where the key should be", "a file where the folder should be", "bytes"])
def test_where_no_key_can_be_kept_the_app_starts_all_the_same(tmp_path: Path, trouble: str) -> None:
    home = tmp_path / "instance"
    if trouble.startswith("a file"):
        home.write_text("in the way")
    elif trouble == "bytes":
        home.mkdir()
        (home / KEY_FILE).write_bytes(b"\xff\xfe")
    else:
        (home / KEY_FILE).mkdir(parents=True)
    phone = House(home).phone()
    assert phone.get("/new/donut-shop").status_code == 200


def test_the_crosses_of_the_latest_editions_are_remembered(house: House) -> None:
    """Told once a cross is known the next evening; a cookie holds only so many."""
    phone, names = house.phone(), [f"set-{n}" for n in range(MOST_CROSSES + 1, -1, -1)]
    donuts = {"letter": [*"BNMVC"], "name": ["Berry", "Nut", "Mint", "Vanilla", "Cream"], "colour": ["#112233"] * 5}
    for name in [*names[:-1], names[1], names[-1]]:
        phone.post("/sets", {"edition": name, **donuts})
        phone.open(follow="case", set=name, start="..VV../..NB../VOOBMC/NVNBMm/..nB../..cC..")
    with phone.client.session_transaction() as session:
        kept = [name for name, _ in session["crosses"]]
    assert kept == [*names[3:-1], names[1], names[-1]]


def test_crosses_of_an_older_cookie_are_known_still(house: House) -> None:
    phone = house.phone()
    with phone.client.session_transaction() as session:
        session["crosses"] = {"classic": "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."}
    assert "remembers it" in phone.get("/new/donut-shop").text

"""The cookie of a phone: who it is and which tables it saw, and nothing a stranger can make up."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.secret_key import AT_START, KEY_FILE, Key, key_of
from companion.web.phones import MOST_CROSSES
from tests.client import House, Phone


def cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("phone")
    assert found is not None
    return str(found.value)


def test_the_cookie_is_kept_from_scripts_and_other_sites(house: House) -> None:
    answer = house.phone().post("/new/donut-shop", {"seat": ["Ana", "Bo"]})
    said = answer.headers["Set-Cookie"]
    assert said.startswith("phone=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(said.split("; "))
    assert {"Expires", "Max-Age"} <= {part.partition("=")[0] for part in said.split("; ")}
    assert "Max-Age=34560000" in said, "a date is worth nothing where the clock is wrong"


def test_two_phones_are_two(house: House, ana: Phone, bo: Phone) -> None:
    ana.record("Ana: paid 5")
    bo.record("Bo: paid 5")
    with house.connection() as connection:
        phones = [entry.phone for entry in connection.entries(ana.code)]
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
    assert stranger.record("Ana: paid 5").status_code == 303


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
    """A cross entered once is known the next evening; a cookie holds only so many."""
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
    assert "cross of the last game" in phone.get("/new/donut-shop").text


# A cookie as the first version gave it out, signed with this key: a phone that saw table KRMPF.
OLD_KEY = "5f3a9c0d7e1b46288f0c2d4e6a8b1c3d5e7f90112233445566778899aabbccdd"
GIVEN_OUT = (  # by that program itself
    "eyJfcGVybWFuZW50Ijp0cnVlLCJpZCI6IjI2YTkxYWQ3N2NmOGNmMmMiLCJ0YWJsZXMiOlsiS1JNUEYiXX0"
    ".aw4kFA.JW0IwE5E0R_wHyGFEH5-j7h8Jp4"
)
PHONE = "eyJfcGVybWFuZW50Ijp0cnVlLCJpZCI6IjAxMjM0NTY3ODlhYmNkZWYiLCJ0YWJsZXMiOlsiS1JNUEYiXX0"
OLD_COOKIES = {
    "in a year without a clock": f"{PHONE}.ASw.HuhTF71yUZfqaFZfuEvwSDaRJ7s",
    "long ago": f"{PHONE}.ZeEagA.EEL45uffrT4_GabrZE5dreVTgas",
    "in the first version's days": f"{PHONE}.aw3VwA.UxjQFfnDNqMFWwS1imD4Fx6MApY",
    "in the future": f"{PHONE}.6Es8gA.KgSAwBwzytUWr2ElhfwyMbobyqM",
}


@pytest.mark.parametrize("given_out", OLD_COOKIES)
def test_a_cookie_of_any_day_is_known(tmp_path: Path, given_out: str) -> None:
    """A small computer starts in the past: a cookie of yesterday is one of the future then."""
    (tmp_path / KEY_FILE).write_text(OLD_KEY)
    house = House(tmp_path)
    with house.connection() as connection:
        connection.create("KRMPF", "donut-shop", "game donut-shop\nseats Ana Bo\nfollow bank", "", "p")
    phone = house.phone()
    phone.client.set_cookie("phone", OLD_COOKIES[given_out])
    assert "/t/KRMPF" in phone.get("/").text
    phone.code = "KRMPF"
    phone.record("Ana: paid 5")
    with house.connection() as connection:
        assert [entry.phone for entry in connection.entries("KRMPF")] == ["0123456789abcdef"]


def test_a_cookie_the_first_version_gave_out_is_known(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text(OLD_KEY)
    phone = House(tmp_path).phone()
    phone.client.set_cookie("phone", GIVEN_OUT)
    with phone.client.session_transaction() as session:
        assert (session["id"], session["tables"]) == ("26a91ad77cf8cf2c", ["KRMPF"])


def test_a_cookie_without_its_signature_is_a_stranger(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text(OLD_KEY)
    phone = House(tmp_path).phone()
    for cookie in OLD_COOKIES.values():
        phone.client.set_cookie("phone", f"{cookie[:-1]}{'A' if cookie[-1] != 'A' else 'B'}"[:-3])
        assert "/t/KRMPF" not in phone.get("/").text


# The key


@pytest.mark.parametrize("left", [b"", b"\n", b"0123abcd", b"\xff\xfe", b"a" * 31, b"\0" * 64, b"0123abcd" * 8 + b"\0"])
def test_a_key_that_is_empty_or_cut_off_is_replaced(tmp_path: Path, left: bytes) -> None:
    (tmp_path / KEY_FILE).write_bytes(left)
    key, how = key_of(tmp_path)
    assert (len(key), how) == (64, Key.HEALED)
    assert (tmp_path / KEY_FILE).read_text() == key
    assert key_of(tmp_path) == (key, Key.KEPT)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_an_older_key_is_kept_as_it_is(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("b" * 32 + "\n")
    assert key_of(tmp_path) == ("b" * 32, Key.KEPT)


def test_a_key_that_cannot_be_kept_is_reported(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).mkdir()
    key, how = key_of(tmp_path)
    assert (len(key), how) == (64, Key.NOT_KEPT)
    assert "phones forget their tables" in AT_START[how]
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE], "no half-written file is left"

"""The phones' cookies: small enough for every browser, secure over https, and signed again with a new key."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from werkzeug.http import parse_cookie
from werkzeug.test import TestResponse

from companion.commands.key import new_key_command
from companion.secret_key import KEY_FILE, MOST_FORMER, former_keys, key_of, read_key, renew_key
from companion.store.journal import CODE_LENGTH, LETTERS
from companion.web.phones import LONGEST_PLACE, MOST_CROSSES, MOST_TABLES
from tests.client import OWN_PAGE, House, Phone

SMALLEST_LIMIT = 4_093  # bytes of a cookie with its attributes that every browser takes
HTTPS = {"base_url": "https://localhost"}
SECURE = "__Host-phone"


def cookies_of(answer: TestResponse) -> list[str]:
    return answer.headers.getlist("Set-Cookie")


# Size


def fullest(chance: random.Random) -> dict[str, object]:
    """All that a cookie may hold, and none of it packs well."""
    letters = string.ascii_letters + string.digits

    def some(count: int, of: str = letters) -> str:
        return "".join(chance.choices(of, k=count))

    return {
        "_permanent": True,
        "id": some(16, "0123456789abcdef"),
        "tables": [some(CODE_LENGTH, LETTERS) for _ in range(MOST_TABLES)],
        "names": [some(13, "äöüßéèêñçøåæ") for _ in range(6)],
        "crosses": [[some(24), some(41, "BNMVCbnmvcO.")] for _ in range(MOST_CROSSES)],
        "place": [f"/t/{some(CODE_LENGTH, LETTERS)}/move", some(LONGEST_PLACE)],
        "likes": {"quarters": "3", "pays": "1"},
        "opened": [some(CODE_LENGTH, LETTERS), 3, 1_796_000_000.5],
        "asked": [some(CODE_LENGTH, LETTERS) for _ in range(MOST_TABLES)],
    }


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("seed", range(5))
def test_the_fullest_phone_has_a_cookie_that_every_browser_takes(house: House, seed: int, scheme: str) -> None:
    full, base = fullest(random.Random(seed)), f"{scheme}://localhost"
    phone = house.phone()
    with phone.client.session_transaction(base_url=base) as session:
        session.update(full)
    phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"], "follow": "bank"}, base_url=base)
    answer = phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"], "follow": "bank"}, base_url=base)
    assert [len(cookie) <= SMALLEST_LIMIT for cookie in cookies_of(answer)] == [True]
    with phone.client.session_transaction(base_url=base) as session:
        assert session["id"] == full["id"]
        assert len(session["tables"]) == MOST_TABLES, "no table is forgotten for it"
        assert session["names"] == ["Ana", "Bo"]


def test_a_cookie_too_large_sheds_what_is_needed_least_first(house: House) -> None:
    chance, phone = random.Random(1), house.phone()
    with phone.client.session_transaction() as session:
        session.update(fullest(chance))
        session["crosses"] = [[str(n), "".join(chance.choices(string.printable, k=900))] for n in range(4)]
    phone.open()
    with phone.client.session_transaction() as session:
        assert "place" not in session
        assert 1 <= len(session["crosses"]) < 4
        assert session["crosses"][-1][0] == "3", "the latest stays"
        assert session["tables"][0] == phone.code


# Schemes


def test_over_https_cookies_are_secure_and_over_http_they_are_not(house: House) -> None:
    plain = house.phone().post("/new/donut-shop", {"seat": ["Ana", "Bo"]})
    secure = house.phone().post("/new/donut-shop", {"seat": ["Ana", "Bo"]}, base_url="https://localhost")
    assert [cookie.startswith("phone=") and "Secure" not in cookie for cookie in cookies_of(plain)] == [True]
    assert len(cookies_of(secure)) == 1
    said = cookies_of(secure)[0].split("; ")
    assert said[0].startswith(f"{SECURE}=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} <= set(said)
    assert not any(part.startswith("Domain") for part in said)


def test_a_phone_that_uses_both_addresses_stays_known_at_both(house: House) -> None:
    """As a browser keeps them: over http it neither sends a secure cookie nor lets it be replaced."""
    phone = Browser(house)
    first = phone.open("http")
    second = phone.open("https")
    assert phone.tables("https") == [second, first], "what it saw over http it knows over https"
    third = phone.open("http")
    assert phone.tables("http") == [third, first]
    assert phone.tables("https") == [second, first]
    assert phone.ids() == 1, "and it is one phone"


def test_a_phone_that_came_over_https_first_is_known_over_http_from_its_first_table_on(house: House) -> None:
    phone = Browser(house)
    first = phone.open("https")
    second = phone.open("http")
    third = phone.open("http")
    assert (phone.tables("https"), phone.tables("http")) == ([first], [third, second])


class Browser:
    """The cookies of a browser that follows the rules about secure ones (RFC 6265bis, 5.7)."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.kept: dict[str, tuple[str, bool]] = {}

    def ask(self, method: str, scheme: str, path: str, form: dict[str, object] | None = None) -> TestResponse:
        sent = "; ".join(
            f"{name}={value}" for name, (value, safe) in self.kept.items() if scheme == "https" or not safe
        )
        client = self.house.app.test_client(use_cookies=False)
        answer = client.open(
            path, method=method, data=form, headers={**OWN_PAGE, "Cookie": sent}, base_url=f"{scheme}://localhost"
        )
        for cookie in cookies_of(answer):
            (name, value), *_ = parse_cookie(cookie.partition(";")[0]).items()
            safe = "; Secure" in cookie
            assert not name.startswith("__Host-") or (safe and "; Path=/" in cookie and "Domain" not in cookie)
            if scheme == "https" or not self.kept.get(name, ("", False))[1]:
                self.kept[name] = (value, safe)
        return answer

    def open(self, scheme: str) -> str:
        answer = self.ask("POST", scheme, "/new/donut-shop", {"seat": ["Ana", "Bo"], "follow": "bank"})
        return str(answer.location.rsplit("/", 1)[1])

    def tables(self, scheme: str) -> list[str]:
        """The tables of this phone's home page, the latest first."""
        page = self.ask("GET", scheme, "/").text
        with self.house.connection() as connection:
            return [code for code in connection.codes() if f"/t/{code}" in page]

    def ids(self) -> int:
        """How many phones the journal has seen."""
        with self.house.connection() as connection:
            return len({record.phone for record in connection.tables(connection.codes())})


def test_the_size_of_the_screen_is_known_at_both_addresses(house: House) -> None:
    client = house.app.test_client(use_cookies=False)
    client.post("/new/donut-shop", data={"seat": ["Ana", "Bo"]}, headers=OWN_PAGE)
    with house.connection() as connection:
        (code,) = connection.codes()
    for base, name in (("http://localhost", "room"), ("https://localhost", "__Host-room")):
        page = client.get(f"/t/{code}", headers={"Cookie": f"{name}=31x17"}, base_url=base)
        assert 'data-room="31x17"' in page.text


def test_hsts_is_said_over_https_only(house: House, ana: Phone) -> None:
    for path in ("/", f"/t/{ana.code}", "/t/ZZZZZ", "/static/companion.js", "/nowhere"):
        for scheme in ("http", "https"):
            answer = ana.client.get(path, base_url=f"{scheme}://localhost")
            said = answer.headers.get("Strict-Transport-Security", "")
            assert said.startswith("max-age=") == (scheme == "https"), path
            assert "includeSubDomains" not in said, "other names of the house may speak http"
            answer.close()


def test_over_https_a_page_may_play_and_others_may_not(house: House) -> None:
    phone = house.phone()
    answer = phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"]}, {"Origin": "https://localhost"}, **HTTPS)
    assert answer.status_code == 303
    code = answer.location.rsplit("/", 1)[1]
    assert phone.client.get(f"/t/{code}", **HTTPS).status_code == 200
    for origin, status in (("https://localhost", 303), ("https://evil.example", 403)):
        tag = phone.client.get(f"/t/{code}", **HTTPS).headers["X-Table-Version"]
        answer = phone.post(f"/t/{code}/move", {"text": 'table: note "x"', "version": tag}, {"Origin": origin}, **HTTPS)
        assert answer.status_code == status


# A new key


def test_with_a_new_key_phones_stay_known_and_are_signed_again(house: House, ana: Phone, tmp_path: Path) -> None:
    before = str(ana.client.get_cookie("phone").value)  # type: ignore[union-attr]
    ran = house.app.test_cli_runner().invoke(new_key_command)
    assert (ran.exit_code, "Restart the companion" in ran.output) == (0, True)
    again = House(tmp_path)
    phone = again.phone()
    phone.client.set_cookie("phone", before)
    assert f"/t/{ana.code}" in phone.get("/").text
    after = str(phone.client.get_cookie("phone").value)  # type: ignore[union-attr]
    assert after != before
    assert cookies_of(phone.get("/")) == [], "once"
    (tmp_path / KEY_FILE).write_text(read_key(tmp_path / KEY_FILE))
    for cookie, known in ((before, False), (after, True)):
        phone = House(tmp_path).phone()
        phone.client.set_cookie("phone", cookie)
        assert (f"/t/{ana.code}" in phone.get("/").text) == known


def test_a_key_that_others_saw_is_worth_nothing_after_the_phones_are_forgotten(house: House, ana: Phone) -> None:
    cookie = str(ana.client.get_cookie("phone").value)  # type: ignore[union-attr]
    assert house.app.test_cli_runner().invoke(new_key_command, ["--forget-phones"]).exit_code == 0
    phone = House(house.path.parent).phone()
    phone.client.set_cookie("phone", cookie)
    assert f"/t/{ana.code}" not in phone.get("/").text


def test_few_former_keys_are_kept_and_broken_ones_are_none(tmp_path: Path) -> None:
    keys = [key_of(tmp_path)[0]]
    for _ in range(MOST_FORMER + 2):
        renew_key(tmp_path, forget=False)
        keys.append(key_of(tmp_path)[0])
    assert len(set(keys)) == len(keys)
    assert former_keys(tmp_path) == keys[-1 - MOST_FORMER : -1]
    (tmp_path / KEY_FILE).write_text(f"{keys[0]}\nshort\n\n{keys[1]}\n")
    assert (key_of(tmp_path)[0], former_keys(tmp_path)) == (keys[0], [keys[1]])


def test_keys_of_the_environment_are_those_of_every_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = "first" * 8, "second" * 8
    monkeypatch.setenv("DONUT_KEY", old)
    (tmp_path / "one").mkdir()
    ana = House(tmp_path / "one").phone()
    ana.open()
    cookie = str(ana.client.get_cookie("phone").value)  # type: ignore[union-attr]
    assert not (tmp_path / "one" / KEY_FILE).exists()
    for keys, known in ((f"{new}, {old}", True), (new, False)):
        monkeypatch.setenv("DONUT_KEY", keys)
        house = House(tmp_path / "one")
        phone = house.phone()
        phone.client.set_cookie("phone", cookie)
        assert (f"/t/{ana.code}" in phone.get("/").text) == known
        changed = house.app.test_cli_runner().invoke(new_key_command)
        assert (changed.exit_code, "DONUT_KEY" in changed.output) == (1, True)
    monkeypatch.setenv("DONUT_KEY", "donuts")
    with pytest.raises(SystemExit, match="too short"):
        House(tmp_path / "one")


def test_the_cookie_of_another_house_is_a_new_phone(house: House, ana: Phone, tmp_path: Path) -> None:
    other = House(tmp_path / "other")
    phone = other.phone()
    phone.client.set_cookie("phone", str(ana.client.get_cookie("phone").value))  # type: ignore[union-attr]
    phone.open()
    with other.connection() as connection, house.connection() as own:
        here, there = connection.table(phone.code), own.table(ana.code)
    assert here and there and here.phone != there.phone

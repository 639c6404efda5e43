"""Guessed codes: few tries are free, answers give nothing away, and a phone at a table plays on."""

from __future__ import annotations

import re
import statistics
import time
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.store.embedded.uses import MOST_ADDRESSES, UsesInMemory
from companion.store.journal import CODE_LENGTH, LETTERS
from companion.web.guards import guessing
from companion.web.guards.guessing import EVERY, FREE, TRIES, network_of
from tests.client import HTMX, OWN_PAGE, House, Phone, sentence

MISSING = "ZZZZZ"
REFUSED = "Too many wrong codes were tried from here."


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(house: House) -> Clock:
    """The clock by which this house counts tries."""
    clock = Clock()
    house.app.extensions["store"].uses = UsesInMemory(clock)
    return clock


def spend(house: House) -> None:
    """Use up all tries of the address the tests come from, each time as a new phone."""
    for number in range(FREE):
        answer = house.phone().get(f"/t/{'B' * (number + 6)}")
        assert (answer.status_code, sentence(answer)) == (404, "No table has this code.")


def addresses(house: House, code: str) -> list[tuple[str, str]]:
    """Every address that takes a code, with its method."""
    found = [("GET", f"/photo?code={code}"), ("POST", f"/photo?code={code}"), ("POST", f"/photo/x/yes?code={code}")]
    found += [("GET", f"/photo/x?code={code}"), ("GET", f"/judge/donut-shop?case=VV/VV&at=0,0&table={code}")]
    filled = {"seq": "1", "form": "txt", "seat": "0", "token": "x"}
    for rule in house.app.url_map.iter_rules():
        if "code" in rule.arguments:
            path = re.sub(r"<(?:\w+(?:\(.*?\))?:)?(\w+)>", lambda name: {**filled, "code": code}[name[1]], rule.rule)
            found += [(method, path) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})]
    return found


def ask(phone: Phone, method: str, address: str) -> TestResponse:
    return phone.client.open(address, method=method, headers=OWN_PAGE, buffered=False)


def bytes_of(answer: TestResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Status, body and headers, but for a new phone's own id."""
    body = answer.data if answer.mimetype != "text/event-stream" else b"a stream"
    answer.close()
    return answer.status_code, body, [pair for pair in answer.headers if pair[0] != "Set-Cookie"]


def test_without_a_try_left_no_address_gives_away_whether_there_is_a_table(
    house: House, ana: Phone, clock: Clock
) -> None:
    spend(house)
    there, nowhere = addresses(house, ana.code), addresses(house, MISSING)
    assert len(there) > 20
    for (method, one), (_, other) in zip(there, nowhere, strict=True):
        found, missed = (bytes_of(ask(house.phone(), method, path)) for path in (one, other))
        if found[0] == 303:  # a redirect to the same page of either, before anything was looked up
            assert missed[0] == 303
            found, missed = (repr(answer).replace(code, "") for answer, code in ((found, ana.code), (missed, MISSING)))
        assert found == missed, (method, one)
    assert REFUSED in house.phone().get(f"/t/{ana.code}").text


def test_every_address_that_answers_otherwise_where_there_is_no_table_counts_a_try(house: House, ana: Phone) -> None:
    for (method, one), (_, other) in zip(addresses(house, ana.code), addresses(house, MISSING), strict=True):
        house.app.extensions["store"].uses = uses = UsesInMemory()
        found = bytes_of(ask(house.phone(), method, one))
        missed = bytes_of(ask(house.phone(), method, other))
        alike = repr(found).replace(ana.code, "") == repr(missed).replace(MISSING, "")
        assert alike or uses._settled, (method, one)


@pytest.mark.parametrize("headers", [OWN_PAGE, HTMX], ids=["page", "htmx"])
def test_a_phone_at_a_table_plays_on_whatever_others_guess(
    house: House, ana: Phone, clock: Clock, headers: dict[str, str]
) -> None:
    spend(house)
    assert ana.get(f"/t/{ana.code}").status_code == 200
    assert ana.record("Ana: paid 5", 0, headers).status_code in (200, 303)
    assert ana.open() != "", "and opens more tables"
    assert ana.get(f"/t/{MISSING}").status_code == 429


def test_a_new_phone_waits_until_there_is_a_try_again(house: House, ana: Phone, clock: Clock) -> None:
    spend(house)
    refused = house.phone().get(f"/t/{ana.code}")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(int(EVERY)))
    assert sentence(refused) == REFUSED
    clock.now += EVERY
    assert house.phone().get(f"/t/{ana.code}").status_code == 200, "a table that is found costs nothing"
    assert house.phone().get(f"/t/{MISSING}").status_code == 404
    assert house.phone().get(f"/t/{ana.code}").status_code == 429
    clock.now += FREE * EVERY
    spend(house)


def test_a_page_of_a_table_that_is_gone_is_no_guess(house: House, ana: Phone, clock: Clock) -> None:
    with house.connection() as connection:
        connection.forget(ana.code)
    for _ in range(2 * FREE):
        assert ana.get(f"/t/{ana.code}").status_code == 404
    assert house.phone().get(f"/t/{MISSING}").status_code == 404


def test_the_home_page_and_the_judge_stay_open(house: House, clock: Clock) -> None:
    spend(house)
    for page in ("/", "/judge", "/rules", "/new/donut-shop", "/photo?for=judge", "/judge/donut-shop?case=VV/VV"):
        assert house.phone().get(page).status_code == 200


@pytest.mark.parametrize("code", ["ZZZZZ", "zzzzz", "x", "é!", "A" * 500, "%00", "12345", "GONE"])
@pytest.mark.parametrize("page", ["", "/news", "/journal", "/result", "/export/txt", "/phones", "/line/1"])
def test_no_table_is_one_answer(house: House, ana: Phone, code: str, page: str) -> None:
    with house.connection() as connection:
        connection.forget(ana.code)
    wanted = bytes_of(house.phone().get(f"/t/{MISSING}{page}"))
    assert wanted[0] == 404
    assert bytes_of(house.phone().get(f"/t/{ana.code if code == 'GONE' else code}{page}")) == wanted


@pytest.mark.slow
def test_no_table_takes_as_long_whether_it_was_forgotten_or_never_was(house: House, ana: Phone) -> None:
    with house.connection() as connection:
        connection.forget(ana.code)
    times: dict[str, list[float]] = {ana.code: [], MISSING: []}
    for turn in range(200):
        house.app.extensions["store"].uses = UsesInMemory()
        for code in (ana.code, MISSING) if turn % 2 else (MISSING, ana.code):
            start = time.thread_time()
            house.phone().get(f"/t/{code}")
            times[code].append(time.thread_time() - start)
    one, other = (statistics.median(some) for some in times.values())
    assert 0.8 < one / other < 1.25


# Counting


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("/run/donut.sock", ""),
    ],
)
def test_networks(address: str, network: str) -> None:
    assert network_of(address) == network


def test_addresses_are_counted_apart_and_few_are_remembered() -> None:
    clock = Clock()
    uses = UsesInMemory(clock)
    for _ in range(FREE):
        assert uses.wait(TRIES, "guesser") == 0
        uses.count(TRIES, "guesser")
    assert uses.wait(TRIES, "guesser") == EVERY
    for number in range(2 * MOST_ADDRESSES):
        uses.count(TRIES, str(number))
    assert uses.wait(TRIES, "guesser") == EVERY
    assert uses.wait(TRIES, "0") == uses.wait(TRIES, "another") == 0
    assert len(uses._settled) <= MOST_ADDRESSES
    clock.now += 10 * FREE * EVERY
    assert uses.wait(TRIES, "guesser") == 0


def test_tries_at_the_same_moment_are_paid_for(house: House, ana: Phone, clock: Clock) -> None:
    """Requests under way when the last try was spent are answered; then it takes so much longer."""
    uses: UsesInMemory = house.app.extensions["store"].uses
    for _ in range(FREE + 50):
        uses.count(TRIES, "127.0.0.1")
    assert uses.wait(TRIES, "127.0.0.1") == 51 * EVERY


def test_what_the_security_page_says_about_guessing_is_so() -> None:
    said = " ".join((Path(__file__).parents[3] / "SECURITY.md").read_text(encoding="utf-8").split())
    codes, a_day = len(LETTERS) ** CODE_LENGTH, 24 * 3600 / EVERY
    assert f"{codes:,}" in said
    assert f"{guessing.FREE} wrong codes at once, then {60 / EVERY:.0f} a minute" in said
    assert f"about {round(codes / 2 / a_day, -1):.0f} days" in said
    assert f"with 20 tables, {round(codes / 20 / a_day):.0f} days" in said

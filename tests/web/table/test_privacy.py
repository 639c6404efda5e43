"""Two tables that differ in nothing but one seat's secret: every phone that may not know it gets the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner
from numpy import eye
from werkzeug.test import TestResponse

from companion.kernel.entry import Entry
from companion.kernel.text import LONGEST_TEXT
from companion.store.pending import Purpose
from companion.store.sightings import Sighting
from companion.tables.play import LONGEST_SECRET, Play
from tests.client import HTMX, OWN_PAGE, House
from tests.properties import examples, given, st
from vision.values import Reading

AT, NOW, CODE = "2026-01-01T12:00:00Z", 1_767_268_800, "BCDFG"
SEED = "# dealt 2 0123456789abcdef"

SHOP_START = "game donut-shop\nseats Ana Bo Cy\nfollow everything\nset classic"
SHOP = f"{SHOP_START}\nstart ..OB../..BV../BNNOOb/cOBVBO/..bV../..bM.."
SHOP_LINES = (
    "table: reveal tiles BnOV MMVC orders B* N+",
    "Ana: deal tile CNBM order V",
    "Bo: deal tile {a} order {b}",
    "Ana: place CNBM @6,2 C",
    "Ana: draw order B* reveal M tile VVNN",
    "Bo: place BnBV @6,4 B",
    "Bo: draw order N+ reveal C+ tile {a}",
    "Cy: place MMVC @6,0 M",
    "Cy: draw ?",
    "Ana: place VVNN @4,6 V !",
)
NUTS = "game go-nuts\nseats Ana Bo Cy"
NUTS_LINES = (
    "table: refill 1=double-chocolate 2=plain 3=plain 4=glazed",
    "table: reveal Ana=3 Bo=1 Cy=2",
    "Bo: draw {a} eclair keep eclair",
    "table: refill 1=eclair 2=glazed 3=plain",
    "Ana: select 2 in 2",
    "Bo: select {b} in 2",
    "Cy: select 3 in 2",
)
MIDDLE = f"{SHOP_START}\nhand Bo {{a}} N\nlaid 10"


@dataclass(frozen=True)
class Pair:
    """A header and lines with gaps for the secret of seat 1 (Bo), the two secrets, and more guesses of it."""

    header: str
    lines: tuple[str, ...]
    secrets: tuple[dict[str, str], dict[str, str]]
    guesses: tuple[str, ...]


SHOP_GUESSES = (
    "Bo: place {a} @8,2 B",
    "Bo: place {a} @8,2 B !",
    "Bo: deal tile {a} order {b}",
    "table: correct 3 Bo: deal tile {a} order {b}",
    "table: insert 4 Bo: deal tile {a} order {b}",
    "Bo: box 2x2 @2,2 with {b}",
    "Bo: box 2x2 @2,2 with {b} N M !",
    "Bo: draw tile ? reveal ? order {b}",
    "table: insert 6 Bo: box 2x2 @2,2 with {b} V !",
)
NUTS_GUESSES = (
    "table: reveal",
    "table: reveal Bo={b}",
    "table: reveal Ana=1 Bo={b} Cy=1",
    "table: insert 6 table: reveal Bo={b}",
    "table: insert 7 table: reveal",
    "table: correct 6 Bo: select {b} in 2",
    "table: correct 6 Bo: select {b} in 1",
    "Bo: select {b} in 2",
    "Bo: select ? in 2",
    "table: correct 3 Bo: draw {a} eclair keep eclair",
    "table: correct 4 table: refill 1={a} 2=glazed 3=plain",
)
COMMON = (
    "table: take-back",
    "table: put-back",
    "table: strike 3",
    "table: take-back 3",
    'table: note "hm"',
    "table: leaves Bo",
    "table: rename Bo Bob",
    "table: end",
    "nonsense",
)
PAIRS = {
    "a hand and a draw": Pair(SHOP, SHOP_LINES, ({"a": "BnBV", "b": "B"}, {"a": "MMMM", "b": "C*+"}), SHOP_GUESSES),
    "a hand nobody told": Pair(SHOP, SHOP_LINES, ({"a": "BnBV", "b": "B"}, {"a": "?", "b": "?"}), SHOP_GUESSES),
    "a hand dealt by the server": Pair(
        f"{SHOP}\n{SEED}", SHOP_LINES[:5], ({"a": "BnBV", "b": "B"}, {"a": "MMMM", "b": "C*+"}), SHOP_GUESSES
    ),
    "orders from before": Pair(MIDDLE, (), ({"a": "B*", "b": "B"}, {"a": "C+", "b": "M"}), SHOP_GUESSES),
    "bids and a card put back": Pair(
        NUTS, NUTS_LINES, ({"a": "powdered", "b": "1"}, {"a": "glazed", "b": "4"}), NUTS_GUESSES
    ),
    "two cards dealt by the server": Pair(
        f"{NUTS}\n{SEED}", NUTS_LINES[:2], ({"a": "powdered", "b": "1"}, {"a": "glazed", "b": "4"}), NUTS_GUESSES
    ),
}


class Side:
    """One of the two tables, in a house of its own whose journal is a copy of one file: the epoch is the same."""

    def __init__(self, folder: Path, template: bytes | None) -> None:
        folder.mkdir()
        if template is not None:
            (folder / "companion.db").write_bytes(template)
        self.house = House(folder, SECRET_KEY="for both")
        play: Play = self.house.app.extensions["play"]
        play._clock = lambda: AT
        play.feed._first = 1
        self.phones: dict[str, FlaskClient] = {}

    def begin(self, pair: Pair, secret: int, count: int) -> None:
        def filled(text: str) -> str:
            return text.format(**pair.secrets[secret])

        with self.house.connection() as connection:
            entries = [
                Entry(seq, line.partition(": ")[0], filled(line.partition(": ")[2]), AT, "opener")
                for seq, line in enumerate(pair.lines[:count], 1)
            ]
            game = pair.header.split()[1]
            connection.create(CODE, game, filled(pair.header), AT, "opener", entries)

    def claim(self, phone: str, *seats: int) -> None:
        with self.house.connection() as connection:
            for seat in seats:
                assert connection.claim(CODE, seat, phone, AT)

    def phone(self, name: str) -> FlaskClient:
        if name not in self.phones:
            client = self.phones[name] = self.house.app.test_client()
            with client.session_transaction() as session:
                session["id"] = name
                session.permanent = True
        return self.phones[name]

    def version(self) -> str:
        with self.house.connection() as connection:
            epoch, versions = connection.versions([CODE])
            return f"{epoch}.{versions[CODE]}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: NOW)
    monkeypatch.setattr("companion.web.phones.time", SimpleNamespace(time=lambda: NOW))


@pytest.fixture
def sides(tmp_path: Path, clock: None) -> Callable[[Pair, int], tuple[Side, Side]]:
    made = 0

    def make(pair: Pair, count: int) -> tuple[Side, Side]:
        nonlocal made
        made += 1
        one = Side(tmp_path / f"{made}a", None)
        with one.house.connection() as connection:
            connection.versions([CODE])
        other = Side(tmp_path / f"{made}b", one.house.path.read_bytes())
        for secret, side in enumerate((one, other)):
            side.begin(pair, secret, count)
        assert one.version() == other.version()
        return one, other

    return make


def answer_of(response: TestResponse) -> tuple[object, ...]:
    """Everything a phone is sent, but for the date of an expiry: the web server reads that off the clock."""
    headers = sorted((name, re.sub("Expires=[^;]*", "", value)) for name, value in response.headers)
    return response.status, headers, response.data


SEEN = {
    "seq": lambda version: [str(seq) for seq in range(1, version + 1)],
    "form": lambda version: ["txt", "json", "csv", "bgstats"],
}
DRAFTS = {
    "table.table": (
        *("", "do=box", "do=box&box=2x2&at=2,2", "do=box&box=2x2&at=2,2&cards=B", "tile=BnBV", "tile=BnBV&at=8,2"),
        *(
            "do=deal&seat=Bo",
            "do=order",
            "do=tile&pieces=?",
            "do=cover&seat=1",
            "do=secret&seat=1",
            "do=undo",
            "undo=1",
        ),
        *("bids=1.0.1", "pick=keep+plain", "pick=order+B*", "show=table", "do=forgotten", "cards=plain.glazed"),
    ),
    "trying.counted": ("seat=Bo&counted=100", "seat=Ana&counted=1.10"),
    "table.journal": ("", "before=5", *(f"at={seq}" for seq in range(11))),
    "table.result": ("", *(f"at={seq}" for seq in range(11))),
    "mending.again": ("", "tile=BnBV", "do=secret&seat=1", "bids=0.0.1"),
    "count.count": ("",),
}


def addresses(side: Side, pair: Pair) -> Iterator[str]:
    """Every address about the table that can be asked, with many drafts; a new one cannot be forgotten."""
    version = int(side.version().rpartition(".")[2])
    adapter = side.house.app.url_map.bind("localhost")
    for rule in side.house.app.url_map.iter_rules():
        if "code" not in rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint == "stream.news":
            continue
        (more,) = rule.arguments - {"code"} or {""}
        for value in SEEN[more](version) if more else [""]:
            path = adapter.build(rule.endpoint, {"code": CODE, **({more: value} if more else {})})
            for draft in DRAFTS.get(rule.endpoint, ("",)):
                yield f"{path}?{draft}" if draft else path
    for line in chain(pair.guesses, COMMON):
        for secret in pair.secrets:
            yield f"/t/{CODE}/try?text={line.format(**secret).replace('+', '%2B').replace('&', '%26')}"
    yield from (f"/judge?table={CODE}", f"/judge?table={CODE}&line=4", f"/judge/go-nuts?table={CODE}", "/", "/records")
    yield from ("/records?q=Ana", "/records/forget", f"/records/forget?code={CODE}")
    yield from (f"/judge/donut-shop?table={CODE}", f"/photo?to=table&code={CODE}", f"/join?code={CODE}")


def assert_alike(sides: tuple[Side, Side], name: str, ask: Callable[[FlaskClient], TestResponse], what: str) -> None:
    one, other = (answer_of(ask(side.phone(name))) for side in sides)
    assert one == other, (name, what)


def getting(path: str, headers: dict[str, str]) -> Callable[[FlaskClient], TestResponse]:
    return lambda phone: phone.get(path, headers=headers)


def posting(path: str, form: dict[str, str], headers: dict[str, str]) -> Callable[[FlaskClient], TestResponse]:
    return lambda phone: phone.post(path, data=form, headers=headers)


def assert_pages_alike(sides: tuple[Side, Side], pair: Pair, name: str, rng: Random, share: float) -> None:
    for path in addresses(sides[0], pair):
        if rng.random() < share:
            headers = HTMX if rng.random() < 0.3 else {}
            assert_alike(sides, name, getting(path, headers), path)
    assert_alike(sides, name, first_of_stream, "news")


def first_of_stream(phone: FlaskClient) -> TestResponse:
    response = phone.get(f"/t/{CODE}/news", buffered=False)
    first = next(iter(response.response))
    response.close()
    response.response = [first]
    return response


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("held", [(), (1,)], ids=["nobody's", "another phone's"])
def test_no_answer_depends_on_the_secret_of_another_seat(
    sides: Callable[[Pair, int], tuple[Side, Side]], name: str, held: tuple[int, ...]
) -> None:
    pair = PAIRS[name]

    @examples(5)
    @given(st.integers(0, 2**32).map(Random))
    def ask(rng: Random) -> None:
        both = sides(pair, rng.randint(min(3, len(pair.lines)), len(pair.lines)))
        for side in both:
            side.claim("one", 0)
            side.claim("bo", *held)
        asking = ["opener", "one"]
        for _ in range(4):
            assert_pages_alike(both, pair, rng.choice(asking), rng, 0.05)
            line = rng.choice([*pair.guesses, *COMMON]).format(**rng.choice(pair.secrets))
            form = {"text": line, "version": both[0].version(), "draft": ""}
            headers = HTMX if rng.random() < 0.3 else OWN_PAGE
            path = f"/t/{CODE}/{rng.choice(['move'] * 8 + ['count', 'dealt', 'look'])}"
            form |= {"take": "keep plain", "look": "1"} if held or path.endswith("dealt") else {"take": "keep plain"}
            page = rng.choice(["", "", "try", "more", "counted"])
            who = rng.choice(asking)
            said = {**form, **({"page": page} if page else {})}
            assert_alike(both, who, posting(path, said, headers), f"{path} {line}")
            assert both[0].version() == both[1].version()

    ask()


CASE = "..OB..../..BV..../BNNOObCN/cOBVBOBM/..bV..../..bM...."  # the first four lines of SHOP
SHOWN = {
    "Bo's tile": CASE.replace("bV..../..bM....", "bV..Bn/..bM..BV"),
    "a tile nobody has": CASE.replace("bV..../..bM....", "bV..CC/..bM..CC"),
    "a box of four": CASE.replace("ObCN", "Ob##").replace("BOBM", "BO##"),
}


def photographed(side: Side, phone: str, rows: str) -> str:
    """Keep a photo of this phone with a reading of so many rows; return its address."""
    with side.phone(phone).session_transaction() as session:
        mine = session["id"]
    photos = side.house.app.extensions["store"].pending
    seen = Reading(tuple(rows.split("/")), {}, {}, eye(3))
    pending = photos.add(mine, Purpose("table", "classic", CODE), b"JPEG", (400, 300))
    return f"/photo/{photos.set_reading(pending, seen, '', b'JPEG').token}"


@pytest.mark.photo
@pytest.mark.parametrize("held", [(), (1,)], ids=["nobody's", "another phone's"])
@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if "donut-shop" in pair.header])
def test_no_photo_depends_on_the_secret_of_another_seat(
    sides: Callable[[Pair, int], tuple[Side, Side]], monkeypatch: pytest.MonkeyPatch, name: str, held: tuple[int, ...]
) -> None:
    """What a photo proposes, asks, refuses and records: a tile or orders of somebody's hand would be seen there."""
    monkeypatch.setattr("companion.store.embedded.pending.secrets.token_urlsafe", lambda _bytes: "a-token-of-ours-")
    pair = PAIRS[name]
    for count, (what, rows) in product(sorted({min(4, len(pair.lines)), min(5, len(pair.lines))}), SHOWN.items()):
        both = sides(pair, count)
        for side in both:
            side.claim("one", 0)
            side.claim("bo", *held)
            sighting = Sighting(CODE, side.version(), (6, 4), ("B", "n", "B", "V"), "")
            side.house.app.extensions["store"].sightings.put(sighting)
        addresses: dict[str, str] = {}
        for phone in ("opener", "one", "watcher"):
            addresses[phone], other = (photographed(side, phone, rows) for side in both)
            assert addresses[phone] == other
            assert_alike(both, phone, getting(f"/t/{CODE}", {}), f"{what}, {count} lines, seen by the camera")
            for draft in ("", "?with=B+N", "?with=V&anyway=1"):
                assert_alike(both, phone, getting(other + draft, {}), f"{what}, {count} lines, {draft}")
        for phone, line in product(addresses, ("Bo: place BnBV @6,4 B", "Bo: box 2x2 @6,2 with B !", "Ana: draw ?")):
            form = {"code": CODE, "for": "table", "text": line, "version": both[0].version()}
            assert_alike(both, phone, posting(f"{addresses[phone]}/yes", form, OWN_PAGE), f"{what}: {line}")
            assert both[0].version() == both[1].version()


def test_whose_secret_it_is_sees_another_table(sides: Callable[[Pair, int], tuple[Side, Side]]) -> None:
    """Else the pairs would be alike for everybody, and the comparison would prove nothing."""
    for name in ("a hand and a draw", "orders from before", "bids and a card put back"):
        pair = PAIRS[name]
        both = sides(pair, len(pair.lines))
        for side in both:
            side.claim("bo", 1)
        one, other = (answer_of(side.phone("bo").get(f"/t/{CODE}/export/json")) for side in both)
        assert one != other, name


def test_no_table_is_full_sooner_for_a_secret_that_is_known(sides: Callable[[Pair, int], tuple[Side, Side]]) -> None:
    """The room a secret takes in a file is kept for one that nobody told too.

    Notes grow shorter by less than that room: the first that fits at either table would not fit at the other.
    """
    pair = PAIRS["a hand nobody told"]
    notes = [f'table: note "{"n" * LONGEST_TEXT}"'] * 1_857
    both = sides(replace(pair, lines=(*pair.lines, *notes)), len(pair.lines) + len(notes))
    for side in both:
        side.claim("one", 0)
        side.claim("bo", 1)
    statuses = []
    for letters in range(LONGEST_TEXT, 0, 5 - LONGEST_SECRET):
        form = {"text": f'table: note "{"n" * letters}"', "version": both[0].version(), "draft": "", "page": "more"}
        one, other = (side.phone("one").post(f"/t/{CODE}/move", data=form, headers=OWN_PAGE) for side in both)
        assert answer_of(one) == answer_of(other), letters
        statuses.append(one.status_code)
    assert (statuses[0], set(statuses)) == (422, {303, 422}), "the notes do not reach the limit"

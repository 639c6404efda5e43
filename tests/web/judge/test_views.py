"""The judge: addresses come back as they were, disputes, tables filled in, answers recorded, any nonsense."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from companion.donut_shop.parts import BOXES, Order
from companion.donut_shop.screen.draft import ShopDraft
from companion.editions import load_sets
from companion.refusals import Malformed
from companion.web.addresses import address, long, short
from companion.web.judge.question import MODES, JudgeQuestion, read_question
from companion.web.judge.trays import Trays, read_trays
from tests.client import House, Phone
from tests.properties import example, given, st

EDITIONS = load_sets()
CLASSIC = EDITIONS["classic"]
LETTERS = ".#?OBNMVCbnmvc"


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    return House(tmp_path_factory.mktemp("judge"), TESTING=False, PROPAGATE_EXCEPTIONS=False).phone()


def args_of(where: str) -> MultiDict[str, str]:
    """What the server reads in an address."""
    return Request(EnvironBuilder(path=where).get_environ()).args


# Addresses


@given(st.dictionaries(st.text(min_size=1), st.text(min_size=1)))
@example({"case": "#B+/&%", "with": "B*+ N&N*>V", "a b": "+ é😀\n"})
def test_query_of_an_address_is_read_back(query: dict[str, str]) -> None:
    query = {
        word.encode("utf-8", "ignore").decode(): value.encode("utf-8", "ignore").decode()
        for word, value in query.items()
    }
    query = {word: value for word, value in query.items() if value}
    assert args_of(address("/judge", query)).to_dict() == query


ROWS = st.integers(1, 8).flatmap(
    lambda wide: st.lists(st.text(LETTERS, min_size=wide, max_size=wide), min_size=1, max_size=8)
)


@given(ROWS)
@example(["..#.", "B..."])
@example(["." * 99 + "B"])
def test_a_drawing_is_read_back(rows: list[str]) -> None:
    assert long(short(rows)) == tuple(rows) == long("/".join(rows))


@pytest.mark.parametrize("text", ["9999999", "99/" * 3000, "B" * 20_000, "999" * 20])
def test_a_drawing_too_large_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        long(text)


ORDERS = st.builds(Order, st.sampled_from("BNMVC"), st.booleans(), st.booleans())
SQUARES = st.tuples(st.integers(-20, 120), st.integers(-20, 120))
TILES = st.builds(ShopDraft, tile=st.text("BNVObnv", max_size=4), turn=st.integers(0, 3), at=st.none() | SQUARES)
PACKS = st.builds(
    ShopDraft,
    do=st.just("box"),
    box=st.sampled_from(list(BOXES.values())),
    at=st.none() | SQUARES,
    cards=st.lists(ORDERS, max_size=6).map(tuple),
)
ASKS = st.builds(
    JudgeQuestion,
    edition=st.just(CLASSIC),
    mode=st.just("tile"),
    rows=ROWS.map(tuple),
    draft=TILES,
    kind=st.sampled_from(["", "B", "V"]),
    rulings=st.sampled_from([{}, {"holes-join": "no"}, {"sprinkles": "donut", "coffee-four": "sum"}]),
    table=st.sampled_from(["", "ABCDE"]),
    line=st.integers(0, 99),
) | st.builds(
    JudgeQuestion, edition=st.just(CLASSIC), mode=st.just("box"), draft=PACKS, way=st.sampled_from(["", "N&N*+>V"])
)


@given(ASKS)
def test_a_question_is_read_back(question: JudgeQuestion) -> None:
    assert read_question(args_of(address("/judge/donut-shop", question.query())), EDITIONS) == question


@given(
    st.lists(
        st.lists(st.sampled_from(["plain", "milk", "glazed", "day-old-donuts"]), max_size=9), min_size=2, max_size=6
    ),
    st.integers(0, 1),
)
def test_trays_are_read_back(trays: list[list[str]], on: int) -> None:
    question = Trays(tuple(tuple(sorted(tray)) for tray in trays), on=on, rulings={"tie": "shared"})
    assert read_trays(args_of(address("/judge/go-nuts", question.query()))) == question


# Drawing


def test_a_case_is_drawn_by_taps(asker: Phone) -> None:
    question = JudgeQuestion(CLASSIC, rows=("....", "...."), selected=(0, 0))
    for letter in "BnO":
        question = question.put(letter)
    assert question.rows == ("Bn..", "O?..") and question.selected == (1, 1)
    question = question.put("V")
    assert question.selected == (2, 0)
    assert question.tapped((0, 0)).tapped((0, 0)).letter((0, 0)) == "N"
    assert question.replace(selected=(1, 0)).put(".").rows == ("....", "....")
    assert question.grown("left").rows == ("..Bn..", "..OV..") and question.grown("up").rows[0] == "...."
    page = asker.get(address("/judge/donut-shop", question.query()))
    assert page.status_code == 200 and page.text.count('class="tap"') == 1 + 4


def test_the_pad_of_every_page_leads_to_a_page(asker: Phone) -> None:
    for mode in MODES:
        question = JudgeQuestion(CLASSIC, mode, ("BBVV", "BBMM"), selected=(0, 0) if mode == "draw" else None)
        page = asker.get(address("/judge/donut-shop", question.query())).text
        links = {unescape(one) for one in re.findall(r'href="(/judge[^"]*)"', page)}
        assert len(links) >= 10
        assert {asker.get(one).status_code for one in links} == {200}


def test_a_question_can_be_about_an_own_edition(house: House) -> None:
    phone = house.phone()
    path = address("/judge/donut-shop", {"case": "BVOb/#?MB", "rules": "holes-join=no"})
    assert 'id="edition"' not in phone.get(path).text
    own = {"edition": "ours", "letter": ["B", "P"], "name": ["Berry", "Plum"], "colour": ["#ffee00", "#550055"]}
    assert phone.post("/sets", own).status_code == 303
    page = phone.get(path).text
    where = unescape(re.findall(r'<a class="chip" href="([^"]*)"', page)[0])
    question = read_question(args_of(where), {**EDITIONS, "ours": house.app.extensions["play"].editions["ours"]})
    assert (question.edition.name, question.rows, question.rulings) == ("ours", ("B?Ob", "#??B"), {"holes-join": "no"})
    answer = phone.get(where)
    assert answer.status_code == 200 and 'role="alert"' not in answer.text
    assert re.findall(r'<a class="chip on"[^>]*data-away><span>(.*?)<', answer.text) == ["ours"]
    photo = unescape(re.findall(r'href="(/photo[^"]*)"', answer.text)[0])
    assert args_of(photo)["set"] == "ours"


# Disputes


def answer(asker: Phone, **query: str) -> str:
    page = asker.get(address("/judge/donut-shop", query))
    assert page.status_code == 200
    return unescape(re.sub(r"\s+", " ", page.text))


def test_holes_that_join_two_groups(asker: Phone) -> None:
    page = answer(asker, ask="tile", case="VO/MM", tile="VVNN", at="2,0", type="V")
    assert "It pays 20¢" in page and "4 Vanilla Frosted at 5¢ each, holes among them: 1" in page
    assert "A pile counts 5¢ on the tile just laid, and nowhere else" in page and "10¢" in page
    assert 'href="/rules/donut-shop/holes-join"' in page and 'href="/rules/donut-shop/being-paid"' in page
    assert "holes-join=no" not in page and "rules=holes-join%3Dno" in page
    assert "It pays 10¢" in answer(
        asker, ask="tile", case="VO/MM", tile="VVNN", at="2,0", type="V", rules="holes-join=no"
    )


def test_two_sprinkle_orders_of_one_type(asker: Phone) -> None:
    query = {"ask": "box", "case": "VVVv/VVVB", "box": "3x2", "at": "1,0", "with": "V*+ V*+ V+ B"}
    page = answer(asker, **query)
    assert "It pays 65¢" in page and "Every such order pays." in page and "75¢" in page
    assert 'href="/rules/donut-shop/sprinkles-same-type"' in page
    assert "It pays 75¢" in answer(asker, **query, rules="sprinkles-same-type=each")


def test_four_coffees(asker: Phone) -> None:
    query = {"ask": "box", "case": "VVBB/VVBB", "box": "4x2", "at": "0,0", "with": "V+ V+ B+ B+"}
    page = answer(asker, **query)
    assert "It pays 65¢" in page and "4 orders with coffee" in page and "70¢" in page
    assert 'href="/rules/donut-shop/coffee-four"' in page


@pytest.mark.parametrize(
    ("query", "sentence", "rule"),
    [
        ({"ask": "tile", "case": "BB/BB", "tile": "VVVV", "at": "2,1"}, "across two other tiles", "placing"),
        ({"ask": "tile", "case": "BB/BB", "tile": "VVVV", "at": "0,0"}, "A donut lies there already.", "placing"),
        (
            {"ask": "box", "case": "BBVV/BBVV", "box": "4x2", "at": "0,0", "with": "B"},
            "covers Vanilla Frosted",
            "boxing",
        ),
        ({"ask": "box", "case": "BB/BB", "box": "2x3", "at": "0,0", "with": "B"}, "without a donut", "boxing"),
        ({"ask": "box", "case": "OO/OO", "box": "2x2", "at": "0,0"}, "at least one order", "holes-only"),
        ({"ask": "tile", "case": "BB/BB", "tile": "VVVV", "at": "4,0"}, "beside another one", "placing"),
        ({"ask": "box", "case": "BB/B?", "box": "2x2", "at": "0,0", "with": "B"}, "Not all the donuts", "boxing"),
        (
            {"ask": "box", "case": "BB/BB", "box": "2x2", "at": "0,0", "with": "B V"},
            "One order too many",
            "extra-orders",
        ),
        ({"case": "BBX/BB"}, "not equally long", ""),
        ({"case": "B"}, "as this case is drawn", "placing"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_not_allowed_is_shown_with_its_rule(
    asker: Phone, query: dict[str, str], sentence: str, rule: str
) -> None:
    page = answer(asker, **query)
    assert sentence in page and "anyway" not in page
    assert f'href="/rules/{"donut-shop" if rule else "companion"}/{rule or "donuts"}"' in page


@pytest.mark.parametrize(
    "query",
    [
        {"ask": "box", "case": "/".join(["B" * 100] * 100), "box": "3x4", "at": "0,0", "with": "B"},
        {"ask": "tile", "case": "/".join([*["BB2" * 25] * 2, "100", "100"] * 5), "tile": "BNMV"},
        {"ask": "draw", "case": "/".join(["B" * 20] * 20 + ["BB"] * 2)},
        {"ask": "draw", "case": "999/" * 20},
    ],
)
@pytest.mark.parametrize("headers", [{}, {"HX_Request": "true"}])
def test_a_case_too_large_is_explained_not_drawn(asker: Phone, query: dict[str, str], headers: dict[str, str]) -> None:
    page = asker.get(address("/judge/donut-shop", query), **headers)
    assert "So large a case is not drawn" in page.text and 'name="case"' in page.text
    assert page.status_code == 200 and len(page.data) < 20_000
    assert asker.get(address("/judge/donut-shop/share", query)).status_code == 422


def test_a_case_as_large_as_may_be_is_drawn(asker: Phone) -> None:
    assert "So large a case" not in answer(asker, ask="draw", case="/".join(["B" * 20] * 20))


def without_tags(page: str) -> str:
    """What a page says where drawings stand for orders: their hidden names."""
    return re.sub(r"<[^>]*>", "", page)


def test_wilds_are_worked_out_and_can_be_chosen(asker: Phone) -> None:
    query = {"ask": "box", "case": "BVNN/BBNN", "box": "2x2", "at": "0,0", "with": "B N N*"}
    assert "as Vanilla Frosted" in without_tags(answer(asker, **query))
    two = {**query, "case": "BVMM/BVMM", "with": "N+ N+ B B"}
    assert "as Vanilla Frosted" in without_tags(answer(asker, **two))


def test_a_box_that_fits_the_other_way_only_lies_so(asker: Phone) -> None:
    for case, lies in (("BBVV/BBMM", "4x2"), ("BB/BB/VV/VV", "2x4"), ("BBBB/BBBB/BBBB/BBBB", "2x4"), ("BB/BB", "2x4")):
        page = asker.get(address("/judge/donut-shop", {"ask": "box", "case": case, "box": "2x4"}))
        assert args_of(page.headers["HX-Replace-Url"])["box"] == lies, case
        assert ("&amp;at=" in page.text) == (case != "BB/BB")
        assert ("#pic-turn" in page.text) == (case == "BBBB/BBBB/BBBB/BBBB"), "both ways"


@pytest.mark.parametrize(("rows", "thinned"), [(4, False), (12, True)])
def test_a_list_of_only_some_places_has_a_note(asker: Phone, rows: int, thinned: bool) -> None:
    case = "/".join(["BVBV"] * rows)
    page = asker.get(address("/judge/donut-shop", {"ask": "box", "case": case, "box": "2x2"})).text
    assert ("Not every place is listed" in page) == thinned and "row and column" in page


# Trays


def test_trays_score_with_why_and_otherwise(asker: Phone) -> None:
    page = unescape(asker.get("/judge/go-nuts?seats=3&tray0=plain*2.milk&tray1=plain&tray2=boston-cream*2").text)
    assert re.findall(r"<span>(Seat .)</span><b class=.money.>(.*?)</b>", page) == [
        ("Seat 1", "10"),
        ("Seat 3", "6"),
        ("Seat 2", "1"),
    ]
    assert 'href="/rules/go-nuts/plain"' in page and "rules=boston-pair%3D3" in page and "boston-pair=3" not in page
    more = unescape(asker.get("/judge/go-nuts?seats=2&tray0=maple-bar*3").text)
    assert "More than the deck has: Maple Bar." in more


# From a table and back


def test_a_table_is_filled_in_and_the_answer_recorded(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case", start="")
    phone.record("table: mend @3,2 V")
    phone.record("Ana: place VVNN @4,0 V")
    filled = phone.get(f"/judge?table={phone.code}&line=2")
    assert filled.status_code == 303
    query = {word: values[0] for word, values in parse_qs(urlsplit(filled.location).query).items()}
    assert query["case"].startswith("2??2/") and (query["tile"], query["at"], query["line"]) == ("VVNN", "4,0", "2")
    page = unescape(phone.get(filled.location).text)
    assert "It pays 10¢" in page and "Line 2 paid 10¢." in page and "That is what the judge says too." in page
    assert "Record it at table" not in page, "there is nothing to record"
    assert f'href="/judge?table={phone.code}"' in phone.get(f"/t/{phone.code}/more").text
    assert "/judge?" in phone.get(f"/t/{phone.code}/line/2").text


def test_the_question_about_the_first_line_has_the_rulings_of_the_whole_game(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case", start="")
    phone.record("Ana: place VVNN @4,0 V")
    phone.record("table: ruling holes-join=no from-the-start")
    filled = phone.get(f"/judge?table={phone.code}&line=1").location
    assert parse_qs(urlsplit(filled).query)["rules"] == ["holes-join=no"]


def test_a_difference_becomes_an_adjustment_that_is_shown_first(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    phone.record("Ana: place VVNN @4,0 V !30")
    page = phone.get(phone.get(f"/judge?table={phone.code}&line=1").location).text
    assert "Record it at table" in page and "Line 1 paid 30¢." in page and 'value="-20"' in page
    tried = phone.get(f"/t/{phone.code}/try?say=table:+adjust&seat=Ana&amount=-20&quote=the+judge")
    assert "(−20¢)" in tried.text


def test_trays_of_a_table(house: House) -> None:
    phone = house.phone()
    answer = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"]})
    phone.code = answer.location.rsplit("/", 1)[1]
    phone.record("table: final Ana plain glazed")
    page = phone.get(phone.get(f"/judge?table={phone.code}").location)
    assert page.status_code == 200
    assert '<span>Ana</span><b class="money">6</b>' in page.text


def test_an_unknown_table(asker: Phone) -> None:
    assert asker.get("/judge?table=XXXXX").status_code == 404
    assert asker.get("/judge/donut-shop?ask=tile&case=BB/BB&tile=BBBB&at=2,0&table=XXXXX").status_code == 200


def test_another_phone_gets_the_question(asker: Phone) -> None:
    page = asker.get("/judge/donut-shop/share?ask=box&case=%23%23VV/%23%23VV&box=2x2&at=2,0&with=V*%2B")
    assert page.status_code == 200
    assert "<svg" in page.text and "case=%23%23VV/%23%23VV" in page.text and "with=V*%2B" in page.text
    assert asker.get("/judge/go-nuts/share?seats=2&tray0=milk").status_code == 200
    long_one = address("/judge/donut-shop/share", {"case": "/".join(["BnVmOcBn" * 2] * 16), "ask": "tile"})
    assert asker.get(long_one).status_code == 200


def test_htmx_gets_the_part_that_changes(asker: Phone) -> None:
    part = asker.get("/judge/donut-shop?case=BB/BB", HX_Request="true")
    assert part.text.lstrip().startswith('<div id="table"') and "<html" not in part.text
    assert part.headers["HX-Replace-Url"] == "/judge/donut-shop?ask=draw&case=BB/BB"


# Any nonsense

WORDS = [
    "ask",
    "case",
    "sel",
    "tile",
    "turn",
    "at",
    "box",
    "with",
    "part",
    "type",
    "way",
    "rules",
    "set",
    "table",
    "line",
]
VALUES = st.text(max_size=20) | st.sampled_from(
    [
        "BB/BB",
        "2BB",
        "draw",
        "tile",
        "box",
        "2x3",
        "-99,-99",
        "0,0",
        "999,999",
        "BBBB",
        "B*+ N&N>V",
        "B " * 50,
        "1",
        "#",
        "?",
    ]
)
TRAYS = ["seats", "on", "rules", "table", *(f"{word}{seat}" for word in ("tray", "name") for seat in range(6))]


@given(st.dictionaries(st.sampled_from(WORDS), VALUES))
@example({"case": "99999/9"})
@example({"case": "2BB/BB2", "ask": "tile", "tile": "BBBB", "at": "100,100"})
@example({"case": "/" * 300})
@example({"case": "98BB/98BB", "sel": "0,0"})
@example({"case": "٣BB"})
@example({"case": "BB/BB", "ask": "box", "box": "2x2", "at": "0,0", "with": "N N N N N N N N N N N N"})
def test_no_question_about_a_case_is_our_fault(asker: Phone, query: dict[str, str]) -> None:
    query = {word: value.encode("utf-8", "ignore").decode() for word, value in query.items()}
    for path in ("/judge", "/judge/donut-shop", "/judge/donut-shop/share"):
        assert asker.get(address(path, query)).status_code < 500, path


@given(
    st.dictionaries(
        st.sampled_from(TRAYS), st.text(max_size=20) | st.sampled_from(["milk*99999", "plain.plain", "7", "tie=shared"])
    )
)
def test_no_question_about_trays_is_our_fault(asker: Phone, query: dict[str, str]) -> None:
    query = {word: value.encode("utf-8", "ignore").decode() for word, value in query.items()}
    for path in ("/judge/go-nuts", "/judge/go-nuts/share"):
        assert asker.get(address(path, query)).status_code < 500, path


def test_a_game_that_is_over_has_nothing_left_to_record(house: House) -> None:
    phone = house.phone()
    code = phone.open("Ana", "Bo", follow="case", start="..VV../..VV../VOOBMC/NVNBMm/..nB../..cC..")
    path = phone.get(f"/judge?table={code}").location or f"/judge?table={code}"
    assert f"Nothing to record at {code}" in phone.get(path).text
    phone.record("table: end")
    assert "Nothing to record" not in phone.get(path).text

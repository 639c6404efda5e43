"""A table's pages: each one's happy path, as a page, as htmx's part of it and without a script."""

from __future__ import annotations

import json
import re

import pytest

from companion.kernel.entry import Entry
from tests.client import BANK, HTMX, House, Phone, heard, sentence
from tests.transcripts import GOLDEN, headers_of, played

WHOLE = (GOLDEN / "donut-shop-2.txt").read_text()
PAGES = ["", "/journal", "/line/1", "/more", "/result"]


def play_through(house: House, code: str = "WHOLE", text: str = WHOLE, game: str = "donut-shop") -> None:
    """A whole game in the journal."""
    table = played(text)
    with house.connection() as connection:
        entries = [table.entry(seq) for seq in range(1, table.version + 1)]
        connection.create(code, game, headers_of(text), "2026-01-01T00:00:00Z", "p", entries)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_table_is_shown(ana: Phone, page: str) -> None:
    ana.record("\n".join(BANK))
    answer = ana.get(f"/t/{ana.code}{page}")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert "<!doctype html>" in answer.text
    assert ana.code in answer.text


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*shop*.txt")), ids=lambda path: path.stem)
def test_every_page_of_a_whole_game_is_shown(house: House, path: object) -> None:
    text = GOLDEN.joinpath(str(path)).read_text()
    play_through(house, text=text)
    phone = house.phone()
    lines = [f"/line/{seq}" for seq in range(1, played(text).version + 1)]
    for page in [*PAGES, *lines, "?do=undo", "?do=box&box=2x3&at=0,0&with=B", "?tile=BNOV&at=4,0", "?do=reveal"]:
        assert phone.get(f"/t/WHOLE{page}").status_code == 200, page


def test_without_a_script_a_move_leads_back_to_the_table(ana: Phone) -> None:
    answer = ana.record("Ana: paid 35")
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}")
    assert ana.version() == 1


def test_for_htmx_a_move_is_answered_with_the_regions(ana: Phone) -> None:
    answer = ana.record("Ana: paid 35", headers=HTMX)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="table"')
    assert answer.headers["X-Table-Version"] == ana.tag()
    assert answer.headers["HX-Replace-Url"] == f"/t/{ana.code}"
    assert "HX-Request" in answer.headers["Vary"]


def test_htmx_gets_the_part(ana: Phone) -> None:
    address = f"/t/{ana.code}"
    assert "<!doctype" not in ana.get(address, HX_Request="true").text
    assert "<!doctype" in ana.get(address).text


def test_an_answer_to_htmx_has_the_links_of_the_page(house: House) -> None:
    play_through(house, text="game donut-shop\nseats Ana Bo\nfollow case\nstart BNMV/VMNB\n")
    phone, draft = house.phone(), "/t/WHOLE?do=box&box=2x2"
    page, answer = phone.get(draft).text, phone.get(draft, HX_Request="true").text
    links = re.findall(r'class="tap" href="([^"]+)" aria-label="([^"]+)"', page)
    assert links and re.findall(r'class="tap" href="([^"]+)" aria-label="([^"]+)"', answer) == links


def test_a_line_put_right_leads_to_the_journal(ana: Phone) -> None:
    ana.record("Ana: paid 35")
    form = {"say": "table: correct 1", "tail": "Ana: paid 30", "version": "1", "then": "journal"}
    answer = ana.post(f"/t/{ana.code}/move", form)
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}/journal?stored=2")


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ({"say": "table: adjust", "seat": "Ana", "amount": "15"}, "table: adjust Ana +15"),
        ({"say": "table: adjust", "seat": "Bo", "amount": "-5", "quote": "mine"}, 'table: adjust Bo -5 "mine"'),
        ({"say": "table: note", "quote": 'say "hm"'}, 'table: note "say \\"hm\\""'),
        ({"say": "table: rename", "seat": "Bo", "name": "Cy Lee"}, 'table: rename Bo "Cy Lee"'),
        (
            {"say": "table: ruling", "word": "sprinkles=donut", "tail": "from-the-start"},
            "table: ruling sprinkles=donut from-the-start",
        ),
        ({"text": "ana:   paid   5"}, "Ana: paid 5"),
    ],
    ids=lambda expected: expected if isinstance(expected, str) else "",
)
def test_a_form_records_a_line(house: House, ana: Phone, form: dict[str, str], line: str) -> None:
    assert ana.post(f"/t/{ana.code}/move", {**form, "version": "0"}).status_code == 303
    assert house.lines(ana.code) == [line]


@pytest.mark.parametrize("headers", [None, HTMX], ids=["as a page", "for htmx"])
def test_a_refused_line_keeps_the_draft(house: House, headers: dict[str, str] | None) -> None:
    phone = house.phone()
    phone.open(follow="case")
    form = {"text": "Ana: place BNMV @0,2 B", "version": "0", "draft": "tile=BNMV&turn=1&at=0,2"}
    answer = phone.post(f"/t/{phone.code}/move", form, headers)
    assert answer.status_code == 422
    assert sentence(answer)
    assert answer.headers["HX-Replace-Url"] == f"/t/{phone.code}?tile=BNMV&turn=1&at=0%2C2"
    assert ('name="draft" value="tile=BNMV&amp;turn=1&amp;at=0%2C2"') in answer.text


def test_a_line_the_rules_refuse_may_be_recorded_anyway(ana: Phone) -> None:
    answer = ana.record("Bo: end")
    assert 'value="Bo: end !"' in answer.text
    assert ana.record("Bo: end !").status_code == 303


def test_who_comes_too_late_sees_the_table_as_it_is(house: House, ana: Phone, bo: Phone) -> None:
    ana.record("Ana: end", 0)
    answer = bo.record("Bo: end", 0, HTMX)
    assert (answer.status_code, answer.headers["X-Table-Version"]) == (409, ana.tag())
    assert sentence(answer)
    assert f'name="version" value="{ana.tag_of(1)}"' in answer.text
    assert house.lines(ana.code) == ["Ana: end"]


def test_two_phones_follow_one_game(house: House, ana: Phone, bo: Phone) -> None:
    for phone, line in [(ana, "Ana: paid 35"), (ana, "Ana: end"), (bo, "Bo: paid 20"), (ana, "table: end")]:
        assert phone.record(line).status_code == 303
    result = bo.get(f"/t/{bo.code}/result").text
    assert "$0.35" in result or "0.35" in result
    assert house.lines(ana.code) == [*BANK, "table: end"]


def test_a_doubled_tap_is_answered_alike_and_stored_once(house: House, ana: Phone) -> None:
    first, second = (ana.record("Ana: paid 35", 0, HTMX) for _ in range(2))
    assert (first.status_code, first.text) == (second.status_code, second.text)
    assert house.lines(ana.code) == ["Ana: paid 35"]


@pytest.mark.parametrize(
    ("page", "rows"),
    [("", 30), ("?before=31", 30), ("?before=11", 10), ("?before=1", 0), ("?before=0", 0)],
    ids=["the latest", "the page before", "the first lines", "before the first", "before nothing"],
)
def test_the_journal_has_pages(ana: Phone, page: str, rows: int) -> None:
    for version in range(0, 80, 20):
        ana.record("\n".join(["Ana: paid 5"] * 20), version)
    answer = ana.get(f"/t/{ana.code}/journal{page}")
    assert answer.text.count('class="line') == rows


@pytest.mark.parametrize("line", ["0", "99", "-1", "x", "²", "٣", "9" * 5000, "1e3", "%00"])
def test_a_line_that_is_not_there_leads_to_the_journal(ana: Phone, line: str) -> None:
    ana.record("Ana: paid 35")
    answer = ana.get(f"/t/{ana.code}/line/{line}")
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}/journal")


def test_a_code_is_read_in_either_letter_case(ana: Phone) -> None:
    assert ana.get(f"/t/{ana.code.lower()}").status_code == 200
    assert ana.post(f"/t/{ana.code.lower()}/move", {"text": "Ana: end", "version": "0"}).status_code == 303


ORDERS_UNKNOWN = "game donut-shop\nseats Ana Bo\nfollow case\nmoney Ana 100\nmoney Bo 100\nlaid 20\ntable: end\n"
ORDERS_EQUAL = ORDERS_UNKNOWN.replace("laid 20", "hand Ana B\nhand Bo V\nlaid 20")


@pytest.mark.parametrize("page", ["result", "result.svg"])
def test_an_unknown_tie_break_is_not_called_equal(house: House, page: str) -> None:
    play_through(house, "OPEN", ORDERS_UNKNOWN)
    play_through(house, "EVEN", ORDERS_EQUAL)
    phone = house.phone()
    unknown, equal = phone.get(f"/t/OPEN/{page}").text, phone.get(f"/t/EVEN/{page}").text
    assert "They share the win, unless the orders left in hand decide." in unknown
    assert "Equal even in the tie-break: they share the win." in equal


# What a repaired rule does to old results


def stored_result(house: House, code: str, program: str, change: int) -> None:
    """The standings of the end as another program would have stored them."""
    with house.connection() as connection:
        now = connection.result(code)
        assert now is not None
        rows = json.loads(now.standings)
        rows[0]["score"] += change
        connection.store_result(code, now.seq, program, json.dumps(rows, ensure_ascii=False))


@pytest.mark.parametrize("change", [0, 15], ids=["counted alike", "counted otherwise"])
def test_a_result_another_program_counted_is_shown_where_it_differs(house: House, ana: Phone, change: int) -> None:
    ana.record("\n".join([*BANK, "table: end"]))
    stored_result(house, ana.code, "0.0.9", change)
    page = ana.get(f"/t/{ana.code}/result").text
    assert ("0.0.9" in page) == bool(change)
    assert len(re.findall(r'<table class="standings">', page)) == (2 if change else 1)


def test_a_result_of_an_end_that_was_taken_back_is_not_shown(house: House, ana: Phone) -> None:
    ana.record("\n".join([*BANK, "table: end"]))
    stored_result(house, ana.code, "0.0.9", 15)
    ana.record("table: take-back")
    assert "0.0.9" not in ana.get(f"/t/{ana.code}/result").text


def test_a_stored_line_no_program_can_read_is_shown_and_changes_nothing(house: House) -> None:
    with house.connection() as connection:
        entries = [Entry(1, "Ana", "dance"), Entry(2, "Ana", "paid 35")]
        connection.create("ODD", "donut-shop", "game donut-shop\nseats Ana Bo\nfollow bank", "", "p", entries)
    phone = house.phone()
    for page in [*PAGES, "/line/2"]:
        assert phone.get(f"/t/ODD{page}").status_code == 200
    assert "Ana: a line that cannot be read" in phone.get("/t/ODD/journal").text
    assert "dance" not in "".join(phone.get(f"/t/ODD{page}").text for page in [*PAGES, "/line/1"])


# How a phone likes to look


def test_a_phone_keeps_how_it_looks_and_its_draft(house: House) -> None:
    phone, other = house.phone(), house.phone()
    phone.open(follow="case")
    address = f"/t/{phone.code}"
    answer = phone.post(f"{address}/likes", {"quarters": "1", "draft": "tile=BN"})
    assert (answer.status_code, answer.location) == (303, f"{address}?tile=BN")
    answer = phone.post(f"{address}/likes", {"pays": "1", "draft": "tile=BNMV"}, HTMX)
    assert answer.headers["HX-Replace-Url"] == f"{address}?tile=BNMV"
    assert "spot-pay" in answer.text
    assert 'name="quarters" value="2"' in answer.text
    assert 'name="quarters" value="1"' in other.get(address).text
    assert "spot-pay" not in other.get(f"{address}?tile=BNMV").text
    assert phone.version() == 0


@pytest.mark.parametrize("expected", [{"quarters": "x" * 5000}, {"pays": "²"}, {"id": "0", "tables": "T"}, {}])
def test_odd_likes_change_nothing_else(house: House, expected: dict[str, str]) -> None:
    phone = house.phone()
    phone.open(follow="case")
    assert phone.post(f"/t/{phone.code}/likes", expected).status_code == 303
    assert phone.get("/").status_code == 200
    assert 'name="quarters" value="1"' in phone.get(f"/t/{phone.code}").text


@pytest.mark.parametrize("room", ["20x30", "x", "0x0", "1" * 4000])
def test_a_screen_reports_how_much_of_a_case_it_holds(house: House, room: str) -> None:
    phone = house.phone()
    phone.open(follow="case")
    phone.client.set_cookie("room", room)
    page = phone.get(f"/t/{phone.code}?tile=BNMV")
    assert page.status_code == 200
    assert ('data-room="20x30"' in page.text) == (room == "20x30")


ODD = ["code=x", "endpoint=x", "_method=ZZ", "_anchor=x", "_scheme=ftp", "_external=1", "self=1", "%00=%00", "%ff=%ff"]


@pytest.mark.parametrize("field", ["keep", "draft"])
@pytest.mark.parametrize("odd", ODD)
def test_a_crafted_field_leads_to_the_same_table_with_it_as_words(ana: Phone, field: str, odd: str) -> None:
    """Nothing a form brings along is an option of how addresses are made."""
    page = "move" if field == "keep" else "likes"
    form = {"version": "0", "text": "Ana: paid 35", field: f"{odd}&do=box"}
    answer = ana.post(f"/t/{ana.code}/{page}", form)
    assert answer.status_code == 303
    path, _, query = answer.location.partition("?")
    assert (path, query.endswith("&do=box"), "#" in query) == (f"/t/{ana.code}", True, False)
    assert ana.get(answer.location).status_code == 200


def test_a_box_with_too_few_orders_can_be_recorded_anyway(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case", start="BBVV/BBMM")
    phone.record("Ana: place BBBB @4,0 B")
    draft = f"/t/{phone.code}?do=box&box=2x2&at=2,0&with="
    found = re.search(r'name="text" value="([^"]*) !">Record anyway \+20¢', phone.get(f"{draft}V").text)
    assert found and found[1] == "Ana: box 2x2 @2,0 with V"
    assert "Record anyway" not in phone.get(draft).text, "no box is filled without an order"
    assert "Record anyway" not in phone.get(f"/t/{phone.code}?do=box&box=2x2&at=0,0&with=B").text
    assert "Record anyway" not in phone.get(f"/t/{phone.code}?do=box&box=2x2&at=7,7&with=V").text, "it lies nowhere"
    assert phone.get(f"{draft}V+M").text.count("Record anyway") == 1, "not held, and yet on the table"
    assert phone.record(f"{found[1]} !").status_code == 303
    assert house.lines(phone.code)[-1] == "Ana: box 2x2 @2,0 with V !"


def test_a_forgotten_box_the_rules_refuse_goes_to_the_page_that_shows_what_it_changes(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case", start="BBVV/BBMM")
    phone.record("Ana: place BBBB @4,0 B\nBo: place BBBB @6,0 B")
    draft = phone.get(f"/t/{phone.code}?do=box&of=1&box=2x2&at=2,0&with=V").text
    found = re.search(r'href="(/t/[^"]*/try[^"]*)">Record anyway', draft)
    assert found and 'name="text" value="table: insert 2 Ana: box 2x2 @2,0 with V !"' in phone.get(found[1]).text


def test_points_below_zero_have_a_true_minus_wherever_they_stand(house: House) -> None:
    text = "game go-nuts\nseats Ana Bo Cy Di\ntray Ana red-velvet day-old-donuts\n"
    play_through(house, "NUTS", text, "go-nuts")
    page = heard(house.phone().get("/t/NUTS").text)
    assert re.search(r"Ana\s+−9 points", page) and "-9 point" not in page


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("do=order", ["Now: the order taken"]),
        ("do=order&say=N%2A", ["Now: the order turned up"]),
        ("do=tile&say=BnOV+?", ["Now: the order drawn unseen"]),
        (
            "do=reveal&say=BnOV+?+B+C%2B",
            ["(Blue, Banana with sprinkles, donut holes, Vanilla), not noted, Blue Frosted, Boston Creme with coffee"],
        ),
        ("do=deal&say=B+B+B+B+B", ["Blue Frosted, Blue Frosted", "Yes, record it"]),
    ],
)
def test_a_line_entered_piece_by_piece_is_asked_for_in_words(house: House, draft: str, expected: list[str]) -> None:
    phone = house.phone()
    phone.open(follow="everything", start="BBVV/BBMM")
    page = heard(phone.get(f"/t/{phone.code}?{draft}").text)
    assert [words for words in expected if words not in page] == []
    assert "draw order" not in page and "reveal tiles" not in page.split("<input")[0]


def test_nothing_counts_placements_where_none_are_entered(house: House) -> None:
    phone = house.phone()
    phone.open(follow="bank")
    assert "of 36" not in phone.get(f"/t/{phone.code}").text + phone.get(f"/t/{phone.code}/paper").text
    phone.open(follow="case")
    assert "0 of 36" in phone.get(f"/t/{phone.code}").text


def test_the_game_is_ended_on_the_page_that_shows_what_that_changes(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    form = re.search(
        r'<form method="(\w+)" action="([^"]*)"[^>]*>\s*<button[^>]*value="table: end"',
        phone.get(f"/t/{phone.code}/more").text,
    )
    assert form and form[1] == "get"
    page = phone.client.get(form[2], query_string={"text": "table: end"}).text
    assert "End the game now</button>" in page and house.lines(phone.code) == []
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    answer = phone.post(f"/t/{phone.code}/move", {**fields, "text": "table: end"})
    assert answer.location == f"/t/{phone.code}/result", "who won is what everybody wants to see then"


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("Remove from the table", {"seat": "Bo"}),
        ("Back at the table", {"seat": "Cy"}),
        ("Correct", {"seat": "Bo", "amount": "15", "quote": "a token fell"}),
    ],
)
def test_what_concerns_one_seat_is_previewed(house: House, words: str, fields: dict[str, str]) -> None:
    phone = house.phone()
    phone.open("Ana", "Bo", "Cy", follow="case")
    phone.record("table: leaves Cy")
    text = phone.get(f"/t/{phone.code}/more").text
    forms = re.findall(r'<form method="(\w+)" action="([^"]*)"(.*?)</form>', text, re.DOTALL)
    method, action, form = next(form for form in forms if f"{words}</button>" in form[2])
    assert method == "get" and action.endswith("/try")
    assert re.search(r'<select [^>]*required>\s*<option value="">choose a seat</option>', form)
    verb = re.search(r'name="say" value="(.*?)"', form)
    assert verb and "Record it" in phone.client.get(action, query_string={"say": verb[1], **fields}).text
    assert house.lines(phone.code) == ["table: leaves Cy"]


def test_beside_take_back_stands_the_line_it_takes_back(house: House) -> None:
    """Not an earlier line that paid."""
    phone = house.phone()
    phone.open()
    phone.record("Ana: paid 35")
    phone.record("Ana: end")
    page = phone.get(f"/t/{phone.code}").text
    latest = re.search(r'class="latest"><a href="([^"]*)".*?class="what">(.*?)</a>', page, re.DOTALL)
    assert latest and latest[1].endswith("/line/2") and "Ana ended the turn" in heard(latest[2])


def test_an_unknown_cross_is_named_before_the_keys(house: House) -> None:
    phone = house.phone()
    phone.open(follow="case")
    page = phone.get(f"/t/{phone.code}").text
    assert page.index("The cross pays once you enter it.") < page.index('class="keys pad')
    assert "Enter the starting cross" not in phone.get(f"/t/{phone.code}?tile=BVVM").text, "the spots are tapped now"

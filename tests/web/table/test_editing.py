"""A wrong or forgotten line is entered on the table's own pads, drawn as the table stood right before it."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from companion.kernel.redact import as_seen
from tests.client import House, Phone, heard
from tests.properties import examples, given, st
from tests.transcripts import GOLDEN, played
from tests.web.table.test_previews import CASE, LINES, NUTS
from tests.web.table.test_views import play_through

ROUND = NUTS + "table: reveal Ana=1 Bo=2 Cy=4\ntable: refill 1=plain 2=glazed 4=eclair\n"
BUTTONS = re.compile(r'name="text" value="([^"]*)"')
RETRY_AFTER = re.compile(r'href="(/t/\w+/line/\d+/again\?[^"]*)"')


def table(house: House, text: str, code: str = "CASE") -> Phone:
    play_through(house, code, text, "go-nuts" if "go-nuts" in text else "donut-shop")
    phone = house.phone()
    phone.code = code
    return phone


@pytest.fixture
def phone(house: House) -> Phone:
    return table(house, CASE + LINES)


def page(phone: Phone, path: str) -> str:
    answer = phone.get(f"/t/{phone.code}/{path}")
    assert answer.status_code == 200, path
    return answer.text


def change_it(phone: Phone, seq: int) -> str:
    """Where the button of a line's page leads."""
    found = RETRY_AFTER.search(page(phone, f"line/{seq}"))
    return html.unescape(found[1]).removeprefix(f"/t/{phone.code}/") if found else ""


def button_lines(text: str) -> list[str]:
    """The lines of the buttons of a page."""
    return [html.unescape(said) for said in BUTTONS.findall(text)]


WHOLE = ["donut-shop-3", "told-shop-case-0", "own-bank-3", "told-shop-hidden-0", "go-nuts-4", "told-nuts-secret-0"]


@pytest.mark.parametrize("name", WHOLE)
def test_the_pads_hold_the_line_and_one_tap_records_it_as_it_was(house: House, name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text()
    phone, lines = table(house, text), played(text)
    seen = as_seen(lines, frozenset())
    for seq in range(1, lines.version + 1):
        if seen.log[seq - 1] is not lines.log[seq - 1]:  # this phone may not know what it was
            continue
        shown = page(phone, change_it(phone, seq))
        said = str(lines.log[seq - 1])
        # What money was for is in no button, and where plain orders do no wild is offered.
        line = re.sub(r' "[^"]*"$| (&|[A-Z*+]+&).*', "", said)
        assert any(text.startswith(line) for text in button_lines(shown)) or " pass " in line, (seq, line)
        assert f'name="correct" value="{seq}"' in shown


def test_a_type_paid_wrong_is_changed_on_the_page_that_asked_for_it(phone: Phone, house: House) -> None:
    shown = page(phone, change_it(phone, 1))
    assert "Line 1: what should it have been?" in shown
    assert button_lines(shown) == ["Ana: place BVVM @4,0 B"], "the dock holds the line as it is, its key is chosen"
    assert "See what this changes" in shown and len(re.findall("data-key=.pays .. [^>]*aria-current", shown)) == 1
    assert 'class="choice best"' not in re.sub('<a\\s[^>]*aria-current="true"[^>]*>', "", shown)
    other = re.search(r'data-key="pays V" href="([^"]*)"', shown)
    assert other
    assert button_lines(page(phone, html.unescape(other[1]).removeprefix("/t/CASE/"))) == ["Ana: place BVVM @4,0 V"]
    assert "$0.00" in shown and "$0.25" not in shown, "as it stood before"
    tried = page(phone, "try?" + urlencode({"correct": 1, "text": "Ana: place BVVM @4,0 V"}))
    assert "+5¢" in tried and button_lines(tried) == ["table: correct 1 Ana: place BVVM @4,0 V"]
    assert len(house.lines("CASE")) == 3, "nothing is said yet"


def test_one_donut_of_a_tile_is_corrected_where_it_lies_as_this_phone_sees_it(phone: Phone) -> None:
    for quarters, seen in enumerate(("BVVM", "VBMV", "MVVB", "VMBV")):
        phone.post(f"/t/{phone.code}/likes", {"quarters": str(quarters)})
        shown = page(phone, change_it(phone, 1))
        ways = [html.unescape(way) for way in re.findall(r'href="([^"]*&amp;wrong=[^"]*)"', shown)]
        assert [dict(parse_qsl(urlsplit(way).query))["tile"] for way in ways] == [seen] * 4
        asked = page(phone, ways[seen.index("M")].removeprefix("/t/CASE/"))
        assert "Which donut is it?" in asked
        assert "Box for" not in asked and "End Ana" not in asked and "End Bo" not in asked, "one thing is asked"
        corrected = re.search(r'data-key="n" href="([^"]*)"', asked)
        assert corrected
        mended = page(phone, html.unescape(corrected[1]).removeprefix("/t/CASE/"))
        assert button_lines(mended) == ["Ana: place BVVn @4,0 B"], "what it was paid for stays"


def test_a_forgotten_box_goes_in_before_the_line_that_came_after_it(house: House) -> None:
    phone = table(house, CASE + "Ana: place BVVM @4,0 B\nBo: place MMMM @4,2 M\n")
    shown = page(phone, "line/2/before")
    assert "What is missing before line 2?" in shown and "line/2/before?do=box" in shown
    shown = page(phone, "line/2/before?do=box&box=2x2&at=0,0&with=B")
    assert 'name="insert" value="2"' in shown
    tried = page(phone, "try?" + urlencode({"insert": 2, "text": button_lines(shown)[0]}))
    assert button_lines(tried) == ["table: insert 2 Ana: box 2x2 @0,0 with B"]


def test_several_lines_inserted_at_once_go_in_one_after_the_other(house: House) -> None:
    phone = table(house, "game donut-shop\nseats Ana Bo\nstart BBVV/BBMM\nlaid 2\nAna: place BVVM @4,0 B\n")
    tried = page(phone, "try?" + urlencode({"correct": 1, "text": "Ana: place BVVM @4,0 V\nAna: draw ?"}))
    assert button_lines(tried) == ["table: insert 1 Ana: place BVVM @4,0 V", "table: correct 1 Ana: draw ?"]


def test_an_amount_is_changed_in_its_own_fields(house: House) -> None:
    phone = table(house, CASE + 'table: adjust Bo -5 "mine"\n')
    shown = page(phone, "line/1")
    assert html.unescape(shown).count("−5¢") == 1, "its words name the amount"
    assert page(phone, "journal").count("−5¢") == 1
    assert 'value="-5"' in shown and 'value="mine"' in shown and "<option selected>Bo" in shown
    form = {"say": "table: correct 1 table: adjust", "seat": "Bo", "amount": "+15", "quote": "mine"}
    assert button_lines(page(phone, f"try?{urlencode(form)}")) == ['table: correct 1 table: adjust Bo +15 "mine"']


def test_a_wrong_square_is_corrected_on_the_pad(house: House) -> None:
    phone = table(house, "game donut-shop\nseats Ana Bo\nfollow case\ntable: mend @2,0 b\n")
    shown = page(phone, change_it(phone, 1))
    assert "Which donut lies there?" in shown and 'class="lid ' in shown
    assert button_lines(shown) == ["table: mend @2,0 b"] and "See what this changes" in shown
    other = re.search(r'data-key="V" href="([^"]*)"', shown)
    assert other
    assert button_lines(page(phone, html.unescape(other[1]).removeprefix("/t/CASE/"))) == ["table: mend @2,0 V"]
    assert "Which donut lies there?" not in page(phone, "line/1/again?do=mend&at=9,9")


def test_a_wrong_donut_is_tapped_in_the_case(house: House) -> None:
    """Nobody types where it lies; it is named by row and column of the unturned case, in the journal too."""
    phone = table(house, CASE)
    more = page(phone, "more")
    assert "x,y" not in more and 'href="/t/CASE?do=mend"' in more
    asked = phone.get("/t/CASE?do=mend").text
    assert "Which donut is wrong?" in asked
    assert 'aria-label="Row 2, column 1"' in asked
    chosen = phone.get("/t/CASE?do=mend&at=0,1&pick=N").text
    assert "Row 2, column 1" in chosen and 'value="table: mend @0,1 N"' in chosen
    phone.code = "CASE"
    assert phone.record("table: mend @0,1 N").status_code == 303
    assert "Row 2, column 1 holds Banana Cream" in heard(page(phone, "journal"))


@pytest.mark.parametrize("quarters", ["1", "2", "3"])
def test_a_lines_drawing_and_the_one_to_print_are_turned_as_the_phone_likes_it(phone: Phone, quarters: str) -> None:
    def drawn(path: str) -> list[str]:
        return re.findall(r'class="tile" d="([^"]*)"', page(phone, path))

    before = [drawn("line/1"), drawn("paper")]
    phone.post("/t/CASE/likes", {"quarters": quarters})
    turned = [drawn("line/1"), drawn("paper")]
    assert all(now and now != then for now, then in zip(turned, before, strict=True))
    assert drawn("line/1/again?do=") != before[0]


def test_what_the_server_dealt_is_not_corrected(house: House) -> None:
    phone = house.phone()
    location = phone.post("/new/go-nuts", {"seat": ["Ana", "Bo"], "deal": "1"}).location
    shown = phone.get(f"{location}/line/1").text
    assert "Change it" not in shown and "It did not happen" not in shown and "is missing before" not in shown
    phone.code = location.rsplit("/", 1)[1]
    phone.record("table: reveal Ana=1 Bo=2")
    shown = phone.get(f"{location}/line/2").text
    assert "Change it" in shown and "It did not happen" in shown


@pytest.mark.parametrize("line", ['table: note "so"', "table: ruling holes-join=no"])
def test_where_no_pad_enters_it_the_field_is_open(house: House, line: str) -> None:
    phone = table(house, f"{CASE}Ana: place BVVM @4,0 B\n{line}\n")
    assert change_it(phone, 2) == "" and '<details class="why" open>' in page(phone, "line/2")
    assert '<details class="why">' in page(phone, "line/1")


def test_a_refused_text_stays_in_its_field_and_quotes_no_other_game(phone: Phone) -> None:
    for verb in ("correct", "insert"):
        tried = page(phone, "try?" + urlencode({"say": f"table: {verb} 2", "tail": "Ana dances"}))
        assert 'role="alert"' in tried and f'id="{verb}" name="tail" value="Ana dances"' in tried
        assert "reveal" not in tried and '/line/2"' in tried


# Go Nuts for Donuts


def test_a_wrong_bid_is_corrected_and_the_others_stay(house: House) -> None:
    phone = table(house, ROUND)
    shown = page(phone, change_it(phone, 1))
    assert button_lines(shown) == ["table: reveal Ana=1 Bo=2 Cy=4"]
    asked = page(phone, "line/1/again?bids=1.0.4&seat=1")
    assert "What did Bo choose?" in asked and "bids=1.3.4" in asked


def test_one_card_of_a_refill_is_corrected(house: House) -> None:
    phone = table(house, ROUND)
    shown = page(phone, change_it(phone, 2))
    assert "turned up at 4?" in shown and "table: refill 1=plain 2=glazed 4=powdered" in button_lines(shown)
    shown = page(phone, "line/2/again?cards=?.glazed.eclair")
    assert "turned up at 1?" in shown and "table: refill 1=powdered 2=glazed 4=eclair" in button_lines(shown)


@pytest.mark.parametrize("path", ["line/2", "line/2/again", "line/3/again", "line/2/before", "line/3/before", "line/4"])
@pytest.mark.parametrize("query", ["", "?do=secret&seat=0", "?bids=0.0.1", "?do=cover&seat=1", "?bids=1.2.1"])
def test_pads_of_an_open_round_read_alike_whatever_was_bid(house: House, path: str, query: str) -> None:
    pages = set()
    for bid in (1, 3, 4):
        bids = f'table: note "so"\nAna: select {bid} in 1\nBo: select 2 in 1\ntable: note "then"\n'
        phone = table(house, NUTS + bids, f"BID{bid}")
        pages.add(page(phone, path + query).replace(phone.code, "CODE"))
    assert len(pages) == 1


def test_a_bid_that_is_secret_still_is_not_corrected_on_the_journals_pages(house: House) -> None:
    phone = table(house, NUTS + "Ana: select 3 in 1\n")
    assert change_it(phone, 1) == ""
    shown = table(house, NUTS + "Ana: select 3 in 1\ntable: reveal Bo=2 Cy=1\n", "SHOWN")
    assert "Ana: select 2 in 1" in button_lines(page(shown, change_it(shown, 1)))


# Whatever stands in the address


WORDS = st.sampled_from(
    ["do", "tile", "turn", "at", "wrong", "box", "own", "with", "say", "seat", "part", "of", "gone"]
)
MORE = st.sampled_from(["catch", "cards", "numbers", "bids", "pass", "quarters", "room", "correct", "insert", "text"])
LINES_TYPED = st.one_of(
    st.sampled_from(
        ["box", "mend", "forgotten", "cross", "order", "tile", "deal", "reveal", "cover", "secret", "undo"]
    ),
    st.sampled_from(
        ["BVVM", "bOOv", "1", "2", "4", "0", "9", "4,0", "-2,0", "2x3", "B*+ M", "? ?", "plain.milk", "Bo"]
    ),
    st.text(max_size=8),
)
GAMES_FOLLOWED = [
    CASE + LINES,
    ROUND,
    (GOLDEN / "own-take-back.txt").read_text(),
    (GOLDEN / "go-nuts-3.txt").read_text(),
]


@pytest.mark.parametrize("text", GAMES_FOLLOWED, ids=["shop", "nuts", "repaired", "whole nuts"])
def test_no_address_is_our_fault(house: House, text: str) -> None:
    phone = table(house, text)
    last = played(text).version

    @examples(150)
    @given(st.dictionaries(st.one_of(WORDS, MORE), LINES_TYPED, max_size=4), st.integers(0, last + 1), st.data())
    def ask(query: dict[str, str], seq: int, data: st.DataObject) -> None:
        way = data.draw(st.sampled_from([f"line/{seq}/again", f"line/{seq}/before", "try"]))
        answer = phone.client.get(f"/t/{phone.code}/{way}", query_string=query)
        assert answer.status_code in (200, 303), (way, query)

    ask()


@pytest.mark.parametrize("line", ["0", "99", "-1", "x", "²", "9" * 5000, "%00"])
def test_a_line_that_is_not_there_leads_to_the_journal(phone: Phone, line: str) -> None:
    for way in ("again", "before"):
        answer = phone.get(f"/t/CASE/line/{line}/{way}")
        assert (answer.status_code, answer.location) == (303, "/t/CASE/journal")


def test_after_the_end_no_pad_enters_anything(house: House) -> None:
    phone = table(house, CASE + LINES + "table: end\ntable: adjust Ana +5\n")
    assert phone.get("/t/CASE/line/5/before").location == "/t/CASE/line/5"
    assert "line/5/before" not in page(phone, "line/5") and "line/4/before" in page(phone, "line/4")

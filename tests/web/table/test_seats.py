"""Seats on the pages: who is asked, what everybody is told, the gate of a locked table, and a table's new code."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from companion.store.embedded.presence import PresenceInMemory
from companion.store.embedded.takeovers import TakeoversInMemory
from companion.store.embedded.uses import UsesInMemory
from companion.store.takeovers import SILENT, WAIT, Notice
from companion.tables.seats import Seats
from tests.client import BANK, HTMX, House, Phone, sentence
from tests.clocks import Clock

WHO = "Who are you?"


@pytest.fixture
def clock(house: House) -> Clock:
    """The clock by which phones of this house are heard of."""
    clock = Clock()
    presence, takeovers = PresenceInMemory(clock), TakeoversInMemory(clock)
    store, feed = house.app.extensions["store"], house.app.extensions["play"].feed
    house.app.extensions["presence"] = presence
    house.app.extensions["seats"] = Seats(store.open, feed, presence, takeovers)
    return clock


def at(house: House, code: str, *does: tuple[str, int]) -> Phone:
    """Another phone at a table, after what it does with seats."""
    phone = house.phone()
    phone.code = code
    phone.get(f"/t/{code}")
    for what, seat in does:
        assert do(phone, what, seat).status_code == 303
    return phone


def do(phone: Phone, what: str, *seats: int, headers: dict[str, str] | None = None, **more: str) -> TestResponse:
    return phone.post(f"/t/{phone.code}/phones", {"do": what, "seat": [str(seat) for seat in seats], **more}, headers)


def table_of(phone: Phone) -> str:
    return phone.get(f"/t/{phone.code}").text


def phones_of(phone: Phone) -> str:
    return phone.get(f"/t/{phone.code}/phones").text


def holders(house: House, code: str) -> dict[int, str]:
    with house.connection() as connection:
        return {claim.seat: claim.phone for claim in connection.claims(code)}


# Colours


def marks_of(phone: Phone) -> list[str]:
    """The marks of the seats as the table shows them."""
    return re.findall(r'<li class="seat s(\d)', table_of(phone))


def test_two_seats_swap_colours_on_every_phone_and_in_no_line(house: House) -> None:
    phone = house.phone()
    code = phone.open("Ana", "Bo", "Cy")
    phone.record("Ana: paid 35")
    other, news = at(house, code), phones_of(phone)
    assert marks_of(other) == ["1", "2", "3"]
    assert 'aria-label="green leaf, swap with Cy"' in news
    feed = house.app.extensions["play"].feed
    before = feed.people(code)
    assert do(other, "mark", 0, mark="3").status_code == 303
    assert feed.people(code) == before + 1, "the other phones are woken"
    assert marks_of(phone) == marks_of(other) == ["3", "2", "1"]
    assert do(phone, "mark", 1, mark="6").status_code == 303
    phone.record("table: rename Bo Beth")
    assert marks_of(phone) == ["3", "6", "1"]
    assert house.lines(code) == ["Ana: paid 35", "table: rename Bo Beth"]
    for mark in ("0", "7", ""):
        assert do(phone, "mark", 1, mark=mark).status_code == 422
    assert do(phone, "mark", 3, mark="1").status_code == 422
    phone.code = do(phone, "renew").location.split("/")[2]
    assert phone.code != code and marks_of(phone) == ["3", "6", "1"]


def test_a_phone_without_a_seat_swaps_no_colours_at_a_locked_table(house: House) -> None:
    phone = house.phone()
    watcher = at(house, phone.open())
    do(phone, "claim", 0)
    do(phone, "lock")
    assert do(watcher, "mark", 0, mark="2").status_code == 403
    assert do(watcher, "coins", coins="0").status_code == 403
    assert marks_of(watcher) == ["1", "2"]


def test_people_keep_their_colours_in_a_rematch(house: House) -> None:
    phone = house.phone()
    code = phone.open("Ana", "Bo", "Cy")
    do(phone, "mark", 0, mark="5")
    phone.open("Cy", "ana", "Di", after=code)
    assert marks_of(phone) == ["3", "5", "1"]
    stranger = house.phone()
    stranger.open("Cy", "ana", after=code)
    assert marks_of(stranger) == ["1", "2"], "a code this phone does not know tells it nothing"


# Who are you?


def test_who_opened_the_table_is_not_asked_and_whoever_joins_is(ana: Phone, bo: Phone) -> None:
    assert WHO not in table_of(ana)
    page = table_of(bo)
    assert WHO in page and all(f"<span>{name}</span>" in page for name in ("Ana", "Bo"))
    assert f'action="/t/{bo.code}/move"' in page, "the table is drawn with its form"


def test_who_opened_the_table_is_asked_in_one_row_once_another_phone_has_a_seat(ana: Phone, bo: Phone) -> None:
    do(bo, "claim", 1)
    page = table_of(ana)
    assert WHO in page and '<details class="asks" data-folds><summary>' in page and "For the others" in page
    do(ana, "watch")
    assert WHO not in table_of(ana)


def test_it_is_asked_until_it_is_answered_and_then_no_more(ana: Phone, bo: Phone) -> None:
    table_of(bo)
    assert WHO in table_of(bo)
    do(bo, "watch")
    assert WHO not in table_of(bo)


def test_a_couple_ticks_two_seats_and_comes_back_to_its_draft(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", "Cy")
    bo = at(house, ana.code)
    answer = do(bo, "claim", 1, 2, then="table", draft="do=bank")
    assert (answer.status_code, answer.location) == (303, f"/t/{ana.code}?do=bank")
    assert list(holders(house, ana.code)) == [1, 2]
    assert WHO not in table_of(bo)
    do(bo, "release", 1)
    do(bo, "release", 2)
    assert (holders(house, ana.code), WHO in table_of(bo)) == ({}, False), "asked once"


def test_a_tap_on_a_name_is_that_seat_and_a_tap_on_another_is_that_one(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", "Cy")
    bo = at(house, ana.code)
    offered = re.findall(r'<button class="button" name="seat" value="(\d)"><span>(\w+)</span>', table_of(bo))
    assert offered == [("0", "Ana"), ("1", "Bo"), ("2", "Cy")]
    do(bo, "claim", 0, then="table")
    assert "I am Bo</button>" in phones_of(bo), "a slip is put right by a tap on the right one"
    do(bo, "claim", 1)
    assert list(holders(house, ana.code)) == [1]
    do(at(house, ana.code), "claim", 2)
    assert do(bo, "claim", 2, 0).status_code == 409
    assert list(holders(house, ana.code)) == [1, 2], "what cannot be had takes nothing away"


def test_nobody_is_asked_when_the_game_is_over(ana: Phone, bo: Phone) -> None:
    ana.record("table: end")
    assert WHO not in table_of(bo)


def test_a_seat_that_left_is_not_offered_and_its_phone_keeps_it(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", "Cy")
    bo = at(house, ana.code, ("claim", 1))
    ana.record("table: leaves Bo")
    ana.record("table: leaves Cy")
    ana.record('table: rename Bo "Bea"')
    assert "Bea" in phones_of(bo) and "on this phone" in phones_of(bo)
    page = table_of(at(house, ana.code))
    assert re.findall(r'name="seat" value="\d"( disabled)?><span>(\w+)', page) == [("", "Ana")]
    assert "Several of us" not in page, "there is one to choose"


def test_where_every_seat_has_a_phone_one_can_be_taken_over(house: House, ana: Phone) -> None:
    do(at(house, ana.code), "claim", 0, 1)
    page = table_of(at(house, ana.code))
    assert WHO in page and "Every seat has a phone already." in page and f'href="/t/{ana.code}/phones"' in page


def test_nothing_chosen_is_told(bo: Phone) -> None:
    answer = do(bo, "claim", then="table")
    assert (answer.status_code, sentence(answer)) == (422, "No seat is chosen.")
    assert WHO in answer.text


def test_the_second_of_two_phones_is_told(house: House, ana: Phone) -> None:
    first, second = at(house, ana.code), at(house, ana.code)
    do(first, "claim", 1)
    answer = do(second, "claim", 1, then="table", headers=HTMX)
    assert (answer.status_code, sentence(answer)) == (409, "Another phone took Bo’s seat a moment ago.")
    assert len(holders(house, ana.code)) == 1
    assert sentence(do(second, "claim", 1)) == "Another phone took Bo’s seat a moment ago."


def test_claims_are_no_lines(house: House, ana: Phone, bo: Phone) -> None:
    do(bo, "claim", 1)
    assert house.lines(ana.code) == []


@pytest.mark.parametrize("seat", ["", "x", "-1", "99", "9" * 30])
def test_odd_seats_are_refused(bo: Phone, seat: str) -> None:
    for what in ("claim", "take-over"):
        assert bo.post(f"/t/{bo.code}/phones", {"do": what, "seat": seat}).status_code == 422
    assert bo.post(f"/t/{bo.code}/phones", {"do": "release", "seat": seat}).status_code == 303
    assert bo.post(f"/t/{bo.code}/phones", {"do": "yes", "seat": seat}).status_code == 409
    assert bo.post(f"/t/{bo.code}/phones", {"do": "dance", "seat": seat}).status_code == 400


def test_what_a_phone_may_see_changes_with_its_seats_in_the_very_answer(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", follow="everything", deal="1")
    bo = at(house, ana.code)
    for what in ("claim", "release"):
        answer = do(bo, what, 0, then="table", headers=HTMX)
        page = bo.get(f"/t/{ana.code}", **{"HX-Request": "true"})
        assert answer.text == page.text, what


# Taking over


def test_a_connected_phone_is_asked_everybody_is_told_and_its_no_counts(house: House, ana: Phone, clock: Clock) -> None:
    bo, cy, di = at(house, ana.code, ("claim", 1)), at(house, ana.code, ("claim", 0)), at(house, ana.code)
    assert "Ask for seat" in phones_of(cy)
    do(cy, "take-over", 1)
    asks = "Bo’s seat is wanted by Ana’s phone, which gets it in 10 seconds unless you say no."
    assert asks in table_of(bo) and asks in phones_of(bo) and 'value="no"' in table_of(bo)
    assert "You asked for Bo’s seat." in table_of(cy) and 'value="yes"' not in table_of(cy)
    for phone in (ana, di):
        assert '<p class="notice">Bo’s seat is wanted by Ana’s phone.</p>' in table_of(
            phone
        ) and 'value="yes"' not in table_of(phone)
    do(bo, "no", 1)
    assert "Bo’s phone said no." in table_of(cy) and "said no" not in table_of(ana)
    assert "Asked a moment ago" in phones_of(cy) and 'value="take-over"' not in phones_of(cy)
    answer = do(cy, "take-over", 1)
    assert answer.status_code == 403 and "cannot ask for Bo’s seat again yet" in sentence(answer)


def test_a_yes_hands_the_seat_over_and_everybody_is_told(house: House, ana: Phone, clock: Clock) -> None:
    bo, cy = at(house, ana.code, ("claim", 1)), at(house, ana.code)
    do(cy, "take-over", 1)
    answer = do(bo, "yes", 1, then="table", headers=HTMX)
    assert "Bo’s seat is now on another phone." in answer.text
    assert "Bo’s seat is now on this phone." in table_of(cy)
    assert "Bo’s seat is now on another phone." in table_of(ana)
    clock.go(61)
    assert "is now on another phone" not in table_of(ana)


def test_a_silent_phone_is_not_asked(house: House, ana: Phone, clock: Clock) -> None:
    at(house, ana.code, ("claim", 1))
    clock.go(SILENT)
    cy = at(house, ana.code)
    assert "Take over" in phones_of(cy)
    do(cy, "take-over", 1)
    assert "Bo’s seat is now on this phone." in table_of(cy)


def test_ten_seconds_without_a_no_hand_the_seat_over(house: House, ana: Phone, clock: Clock) -> None:
    bo, cy = at(house, ana.code, ("claim", 1)), at(house, ana.code)
    do(cy, "take-over", 1)
    clock.go(WAIT)
    house.app.extensions["seats"].settle()
    assert "Bo’s seat is now on this phone." in table_of(cy)
    assert "Bo’s seat is now on another phone." in table_of(bo)


# On whose phone


def test_the_journal_says_on_whose_phone_a_line_was_entered_where_it_is_not_the_seats_own(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", "Cy")
    bo, watcher = at(house, ana.code, ("claim", 1)), at(house, ana.code)
    ana.record("Ana: paid 35")  # nobody's seat, by who opened the table
    bo.record("Ana: end")
    bo.record("Bo: paid 20")
    ana.record("Bo: end")
    watcher.record("Cy: paid 10")
    bo.record('table: note "seen"')
    marks = dict(re.findall(r'/line/(\d)">(?:(?!</a>).)*?<small>(entered on .*?)</small>', journal(ana), re.DOTALL))
    assert marks == {
        "2": "entered on Bo’s phone",
        "4": "entered on the shared phone",
        "5": "entered on a phone without a seat",
        "6": "entered on Bo’s phone",
    }
    assert "entered on Bo’s phone" in ana.get(f"/t/{ana.code}/line/2").text
    assert "entered on" not in ana.get(f"/t/{ana.code}/line/3").text


def test_lines_keep_the_phone_they_were_entered_on_when_seats_change_hands(house: House, ana: Phone) -> None:
    bo = at(house, ana.code, ("claim", 0))
    for line in BANK[:2]:
        bo.record(line)
    do(bo, "release", 0)
    cy = at(house, ana.code, ("claim", 0))
    assert "entered on" not in journal(ana)
    cy.record("Bo: paid 20")
    bo.record("Bo: end")
    assert re.findall("entered on .*?<", journal(ana)) == [
        "entered on Ana’s phone<",
        "entered on a phone without a seat<",
    ]


def test_one_phone_for_all_marks_nothing(ana: Phone) -> None:
    for line in (*BANK, 'table: note "seen"'):
        ana.record(line)
    assert "entered on" not in journal(ana)


def journal(phone: Phone) -> str:
    return phone.get(f"/t/{phone.code}/journal?show=lines").text


# The lock

CHANGE_NOTHING = {
    "table.likes": "keeps how this phone likes to look at drawings",
    "going_along.join": "leads to the rematch, whose own lock decides about its seats",
}


def test_every_post_of_a_locked_table_refuses_a_phone_without_a_seat(house: House) -> None:
    ana = house.phone()
    ana.open("Ana", "Bo", follow="everything", deal="1")
    at(house, ana.code, ("claim", 1))
    before = house.lines(ana.code)
    do(ana, "lock")
    stranger = at(house, ana.code)
    tag = stranger.tag()
    forms = {
        "table.move": [{"text": 'table: note "x"'}],
        "table.dealt": [{"take": "tile"}, {"take": ""}],
        "covers.look": [{"look": "0"}],
        "count.record_count": [{"text": "Ana: final 5"}],
        "eye.no": [{}],
        "invite.change": [{"do": what, "seat": "0"} for what in ("claim", "take-over", "lock", "unlock", "renew")],
    }
    rules = [
        rule
        for rule in house.app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.rule.startswith("/t/")
    ]
    assert {rule.endpoint for rule in rules} - CHANGE_NOTHING.keys() == forms.keys()
    for rule in rules:
        for form in forms.get(rule.endpoint, []):
            for headers in (None, HTMX):
                path = rule.rule.replace("<code>", ana.code)
                answer = stranger.post(path, {**form, "version": tag}, headers)
                assert answer.status_code == 403, (rule.endpoint, form, answer.text)
    assert (house.lines(ana.code), len(holders(house, ana.code))) == (before, 1)


def test_a_locked_table_is_read_by_all_and_says_so(house: House, ana: Phone) -> None:
    bo = at(house, ana.code, ("claim", 1))
    do(bo, "lock")
    stranger = at(house, ana.code)
    page = table_of(stranger)
    assert "This table is locked: this phone can only watch." in page and WHO not in page
    assert f'action="/t/{ana.code}/move"' in page
    refused = stranger.record("Ana: paid 35")
    assert sentence(refused) == "This table is locked: only phones with a seat can enter anything or take seats."
    assert f"app unlock {ana.code}" in refused.text
    link = ">Phones at this table</a>"
    assert refused.text.count(f'<a href="/t/{ana.code}/phones" data-away{link}') == 1
    assert link not in do(stranger, "claim", 0).text, "it is that page"
    assert "this phone can watch" not in table_of(ana) and ana.record("Ana: paid 35").status_code == 303
    assert 'value="lock"' not in phones_of(stranger) and 'value="unlock"' not in phones_of(stranger)
    do(ana, "unlock")
    assert stranger.record("Ana: end").status_code == 303


# A new code


def renewed(phone: Phone) -> str:
    """The new code of a phone's table."""
    answer = do(phone, "renew")
    assert answer.status_code == 303
    return answer.location.split("/")[2]


def test_the_old_code_answers_as_if_there_were_no_table(house: House, ana: Phone) -> None:
    stranger = house.phone()
    stranger.open()  # has a cookie of its own, which does not change any more
    old = ana.code
    new = renewed(ana)
    assert new != old
    rules = [r for r in house.app.url_map.iter_rules() if r.arguments == {"code"} and r.rule.startswith("/t/")]
    assert len(rules) > 12
    for rule in rules:
        house.app.extensions["store"].uses = UsesInMemory()  # so many tries in a row would be slowed
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            answers = [
                stranger.client.open(
                    rule.rule.replace("<code>", code), method=method, headers={"Sec-Fetch-Site": "same-origin"}
                )
                for code in (old, "BBBBB")
            ]
            texts = [
                (
                    answer.status,
                    answer.text.replace(code, "CODE"),
                    [(name, value.replace(code, "CODE")) for name, value in answer.headers.items()],
                )
                for answer, code in zip(answers, (old, "BBBBB"), strict=True)
            ]
            assert texts[0] == texts[1], rule.rule
    assert house.phone().get(f"/t/{new}").status_code == 200


def test_phones_at_the_table_follow_by_themselves(house: House, ana: Phone) -> None:
    bo, old = at(house, ana.code, ("claim", 1)), ana.code
    ana.record("Ana: paid 35")
    new = renewed(bo)
    for page in ("", "/phones", "/journal", "/news?seen=x.1&people=3", "?do=bank&pick=20"):
        answer = ana.get(f"/t/{old}{page}")
        assert (answer.status_code, answer.location) == (303, f"/t/{new}{page}")
    assert ana.get(f"/t/{old}/journal".lower()).location == f"/t/{new}/journal"
    assert f'"/t/{new}"' in ana.get("/").text and old not in ana.get("/").text
    bo.code = new
    assert "on this phone" in phones_of(bo) and "This table has a new code" in table_of(bo)


def test_a_tap_on_a_page_of_the_old_code_is_not_lost(house: House, ana: Phone) -> None:
    bo, tag = at(house, ana.code, ("claim", 1)), ana.tag()
    old, new = ana.code, renewed(bo)
    answer = ana.post(f"/t/{old}/move", {"text": "Ana: paid 35", "version": tag})
    assert (answer.status_code, answer.location) == (307, f"/t/{new}/move")
    shown = {**HTMX, "HX-Current-URL": f"http://localhost/t/{old}?do=bank"}
    answer = ana.post(answer.location, {"text": "Ana: paid 35", "version": tag}, shown)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"/t/{new}")
    assert house.lines(new) == ["Ana: paid 35"]


def test_a_page_of_the_old_code_that_asks_for_news_loads_anew(house: House, ana: Phone) -> None:
    bo, old = at(house, ana.code, ("claim", 1)), ana.code
    new = renewed(bo)
    for page, anew in (("?pick=20", "?pick=20"), ("/phones", "/phones")):
        shown = {"HX-Request": "true", "HX-Current-URL": f"http://localhost/t/{old}{page}"}
        answer = ana.client.get(f"/t/{old}{page}", headers=shown, follow_redirects=True)
        assert answer.headers["HX-Redirect"] == f"/t/{new}{anew}"
    shown["HX-Current-URL"] = f"http://localhost/t/{new}/phones"
    assert "HX-Redirect" not in ana.client.get(f"/t/{new}/phones", headers=shown).headers


def test_who_left_a_minute_ago_does_not_follow(house: House, ana: Phone, clock: Clock) -> None:
    stranger = at(house, ana.code)
    clock.go(61)
    near, old = at(house, ana.code), ana.code
    renewed(ana)
    assert [phone.get(f"/t/{old}").status_code for phone in (stranger, near, ana)] == [404, 303, 303]


def test_the_phones_page_shows_who_is_connected(house: House, ana: Phone, clock: Clock) -> None:
    at(house, ana.code, ("claim", 1))
    assert "phone connected" in phones_of(ana)
    clock.go(30)
    assert "phone asleep or gone" in phones_of(ana)


def test_for_htmx_the_page_is_its_region(ana: Phone) -> None:
    answer = ana.get(f"/t/{ana.code}/phones", **{"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<div id="seats_and_code"')


def test_a_page_carries_the_number_of_people_from_before_it_was_read(house: House, ana: Phone) -> None:
    feed = house.app.extensions["play"].feed
    read = house.app.extensions["seats"].takeovers.notices

    def read_late(code: str, phone: str) -> list[Notice]:
        feed.wake_people(code)  # another phone changes something while this page is drawn
        return read(code, phone)

    before = feed.people(ana.code)
    house.app.extensions["seats"].takeovers.notices = read_late
    assert f'data-people="{before}"' in table_of(ana)

"""An evening of several games: a rematch is linked with its table, and the standings go over both."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from companion.store.journal import Connection
from companion.web import services
from companion.web.show.tonight import tonight_view
from tests.client import House, Phone, heard


def rematch(phone: Phone) -> str:
    """Begin the rematch that the result offers; the code of the new table."""
    page = phone.get(f"/t/{phone.code}/result").text
    link = (
        next(part for part in page.split('href="') if part.startswith("/new/")).partition('"')[0].replace("&amp;", "&")
    )
    start = phone.get(link).text
    assert f'name="after" value="{phone.code}"' in start
    form: dict[str, list[str]] = {}
    for name, value in parse_qsl(urlsplit(link).query):
        form.setdefault(name, []).append(value)
    answer = phone.post(urlsplit(link).path, form)
    assert answer.status_code == 303, answer.text
    return str(answer.location.rsplit("/", 1)[1])


def play(phone: Phone, *lines: str) -> None:
    for line in (*lines, "table: end"):
        assert phone.record(line).status_code == 303


def test_the_standings_go_over_the_rematches(ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    assert "Tonight" not in ana.get(f"/t/{ana.code}/result").text
    first, ana.code = ana.code, rematch(ana)
    assert "won 1" in heard(ana.get(f"/t/{ana.code}/screen").text), "before the game begins"
    ana.record("Ana: paid 5")
    assert "Tonight" not in ana.get(f"/t/{ana.code}/screen").text, "while it goes on"
    play(ana, "Ana: end", "Bo: paid 50")
    for page in (f"/t/{ana.code}/result", f"/t/{ana.code}/screen", f"/t/{first}/result"):
        told = " ".join(heard(ana.get(page).text.partition("Tonight")[2]).split())
        assert told.index("Bo won 1 $0.50") < told.index("Ana won 1 $0.40"), page


def offered(phone: Phone) -> tuple[str, dict[str, list[str]]]:
    """The rematch that the result offers now: its start page, and what that page's form sends."""
    page = phone.get(f"/t/{phone.code}/result").text
    link = next(part for part in page.split('href="') if part.startswith("/new/")).partition('"')[0]
    form: dict[str, list[str]] = {}
    for name, value in parse_qsl(urlsplit(link.replace("&amp;", "&")).query):
        form.setdefault(name, []).append(value)
    return link.replace("&amp;", "&"), form


def test_who_asks_for_a_rematch_second_lands_at_the_first_ones_table(house: House, ana: Phone, bo: Phone) -> None:
    play(ana, "Ana: paid 35")
    bo.get(f"/t/{ana.code}")
    link, form = offered(bo)
    opened = rematch(ana)
    for answer in (bo.get(link), bo.post("/new/donut-shop", form)):
        assert (answer.status_code, answer.location) == (303, f"/t/{opened}")
    with house.connection() as connection:
        assert connection.chained(ana.code) == [ana.code, opened] and len(connection.codes()) == 2
    assert rematch(ana) != opened, "who opened it may open another one, with other choices"


def test_of_rematches_opened_at_the_same_moment_one_stays(house: House, ana: Phone, bo: Phone) -> None:
    play(ana, "Ana: paid 35")
    bo.get(f"/t/{ana.code}")
    _, form = offered(bo)
    store = house.app.extensions["store"]
    opened: list[str] = []

    class Slow:
        """A connection to the journal; while it opens a table, the other phone opens one too."""

        def __init__(self, connection: Connection) -> None:
            self._connection = connection

        def __getattr__(self, name: str) -> object:
            return getattr(self._connection, name)

        def create(self, *args: object) -> object:
            if not opened:
                opened.append("")
                opened[0] = rematch(ana)
            return self._connection.create(*args)  # type: ignore[arg-type]

    open_store = store.open
    store.open = lambda: Slow(open_store())
    assert bo.post("/new/donut-shop", form).location == f"/t/{opened[0]}"
    with open_store() as connection:
        assert connection.chained(ana.code) == [ana.code, opened[0]] and len(connection.codes()) == 2


def test_a_table_forgotten_meanwhile_has_no_evening(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    rematch(ana)
    with house.app.test_request_context(), house.connection() as connection:
        snapshot = services.public(ana.code)
        connection.forget(ana.code)
        assert tonight_view(snapshot) is None


def test_the_screen_goes_along_to_the_rematch(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    screen = house.phone()
    path = f"/t/{ana.code}/screen"
    assert screen.get(path).status_code == 200
    people = house.app.extensions["play"].feed.people(ana.code)
    new = rematch(ana)
    assert house.app.extensions["play"].feed.people(ana.code) == people + 1
    answer = screen.get(path)
    assert (answer.status_code, answer.location) == (303, f"/t/{new}/screen")


def test_a_table_this_phone_never_saw_is_not_linked(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    other = house.phone()
    other.open(after=ana.code)
    with house.connection() as connection:
        assert connection.chained(ana.code) == [ana.code]


def changed(phone: Phone, what: str, **fields: str) -> str:
    """Change who sits where; the code of the table after it."""
    answer = phone.post(f"/t/{phone.code}/phones", {"do": what, **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.location.split("/")[2])


def test_nobody_is_led_to_a_table_that_got_another_code(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    first, ana.code = ana.code, rematch(ana)
    changed(ana, "claim", seat="0")
    ana.code = changed(ana, "renew")
    play(ana, "Ana: paid 5", "Ana: end", "Bo: paid 50")
    sent_away = house.phone()
    screen, result = (sent_away.get(f"/t/{first}/{page}") for page in ("screen", "result"))
    assert screen.status_code == 200
    assert "Tonight" not in screen.text + result.text
    assert ana.get(f"/t/{first}/screen").location == f"/t/{ana.code}/screen", "who was at it since goes along"
    rematch(ana)
    assert sent_away.get(f"/t/{first}/screen").status_code == 200, "nor past it"


def test_a_phone_that_only_watches_a_locked_table_leads_its_screen_nowhere(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    changed(ana, "claim", seat="0")
    changed(ana, "lock")
    watcher = house.phone()
    watcher.get(f"/t/{ana.code}")
    watcher.open(after=ana.code)
    assert ana.get(f"/t/{ana.code}/screen").status_code == 200
    new = rematch(ana)
    assert ana.get(f"/t/{ana.code}/screen").location == f"/t/{new}/screen"


def test_standings_edited_by_hand_are_left_out(house: House, ana: Phone) -> None:
    play(ana, "Ana: paid 35")
    first, ana.code = ana.code, rematch(ana)
    with house.connection() as connection:
        connection.store_result(first, connection.version(first), "1", "[{}]")
    for page in (f"/t/{first}/result", f"/t/{ana.code}/result", f"/t/{ana.code}/screen"):
        answer = ana.get(page)
        assert answer.status_code == 200 and "Tonight" not in answer.text, page


def test_each_phone_of_the_table_is_offered_its_seat_at_the_rematch(house: House, ana: Phone, bo: Phone) -> None:
    ana.claim(0)
    bo.code = ana.code
    bo.claim(1)
    watcher = house.phone()
    watcher.get(f"/t/{ana.code}")
    play(ana, "Ana: paid 35")
    feed, old = house.app.extensions["play"].feed, ana.code
    people = feed.people(old)
    new = rematch(ana)
    assert feed.people(old) > people, "phones hear of it"
    offer = f'action="/t/{old}/rematch"'
    for path in (f"/t/{old}", f"/t/{old}/result"):
        assert offer not in ana.get(path).text, "who opened it needs no offer"
        assert "Ana opened a rematch." in bo.get(path).text and "Join as Bo" in bo.get(path).text
        assert offer in watcher.get(path).text and "To the rematch" in watcher.get(path).text
    assert "Join as Bo" in bo.get("/").text and offer not in ana.get("/").text
    region = bo.get(f"/t/{old}/result?at=1", HX_Request="true", HX_Target="at-result").text
    assert "Join as Bo" in region and "<main" not in region
    assert bo.post(f"/t/{old}/rematch").location == watcher.post(f"/t/{old}/rematch").location == f"/t/{new}"
    with house.connection() as connection:
        assert [claim.seat for claim in connection.claims(new)] == [0, 1], "Ana's went along too"
    assert offer not in bo.get("/").text
    assert "Who are you?" not in bo.get(f"/t/{new}").text and "Who are you?" in house.phone().get(f"/t/{new}").text


def test_nobody_is_offered_a_rematch_with_another_code_or_a_seat_that_is_taken(
    house: House, ana: Phone, bo: Phone
) -> None:
    bo.code = ana.code
    bo.claim(1)
    play(ana, "Ana: paid 35")
    first, ana.code = ana.code, rematch(ana)
    ana.claim(1)
    assert "Join as Bo" not in bo.get(f"/t/{first}").text and "To the rematch" in bo.get(f"/t/{first}").text
    ana.code = changed(ana, "renew")
    assert "rematch" not in heard(bo.get(f"/t/{first}").text)
    assert bo.post(f"/t/{first}/rematch").location == f"/t/{first}"

"""Photos on a phone: a turn by photo, a square mended, an edition taught, corners shown, also without script."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.test_axe import TALL, complaints
from tests.browser.test_layout import misfits
from tests.servers import House, serving

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = [pytest.mark.browser, pytest.mark.photo]
PHOTOS = Path(__file__).parents[1] / "photos"
READ = 120_000  # ms a photo may take on a slow machine
SENT = re.compile(r"/photo(\?.*)?$")  # where a picture is sent to
SETS = ("cartoon-101", "twemoji-104")
CAMERA = 'a[aria-label="By a photo"]'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that owns the two editions of the photos."""
    yield from housed(tmp_path_factory.mktemp("photos"), "en")


@pytest.fixture
def phones(phones: NewPhone) -> NewPhone:
    """Phones that wait as long as a photo may take."""

    def _phone(**how: Any) -> Phone:
        phone = phones(**how)
        phone.context.set_default_timeout(READ)
        return phone

    return _phone


def housed(folder: Path, language: str) -> Iterator[House]:
    (folder / "sets").mkdir()
    for name in SETS:
        shutil.copy(PHOTOS / f"{name}.toml", folder / "sets")
    with serving(folder, language) as house:
        yield house


def drawn(name: str) -> str:
    """The case one turn before a photo."""
    return "/".join((PHOTOS / f"{name}.before.case").read_text("utf-8").split())


def turn(name: str) -> str:
    return (PHOTOS / f"{name}.turn").read_text("utf-8").strip()


def table(house: House, name: str, lines: str = "") -> str:
    edition = next(edition for edition in SETS if edition.startswith(name.partition("-")[0]))
    return house.table(f"game donut-shop\nset {edition}\nseats Ana Bo\nfollow case\nstart {drawn(name)}\n{lines}")


def shoot(phone: Phone, name: str, what: str = "#camera") -> None:
    """Tap the camera (or the gallery), take the picture, see what was read. The camera's own taps are not the app's."""
    phone.taps += 1
    phone.page.set_input_files(what, PHOTOS / f"{name}.jpg")
    if not phone.script:
        phone.taps += 1
        phone.find("button[data-send]").click(timeout=READ)
    phone.page.wait_for_url("**/photo/*", timeout=READ)


def read_tiles(phone: Phone) -> int:
    """How many tiles were read in a photo."""
    return phone.find(".case :is(.badge, .boxed)").count() // 4


def drafts(house: House) -> set[str]:
    """The files of photos that still wait for a yes. Other tests of the same house may have left some."""
    return {file.name for file in (house.journal.parent / "drafts").glob("*")}


def yes(phone: Phone) -> None:
    phone.follow("[data-dock] button:not([type=button])")


# A turn


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("name", ["cartoon-small", "twemoji-tile"])
def test_a_turn_by_photo(phones: NewPhone, house: House, name: str, script: bool) -> None:
    phone = phones(script=script).open(f"/t/{table(house, name)}")
    phone.follow(CAMERA)
    waiting = drafts(house)
    shoot(phone, name)
    yes(phone)
    assert phone.code in phone.page.url
    assert house.lines(phone.code)[-1].startswith(f"Ana: {turn(name)}")
    assert phone.taps <= 4
    assert drafts(house) <= waiting


def test_another_type_is_one_tap_more(phone: Phone, house: House) -> None:
    phone.open(f"/t/{table(house, 'cartoon-tile')}").follow(CAMERA)
    shoot(phone, "cartoon-tile", "#gallery")
    phone.tap(".keys.orders a:not(.on)")
    chosen = phone.find(".keys.orders a.on").get_attribute("data-kind")
    yes(phone)
    assert house.lines(phone.code)[-1].endswith(f" {chosen}")


def test_two_tiles_for_two_seats(phone: Phone, house: House) -> None:
    """Nobody told the app the turn before either."""
    rows = drawn("cartoon-tile").split("/")
    rows[0], rows[1] = rows[0].replace("MO", ".."), rows[1].replace("SO", "..")
    text = f"game donut-shop\nset cartoon-101\nseats Ana Bo\nfollow case\nstart {'/'.join(rows)}\n"
    phone.open(f"/t/{house.table(text)}").follow(CAMERA)
    shoot(phone, "cartoon-tile")
    assert "is that what you took?" in phone.text(".yes")
    phone.tap('a[aria-label="This tile was laid earlier"]')
    yes(phone)
    told = house.lines(phone.code)
    assert [line.split()[0] for line in told] == ["Ana:", "Bo:"]
    assert sorted(line.split()[3] for line in told) == ["@2,0", "@2,4"]


def test_a_box_by_photo(phone: Phone, house: House) -> None:
    rows = drawn("cartoon-box").split("/")
    last = rows[6][6:8] + rows[7][6:8]
    rows[6], rows[7] = rows[6][:6] + "..", rows[7][:6] + ".."
    said = f"start {'/'.join(rows)}\nhand Ana ? ? ? ?\nAna: place {last} @6,6 {last[0].upper()}\n"
    code = house.table(f"game donut-shop\nset cartoon-101\nseats Ana Bo\nfollow case\n{said}")
    phone.open(f"/t/{code}").follow(CAMERA)
    shoot(phone, "cartoon-box")
    assert phone.find(".boxed-now").count() == 1
    assert "Choose its orders" in phone.text("[data-dock]"), "no photo shows them"
    covered = "".join(row[3:7] for row in rows[2:4])
    kinds = sorted({letter.upper() for letter in covered if letter != "O"})
    for kind in kinds:
        phone.tap(f'.keys.orders [data-key="{kind}"]')
    yes(phone)
    assert house.lines(phone.code)[-1] == f"Ana: {turn('cartoon-box')} with {' '.join(kinds)}"
    assert phone.taps <= 4 + len(kinds)


def test_table_and_app_agree(phone: Phone, house: House) -> None:
    text = (PHOTOS / "cartoon-small.case").read_text("utf-8").split()
    header = f"game donut-shop\nset cartoon-101\nseats Ana Bo\nfollow case\nstart {'/'.join(text)}\n"
    phone.open(f"/t/{house.table(header)}").follow(CAMERA)
    shoot(phone, "cartoon-small")
    assert phone.text(".step h2").startswith("Nothing new")
    assert phone.find("[data-dock] button:not([type=button])").count() == 0


# Mending


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_mended_square_survives_and_teaches(phones: NewPhone, house: House, script: bool) -> None:
    phone = phones(script=script).open(f"/t/{table(house, 'cartoon-tile')}")
    phone.follow(CAMERA)
    shoot(phone, "cartoon-tile")
    before = phone.find(".case .settled").count()
    phone.tap('svg a.tap[aria-label*="Maple"]')
    phone.tap('.pad [data-letter="V"]')
    assert phone.find(".case .settled").count() == before + 1
    phone.page.reload()  # the camera app killed the page
    assert phone.find(".case .settled").count() == before + 1
    assert phone.find("input[name=learn]").is_checked()
    yes(phone)
    phone.open("/sets/cartoon-101")
    assert "1 donut" in phone.text(".sheet")
    phone.follow('button:has-text("Forget the last photo")')
    assert "Nothing yet" in phone.text(".sheet")


def test_a_tile_taken_away_and_put_back(phone: Phone, house: House) -> None:
    phone.open(f"/t/{table(house, 'cartoon-tile')}").follow(CAMERA)
    shoot(phone, "cartoon-tile")
    lines = phone.find("input[name=text]").count()
    x, y = phone.find(".case .draft").evaluate("(it) => [it.getAttribute('x'), it.getAttribute('y')]")
    phone.tap(f'svg a.tap:has(rect[x="{x}"][y="{y}"])')
    phone.tap('[data-letter="."]')
    assert (lines, phone.find("input[name=text]").count()) == (1, 0)


def test_only_my_phone_sees_my_photo(phones: NewPhone, house: House) -> None:
    phone = phones().open(f"/t/{table(house, 'cartoon-small')}")
    phone.follow(CAMERA)
    shoot(phone, "cartoon-small")
    other = phones(missing_pages=True).open(phone.page.url.removeprefix(house.url))
    assert other.text("h1") == "This photo is no longer here."
    phone.follow('.others button:has-text("throw away")')


# Teaching


def test_an_edition_is_taught(phone: Phone, house: House) -> None:
    phone.open("/sets").follow("a.primary")
    phone.page.fill("#edition", "Ours")
    phone.page.fill("#letter5", "S")
    phone.page.fill("#name5", "Strawberry")
    phone.page.fill("#colour5", "#ee7aa0")
    phone.follow("button.primary")
    phone.follow('a:has-text("Photograph the cross")')
    shoot(phone, "cartoon-small")
    while phone.find(".keys.ten .key").count():
        phone.tap(".keys.ten .key")
        while phone.find(".keys.pad").count():
            phone.tap(".keys .key.on")  # what it supposes is right
    yes(phone)
    assert "from 1 photo." in phone.text(".sheet")
    saved = phone.page.request.get(f"{house.url}/sets/ours.json").json()
    assert len(saved["photos"][0]["samples"]) >= 16
    phone.open("/sets/ours").find('summary:has-text("Remove this edition")').click()
    phone.follow('button:has-text("Yes, remove it")')
    assert phone.text('[role="status"]') == "“ours” was removed."
    assert not phone.find('a[href="/sets/ours"]').count()


def test_a_picture_of_the_start(phone: Phone, house: House) -> None:
    phone.open("/new/donut-shop?seat=Ana&seat=Bo&set=cartoon-101")
    phone.follow('button:has-text("The case by a photo")')
    shoot(phone, "cartoon-small")
    read = read_tiles(phone)
    yes(phone)
    assert phone.page.input_value("#seat2") == "Bo"
    phone.follow("button.primary")
    assert phone.find("#case > svg").get_attribute("aria-label") == f"Case, {read} tiles"


def test_a_case_for_the_judge(phone: Phone) -> None:
    phone.open("/judge/donut-shop?set=cartoon-101").follow('a:has-text("By a photo")')
    shoot(phone, "cartoon-small")
    read = read_tiles(phone)
    yes(phone)
    assert phone.find("#case > svg").get_attribute("aria-label") == f"Case, {read} tiles"


# Refusals and the rescue


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_four_corners_read_what_was_not_found(phones: NewPhone, script: bool) -> None:
    phone = phones(script=script).open("/photo?for=judge&set=cartoon-101")
    shoot(phone, "cartoon-tile")
    phone.follow('.others a:has-text("corners")')
    for x, y in ((66, 20), (233, 20), (233, 205), (66, 205)):
        with phone.page.expect_navigation():
            phone.find("input[type=image]").click(position={"x": x, "y": y})
    phone.page.select_option("#wide", "8")
    phone.page.select_option("#high", "8")
    with phone.page.expect_navigation(timeout=READ):
        phone.find("[data-dock] button").click()
    assert phone.find("h1, h2").count() > 0


def test_no_picture_is_said_where_it_was_chosen(phones: NewPhone, tmp_path: Path) -> None:
    phone = phones(missing_pages=True).open("/photo?for=judge")
    (tmp_path / "letter.jpg").write_bytes(b"Dear Ana")
    phone.page.set_input_files("#gallery", tmp_path / "letter.jpg")
    phone.page.wait_for_selector("text=cannot read this file as a picture")
    phone.follow('a:has-text("Take another picture")')
    assert phone.find("#camera").count() == 1


def test_a_busy_house_is_asked_a_few_times_then_somebody_may_ask_again(phones: NewPhone) -> None:
    phone, sent = phones(), list[str]()
    phone.open("/photo?for=judge")

    def busy(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(status=503, headers={"Retry-After": "0.05"}, body="busy")

    phone.page.route(SENT, busy)
    phone.page.set_input_files("#camera", PHOTOS / "cartoon-small.jpg")
    phone.page.wait_for_selector("text=Send it again in a minute.")
    assert sent == ["POST"] * 5
    phone.page.unroute(SENT)
    with phone.page.expect_navigation(url="**/photo/*", timeout=READ):
        phone.find("[data-again]").click()
    assert [error for error in phone.errors if " 503 " not in error] == []
    phone.errors.clear()


def test_picture_chosen_before_the_script_came_is_sent_too(phones: NewPhone) -> None:
    phone = phones()
    held: list[Route] = []
    phone.page.route("**/companion.js*", lambda route: held.append(route))
    phone.page.goto(f"{phone.url}/photo?for=judge", wait_until="commit")
    phone.page.set_input_files("#gallery", PHOTOS / "cartoon-small.jpg")
    held[0].continue_()
    phone.page.unroute("**/companion.js*")  # the next page has the same script
    phone.page.wait_for_url("**/photo/*", timeout=READ)


def test_a_photo_on_its_way_is_called_back(phones: NewPhone) -> None:
    phone = phones().open("/photo?for=judge")
    phone.page.route(SENT, lambda route: None)  # a network that never answers
    phone.page.set_input_files("#camera", PHOTOS / "cartoon-small.jpg")
    phone.find("[data-cancel]").click()
    phone.page.wait_for_selector("label[for=camera]", state="visible")
    assert not phone.find("[data-travel]").is_visible()
    assert phone.find("#camera").input_value() == ""


# Looks


@pytest.fixture(scope="module", params=["en", "qps"])
def foreign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    yield from housed(tmp_path_factory.mktemp("looks"), request.param)


def walk(phone: Phone, house: House) -> Iterator[str]:
    """Every page there is about photos, one after the other."""
    code = table(house, "cartoon-tile")
    for path in (f"/photo?code={code}", "/sets", "/sets/new", "/sets/cartoon-101"):
        phone.page.goto(house.url + path)
        yield path
    phone.page.goto(f"{house.url}/photo?code={code}")
    shoot(phone, "cartoon-tile")
    address = phone.page.url
    yield "read"
    phone.page.goto(address + "?at=2,4")
    yield "mend"
    for corners in ("", "?corners=60,20+220,20+220,200+60,200"):
        phone.page.goto(f"{address}/corners{corners}")
        yield f"corners {corners}"


def test_the_square_looked_at_has_neighbours_a_thumb_hits(phones: NewPhone, foreign: House) -> None:
    phone = phones()
    for name in walk(phone, foreign):
        if name == "mend":
            for width, height in ((320, 568), (390, 844)):
                phone.page.set_viewport_size({"width": width, "height": height})
                squares = phone.find(".case .tap :is(rect, path)").all()
                sizes = [box for square in squares if (box := square.bounding_box())]
                assert len(sizes) == 18
                assert all(min(box["width"], box["height"]) >= 47.5 for box in sizes), (width, height)


def test_everything_fits(phones: NewPhone, foreign: House) -> None:
    phone = phones()
    found = {name: misfits(phone.page) for name in walk(phone, foreign)}
    assert {name: said for name, said in found.items() if said} == {}


def test_axe_finds_nothing(phones: NewPhone, house: House) -> None:
    phone = phones(size=TALL)
    found = {name: complaints(phone) for name in walk(phone, house)}
    assert {name: said for name, said in found.items() if said} == {}

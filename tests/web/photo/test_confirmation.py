"""Confirming a photo: what its page shows, what is recorded, drawn and learnt, and repeated confirmations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

import numpy
import pytest

from companion.donut_shop.parts import Edition
from companion.photos.reading import PhotoRead, Reader
from companion.refusals import Unavailable
from companion.store.pending import PendingPhoto, PendingPhotos, Purpose
from companion.web.photo.purposes import JUDGE, START, TABLE, TEACH
from tests.client import House, Phone, sentence
from tests.web.photo.test_views import picture
from vision.values import Doubt, Picture, Reading, Sample

pytestmark = pytest.mark.photo

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
LAID = "..VV..../..NB..../VOOBMCBN/NVNBMmVM/..nB..../..cC...."
JPEG = picture()


def reading(rows: str, doubts: dict[tuple[int, int], Doubt] | None = None) -> Reading:
    return Reading(tuple(rows.split("/")), doubts or {}, {}, numpy.eye(3))


@pytest.fixture
def phone(house: House) -> Phone:
    """Return a phone with a table that follows the case."""
    phone = house.phone()
    phone.open(follow="case", start=CROSS)
    return phone


@pytest.fixture
def taught(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Collect the rows each photo is learnt with."""
    rows: list[Sequence[str]] = []

    def lessons(_reader: Reader, photo: Picture, seen: Reading, true: Sequence[str]) -> Sequence[Sample]:
        rows.append(true)
        return ()

    monkeypatch.setattr(Reader, "make_samples", lessons)
    return rows


def waiting(house: House, phone: Phone, what: str, seen: Reading, back: str = "") -> PendingPhoto:
    """Add a pending photo of this phone with its reading."""
    drafts: PendingPhotos = house.app.extensions["store"].pending
    with phone.client.session_transaction() as session:
        session.setdefault("id", "0123456789abcdef")
        mine = session["id"]
    purpose = Purpose(what, "classic", phone.code if what == TABLE else "", back)
    return drafts.set_reading(drafts.add(mine, purpose, JPEG, (400, 300)), seen, "", JPEG)


def form_of(page: str) -> dict[str, list[str]]:
    """Return the fields of the page's confirmation."""
    form = page.split('<form id="yes" class="yes"')[1].split("</form>")[0]
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: [unescape(value) for other, value in pairs if other == name] for name, _ in pairs}


def picture_of(page: str) -> str:
    found = re.search(r'<image href="([^"]*)"', page)
    assert found
    return found[1]


# The page


def test_a_new_reading_has_another_address_of_its_picture(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, reading(LAID))
    first = picture_of(phone.get(f"/photo/{draft.token}").text)
    assert first == picture_of(phone.get(f"/photo/{draft.token}?at=2,0").text)
    assert phone.get(first).data == JPEG
    house.app.extensions["store"].pending.set_reading(
        draft, replace(reading(LAID), homography=numpy.eye(3) * 2), "", JPEG + b"!"
    )
    second = picture_of(phone.get(f"/photo/{draft.token}").text)
    assert second != first
    assert phone.get(second).data == JPEG + b"!"


# Confirmations


def drafts_left(house: House) -> int:
    return len(list((house.path.parent / "drafts").glob("*.json")))


@pytest.mark.parametrize("trouble", [Unavailable("full"), RuntimeError("the nets")])
def test_lines_stand_where_nothing_can_be_learnt(
    house: House, phone: Phone, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr("companion.web.photo.confirmation.learn", fails)
    draft = waiting(house, phone, TABLE, reading(LAID))
    page = phone.get(f"/photo/{draft.token}?mend=0,2V").text
    answer = phone.post(f"/photo/{draft.token}/yes?mend=0,2V", {**form_of(page), "learn": "1"})
    assert answer.location == f"/t/{phone.code}"
    assert house.lines(phone.code) == ["Ana: place BNVM @6,2 B"]
    assert drafts_left(house) == 0


def test_a_repeated_confirmation_records_nothing_twice(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, reading(LAID))
    form = form_of(phone.get(f"/photo/{draft.token}").text)
    for _ in range(2):
        assert phone.post(f"/photo/{draft.token}/yes", form).location == f"/t/{phone.code}"
    assert house.lines(phone.code) == ["Ana: place BNVM @6,2 B"]


@pytest.mark.parametrize(
    ("what", "leads"), [(JUDGE, "/judge/donut-shop?"), (START, "/new/donut-shop?"), (TEACH, "/sets/classic")]
)
@pytest.mark.usefixtures("taught")
def test_a_repeated_confirmation_of_a_drawing_leads_to_the_same_page(
    house: House, phone: Phone, what: str, leads: str
) -> None:
    draft = waiting(house, phone, what, reading(CROSS), "seat=Ana&seat=B%26o")
    form = form_of(phone.get(f"/photo/{draft.token}").text)
    first = phone.post(f"/photo/{draft.token}/yes", form).location
    assert first.startswith(leads)
    assert phone.post(f"/photo/{draft.token}/yes", form).location == first


def test_a_late_confirmation_is_recorded(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, reading(LAID))
    form = form_of(phone.get(f"/photo/{draft.token}").text)
    house.app.extensions["store"].pending.remove(draft)
    assert phone.post(f"/photo/{draft.token}/yes", form).location == f"/t/{phone.code}"
    assert len(house.lines(phone.code)) == 1


def test_where_more_follows_corrections_stay_and_choices_by_number_do_not(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, reading(LAID))
    asked = f"/photo/{draft.token}?mend=0,2B&way=1&types=M,B&order=1,0&with=V"
    form = {**form_of(phone.get(asked).text), "more": "1"}
    answer = phone.post(asked.replace("?", "/yes?"), form)
    assert answer.location == f"/photo/{draft.token}?mend=0,2B&way=1"
    assert phone.get(answer.location).status_code == 200


def test_a_phone_that_only_watches_a_locked_table_records_no_photo(house: House, phone: Phone) -> None:
    phone.claim(0)
    watcher = house.phone()
    watcher.code = phone.code
    draft = waiting(house, watcher, TABLE, reading(LAID))
    form = form_of(watcher.get(f"/photo/{draft.token}").text)
    with house.connection() as connection:
        connection.lock(phone.code, "2026-01-01T12:00:00Z")
    refused = watcher.post(f"/photo/{draft.token}/yes", form)
    assert refused.status_code == 403
    assert sentence(refused) == "This table is locked: only phones with a seat can enter anything or take seats."
    assert (house.lines(phone.code), drafts_left(house)) == ([], 1), "the photo waits: the table may be unlocked"
    with house.connection() as connection:
        connection.lock(phone.code, "2026-01-01T12:00:00Z", locked=False)
    assert watcher.post(f"/photo/{draft.token}/yes", form).location == f"/t/{phone.code}"
    assert house.lines(phone.code) == ["Ana: place BNVM @6,2 B"]


# Learning


@pytest.mark.parametrize(
    ("what", "rows"),
    [
        (TEACH, ["..V?..", "..NB..", "BOOBMC", "NVNBMm", "..nB..", "..cC.."]),
        (TABLE, ["??????", "??????", "B?????", "??????", "??????", "??????"]),
    ],
)
def test_doubtful_squares_are_not_learnt(
    house: House, phone: Phone, taught: list[Sequence[str]], what: str, rows: list[str]
) -> None:
    doubts = {(3, 0): Doubt.ALIKE, (0, 2): Doubt.SPRINKLES}
    draft = waiting(house, phone, what, reading(CROSS, doubts))
    phone.post(f"/photo/{draft.token}/yes?mend=0,2B", {"learn": "1"})
    assert taught == [rows]


def test_a_box_the_rules_refuse_can_be_the_tables_decision(house: House, phone: Phone) -> None:
    phone.record("Ana: place BNVM @6,2 B")
    draft = waiting(house, phone, TABLE, reading(LAID.replace("CBN", "C##").replace("mVM", "m##")))
    refused = phone.get(f"/photo/{draft.token}?with=B+N").text
    assert '<form id="yes" class="yes"' not in refused
    found = re.search(r'href="([^"]*)">Record anyway', refused)
    assert found and "anyway=1" in found[1]
    form = form_of(phone.get(unescape(found[1])).text)
    phone.post(f"/photo/{draft.token}/yes", form)
    assert house.lines(phone.code)[-1] == "Ana: box 2x2 @6,2 with B N !"


def test_a_photo_is_read_again_with_another_edition(
    house: House, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def read(_reader: Reader, photo: Picture, edition: Edition, *_: object) -> PhotoRead:
        seen.append(edition.name)
        return PhotoRead(photo, reading("LP/LP"))

    monkeypatch.setattr(Reader, "read", read)
    own = {"edition": "ours", "letter": ["L", "P"], "name": ["Lemon", "Plum"], "colour": ["#ffee00", "#550055"]}
    draft = waiting(house, phone, JUDGE, reading(CROSS))
    assert 'class="chip' not in phone.get(f"/photo/{draft.token}").text, "there is one alone"
    phone.post("/sets", own)
    page = phone.get(f"/photo/{draft.token}").text
    assert re.findall(r'class="chip( on)?" name="set" value="(\w+)"', page) == [(" on", "classic"), ("", "ours")]
    assert phone.post(f"/photo/{draft.token}/edition", {"set": "ours"}).status_code == 303
    again = phone.get(f"/photo/{draft.token}").text
    assert re.findall(r'class="chip on" name="set" value="(\w+)"', again) == seen == ["ours"]
    assert "set=ours" in phone.post(f"/photo/{draft.token}/yes", {"case": "LP/LP"}).location
    assert phone.post(f"/photo/{draft.token}/edition", {"set": "ours"}).status_code == 404, "it is gone"


@pytest.mark.parametrize("what", [TABLE, TEACH])
def test_a_table_and_a_taught_edition_keep_their_edition(house: House, phone: Phone, what: str) -> None:
    draft = waiting(house, phone, what, reading(CROSS))
    assert phone.post(f"/photo/{draft.token}/edition", {"set": "ours"}).status_code == 404


def test_photos_are_counted_without_keeping_them(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, replace(reading(LAID, {(3, 0): Doubt.ALIKE}), guesses={(0, 2): (("V", 1.0),)}))
    form = form_of(phone.get(f"/photo/{draft.token}?mend=7,3V/6,2B").text)
    phone.post(f"/photo/{draft.token}/yes?mend=7,3V/6,2B", form)
    counted = house.app.extensions["store"].tallies.of("classic")
    assert {str(what): count for what, count in counted.items()} == {
        "photos": 1,
        "squares": 1,
        "doubted": 1,
        "mended": 1,
        "turns": 1,
        "changed": 1,
    }
    phone.record("table: correct 1 Ana: place NNVV @6,2 N")
    assert house.app.extensions["store"].tallies.of("classic")["silent"] == 1
    dropped = waiting(house, phone, TABLE, reading(LAID))
    phone.post(f"/photo/{dropped.token}/drop", {})
    assert house.app.extensions["store"].tallies.of("classic")["refused"] == 1

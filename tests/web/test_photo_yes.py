"""A photo that was read: what its page shows, what a yes tells, draws and teaches, and what a second yes does."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy
import pytest

from companion.drafts import Draft, Drafts, Purpose
from companion.refusals import Unavailable
from companion.web.photo_goals import TABLE
from tests.asking import House, Phone
from vision.values import Doubt, Reading

CROSS = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
LAID = "..VV..../..NB..../VOOBMCBN/NVNBMmVM/..nB..../..cC...."
JPEG = b"\xff\xd8 a picture \xff\xd9"


def reading(rows: str, doubts: dict[tuple[int, int], Doubt] | None = None) -> Reading:
    return Reading(tuple(rows.split("/")), doubts or {}, {}, numpy.eye(3))


@pytest.fixture
def phone(house: House) -> Phone:
    """A phone with a table that follows the case."""
    phone = house.phone()
    phone.open(follow="case", start=CROSS)
    return phone


def waiting(house: House, phone: Phone, what: str, seen: Reading, back: str = "") -> Draft:
    """A photo of this phone that was read already."""
    drafts: Drafts = house.app.extensions["drafts"]
    with phone.client.session_transaction() as session:
        session.setdefault("id", "0123456789abcdef")
        mine = session["id"]
    purpose = Purpose(what, "classic", phone.code if what == TABLE else "", back)
    return drafts.read(drafts.keep(mine, purpose, JPEG, (400, 300)), seen, "", JPEG)


def form_of(page: str) -> dict[str, list[str]]:
    """What the page's yes would send."""
    form = page.split('<form class="yes"')[1].split("</form>")[0]
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: [value for other, value in pairs if other == name] for name, _ in pairs}


def picture_of(page: str) -> str:
    found = re.search(r'<image href="([^"]*)"', page)
    assert found
    return found[1]


# What is shown


def test_read_between_other_corners_its_picture_has_another_address(house: House, phone: Phone) -> None:
    draft = waiting(house, phone, TABLE, reading(LAID))
    first = picture_of(phone.get(f"/photo/{draft.token}").text)
    assert first == picture_of(phone.get(f"/photo/{draft.token}?at=2,0").text)
    assert phone.get(first).data == JPEG
    house.app.extensions["drafts"].read(draft, replace(reading(LAID), plane=numpy.eye(3) * 2), "", JPEG + b"!")
    second = picture_of(phone.get(f"/photo/{draft.token}").text)
    assert second != first
    assert phone.get(second).data == JPEG + b"!"


# What a yes does


def drafts_left(house: House) -> int:
    return len(list((house.path.parent / "drafts").glob("*.json")))


@pytest.mark.parametrize("trouble", [Unavailable("full"), RuntimeError("the nets")])
def test_what_was_told_stands_where_nothing_can_be_learnt(
    house: House, phone: Phone, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr("companion.web.photo_yes.learn", fails)
    draft = waiting(house, phone, TABLE, reading(LAID))
    page = phone.get(f"/photo/{draft.token}?mend=0,2V").text
    answer = phone.post(f"/photo/{draft.token}/yes?mend=0,2V", {**form_of(page), "learn": "1"})
    assert answer.location == f"/t/{phone.code}"
    assert house.lines(phone.code) == ["Ana: place BNVM @6,2 B"]
    assert drafts_left(house) == 0

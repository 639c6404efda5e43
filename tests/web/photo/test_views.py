"""The pages of a photo: uploads, access, what is stored, and refusals with their ways on."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import numpy
import pytest
from PIL import Image
from werkzeug.test import TestResponse

from companion.photos.reading import Busy, Reader
from companion.store.pending import KEPT, PendingPhoto, Purpose
from companion.web.photo.uploads import read_corners
from tests.client import HTMX, House, Phone, sentence
from vision.photo import encode_jpeg
from vision.values import Picture, UnreadablePhoto

pytestmark = pytest.mark.photo

CORNERS = ((10, 10), (290, 10), (290, 200), (10, 200))
PLACE = b"GPS-of-our-living-room"


def picture(grey: int = 4, size: tuple[int, int] = (400, 300)) -> bytes:
    """Return a JPEG with metadata, too dark to be read."""
    notes = Image.Exif()
    notes[0x010E] = PLACE.decode()
    packed = io.BytesIO()
    Image.new("RGB", size, (grey, grey, grey)).save(packed, "JPEG", exif=notes)
    return packed.getvalue()


def send(phone: Phone, data: bytes, **form: str) -> TestResponse:
    words = form or {"for": "judge"}
    return phone.post(
        "/photo", {**words, "photo": (io.BytesIO(data), "IMG_1.HEIC")}, content_type="multipart/form-data"
    )


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone()


@pytest.fixture
def case(house: House) -> Phone:
    """A phone with a table at level `case`."""
    phone = house.phone()
    phone.open(follow="case")
    return phone


@pytest.fixture
def token(phone: Phone) -> str:
    """Return the token of a pending photo that was too dark."""
    return send(phone, picture()).location.rsplit("/", 1)[1]


# Taking one


def test_two_inputs_camera_and_gallery(case: Phone) -> None:
    page = case.get(f"/photo?code={case.code}").text
    inputs = re.findall(r"<input[^>]*type=\"file\"[^>]*>", page)
    assert [("capture" in one, 'accept="image/*"' in one) for one in inputs] == [(True, True), (False, True)]
    assert f'name="code" value="{case.code}"' in page


def test_the_judge_offers_the_editions(phone: Phone) -> None:
    asked = "/photo?ask=draw&rules=holes-join%3Dno&set=ours&for=judge"
    assert 'class="chip' not in phone.get("/photo?for=judge").text, "there is one alone"
    own = {"edition": "ours", "letter": ["L", "P"], "name": ["Lemon", "Plum"], "colour": ["#ffee00", "#550055"]}
    phone.post("/sets", own)
    page = phone.get(asked).text
    assert re.findall(r'class="chip on"[^>]*><span>(.*?)<', page) == ["ours"]
    other = unescape(re.findall(r'class="chip" href="([^"]*)"', page)[0])
    assert other == "/photo?for=judge&set=classic&ask=draw&rules=holes-join%3Dno"
    assert 'name="set" value="classic"' in phone.get(other).text
    assert 'class="chip' not in phone.get("/photo?for=start&set=ours").text, "the page of a start asks that itself"


def test_a_large_case_is_sent_with_more_pixels(house: House, phone: Phone) -> None:
    for rows, longest in (("..VV../..NB../VOOBMC/NVNBMm/..nB../..cC..", 1600), ("/".join(["BN" * 6] * 8), 2560)):
        answer = phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"], "follow": "case", "start": rows})
        code = answer.location.rsplit("/", 1)[1]
        assert f'data-longest="{longest}"' in phone.get(f"/photo?code={code}").text


def test_an_address_without_a_purpose_leads_home(phone: Phone) -> None:
    assert phone.get("/photo").location == "/"


@pytest.mark.parametrize("asked", ["?for=nothing", "?for=judge&set=unknown", "?for=teach&set=../x"])
def test_an_unknown_purpose_is_not_found(phone: Phone, asked: str) -> None:
    assert phone.get(f"/photo{asked}").status_code == 404


def test_no_photo_where_no_case_is_followed(ana: Phone) -> None:
    assert ana.get(f"/photo?code={ana.code}").status_code == 404
    assert ana.get("/photo?code=XXXXX").status_code == 404


def test_another_site_may_send_none(phone: Phone) -> None:
    answer = phone.post("/photo", {"for": "judge"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


# Sending one


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The app cannot read this file as a picture."),
        (b"GIF89a" + b"x" * 100, "The app cannot read this file as a picture."),
        (picture()[:-40], "The app cannot read this file as a picture."),
        (picture(size=(40, 30)), "No case was found in this picture."),
    ],
)
def test_a_bad_upload_is_refused_with_a_way_on(house: House, phone: Phone, data: bytes, words: str) -> None:
    answer = send(phone, data)
    assert (answer.status_code, sentence(answer)) == (422, words)
    assert 'href="/photo?for=judge' in answer.text
    assert list((house.path.parent / "drafts").glob("*")) == []


def test_no_file_at_all(phone: Phone) -> None:
    assert phone.post("/photo", {"for": "judge"}).status_code == 422


def test_a_file_larger_than_any_photo_is_refused_unread(phone: Phone) -> None:
    body = b"x" * (21 * 1024 * 1024)
    answer = phone.post("/photo", body, content_type="multipart/form-data; boundary=x")
    assert (answer.status_code, sentence(answer)) == (413, "This file is too large.")


def test_a_photo_of_many_pixels_is_accepted(phone: Phone) -> None:
    data = picture(size=(4000, 3000))
    assert send(phone, data + b"\0" * 300_000).status_code == 303


def test_a_dark_photo_is_pending_with_its_reason_and_the_corners(phone: Phone, token: str) -> None:
    page = phone.get(f"/photo/{token}")
    assert sentence(page) == "It is too dark to tell donuts apart."
    assert f"/photo/{token}/corners" in page.text
    assert f"/photo/{token}/photo.jpg" in page.text


# Keeping one


def test_nothing_but_pixels_is_stored(house: House, phone: Phone, token: str) -> None:
    shown = phone.get(f"/photo/{token}/photo.jpg")
    assert shown.mimetype == "image/jpeg"
    assert Image.open(io.BytesIO(shown.data)).size == (400, 300)
    for path in (house.path.parent / "drafts").iterdir():
        assert PLACE not in path.read_bytes()
        assert b"Exif" not in path.read_bytes()
        assert b"IMG_1" not in path.read_bytes()


def test_a_picture_of_too_many_bytes_is_encoded_smaller() -> None:
    noise = Picture(numpy.random.default_rng(1).integers(0, 256, (400, 400, 3), dtype=numpy.uint8), 1.0)
    best = encode_jpeg(noise, 1_000_000)
    assert 50_000 < len(encode_jpeg(noise, 100_000)) <= 100_000 < len(best)
    with pytest.raises(UnreadablePhoto, match="too-large"):
        encode_jpeg(noise, 1_000)


@pytest.mark.parametrize("page", ["", "/photo.jpg", "/flat.jpg", "/corners"])
def test_only_the_phone_that_took_it_sees_it(house: House, token: str, page: str) -> None:
    other = house.phone()
    other.open()
    assert other.get(f"/photo/{token}{page}").status_code == 404
    assert house.phone().get(f"/photo/{token}{page}").status_code == 404


@pytest.mark.parametrize("what", ["yes", "drop", "corners"])
def test_another_phone_may_not_change_it(house: House, phone: Phone, token: str, what: str) -> None:
    assert house.phone().post(f"/photo/{token}/{what}").status_code == 404
    assert phone.get(f"/photo/{token}").status_code == 200


def test_a_picture_stays_in_this_phones_cache_only(phone: Phone, token: str) -> None:
    assert phone.get(f"/photo/{token}/photo.jpg").headers["Cache-Control"].startswith("private")
    assert phone.get(f"/photo/{token}").headers["Cache-Control"] == "no-store"


def test_a_removed_photo_is_gone(house: House, phone: Phone, token: str) -> None:
    assert phone.post(f"/photo/{token}/drop").location == "/judge/donut-shop"
    gone = phone.get(f"/photo/{token}")
    assert (gone.status_code, sentence(gone)) == (404, "This photo is no longer here.")
    assert list((house.path.parent / "drafts").iterdir()) == []


def test_after_half_an_hour_any_request_removes_it(house: House, phone: Phone, token: str) -> None:
    drafts = house.app.extensions["store"].pending
    now = drafts._clock()
    drafts._clock = lambda: now + KEPT + 1
    phone.get("/")
    assert list((house.path.parent / "drafts").iterdir()) == []


def test_without_a_reading_nothing_is_recorded(phone: Phone, token: str) -> None:
    assert phone.post(f"/photo/{token}/yes", {"text": "Ana: end"}).location == f"/photo/{token}"


# Corners


def test_four_corners_are_tapped_without_script(phone: Phone, token: str) -> None:
    words = ""
    for corner, (x, y) in zip(("top left", "top right", "bottom right", "bottom left"), CORNERS, strict=True):
        page = phone.get(f"/photo/{token}/corners?corners={words}").text
        assert f"Tap the {corner} corner" in page
        assert 'type="image"' in page
        words = f"{words}+{x},{y}".strip("+")
    page = phone.get(f"/photo/{token}/corners?corners=10,10+290,10+290,200&tap.x=10&tap.y=200").text
    assert "How many donuts?" in page
    assert 'value="10,10 290,10 290,200 10,200"' in page


def test_the_photo_is_read_again_within_the_corners(phone: Phone, token: str) -> None:
    form = {"corners": "10,10 290,10 290,200 10,200", "wide": "6", "high": "6"}
    assert phone.post(f"/photo/{token}/corners", form).location == f"/photo/{token}"
    assert sentence(phone.get(f"/photo/{token}")) == "It is too dark to tell donuts apart."


def test_a_corner_tapped_twice_has_to_be_tapped_again(phone: Phone, token: str) -> None:
    page = phone.get(f"/photo/{token}/corners?corners=10,10+290,10&tap.x=288&tap.y=12")
    assert "Two corners are the same." in page.text
    assert "Tap the bottom right corner" in page.text


@pytest.mark.parametrize("corners", ["10,10 290,10 290,12 10,200", "10,10 290,10 290,200", ""])
def test_three_corners_frame_nothing(phone: Phone, token: str, corners: str) -> None:
    answer = phone.post(f"/photo/{token}/corners", {"corners": corners, "wide": "6", "high": "6"})
    assert answer.status_code == 422
    assert " corner</h1>" in answer.text


@pytest.mark.parametrize(
    "words", ["corners=x,y", "corners=999,999", "corners=1,1+2", "tap.x=-1&tap.y=5", "wide=999999"]
)
def test_malformed_corners_are_ignored(phone: Phone, token: str, words: str) -> None:
    assert phone.get(f"/photo/{token}/corners?{words}").status_code == 200
    assert phone.get(f"/photo/{token}/corners?{words}", **HTMX).status_code == 200


# Return addresses


def test_the_start_page_keeps_what_was_typed(phone: Phone) -> None:
    page = phone.get("/photo?seat=Ana+Lu&seat=Bo&follow=everything&set=classic&for=start").text
    back = re.search(r'name="back" value="([^"]*)"', page)
    assert back
    token = send(phone, picture(), **{"for": "start", "back": back[1].replace("&amp;", "&")}).location.rsplit("/", 1)[1]
    assert phone.post(f"/photo/{token}/drop").location.startswith("/new/donut-shop?seat=Ana+Lu&seat=Bo&follow=ev")


def test_another_picture_for_a_table_keeps_the_half_entered_tile(case: Phone) -> None:
    page = case.get(f"/photo?code={case.code}&draft=tile%3DBn").text
    action = re.search(r'<form[^>]*action="(/photo[^"]*)"', page)
    assert action
    assert unescape(action[1]) == f"/photo?code={case.code}&draft=tile%3DBn"
    token = send(case, picture(), code=case.code, draft="tile=Bn").location.rsplit("/", 1)[1]
    again = re.search(r'href="(/photo\?[^"]*)"', case.get(f"/photo/{token}").text)
    assert again
    retaken = case.get(unescape(again[1]))
    assert retaken.status_code == 200
    assert 'name="draft" value="tile=Bn"' in retaken.text


def test_a_malformed_return_address_leads_back(phone: Phone) -> None:
    token = send(phone, picture(), **{"for": "judge", "back": "case=B\r\nX: 1&n=ä&%0d%0a"}).location.rsplit("/", 1)[1]
    assert phone.get(f"/photo/{token}").status_code == 200
    assert phone.post(f"/photo/{token}/drop").location == "/judge/donut-shop?case=B%0D%0AX%3A+1&n=%C3%A4"


def test_a_case_from_a_photo_opens_a_table(house: House, phone: Phone) -> None:
    rows = "..VV../..NB../VOOBMC/NVNBMm/..nB../..cC.."
    page = phone.get(f"/new/donut-shop?seat=Ana&seat=Bo&start={rows}").text
    assert "5 tiles from your photo lie there." in page
    phone.open(follow="case", start=rows)
    assert "Money already paid" not in page
    assert "cross of the last game" in phone.get("/new/donut-shop").text  # the cross, the next evening


def test_a_case_half_laid_starts_with_its_money(phone: Phone) -> None:
    rows = "..VV..##/..NB..##/VOOBMCMM/NVNBMmNB/..nB..../..cC...."
    assert "Money already paid" in phone.get(f"/new/donut-shop?start={rows.replace('#', '%23')}").text
    phone.open("Ana", "Bo", follow="case", start=rows, money="125")
    assert "$1.25" in phone.get(f"/t/{phone.code}").text


def test_a_table_gone_wrong_is_refused_at_the_start(phone: Phone) -> None:
    answer = phone.post("/new/donut-shop", {"seat": ["Ana", "Bo"], "follow": "case", "start": "VVV/NNN\nfirst Bo"})
    assert answer.status_code == 422


def test_the_folder_is_beside_the_journal(house: House, token: str) -> None:
    assert (house.path.parent / "drafts").is_dir()
    assert Path(house.path.parent / "drafts" / f"{token}.json").exists()


# Ways on


def links(answer: TestResponse) -> list[str]:
    """Return the links of a refusal's page."""
    main = answer.text.split("<main")[1]
    return [unescape(href) for href in re.findall(r'<a class="button[^"]*" href="([^"]*)"', main)]


def test_too_many_at_once_lead_to_another_photo(case: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    token = send(case, picture(), code=case.code).location.rsplit("/", 1)[1]
    ways = [f"/photo?code={case.code}", f"/t/{case.code}", "/"]
    monkeypatch.setattr(Reader, "read", refusing(Busy()))
    sent = send(case, picture(), code=case.code)
    assert (sent.status_code, sent.headers["Retry-After"], links(sent)) == (503, "5", ways)
    framed = {"corners": "10,10 290,10 290,200 10,200", "wide": "6", "high": "6"}
    assert links(case.post(f"/photo/{token}/corners", framed)) == [f"/photo/{token}", *ways]


def test_without_a_reader_the_way_leads_back(case: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.photo.views.missing_packages", lambda: ("OpenCV",))
    answer = case.get(f"/photo?code={case.code}")
    assert (answer.status_code, links(answer)) == (501, [f"/t/{case.code}", "/"])
    assert links(send(case, picture(), code="XXXXX")) == ["/"]


def test_a_missing_photo_leads_to_another_where_its_form_names_the_purpose(phone: Phone) -> None:
    assert links(phone.get("/photo/AAAAAAAAAAAAAAAA")) == ["/"]
    answer = phone.post("/photo/AAAAAAAAAAAAAAAA/corners", {"for": "judge", "set": "classic"})
    assert links(answer) == ["/photo?for=judge&set=classic", "/judge/donut-shop", "/"]


def refusing(error: Exception) -> Callable[..., None]:
    def refuses(*_: object) -> None:
        raise error

    return refuses


@pytest.mark.parametrize("size", [(1600, 900), (900, 1600), (2560, 131), (1237, 811), (811, 1237), (300, 300)])
def test_a_tap_on_the_rim_is_the_rim_of_the_photo_whatever_its_shape(size: tuple[int, int]) -> None:
    draft = PendingPhoto("A" * 16, "phone", Purpose("judge", "classic"), size)
    shown = read_corners(draft, {})
    corners = f"0,0 {shown.wide},0 {shown.wide},{shown.high} 0,{shown.high}"
    frame = read_corners(draft, {"corners": corners, "wide": "6", "high": "4"}).frame
    assert frame is not None
    assert frame.corners == ((0, 0), (size[0], 0), size, (0, size[1]))

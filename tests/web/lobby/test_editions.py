"""The pages of editions: named on a phone, stored in the house, shared by file."""

from __future__ import annotations

import io
import re

import pytest
from werkzeug.test import TestResponse

from companion.donut_shop.parts import Donut, Edition
from companion.editions.own import NO_NAMES, with_cross
from companion.store.embedded.samples import SqliteSamples
from companion.web.lobby.editions import changing, edition_of, keep_edition
from companion.words import Words
from tests.at_once import in_threads
from tests.client import House, Phone, sentence
from vision.values import Sample

OURS = {
    "edition": "Our Set!",
    "letter": ["L", "", "", ""],
    "name": ["Lemon", "Plum", "Fig & Nut", ""],
    "colour": ["#ffee00", "#550055", "#884422", "#c9a27a"],
}

BROUGHT = b"""name = "brought"
[donuts.L]
name = "Lemon"
colour = "#ffee00"
[donuts.P]
name = "Plum"
colour = "#550055"
"""


def alert(answer: TestResponse) -> str:
    """Return the page's alert."""
    found = re.search(r'role="alert"><p><b>(.*?)</b>', answer.text)
    return found[1] if found else ""


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone()


def test_named_it_can_be_played_with_at_once(house: House, phone: Phone) -> None:
    assert phone.post("/sets", OURS).location == "/sets/our-set"
    page = phone.get("/sets/our-set").text
    assert [name in page for name in ("Lemon", "Plum", "Fig &amp; Nut", "Photograph the cross")] == [True] * 4
    assert "<option>our-set</option>" in phone.get("/new/donut-shop").text
    phone.open(follow="case", set="our-set", start="LPFO/LpfO")
    assert phone.get(f"/t/{phone.code}").status_code == 200
    assert (house.path.parent / "sets" / "our-set.toml").exists()


def test_another_start_of_the_server_knows_it(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    again = House(house.path.parent).phone()
    assert "Lemon" in again.get("/sets/our-set").text


def test_the_form_begins_with_the_classic_names(phone: Phone) -> None:
    page = phone.get("/sets/new").text
    assert re.findall(r'name="letter" value="([A-Z])"', page) == ["B", "N", "M", "V", "C"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"edition": ""}, "This edition has no name."),
        ({"edition": "classic"}, "There is an edition called “classic” already."),
        ({"name": ["Lemon", "", "", ""]}, "An edition needs at least two kinds of donuts."),
        ({"letter": ["L", "l", "", ""]}, "The letter of “Plum” cannot be used."),
        ({"letter": ["O", "", "", ""]}, "The letter of “Lemon” cannot be used."),
    ],
)
def test_an_invalid_edition_is_refused_and_its_fields_stay(phone: Phone, changes: dict[str, object], said: str) -> None:
    answer = phone.post("/sets", {**OURS, **changes})
    assert (answer.status_code, alert(answer)) == (422, said)
    assert 'value="Lemon"' in answer.text


def test_a_set_goes_to_another_house_by_file(tmp_path_factory: pytest.TempPathFactory, phone: Phone) -> None:
    phone.post("/sets", OURS)
    file = phone.get("/sets/our-set.json")
    assert 'filename="our-set.json"' in file.headers["Content-Disposition"]
    other = House(tmp_path_factory.mktemp("other")).phone()
    sent = {"file": (io.BytesIO(file.data), "our-set.json")}
    assert other.post("/sets/import", sent, content_type="multipart/form-data").location == "/sets/our-set"
    assert other.get("/sets/our-set.json").data == file.data


def test_a_lone_surrogate_becomes_a_question_mark(phone: Phone) -> None:
    phone.post("/sets", OURS)
    said = phone.get("/sets/our-set.json").data.replace(b"our-set", b"other-set").replace(b"Lemon", b"L\\ud800n")
    sent = {"file": (io.BytesIO(said), "x.json")}
    assert phone.post("/sets/import", sent, content_type="multipart/form-data").location == "/sets/other-set"
    assert "L?n" in phone.get("/sets/other-set").text


def test_a_broken_file_does_not_prevent_naming_one(house: House, phone: Phone) -> None:
    (house.path.parent / "sets").mkdir(exist_ok=True)
    (house.path.parent / "sets" / "a.toml").write_text("name = ")
    assert phone.post("/sets", OURS).location == "/sets/our-set"


def test_a_broken_file_is_not_overwritten(house: House, phone: Phone) -> None:
    (house.path.parent / "sets").mkdir(exist_ok=True)
    (house.path.parent / "sets" / "our-set.toml").write_text("name = ")
    answer = phone.post("/sets", OURS)
    assert (answer.status_code, alert(answer)) == (422, "There is an edition called “our-set” already.")
    assert (house.path.parent / "sets" / "our-set.toml").read_text() == "name = "


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"name = 'classic'\n", b"[[["])
def test_a_file_without_an_edition_is_refused(phone: Phone, data: bytes) -> None:
    sent = {"file": (io.BytesIO(data), "x.toml")}
    answer = phone.post("/sets/import", sent, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert alert(answer).startswith("This file is no edition")


def test_a_name_no_page_can_show_is_refused_and_the_house_starts_again(house: House, phone: Phone) -> None:
    answer = phone.post("/sets", {**OURS, "name": ["Lemon", "\x7f", "", ""]})
    assert (answer.status_code, alert(answer)) == (422, "The name of a donut holds a sign that no page can show.")
    sent = {"file": (io.BytesIO(BROUGHT.replace(b"Plum", rb"\u007f")), "x.toml")}
    answer = phone.post("/sets/import", sent, content_type="multipart/form-data")
    assert (answer.status_code, alert(answer)[:25]) == (422, "This file is no edition: ")
    assert House(house.path.parent).phone().get("/sets").status_code == 200


def test_a_broken_file_takes_no_other_edition_along(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    (house.path.parent / "sets" / "broken.toml").write_bytes(BROUGHT.replace(b"Plum", b"  "))
    again = House(house.path.parent).phone()
    assert again.get("/sets/our-set").status_code == 200
    assert again.get("/sets/brought").status_code == 404


def test_an_own_edition_is_removed_with_its_samples(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    learnt = SqliteSamples(house.path.parent / "learnt.sqlite")
    for edition in ("our-set", "classic"):
        learnt.add(edition, "0" * 16, [Sample("L", (1.0,), "net", b"")], "2026-05-01T19:30:00Z")
    assert "/sets/our-set/remove" in phone.get("/sets/our-set").text
    answer = phone.post("/sets/our-set/remove")
    assert (answer.status_code, answer.location) == (303, "/sets?removed=our-set")
    page = phone.get(answer.location).text
    assert "“our-set” was removed." in page and 'href="/sets/our-set"' not in page
    assert phone.get("/sets/our-set").status_code == 404
    assert (learnt.photos("our-set"), len(learnt.photos("classic"))) == ([], 1)
    assert list((house.path.parent / "sets").iterdir()) == []
    assert House(house.path.parent).phone().get("/sets/our-set").status_code == 404
    assert phone.post("/sets", {**OURS, "name": ["Lime", "Pear", "", ""]}).location == "/sets/our-set", "free again"


def test_an_edition_a_table_plays_with_stays(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    code = phone.open(follow="case", set="OUR-SET", start="LPFO/LpfO")
    answer = phone.post("/sets/our-set/remove")
    assert (answer.status_code, alert(answer)) == (422, "“our-set” stays, for a table plays with it.")
    assert phone.get("/sets/our-set").status_code == phone.get(f"/t/{code}").status_code == 200
    with house.connection() as connection:
        connection.forget(code)
    assert phone.post("/sets/our-set/remove").status_code == 303


def test_a_shipped_edition_stays(phone: Phone) -> None:
    assert "/sets/classic/remove" not in phone.get("/sets/classic").text
    answer = phone.post("/sets/classic/remove")
    assert (answer.status_code, alert(answer)) == (422, "“classic” came with the companion and stays.")
    assert phone.get("/sets/classic").status_code == 200


def test_an_edition_nobody_knows_is_not_removed(phone: Phone) -> None:
    assert phone.post("/sets/unknown/remove").status_code == 404
    for name in ("classic", "All you taught", "<b>", ""):
        assert "is removed." not in phone.get(f"/sets?removed={name}").text


def test_a_file_by_another_name_goes_too(house: House) -> None:
    sets = house.path.parent / "sets"
    sets.mkdir()
    (sets / "mine.toml").write_bytes(BROUGHT)
    (sets / "broken.toml").write_bytes(b"name = ")
    phone = House(house.path.parent).phone()
    assert phone.post("/sets/brought/remove").status_code == 303
    assert [path.name for path in sets.iterdir()] == ["broken.toml"]


def test_the_cross_this_phone_remembers_goes_with_its_edition(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    for name in ("our-set", "classic"):
        with phone.client.session_transaction() as session:
            session["crosses"] = [*session.get("crosses", []), [name, "LP/FO"]]
    phone.post("/sets/our-set/remove")
    with phone.client.session_transaction() as session:
        assert session["crosses"] == [["classic", "LP/FO"]]


def test_without_forgetting_its_samples_no_edition_is_removed(house: House, phone: Phone) -> None:
    phone.post("/sets", OURS)
    (house.path.parent / "learnt.sqlite").write_text("Dear all, " * 200)
    assert phone.post("/sets/our-set/remove").status_code == 503
    assert (house.path.parent / "sets" / "our-set.toml").exists()


def test_a_damaged_file_of_samples_is_reported_as_such(house: House, phone: Phone) -> None:
    (house.path.parent / "learnt.sqlite").write_text("Dear all, " * 200)
    answer = phone.get("/sets/classic")
    assert (answer.status_code, sentence(answer)) == (503, "The file of what photos taught (learnt.sqlite) is damaged.")
    assert "No game is lost" in answer.text
    assert "The journal" not in answer.text and "/rules/companion" not in answer.text


def test_an_unknown_edition_has_no_page(phone: Phone) -> None:
    assert phone.get("/sets/unknown").status_code == 404
    assert phone.get("/sets/unknown.json").status_code == 404


def test_a_house_keeps_only_so_many(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.lobby.editions.MOST_OWN", 1)
    phone.post("/sets", OURS)
    file = phone.get("/sets/our-set.json").data
    assert alert(phone.post("/sets", {**OURS, "edition": "Another"})) == "A house keeps 1 editions of its own at most."
    for data, status in ((file, 303), (file.replace(b"our-set", b"other-set"), 422)):
        sent = {"file": (io.BytesIO(data), "x.json")}
        assert phone.post("/sets/import", sent, content_type="multipart/form-data").status_code == status


def test_several_editions_named_and_taught_at_the_same_moment_lose_nothing(house: House) -> None:
    cross = ("..LL..", "..PP..", "LPFLPF", "FPLFPL", "..PP..", "..LL..")

    def name_and_teach(name: str) -> None:
        assert house.phone().post("/sets", {**OURS, "edition": name}).location == f"/sets/{name}"
        with house.app.test_request_context(), changing():
            keep_edition(with_cross(edition_of(name), cross))

    names = [f"set-{number}" for number in range(6)]
    in_threads(name_and_teach, [(name,) for name in names])
    for started in (house, House(house.path.parent)):
        editions = started.app.extensions["play"].editions
        assert [editions[name].cross for name in names] == [cross] * len(names)


@pytest.mark.parametrize(("name", "short"), [("Lemon Tart", "Lemon"), ("  ", "L"), ("", "L")])
def test_a_key_is_never_without_a_name(name: str, short: str) -> None:
    assert Words("en").on_key("L", Edition("ours", {"L": Donut(name, "#ffee00")})) == short


def test_no_edition_has_a_name_whose_page_is_another(house: House) -> None:
    rules = [rule.rule.split("/")[1:] for rule in house.app.url_map.iter_rules()]
    assert {rule[1] for rule in rules if rule[0] == "sets" and len(rule) == 2} - {
        "<name>",
        "<name>.css",
        "<name>.json",
    } == NO_NAMES

"""Questions of other programs answered: every golden question, the examples, the description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from tests.transcripts import GOLDEN
from tests.web.api.described import ADVICE, BOX, CASE, GOOD, PLACEMENT, ask, check, description, fits, post_replay

QUESTIONS: list[dict[str, Any]] = json.loads((GOLDEN / "questions.json").read_text(encoding="utf-8"))


def looked_at(result: Any, path: list[str]) -> Any:
    """The part of an answer a golden question asks for."""
    if path == ["scores"]:
        return {row["seat"]: row["score"] for row in result["standings"]}
    if path == ["winners"]:
        return [row["seat"] for row in result["standings"] if row["winner"]]
    for member in path:
        result = result[member]
    return result


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_golden_question(asks: FlaskClient, question: dict[str, Any]) -> None:
    answer = asks.post(question["post"], json=question["body"])
    result = check(answer)
    assert answer.status_code == question["status"], question["why"]
    if question["path"] is not None:
        assert looked_at(result, question["path"]) == question["expect"], question["why"]


def test_a_placement_has_the_pay_and_squares_of_each_type(asks: FlaskClient) -> None:
    status, result = ask(asks, "donut-shop/placement", {**PLACEMENT, "rulings": {}, "set": "classic"})
    assert status == 200
    assert result["pays"] == {
        "B": {"cents": 10, "squares": [[4, 0], [4, 1]]},
        "N": {"cents": 10, "squares": [[5, 0], [4, 1]]},
        "M": {"cents": 15, "squares": [[2, 1], [3, 1], [4, 1]]},
        "V": {"cents": 10, "squares": [[4, 1], [5, 1]]},
        "C": {"cents": 5, "squares": [[4, 1]]},
    }
    assert list(result["pays"]) == ["B", "N", "M", "V", "C"]
    pays = {"B": 10, "N": 10, "M": 5, "V": 10, "C": 5}
    assert result["otherwise"] == [{"ruling": "holes-join", "choice": "no", "pays": pays}]
    assert result["best"] == "M"


def test_a_box_has_the_pay_of_its_parts(asks: FlaskClient) -> None:
    assert ask(asks, "donut-shop/box", {**BOX, "rulings": {}}) == (
        200,
        {
            "cents": 55,
            "parts": {"box": 30, "sprinkles": 10, "coffee": 15},
            "otherwise": [
                {"ruling": "sprinkles", "choice": "donut", "cents": 65},
                {"ruling": "wild-coffee", "choice": "no", "cents": 40},
            ],
        },
    )


def test_equal_pays_the_best_is_the_sets_first(asks: FlaskClient) -> None:
    _, result = ask(asks, "donut-shop/placement", {"case": ["MMMM", "MMMM"], "tile": "VVBB", "at": [4, 0]})
    assert (result["best"], result["otherwise"]) == ("B", [])


def test_a_spot_may_lie_left_of_and_above_the_drawing(asks: FlaskClient) -> None:
    _, result = ask(asks, "donut-shop/placement", {"case": CASE, "tile": "VBVB", "at": [-2, 0]})
    assert result["pays"]["B"] == {"cents": 30, "squares": [[-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]}
    _, result = ask(asks, "donut-shop/placement", {"case": ["....", "....", *CASE], "tile": "VVVV", "at": [2, 0]})
    assert result["pays"]["V"]["cents"] == 30


def test_advice_for_a_tile_and_a_hand(asks: FlaskClient) -> None:
    body = {"case": CASE, "tile": "BnOV", "hand": "B M V+", "boxes": {"2x2": 0, "2x4": 4}, "own": True, "limit": 3}
    _, result = ask(asks, "donut-shop/advice", body)
    assert [(row["at"], row["cents"]) for row in result["placements"]] == [([0, -2], 30)] * 3
    assert result["placements"][0] == {"tile": "BnOV", "at": [0, -2], "type": "B", "cents": 30}
    assert result["boxes"] == [
        {"size": "4x2", "at": [0, 0], "own": False, "with": "B M V+", "cents": 40},
        {"size": "2x2", "at": [0, 0], "own": True, "with": "B", "cents": 20},
        {"size": "2x2", "at": [2, 0], "own": True, "with": "M V+", "cents": 20},
    ]


LEFT_OUT = {
    "nothing but the case": ({}, False, False),
    "a tile alone": ({"tile": "BBBB"}, True, False),
    "a hand alone": ({"hand": "B"}, False, True),
    "null is left out": ({"tile": None, "hand": "B", "boxes": None, "own": None, "limit": None}, False, True),
    "an empty hand": ({"hand": " "}, False, False),
    "no box is left": ({"hand": "B", "boxes": {}}, False, False),
    "one's own is left": ({"hand": "B", "boxes": {}, "own": True}, False, True),
    "only another size is left": ({"hand": "B", "boxes": {"3x4": 4, "2x2": 0}}, False, False),
    "turned it is the same size": ({"hand": "B M V", "boxes": {"4x2": 1}}, False, True),
}


@pytest.mark.parametrize(("more", "placements", "boxes"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_advice_without_something(asks: FlaskClient, more: dict[str, Any], placements: bool, boxes: bool) -> None:
    status, result = ask(asks, "donut-shop/advice", {"case": CASE, **more})
    assert (status, bool(result["placements"]), bool(result["boxes"])) == (200, placements, boxes)


def test_scores_list_the_rulings_that_would_change_them(asks: FlaskClient) -> None:
    trays = {"Ana": ["glazed"] * 3, "Bo": ["powdered"] * 2}
    _, result = ask(asks, "go-nuts/scores", {"trays": trays})
    assert [(row["seat"], row["tiebreak"], row["rank"], row["winner"]) for row in result["standings"]] == [
        ("Ana", 3, 1, True),
        ("Bo", 2, 2, False),
    ]
    scores = {"Ana": 6, "Bo": 6}
    assert result["otherwise"] == [{"ruling": "tie", "choice": "shared", "scores": scores, "winners": ["Ana", "Bo"]}]


def test_scores_of_one_seat_and_of_names_with_blanks(asks: FlaskClient) -> None:
    _, result = ask(asks, "go-nuts/scores", {"trays": {'Cy "the Lee" 🍩': ["PLAIN"] * 80}})
    assert [(row["seat"], row["score"]) for row in result["standings"]] == [('Cy "the Lee" 🍩', 83)]


ENOUGH = {
    "400 squares": ("donut-shop/advice", {"case": ["Bn" * 10] * 20, "hand": "B N"}),
    "a wide drawing with little in it": (
        "donut-shop/placement",
        {"case": ["." * 98 + "BB"] * 2 + ["." * 100] * 98, "tile": "BBBB", "at": [96, 0]},
    ),
    "40 orders": ("donut-shop/advice", {"case": CASE, "hand": "B " * 40}),
    "80 cards in each of six trays": ("go-nuts/scores", {"trays": {f"P{seat}": ["plain"] * 80 for seat in range(6)}}),
    "100 pieces of advice": ("donut-shop/advice", {**ADVICE, "limit": 100}),
    "whole numbers with a point": ("donut-shop/placement", {**PLACEMENT, "at": [4.0, 0e0]}),
    "members nobody knows": ("donut-shop/placement", {**PLACEMENT, "napkins": 4}),
}


@pytest.mark.parametrize(("path", "body"), ENOUGH.values(), ids=ENOUGH)
def test_up_to_the_limit_is_answered(asks: FlaskClient, path: str, body: Any) -> None:
    assert ask(asks, path, body)[0] == 200


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_is_replayed_over_http(asks: FlaskClient, path: Path) -> None:
    status, result = post_replay(asks, path.read_bytes())
    assert status == 200
    assert result["entries"]


# The description


def test_the_description_is_json_and_its_schemas_are_schemas(asks: FlaskClient) -> None:
    answer = asks.get("/api/v1/openapi.json")
    result = check(answer)
    assert (result["openapi"], result) == ("3.1.0", description())
    for schema in result["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    assert set(result["paths"]) == {f"/api/v1/{path}" for path in (*GOOD, "replay", "photo", "openapi.json")}


@pytest.mark.parametrize("path", GOOD)
def test_the_examples_are_true(asks: FlaskClient, path: str) -> None:
    result = description()["paths"][f"/api/v1/{path}"]["post"]
    body = result["requestBody"]["content"]["application/json"]
    answer = result["responses"]["200"]["content"]["application/json"]
    Draft202012Validator({**body["schema"], "components": description()["components"]}).validate(body["example"])
    assert ask(asks, path, body["example"]) == (200, answer["example"])
    assert answer["example"].get("otherwise", True), "an example that shows nothing"


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_golden_question_fits_the_description(question: dict[str, Any]) -> None:
    body = description()["paths"][question["post"]]["post"]["requestBody"]["content"]["application/json"]
    Draft202012Validator({**body["schema"], "components": description()["components"]}).validate(question["body"])


def test_every_status_is_described() -> None:
    for path in description()["paths"]:
        for status in ("200", "404", "405", "413", "415", "500"):
            fits(path, status)

"""Questions for `/api/v1`, and what an answer must look like by its own description, by path and status."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from companion.web.api.openapi import document

CASE = ["BBVV", "BBMM"]
PLACEMENT = {"case": CASE, "tile": "BnOV", "at": [4, 0]}
BOX = {"case": ["bBVN", "bBVM"], "size": "3x2", "at": [0, 0], "with": "B* N+&N+>V"}
ADVICE = {"case": CASE, "tile": "BnOV", "hand": "B B* V+"}
SCORES: dict[str, Any] = {"trays": {"Ana": ["plain", "plain", "glazed"], "Bo": []}}
GOOD = {
    "donut-shop/placement": PLACEMENT,
    "donut-shop/box": BOX,
    "donut-shop/advice": ADVICE,
    "go-nuts/scores": SCORES,
}


@cache
def description() -> dict[str, Any]:
    return document()


@cache
def fits(path: str, status: str) -> Draft202012Validator:
    """What judges an answer with this status; `default` where the path does not name it."""
    method = description()["paths"].get(path, {})
    responses = next(iter(method.values()), {"responses": {}})["responses"]
    refused = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}}
    answer = responses.get(status) or responses.get("default") or refused
    schema = answer["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": description()["components"]})


def check(answer: TestResponse) -> Any:
    """The answer, once it fits the description: JSON, no cookie, no word to other sites."""
    body = answer.get_json()
    fits(answer.request.path, str(answer.status_code)).validate(body)
    assert answer.mimetype == "application/json"
    assert "Set-Cookie" not in answer.headers
    assert not [name for name, _ in answer.headers if name.lower().startswith("access-control")]
    return body


def ask(asks: FlaskClient, path: str, body: Any) -> tuple[int, Any]:
    answer = asks.post(f"/api/v1/{path}", data=json.dumps(body), content_type="application/json")
    return answer.status_code, check(answer)


def reason(body: Any) -> tuple[str, str, dict[str, Any]]:
    refused = body["refused"]
    assert len(refused["message"]) > 20
    return refused["kind"], refused["reason"], refused["facts"]


def post_replay(asks: FlaskClient, text: str | bytes, content_type: str = "text/plain") -> tuple[int, Any]:
    data = text if isinstance(text, bytes) else text.encode()
    answer = asks.post("/api/v1/replay", data=data, content_type=content_type)
    return answer.status_code, check(answer)

"""The description of `/api/v1` as OpenAPI 3.1. Its example answers are computed, so that they stay true."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from companion import __version__
from companion.editions import load_sets
from companion.exports.serialization import replay_json
from companion.games import REASONS as OF_GAMES
from companion.judge.limits import QuestionReason
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.transcript import LONGEST_TRANSCRIPT, MOST_LINES
from companion.tables.limits import LimitReason
from companion.tables.replay import replay
from companion.tables.transcript_file import FileReason
from companion.web.api.errors import ERRORS, HOST, OURS
from companion.web.api.questions import QUESTIONS
from companion.web.api.schemas import SCHEMAS, Node, ref
from companion.words import Words
from vision.values import UnreadableReason

TITLE = "Donut companion"
ABOUT = """Questions about Donut Shop and Go Nuts for Donuts that need no table. Nothing is stored, no cookie is set.

Every refusal is one object `refused`: `kind` and `reason` are for programs, `message` is for people and may change.
Members of a question that are not named here are not read; one that is null counts as left out.
"""
# By path: the name of the operation, its summary, and an example question.
OPERATIONS: Mapping[str, tuple[str, str, Node]] = {
    "donut-shop/placement": (
        "placement",
        "What a tile pays on a spot, for each type that may be chosen",
        {"case": ["BBVV", "BBMM"], "tile": "BnOV", "at": [4, 0], "rulings": {}, "set": "classic"},
    ),
    "donut-shop/box": (
        "box",
        "What a box pays with the orders given for it",
        {"case": ["bBVN", "bBVM"], "size": "3x2", "at": [0, 0], "with": "B* N+&N+>V", "rulings": {}},
    ),
    "donut-shop/advice": (
        "advice",
        "The placements of a tile and the boxes for a hand that pay most",
        {
            "case": ["BBVV", "BBMM"],
            "tile": "BnOV",
            "hand": "B B* V+",
            "boxes": {"2x2": 1, "2x3": 4},
            "own": True,
            "limit": 2,
        },
    ),
    "go-nuts/scores": (
        "scores",
        "The standings of Go Nuts trays, and what other rulings would change",
        {"trays": {"Ana": ["glazed", "glazed", "glazed"], "Bo": ["powdered", "powdered"]}, "rulings": {}},
    ),
}
TRANSCRIPT = """game donut-shop
seats Ana Bo
follow case
start BBVV/BBMM
Ana: place BnOV @4,0 B
"""
REFUSED = {
    "400": "The body is not JSON in UTF-8, or names a member twice",
    "413": "Too large: the body, or what one question holds",
    "415": "The body is of another content type",
    "422": "The question cannot be read (Malformed), or a rule forbids what it asks about (Illegal)",
}
NO_READER = {"501": "Photos cannot be read on this machine"}
LIMITED = {"429": "The host allows an address no more photos for now; `Retry-After` says when to send it again"}
BUSY_READER = {"503": "Other photos are being read; `Retry-After` says when to send it again"}
PHOTO = {
    "photo": "case.jpg",
    "case": ["..Bn", "..VO", "BBMM", "NNVV"],
    "doubts": [[3, 0]],
    "why": {"3,0": "sprinkles-or-not"},
    "refused": None,
    "turn": None,
    "ms": 212.4,
}
BUSY = {"503": "Others are asking, or it takes too long; `Retry-After` says when to come back"}


def document() -> Node:
    """Return the whole description."""
    schemas = {**SCHEMAS, "Reason": {"type": "string", "enum": reasons()}}
    paths = {f"/api/v1/{path}": {"post": _question(path, *texts)} for path, texts in OPERATIONS.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": __version__, "description": ABOUT},
        "servers": [{"url": "/"}],
        "paths": {
            **paths,
            "/api/v1/replay": {"post": _replay()},
            "/api/v1/photo": {"post": _photo()},
            "/api/v1/openapi.json": {"get": _description()},
        },
        "components": {"schemas": schemas},
    }


def reasons() -> list[str]:
    """Return every reason a refusal of the API may have."""
    of_games = (one.enum for one in OF_GAMES.values())
    enums: list[type[StrEnum]] = [
        Unread,
        FileReason,
        QuestionReason,
        CommonReason,
        *of_games,
        UnreadableReason,
        LimitReason,
    ]
    named = [str(reason) for enum in enums for reason in enum]
    return sorted({*named, *(error.reason for error in (*ERRORS.values(), HOST, OURS))})


def _question(path: str, operation: str, summary: str, question: Node) -> Node:
    """Describe one question in JSON."""
    name = operation.capitalize()
    example = QUESTIONS[path](question, load_sets())
    busy = BUSY if operation == "advice" else {}
    return {
        "operationId": operation,
        "summary": summary,
        "requestBody": {"required": True, "content": _json(f"{name}Question", question)},
        "responses": {
            "200": {"description": "The answer", "content": _json(f"{name}Answer", example)},
            **{status: _refusal(text) for status, text in {**REFUSED, **busy}.items()},
            "default": _refusal("Any other error"),
        },
    }


def _replay() -> Node:
    """Describe the replay of a transcript."""
    schema = {"type": "string", "maxLength": LONGEST_TRANSCRIPT}
    about = f"In UTF-8; at most {LONGEST_TRANSCRIPT} characters and {MOST_LINES} lines."
    example = replay_json(replay(TRANSCRIPT, load_sets()), Words())
    refused = {status: text for status, text in {**REFUSED, **BUSY}.items() if status not in ("400", "422")}
    entries_before = _json("ReplayRefused", None)
    return {
        "operationId": "replay",
        "summary": "A transcript replayed, line by line, as the table would have taken it",
        "requestBody": {
            "required": True,
            "description": about,
            "content": {"text/plain": {"schema": schema, "example": TRANSCRIPT}},
        },
        "responses": {
            "200": {"description": "The whole table", "content": _json("Replay", example)},
            "422": {"description": "A line that is refused, and the lines before it", "content": entries_before},
            **{status: _refusal(text) for status, text in refused.items()},
            "413": {
                "description": REFUSED["413"],
                "content": {"application/json": {"schema": {"anyOf": [ref("ReplayRefused"), ref("Refused")]}}},
            },
            "default": _refusal("Any other error"),
        },
    }


def _photo() -> Node:
    """Describe the reading of a photo."""
    photo = {
        "type": "object",
        "properties": {
            "photo": {"type": "string", "format": "binary", "description": "JPEG, PNG, WEBP or HEIC, at most 20 MB"},
            "set": {"type": "string", "default": "classic", "description": "The edition"},
        },
        "required": ["photo"],
    }
    refused = {status: text for status, text in REFUSED.items() if status != "400"}
    return {
        "operationId": "photo",
        "summary": "What lies in a photographed case, with its doubts",
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": photo}}},
        "responses": {
            "200": {"description": "What was read", "content": _json("Photo", PHOTO)},
            **{status: _refusal(text) for status, text in {**refused, **LIMITED, **NO_READER, **BUSY_READER}.items()},
            "default": _refusal("Any other error"),
        },
    }


def _description() -> Node:
    content = {"application/json": {"schema": {"type": "object"}}}
    return {
        "operationId": "description",
        "summary": "This description",
        "responses": {
            "200": {"description": "OpenAPI 3.1", "content": content},
            "default": _refusal("Any other error"),
        },
    }


def _refusal(description: str) -> Node:
    return {"description": description, "content": _json("Refused", None)}


def _json(schema: str, example: Node | None) -> Node:
    shown = {} if example is None else {"example": example}
    return {"application/json": {"schema": ref(schema), **shown}}

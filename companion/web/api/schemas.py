"""The JSON Schemas of questions, answers and refusals."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.notation import RULINGS as SHOP_RULINGS
from companion.donut_shop.parts import BOXES
from companion.games import GAMES
from companion.go_nuts.cards import CARDS, MOST_SEATS
from companion.go_nuts.notation import MOST_CARDS
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.judge.limits import MOST_ADVICE, MOST_ORDERS, MOST_SQUARES, SOME_ADVICE, WIDEST
from companion.kernel.common import Ruling
from companion.kernel.text import LONGEST_LINE, LONGEST_NAME
from vision.values import Doubt, UnreadableReason

Node = Mapping[str, object]


def ref(schema: str) -> Node:
    return {"$ref": f"#/components/schemas/{schema}"}


def record(needed: Node, more: Node | None = None, about: str = "") -> Node:
    """Describe an object: members that are required, and members that may be left out."""
    described = {"description": about} if about else {}
    return {"type": "object", **described, "properties": {**needed, **(more or {})}, "required": list(needed)}


def answer(needed: Node, more: Node | None = None, about: str = "") -> Node:
    """Describe likewise an object that has no other members."""
    return {**record(needed, more, about), "additionalProperties": False}


def left_out(schema: Node) -> Node:
    """Describe a member of a question that may also be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def listed(item: Node) -> Node:
    return {"type": "array", "items": item}


def by_name(value: Node) -> Node:
    return {"type": "object", "additionalProperties": value}


def rulings(known: tuple[Ruling, ...]) -> Node:
    """Describe rulings by id with their choices and defaults."""
    choices = {one.id: {"type": "string", "enum": list(one.choices), "default": one.default} for one in known}
    about = "What differs from the defaults"
    return {"type": "object", "properties": choices, "additionalProperties": False, "description": about}


TEXT: Node = {"type": "string", "maxLength": LONGEST_LINE}
WHOLE: Node = {"type": "integer"}
COUNT: Node = {"type": "integer", "minimum": 0}
FLAG: Node = {"type": "boolean"}
SQUARE: Node = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2, "description": "[x, y]"}
TYPE: Node = {"type": "string", "pattern": "^[A-NP-Z]$", "description": "A type of the set"}
TILE: Node = {"type": "string", "pattern": "^[A-Za-np-z]{4}$", "description": "Four donuts in reading order"}
SIZE: Node = {"type": "string", "enum": list(BOXES), "description": "Width x height as it lies"}
CARD: Node = {"type": "string", "enum": [card.name for card in CARDS]}
TRAY: Node = {**listed(CARD), "maxItems": MOST_CARDS}
ORDERS: Node = {**TEXT, "description": f"At most {MOST_ORDERS} orders: B, B* with sprinkles, B+ with coffee, B*+"}
GIVEN: Node = {**TEXT, "description": "Orders, and pairs as wilds: B* N+&N+>V"}
CASE: Node = {
    **listed({"type": "string", "maxLength": WIDEST}),
    "maxItems": WIDEST,
    "description": "Rows from the top, equally long: a donut’s letter (small: with sprinkles), O holes, # under a box,"
    f" ? unknown, . empty; at most {MOST_SQUARES} squares that are not empty. Tiles begin on even squares.",
}
LEFT: Node = {
    "type": "object",
    "properties": dict.fromkeys(BOXES, COUNT),
    "additionalProperties": False,
    "description": "Common boxes left; a size not named has none. Left out: nobody counted.",
}
LIMIT: Node = {"type": "integer", "minimum": 1, "maximum": MOST_ADVICE, "default": SOME_ADVICE}
SHOP: Node = {"rulings": left_out(rulings(SHOP_RULINGS)), "set": left_out({**TEXT, "default": "classic"})}
TRAYS: Node = {
    **by_name(TRAY),
    "propertyNames": {"minLength": 1, "maxLength": LONGEST_NAME},
    "minProperties": 1,
    "maxProperties": MOST_SEATS,
    "description": "Cards by seat",
}
OTHER: Node = {"ruling": {"type": "string"}, "choice": {"type": "string"}}
OTHERWISE = "Each ruling changed alone, where something differs"

QUESTIONS: Node = {
    "PlacementQuestion": record({"case": CASE, "tile": TILE, "at": SQUARE}, SHOP),
    "BoxQuestion": record({"case": CASE, "size": SIZE, "at": SQUARE, "with": GIVEN}, SHOP),
    "AdviceQuestion": record(
        {"case": CASE},
        {
            "tile": left_out(TILE),
            "hand": left_out(ORDERS),
            "boxes": left_out(LEFT),
            "own": left_out({**FLAG, "default": False, "description": "Is one’s own 2x2 box still there?"}),
            "limit": left_out(LIMIT),
            **SHOP,
        },
    ),
    "ScoresQuestion": record({"trays": TRAYS}, {"rulings": left_out(rulings(NUTS_RULINGS))}),
}
ANSWERS: Node = {
    "PlacementAnswer": answer(
        {
            "pays": by_name(answer({"cents": COUNT, "squares": listed(SQUARE)})),
            "best": TYPE,
            "otherwise": {**listed(answer({**OTHER, "pays": by_name(COUNT)})), "description": OTHERWISE},
        }
    ),
    "BoxAnswer": answer(
        {
            "cents": COUNT,
            "parts": answer({"box": COUNT}, {"sprinkles": COUNT, "coffee": COUNT}),
            "otherwise": {**listed(answer({**OTHER, "cents": COUNT})), "description": OTHERWISE},
        }
    ),
    "AdviceAnswer": answer(
        {
            "placements": listed(answer({"tile": TILE, "at": SQUARE, "type": TYPE, "cents": COUNT})),
            "boxes": listed(answer({"size": SIZE, "at": SQUARE, "own": FLAG, "with": GIVEN, "cents": COUNT})),
        },
        about="What pays most first; then fewer orders, the smaller box, reading order",
    ),
    "ScoresAnswer": answer(
        {
            "standings": listed(ref("Standing")),
            "otherwise": {
                **listed(answer({**OTHER, "scores": by_name(WHOLE), "winners": listed({"type": "string"})})),
                "description": OTHERWISE,
            },
        }
    ),
    "Photo": answer(
        {
            "photo": {"type": "string", "description": "The name it was sent under"},
            "case": {
                **listed({"type": "string"}),
                "type": ["array", "null"],
                "description": "As read; turn and origin are not knowable; null where it was refused",
            },
            "doubts": {**listed(SQUARE), "description": "Squares of `case` a person should look at"},
            "why": {**by_name({"type": "string", "enum": list(Doubt)}), "description": "By `x,y`: why it is doubted"},
            "refused": {
                "type": ["string", "null"],
                "enum": [*UnreadableReason, None],
                "description": "Why it is not read",
            },
            "turn": {"type": "null"},
            "ms": {"type": "number", "description": "Milliseconds it took"},
        }
    ),
    "Standing": answer(
        {
            "seat": {"type": "string"},
            "score": {**WHOLE, "description": "Cents, or points"},
            "tiebreak": {"type": ["integer", "null"], "description": "Orders in hand or cards; null: not known"},
            "rank": {"type": "integer", "minimum": 1},
            "winner": FLAG,
            "parts": by_name(WHOLE),
        }
    ),
    "Entry": answer(
        {
            "seq": {"type": "integer", "minimum": 1},
            "line": {"type": "integer", "minimum": 1},
            "who": {"type": "string"},
            "text": {"type": "string"},
            "pay": WHOLE,
            "parts": by_name(WHOLE),
        },
        {
            "dropped": {"const": True},
            "now": {"type": "string"},
            "marked": {"type": "string"},
            "aside": {"type": "string"},
        },
    ),
    "Replay": answer(
        {
            "game": {"type": "string", "enum": list(GAMES)},
            "over": FLAG,
            "headers": listed({"type": "string"}),
            "entries": listed(ref("Entry")),
            "standings": listed(ref("Standing")),
            "state": {"type": "object", "description": "As docs/interfaces.md describes it for each game"},
            "marked": listed(WHOLE),
            "aside": listed(WHOLE),
        }
    ),
}
REFUSAL: Node = {
    "kind": {"type": "string", "enum": ["Malformed", "Illegal", "Limited", "Unavailable", "Request", "Fault"]},
    "reason": ref("Reason"),
    "facts": {"type": "object"},
    "message": {"type": "string"},
}
REFUSALS: Node = {
    "Refused": answer({"refused": answer(REFUSAL)}),
    "ReplayRefused": answer(
        {"refused": answer({"line": {"type": "integer", "minimum": 1}, **REFUSAL}), "entries": listed(ref("Entry"))}
    ),
}
SCHEMAS: Node = {**QUESTIONS, **ANSWERS, **REFUSALS}

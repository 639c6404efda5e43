"""Questions in JSON: each function reads an object, asks the judge, and writes the answer as an object.

Each raises Malformed or Illegal. `docs/interfaces.md` describes the objects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.donut_shop.advice import best_boxes, best_placements
from companion.donut_shop.case import Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS as SHOP_RULINGS
from companion.donut_shop.notation import read_box, read_cards, read_order, read_tile, write_cards
from companion.donut_shop.parts import SIZES, Edition, Order, Square
from companion.donut_shop.setup import SHIPPED
from companion.exports.serialization import standing_json
from companion.go_nuts.cards import MOST_SEATS
from companion.go_nuts.notation import MOST_CARDS, read_card
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.judge import answers
from companion.judge.answers import Rulings, read_case
from companion.judge.limits import MOST_ADVICE, MOST_ORDERS, SOME_ADVICE, check_limit
from companion.kernel.common import Ruling, read_ruling
from companion.kernel.game import Json
from companion.kernel.reasons import Unread
from companion.kernel.text import quoted, read_name
from companion.refusals import Malformed
from companion.web.api.fields import Fields

Editions = Mapping[str, object]
Question = Callable[[object, Editions], Json]


def placement(question: object, editions: Editions) -> Json:
    """Answer what a tile on a spot pays, for each type that may be chosen."""
    fields = Fields(question)
    edition, rulings, case = _position(fields, editions)
    tile = read_tile(fields.text("tile"), edition)
    answer = answers.placement(case, tile, fields.square("at"), edition, rulings)
    pays = {
        kind: {"cents": cents, "squares": _in_reading_order(answer.squares[kind])}
        for kind, cents in answer.pays.items()
    }
    otherwise = [{"ruling": one.ruling, "choice": one.choice, "pays": dict(one.pays)} for one in answer.otherwise]
    return {"pays": pays, "best": answer.best, "otherwise": otherwise}


def box(question: object, editions: Editions) -> Json:
    """Answer what a box pays with these orders, by part."""
    fields = Fields(question)
    edition, rulings, case = _position(fields, editions)
    orders, wilds = read_cards(fields.text("with").split(), edition)
    pack = Pack(read_box(fields.text("size")), fields.square("at"), orders, wilds)
    answer = answers.box(case, pack, edition, rulings)
    otherwise = [{"ruling": one.ruling, "choice": one.choice, "cents": one.cents} for one in answer.otherwise]
    return {"cents": answer.cents, "parts": dict(answer.parts), "otherwise": otherwise}


def advice(question: object, editions: Editions) -> Json:
    """Answer with the best placements of a tile and the best boxes for a hand."""
    fields = Fields(question)
    edition, rulings, case = _position(fields, editions)
    limit = fields.number("limit", SOME_ADVICE, 1, MOST_ADVICE)
    own, boxes = fields.flag("own", False), _boxes_left(fields)
    tile = read_tile(fields.text("tile"), edition) if fields.has("tile") else None
    hand = _hand(fields, edition)
    placements = best_placements(case, tile, edition, rulings, limit) if tile else []
    packs = best_boxes(case, hand, boxes, own, edition, rulings, limit) if hand else []
    return {
        "placements": [
            {"tile": str(one.tile), "at": list(one.at), "type": one.kind, "cents": one.cents} for one in placements
        ],
        "boxes": [{**_pack(one.pack), "cents": one.cents} for one in packs],
    }


def scores(question: object, editions: Editions) -> Json:
    """Answer with the standings of Go Nuts trays; how many copies the deck has is not checked."""
    fields = Fields(question)
    rulings = _rulings(fields, NUTS_RULINGS)
    answer = answers.scores(_trays(fields), rulings)
    otherwise = [
        {"ruling": one.ruling, "choice": one.choice, "scores": dict(one.scores), "winners": list(one.winners)}
        for one in answer.otherwise
    ]
    return {"standings": [standing_json(one) for one in answer.standings], "otherwise": otherwise}


QUESTIONS: Mapping[str, Question] = {
    "donut-shop/placement": placement,
    "donut-shop/box": box,
    "donut-shop/advice": advice,
    "go-nuts/scores": scores,
}


def edition_of(question: object, editions: Editions) -> Edition | None:
    """Return the edition a question is about, for the names of its donuts; None if it names none there is."""
    try:
        return _edition(Fields(question), editions)
    except Malformed:
        return None


# Reading a question


def _position(fields: Fields, editions: Editions) -> tuple[Edition, Rulings, Case]:
    edition = _edition(fields, editions)
    rulings = _rulings(fields, SHOP_RULINGS)
    return edition, rulings, read_case(fields.texts("case"), edition)


def _edition(fields: Fields, editions: Editions) -> Edition:
    name = fields.text("set", SHIPPED)
    edition = editions.get(name.casefold())
    if not isinstance(edition, Edition):
        raise Malformed(Unread.SET, text=name)
    return edition


def _rulings(fields: Fields, known: tuple[Ruling, ...]) -> Rulings:
    """Every ruling's choice: the one the question names, or the default."""
    chosen = {ruling.id: ruling.default for ruling in known}
    named: set[str] = set()
    for name, choice in fields.text_by_name("rulings").items():
        ruling, choice = read_ruling(f"{name}={choice}", known)
        if ruling in named:
            raise Malformed(Unread.RULING, text=name)
        named.add(ruling)
        chosen[ruling] = choice
    return chosen


def _hand(fields: Fields, edition: Edition) -> list[Order]:
    words = fields.text("hand", "").split()
    check_limit("hand", len(words), MOST_ORDERS)
    return [read_order(word, edition) for word in words]


def _boxes_left(fields: Fields) -> Mapping[str, int | None]:
    """Common boxes left by size, 0 for a size not named; empty (unknown) if the question leaves `boxes` out."""
    if not fields.has("boxes"):
        return {}
    left: dict[str, int | None] = dict.fromkeys(SIZES, 0)
    for name, count in fields.counts("boxes").items():
        size = read_box(name).size
        if left[size]:
            raise Malformed(Unread.SIZE, text=name)
        left[size] = count
    return left


def _trays(fields: Fields) -> dict[str, list[str]]:
    trays = fields.texts_by_name("trays")
    if not 1 <= len(trays) <= MOST_SEATS:
        raise Malformed(Unread.SEATS, count=len(trays), fewest=1, most=MOST_SEATS)
    names = [read_name(quoted(name)) for name in trays]
    for place, name in enumerate(names):
        if name.casefold() in {other.casefold() for other in names[:place]}:
            raise Malformed(Unread.NAME, text=name)
    for tray in trays.values():
        check_limit("trays", len(tray), MOST_CARDS)
    return {name: [read_card(card) for card in tray] for name, tray in zip(names, trays.values(), strict=True)}


# Writing an answer


def _in_reading_order(squares: Sequence[Square]) -> list[list[int]]:
    return [[x, y] for x, y in sorted(squares, key=lambda square: square[::-1])]


def _pack(pack: Pack) -> Json:
    cards = write_cards(pack.orders, pack.wilds)
    return {"size": str(pack.box), "at": list(pack.at), "own": pack.own, "with": cards}

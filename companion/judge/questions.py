"""Questions without a table: a JSON object with what lies there, answered with what it pays or scores.

The same answers stand under `/api/v1` and behind the judge's page. Each question raises Malformed or Illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion.donut_shop.advice import best_boxes, best_placements
from companion.donut_shop.case import EDGE, EMPTY, Case
from companion.donut_shop.moves import Pack
from companion.donut_shop.notation import RULINGS as SHOP_RULINGS
from companion.donut_shop.notation import read_box, read_cards, read_order, read_tile, write_cards
from companion.donut_shop.parts import SIZES, Edition, Order, Square
from companion.donut_shop.pay import PER_DONUT, best_kind, box_parts, placement_pays
from companion.donut_shop.rules import check_cover, check_orders, check_spot
from companion.donut_shop.setup import SHIPPED, read_picture
from companion.exports.serialization import entries_json, refused_json, replay_json
from companion.go_nuts.notation import MOST_CARDS, read_card
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.go_nuts.score import counted, points
from companion.judge.fields import Fields, check_room
from companion.kernel.common import Ruling, read_ruling
from companion.kernel.game import Standing, ranked
from companion.kernel.reasons import Unread
from companion.kernel.text import quoted, read_name
from companion.refusals import Malformed
from companion.tables.replay import Replay
from companion.words import Words

Editions = Mapping[str, Any]
Rulings = Mapping[str, str]
Answer = dict[str, Any]
Question = Callable[[object, Editions], Answer]

MOST_SQUARES = 400  # with something on them
WIDEST = EDGE + 1  # of a drawing, empty squares too
MOST_ORDERS = 40
MOST_SEATS = 6
MOST_ADVICE, SOME_ADVICE = 100, 20


def placement(said: object, editions: Editions) -> Answer:
    """What a tile on a spot pays, for each type that may be chosen."""
    fields = Fields(said)
    edition, rulings = _edition(fields, editions), _rulings(fields, SHOP_RULINGS)
    case = _case(fields, edition)
    tile, at = read_tile(fields.text("tile"), edition), fields.square("at")
    check_spot(case, at)
    pays = placement_pays(case, tile, at, edition, rulings)
    cents = _cents(pays)
    otherwise = [
        {**changed, "pays": other}
        for changed, chosen in _others(rulings, SHOP_RULINGS)
        if (other := _cents(placement_pays(case, tile, at, edition, chosen))) != cents
    ]
    shown = {kind: {"cents": cents[kind], "squares": _in_reading_order(squares)} for kind, squares in pays.items()}
    return {"pays": shown, "best": best_kind(pays), "otherwise": otherwise}


def box(said: object, editions: Editions) -> Answer:
    """What a box pays with these orders, by part."""
    fields = Fields(said)
    edition, rulings = _edition(fields, editions), _rulings(fields, SHOP_RULINGS)
    case = _case(fields, edition)
    orders, wilds = read_cards(fields.text("with").split(), edition)
    pack = Pack(read_box(fields.text("size")), fields.square("at"), orders, wilds)
    check_room("with", len(pack.cards), MOST_ORDERS)
    check_cover(case, pack)
    check_orders(case, pack, edition)
    parts = box_parts(case, pack, rulings)
    cents = sum(parts.values())
    otherwise = [
        {**changed, "cents": other}
        for changed, chosen in _others(rulings, SHOP_RULINGS)
        if (other := sum(box_parts(case, pack, chosen).values())) != cents
    ]
    return {"cents": cents, "parts": parts, "otherwise": otherwise}


def advice(said: object, editions: Editions) -> Answer:
    """The best placements of a tile and the best boxes for a hand."""
    fields = Fields(said)
    edition, rulings = _edition(fields, editions), _rulings(fields, SHOP_RULINGS)
    case = _case(fields, edition)
    limit = fields.number("limit", SOME_ADVICE, 1, MOST_ADVICE)
    own, boxes = fields.flag("own", False), _boxes_left(fields)
    tile = read_tile(fields.text("tile"), edition) if fields.has("tile") else None
    hand = _hand(fields, edition)
    laid = best_placements(case, tile, edition, rulings, limit) if tile else []
    packed = best_boxes(case, hand, boxes, own, edition, rulings, limit) if hand else []
    return {
        "placements": [
            {"tile": str(one.tile), "at": list(one.at), "type": one.kind, "cents": one.cents} for one in laid
        ],
        "boxes": [{**_advised(one.pack), "cents": one.cents} for one in packed],
    }


def scores(said: object, editions: Editions) -> Answer:
    """The standings of Go Nuts trays; what the deck holds is not looked at."""
    fields = Fields(said)
    rulings = _rulings(fields, NUTS_RULINGS)
    names, trays = _trays(fields)
    standings = _standings(names, trays, rulings)
    told = _outcome(standings, names)
    otherwise = [
        {**changed, **other}
        for changed, chosen in _others(rulings, NUTS_RULINGS)
        if (other := _outcome(_standings(names, trays, chosen), names)) != told
    ]
    return {"standings": [{**asdict(one), "parts": dict(one.parts)} for one in standings], "otherwise": otherwise}


QUESTIONS: Mapping[str, Question] = {
    "donut-shop/placement": placement,
    "donut-shop/box": box,
    "donut-shop/advice": advice,
    "go-nuts/scores": scores,
}


def told_again(done: Replay, words: Words) -> Answer:
    """A replay as one object, whole or up to the line that was refused."""
    if done.refused is None:
        assert done.table is not None
        return replay_json(done.table, done.lines)
    edition = getattr(done.table.start, "edition", None) if done.table else None
    said = words.refusal(done.refused.refusal, edition)
    return {
        "refused": refused_json(done.refused.refusal, said, done.refused.line),
        "entries": entries_json(done.table, done.lines) if done.table else [],
    }


def edition_asked(said: object, editions: Editions) -> Edition | None:
    """The edition a question is about, for the names of its donuts; None where it names none there is."""
    try:
        return _edition(Fields(said), editions)
    except Malformed:
        return None


# Reading a question


def _edition(fields: Fields, editions: Editions) -> Edition:
    name = fields.text("set", SHIPPED)
    edition = editions.get(name.casefold())
    if not isinstance(edition, Edition):
        raise Malformed(Unread.SET, text=name)
    return edition


def _rulings(fields: Fields, known: tuple[Ruling, ...]) -> Rulings:
    """Every ruling's choice: the default, or what the question names."""
    chosen = {ruling.id: ruling.default for ruling in known}
    named: set[str] = set()
    for name, choice in fields.text_by_name("rulings").items():
        ruling, choice = read_ruling(f"{name}={choice}", known)
        if ruling in named:
            raise Malformed(Unread.RULING, text=name)
        named.add(ruling)
        chosen[ruling] = choice
    return chosen


def _case(fields: Fields, edition: Edition) -> Case:
    """The case drawn, its top left square at 0,0."""
    rows = fields.texts("case")
    drawn = "".join(rows)
    if "/" in drawn:
        raise Malformed(Unread.DONUT, text="/")
    check_room("case", len(drawn) - drawn.count(EMPTY), MOST_SQUARES)
    check_room("case", max(map(len, (rows, *rows))), WIDEST)
    return read_picture("/".join(rows), edition)


def _hand(fields: Fields, edition: Edition) -> list[Order]:
    words = fields.text("hand", "").split()
    check_room("hand", len(words), MOST_ORDERS)
    return [read_order(word, edition) for word in words]


def _boxes_left(fields: Fields) -> Mapping[str, int | None]:
    """Common boxes by size: none of a size that is not named; nobody knows, where nothing is said at all."""
    if not fields.has("boxes"):
        return {}
    left: dict[str, int | None] = dict.fromkeys(SIZES, 0)
    for name, count in fields.counts("boxes").items():
        size = read_box(name).size
        if left[size]:
            raise Malformed(Unread.SIZE, text=name)
        left[size] = count
    return left


def _trays(fields: Fields) -> tuple[list[str], list[list[str]]]:
    said = fields.texts_by_name("trays")
    if not 1 <= len(said) <= MOST_SEATS:
        raise Malformed(Unread.SEATS, count=len(said), fewest=1, most=MOST_SEATS)
    names = [read_name(quoted(name)) for name in said]
    for place, name in enumerate(names):
        if name.casefold() in {other.casefold() for other in names[:place]}:
            raise Malformed(Unread.NAME, text=name)
    for tray in said.values():
        check_room("trays", len(tray), MOST_CARDS)
    return names, [[read_card(card) for card in tray] for tray in said.values()]


# Writing an answer


def _others(rulings: Rulings, known: tuple[Ruling, ...]) -> Iterator[tuple[Answer, Rulings]]:
    """Each ruling changed alone: which one and to what, and all rulings then."""
    for ruling in known:
        for choice in ruling.choices:
            if choice != rulings[ruling.id]:
                yield {"ruling": ruling.id, "choice": choice}, {**rulings, ruling.id: choice}


def _cents(pays: Mapping[str, Sequence[Square]]) -> dict[str, int]:
    return {kind: PER_DONUT * len(squares) for kind, squares in pays.items()}


def _in_reading_order(squares: Sequence[Square]) -> list[list[int]]:
    return [[x, y] for x, y in sorted(squares, key=lambda square: square[::-1])]


def _advised(pack: Pack) -> Answer:
    at, given = list(pack.at), write_cards(pack.orders, pack.wilds)
    return {"size": str(pack.box), "at": at, "own": pack.own, "with": given}


def _standings(names: Sequence[str], trays: Sequence[Sequence[str]], rulings: Rulings) -> list[Standing]:
    parts = points(trays, rulings)
    rows = [
        (name, sum(scored.values()), len(counted(tray, rulings)), scored)
        for name, tray, scored in zip(names, trays, parts, strict=True)
    ]
    return ranked(rows, over=True, ties=rulings["tie"] == "cards")


def _outcome(standings: Sequence[Standing], names: Sequence[str]) -> Answer:
    """Scores and winners, in the order of the seats."""
    by_name = {one.seat: one for one in standings}
    return {
        "scores": {name: by_name[name].score for name in names},
        "winners": [name for name in names if by_name[name].winner],
    }

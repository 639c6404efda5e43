"""Whoever is asked about a box or a tile, the answer is one: the judge, the table's pads, the advice and the rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion.donut_shop import rules
from companion.donut_shop.advice import best_boxes, best_placements
from companion.donut_shop.game import GAME
from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.notation import RULINGS, write_cards
from companion.donut_shop.parts import BOXES, Order, Tile
from companion.donut_shop.pay import box_parts
from companion.donut_shop.screen.boxing import PackView, pack_views
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.view import shop_view
from companion.donut_shop.state import ShopState, Step
from companion.judge.verdicts import Position, Verdict, judge_tile, judge_ways, shop_of
from companion.kernel.text import Names
from companion.refusals import Illegal
from companion.web.api import questions
from tests.arrangements import arrangements
from tests.properties import examples, given, st
from tests.transcripts import SETS, played

CLASSIC = SETS["classic"]
NAMES = Names.of(("1", "2"))
letters = st.sampled_from("BbNnMVO")
rows = st.lists(letters, min_size=16, max_size=16).map(
    lambda drawn: tuple("".join(drawn[row * 4 : row * 4 + 4]) for row in range(4))
)
orders = st.builds(Order, st.sampled_from("BBNNMVC"), st.booleans(), st.booleans())
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in RULINGS})
boxes = st.sampled_from(sorted(BOXES)).map(BOXES.__getitem__)
squares = st.tuples(st.integers(0, 3), st.integers(0, 3))
Asked = tuple[Position, ShopDraft]


def asked(drawn: tuple[str, ...], chosen: dict[str, str], box: Any, at: Any, cards: list[Order]) -> Asked:
    return Position(drawn, CLASSIC, chosen), ShopDraft(do="box", box=box, at=at, cards=tuple(cards))


def judged(position: Position, draft: ShopDraft) -> list[Verdict] | Illegal:
    assert draft.box is not None and draft.at is not None
    try:
        return judge_ways(position, draft.box, draft.at, draft.cards)
    except Illegal as refusal:
        return refusal


def tabled(position: Position, draft: ShopDraft) -> list[PackView] | Illegal:
    ways, refusal = pack_views(shop_of(position), draft, NAMES)
    assert bool(ways) != (refusal is not None)
    return ways if refusal is None else refusal


def agree(position: Position, draft: ShopDraft) -> bool:
    """Judge, table, rules and questions of one box; whether it is allowed."""
    shop, one, other = shop_of(position), judged(position, draft), tabled(position, draft)
    if isinstance(one, Illegal) or isinstance(other, Illegal):
        assert isinstance(one, Illegal) and isinstance(other, Illegal)
        assert (one.reason, one.facts) == (other.reason, other.facts)
        return False
    assert [way.cents for way in one] == [way.cents for way in other]
    for verdict, view in zip(one, other, strict=True):
        pack = verdict.pack
        assert pack is not None and view.text == f"1: {GAME.rules.write(pack, NAMES)}"
        assert sorted(pack.cards) == sorted(draft.cards), "all the orders are given"
        rules.check(shop, 0, pack)
        paid = GAME.rules.apply(shop, 0, pack)[1]
        assert paid == view.parts == box_parts(shop.case, pack, position.rulings)
        assert {why.part: why.cents for why in verdict.why if why.cents} == paid
        question = {
            "case": list(position.rows),
            "rulings": dict(position.rulings),
            "size": str(pack.box),
            "at": list(pack.at),
            "with": write_cards(pack.orders, pack.wilds),
        }
        answer = questions.box(question, {"classic": CLASSIC})
        assert (answer["cents"], answer["parts"]) == (verdict.cents, paid)
    return True


@examples(200)
@given(rows, rulings, boxes, squares, st.lists(orders, max_size=12))
def test_a_box_gets_one_answer(drawn: Any, chosen: Any, box: Any, at: Any, cards: list[Order]) -> None:
    agree(*asked(drawn, chosen, box, at, cards))


@examples(150)
@given(rows, rulings, boxes, st.lists(orders, min_size=1, max_size=6))
def test_every_way_the_rules_allow_is_found_and_none_pays_more(
    drawn: Any, chosen: Any, box: Any, cards: list[Order]
) -> None:
    position, draft = asked(drawn, chosen, box, (0, 0), cards)
    case, allowed = position.case(), []
    for plain, wilds in arrangements(draft.cards, CLASSIC):
        pack = Pack(box, (0, 0), plain, wilds)
        try:
            rules.check(shop_of(position), 0, pack)
        except Illegal:
            continue
        allowed.append(sum(box_parts(case, pack, chosen).values()))
        if not wilds:
            break
    found = judged(position, draft)
    assert (max(allowed) if allowed else None) == (None if isinstance(found, Illegal) else found[0].cents)


@examples(100)
@given(rows, rulings, st.lists(orders, min_size=1, max_size=12))
def test_what_is_advised_the_table_and_the_judge_offer_too(drawn: Any, chosen: Any, hand: list[Order]) -> None:
    position = Position(drawn, CLASSIC, chosen)
    for advised in best_boxes(position.case(), hand, {}, False, CLASSIC, chosen, 4):
        draft = ShopDraft(do="box", box=advised.pack.box, at=advised.pack.at, cards=advised.pack.cards)
        found = judged(position, draft)
        assert agree(position, draft) and not isinstance(found, Illegal)
        assert found[0].cents == advised.cents, "and no better way to give the same orders"


@pytest.mark.parametrize("cards", [7, 8, 9, 11])
def test_many_orders_of_one_type_are_wilds(cards: int) -> None:
    """Four types under a 4x2 box, a pile, and a hand of one Blue and nothing but Banana."""
    position = Position(("BMVO", "BMVO"), CLASSIC)
    draft = ShopDraft(do="box", box=BOXES["4x2"], at=(0, 0), cards=(Order("B"), *(Order("N"),) * cards))
    assert agree(position, draft)


@examples(100)
@given(rows, rulings, st.text("BbNMVO", min_size=4, max_size=4).map(Tile), st.integers(0, 12))
def test_a_tile_gets_one_answer(drawn: Any, chosen: Any, tile: Tile, spot: int) -> None:
    named = " ".join(f"{name}={choice}" for name, choice in chosen.items())
    table = played(f"game donut-shop\nseats 1 2\nfollow case\nrulings {named}\nstart {'/'.join(drawn)}\nlaid 2\n")
    shop: ShopState = table.state
    position = Position(drawn, CLASSIC, chosen)
    spots = [*shop.case.spots(), (0, 0), (1, 4), (8, 8)]
    at = spots[spot % len(spots)]
    draft = {"tile": str(tile), "at": f"{at[0]},{at[1]}"}
    if at not in spots[:-3]:
        with pytest.raises(Illegal) as judged:
            judge_tile(position, tile, at)
        with pytest.raises(Illegal) as ruled:
            rules.check(shop_of(position, Step.PLACE), 0, Place(tile, at, tile.kinds(CLASSIC)[0]))
        assert (judged.value.reason, judged.value.facts) == (ruled.value.reason, ruled.value.facts)
        assert not shop_view(table, draft).pays
        return
    verdict = judge_tile(position, tile, at)
    assert {pay.kind: pay.cents for pay in shop_view(table, draft).pays} == dict(verdict.pays)
    for kind, cents in verdict.pays.items():
        assert sum(table.play(f"1: place {tile} @{at[0]},{at[1]} {kind}").applied[-1].paid.values()) == cents
    advised = best_placements(shop.case, tile, CLASSIC, chosen, 500)
    assert max(one.cents for one in advised if (one.tile, one.at) == (tile, at)) == verdict.cents

"""The table counted another amount than the app: which single slip explains exactly that difference?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from companion.donut_shop.forgotten import LATEST_TURNS, laid_without_box
from companion.donut_shop.moves import Move, Pack, PaidOut, Place
from companion.donut_shop.notation import write
from companion.donut_shop.parts import SIZES, Order, Tile
from companion.donut_shop.pay import PER_DONUT, box_parts, placement_pays
from companion.donut_shop.shop import Shop
from companion.kernel.common import Adjust
from companion.kernel.table import Table, Told
from companion.kernel.text import write_name


@dataclass(frozen=True, slots=True)
class Slip:
    """One explanation: `what` it is, the line it is about, the repair that tells it (empty: more is to be said).

    `what`: `type` another type was taken; `turned` the tile lay otherwise; `sprinkles` or `coffee` an order had it or
    had it not; `rules` the table set another amount than the rules; `gone` the line did not happen; `seat` it was for
    this seat; `ruling` the table plays another choice; `box` a box was forgotten in the turn of that line; `donut` one
    donut of its tile was another.
    """

    what: str
    seq: int
    text: str
    detail: str = ""  # the type, order or ruling in notation


def slips(table: Table, seat: int, difference: int) -> list[Slip]:
    """Every single slip that moves this seat's money by exactly `difference` cents, the likeliest first.

    Likeliest: another type, then a sprinkle or coffee, an amount set by hand, a tile that lay otherwise, a ruling, a
    forgotten box, a donut read wrong; the latest line first.
    """
    if not difference:
        return []
    turns = [(told, before) for told, before in _with_before(table) if told.line.seat == seat and not told.aside]
    types = [slip for told, before in reversed(turns) for slip in _other_types(table, told, before, difference)]
    marks = [slip for told, before in reversed(turns) for slip in _other_marks(table, told, before, difference)]
    by_hand = [slip for told, before in turns[::-1] for slip in _by_the_rules(table, told, before, difference)]
    by_hand += _told_wrong(table, seat, difference)
    tiles = [(told, before) for told, before in turns[::-1] if isinstance(told.line.move, Place) and _paid(told)]
    turned = [slip for told, before in tiles for slip in _turned(table, seat, told, before, difference)]
    donuts = [
        Slip("donut", told.line.seq, "") for told, before in tiles if _misread(table, seat, told, before, difference)
    ]
    rulings, boxes = _other_rulings(table, seat, difference), _forgotten_boxes(table, seat, difference)
    return [*types, *marks, *by_hand, *turned, *rulings, *boxes, *donuts[:LATEST_TURNS]]


def _with_before(table: Table) -> Iterator[tuple[Told, Shop]]:
    before = table.start
    for told in table.told:
        yield told, before
        before = told.state


def _correction(table: Table, told: Told, move: Move) -> str:
    return f"table: correct {told.line.seq} {write_name(told.line.who)}: {write(move, table.names)}"


def _paid(told: Told) -> int | None:
    """What a line paid by the rules; None where the table decided the amount."""
    return None if told.line.decided is not None else sum(told.paid.values())


def _other_types(table: Table, told: Told, before: Shop, difference: int) -> Iterator[Slip]:
    move, paid = told.line.move, _paid(told)
    if not isinstance(move, Place) or paid is None:
        return
    rulings = before.party.rulings
    for kind, squares in placement_pays(before.case, move.tile, move.at, before.edition, rulings).items():
        if kind != move.kind and PER_DONUT * len(squares) - paid == difference:
            yield Slip("type", told.line.seq, _correction(table, told, replace(move, kind=kind)), kind)


def _other_marks(table: Table, told: Told, before: Shop, difference: int) -> Iterator[Slip]:
    move, paid = told.line.move, _paid(told)
    if not isinstance(move, Pack) or paid is None:
        return
    for what, order, other in _marked_otherwise(move):
        if sum(box_parts(before.case, other, before.party.rulings).values()) - paid == difference:
            yield Slip(what, told.line.seq, _correction(table, told, other), str(order))


def _marked_otherwise(pack: Pack) -> Iterator[tuple[str, Order, Pack]]:
    """The same box with one order's sprinkles or coffee there or not there, once for each different order."""
    for order in dict.fromkeys(pack.orders):
        at = pack.orders.index(order)
        for what, other in _flipped(order):
            yield what, order, replace(pack, orders=(*pack.orders[:at], other, *pack.orders[at + 1 :]))
    for place, wild in enumerate(pack.wilds):
        others = [(what, wild.first, replace(wild, first=order)) for what, order in _flipped(wild.first)]
        others += [(what, wild.second, replace(wild, second=order)) for what, order in _flipped(wild.second)]
        for what, order, other_wild in others:
            wilds = (*pack.wilds[:place], other_wild, *pack.wilds[place + 1 :])
            yield what, order, replace(pack, wilds=wilds)


def _flipped(order: Order) -> list[tuple[str, Order]]:
    return [
        ("sprinkles", order._replace(sprinkles=not order.sprinkles)),
        ("coffee", order._replace(coffee=not order.coffee)),
    ]


def _by_the_rules(table: Table, told: Told, before: Shop, difference: int) -> Iterator[Slip]:
    """A line whose amount the table set: what the rules pay for it."""
    move, line = told.line.move, told.line
    if line.decided is None or not isinstance(move, Place | Pack):
        return
    rulings = before.party.rulings
    if isinstance(move, Pack):
        cents = sum(box_parts(before.case, move, rulings).values())
    else:
        cents = PER_DONUT * len(
            placement_pays(before.case, move.tile, move.at, before.edition, rulings).get(move.kind, ())
        )
    if cents - line.decided == difference:
        yield Slip("rules", line.seq, _correction(table, told, move))


def _told_wrong(table: Table, seat: int, difference: int) -> Iterator[Slip]:
    """Amounts and boxes that were none, and amounts that were this seat's, not another's."""
    for told in reversed(table.told):
        line, move = told.line, told.line.move
        whose = move.seat if isinstance(move, Adjust) else line.seat
        if isinstance(move, Adjust | PaidOut | Pack) and whose == seat and _paid(told) == -difference:
            slip = Slip("gone", line.seq, f"table: strike {line.seq}")
        elif isinstance(move, Adjust) and move.amount == difference:
            said = write(replace(move, seat=seat), table.names)
            slip = Slip("seat", line.seq, f"table: correct {line.seq} table: {said}")
        elif isinstance(move, PaidOut) and move.cents == difference:
            said = write(move, table.names)
            slip = Slip("seat", line.seq, f"table: correct {line.seq} {table.names.write(seat)}: {said}")
        else:
            continue
        if _explains(table, seat, slip.text, difference):
            yield slip


def _turned(table: Table, seat: int, told: Told, before: Shop, difference: int) -> Iterator[Slip]:
    """The same tile on the same spot, lying otherwise, and paid for the same type."""
    move: Place = told.line.move
    for tile in move.tile.turns():
        other = replace(move, tile=tile)
        text = _correction(table, told, other)
        if _pays_more(told, before, other, difference) and _explains(table, seat, text, difference):
            yield Slip("turned", told.line.seq, text, str(tile))


def _misread(table: Table, seat: int, told: Told, before: Shop, difference: int) -> bool:
    """Would one other donut on the tile explain it?"""
    move: Place = told.line.move
    letters = move.tile.donuts
    others = [
        replace(move, tile=Tile(letters[:place] + kind + letters[place + 1 :]))
        for place, kind in product(range(4), before.edition.types)
        if kind != letters[place].upper()
    ]
    return any(
        _pays_more(told, before, other, difference)
        and _explains(table, seat, _correction(table, told, other), difference)
        for other in others
    )


def _pays_more(told: Told, before: Shop, other: Place, difference: int) -> bool:
    """Is that what this tile would have paid more by itself?"""
    pays = placement_pays(before.case, other.tile, other.at, before.edition, before.party.rulings)
    return PER_DONUT * len(pays.get(other.kind, ())) - (_paid(told) or 0) == difference


def _explains(table: Table, seat: int, text: str, difference: int) -> bool:
    """Does a repair bring just that, with all that comes of it in later turns?"""
    return bool(table.tell(text).state.cents(seat) - table.state.cents(seat) == difference)


def _other_rulings(table: Table, seat: int, difference: int) -> Iterator[Slip]:
    """Rulings that the table may play otherwise from the start."""
    now = table.state.cents(seat)
    for ruling in table.game.rulings:
        for choice in ruling.choices:
            if choice != table.state.party.rulings[ruling.id]:
                other = table.under(ruling.id, choice).state.cents(seat)
                if other - now == difference:
                    said = f"{ruling.id}={choice}"
                    yield Slip("ruling", 0, f"table: ruling {said} from-the-start", said)


def _forgotten_boxes(table: Table, seat: int, difference: int) -> Iterator[Slip]:
    """The latest turns without a box, where a box can pay that much."""
    if difference < min(SIZES.values()):
        return
    tiles = [told.line.seq for told in table.told if told.line.seat == seat and isinstance(told.line.move, Place)]
    without = {table.told[place].line.seq for place in laid_without_box(table)}
    for seq in reversed(tiles[-LATEST_TURNS:]):
        if seq in without:
            yield Slip("box", seq, "")

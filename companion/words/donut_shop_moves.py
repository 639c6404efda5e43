"""Moves and amounts of Donut Shop in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.donut_shop.moves import (
    Deal,
    DrawOrder,
    DrawTile,
    DrawUnknown,
    EndTurn,
    FinalMoney,
    Mend,
    OrdersLeft,
    Pack,
    PaidOut,
    Place,
    RevealFaceUp,
)
from companion.donut_shop.parts import Edition, Order, Square, Tile, row_and_column
from companion.donut_shop.pay import PER_DONUT, PayPart
from companion.words.donut_shop import PARTS
from companion.words.language import mark as _
from companion.words.language import plural
from companion.words.things import Things

ShopMove = (
    RevealFaceUp
    | Deal
    | Place
    | Pack
    | DrawOrder
    | DrawTile
    | DrawUnknown
    | EndTurn
    | PaidOut
    | Mend
    | FinalMoney
    | OrdersLeft
)


def _drawn_name(words: Things, thing: Tile | Order | None, edition: Edition | None) -> str:
    """Return a tile or an order in words, also an unknown one."""
    match thing:
        case None:
            return words.text(_("one not noted"))
        case Order():
            return words.order(thing, edition)
    return words.tile(str(thing), edition)


def move_sentence(
    words: Things,
    who: str,
    move: ShopMove,
    names: Sequence[str],
    edition: Edition | None,
    origin: Square | None = None,
) -> str:
    """Return a Donut Shop move in plain words; `origin` as for `Words.move`."""
    match move:
        case Place(tile, _at, kind):
            return words.text(
                _("%(seat)s laid %(tile)s for %(type)s"),
                seat=who,
                tile=words.tile(str(tile), edition),
                type=words.kind(kind, edition),
            )
        case Pack():
            return _pack_sentence(words, who, move, edition)
        case DrawOrder() | DrawTile() | DrawUnknown():
            return _draw_sentence(words, who, move, edition)
        case EndTurn():
            return words.text(_("%(seat)s ended the turn"), seat=who)
        case Deal(None, None):
            return words.text(_("%(seat)s was dealt a tile and an order"), seat=who)
        case Deal(tile, order):
            gaps = {"tile": _drawn_name(words, tile, edition), "order": _drawn_name(words, order, edition)}
            return words.text(_("%(seat)s was dealt: tile %(tile)s, order %(order)s"), seat=who, **gaps)
        case PaidOut(cents, text):
            gaps = {"seat": who, "amount": words.price(cents), "text": text}
            return words.text(_("%(seat)s got %(amount)s (%(text)s)") if text else _("%(seat)s got %(amount)s"), **gaps)
    return _table_sentence(words, move, names, edition, origin)


def deed(words: Things, move: ShopMove, edition: Edition | None) -> str:
    """Return what a seat did without its name, for where that stands beside it; empty if no seat did this."""
    match move:
        case Place(tile, _at, kind):
            gaps = {"tile": words.tile(str(tile), edition), "type": words.short(kind, edition)}
            return words.text(_("%(tile)s %(type)s"), **gaps)
        case Pack():
            return _pack_deed(words, move, edition)
        case DrawOrder() | DrawTile():
            return _draw_deed(words, move, edition)
        case DrawUnknown():
            return words.text(_("drew, cards not noted"))
        case EndTurn():
            return words.text(_("ended the turn"))
        case PaidOut(_cents, text):
            return words.text(_("from the bank: %(text)s") if text else _("from the bank"), text=text)
    return ""


def _pack_deed(words: Things, pack: Pack, edition: Edition | None) -> str:
    cards = _cards(words, pack, edition) or words.text(_("no order"))
    return words.text(_("%(box)s %(cards)s"), box=words.box(pack.box, own=pack.own), cards=cards)


def _draw_deed(words: Things, draw: DrawOrder | DrawTile, edition: Edition | None) -> str:
    took, drew, turned = (
        (draw.order, draw.tile, draw.reveal) if isinstance(draw, DrawOrder) else (draw.tile, draw.order, draw.reveal)
    )
    gaps = {gap: _drawn_name(words, thing, edition) for gap, thing in (("took", took), ("drew", drew), ("new", turned))}
    if drew is None:
        return words.text(_("took %(took)s and one unseen · new: %(new)s"), **gaps)
    return words.text(_("took %(took)s and %(drew)s · new: %(new)s"), **gaps)


def _cards(words: Things, pack: Pack, edition: Edition | None) -> str:
    """Return the orders a box was packed with; empty without any."""
    cards = [words.order(order, edition) for order in pack.orders]
    cards += [words.wild(wild, edition) for wild in pack.wilds]
    return words.listing(cards) if cards else ""


def _pack_sentence(words: Things, who: str, pack: Pack, edition: Edition | None) -> str:
    gaps = {"seat": who, "box": words.box(pack.box, own=pack.own), "cards": _cards(words, pack, edition)}
    if not gaps["cards"]:
        return words.text(_("%(seat)s packed a %(box)s without an order"), **gaps)
    if pack.own:
        return words.text(_("%(seat)s packed their %(box)s with %(cards)s"), **gaps)
    return words.text(_("%(seat)s packed a %(box)s with %(cards)s"), **gaps)


def _draw_sentence(words: Things, who: str, draw: DrawOrder | DrawTile | DrawUnknown, edition: Edition | None) -> str:
    match draw:
        case DrawOrder(order, reveal, tile):
            gaps = {"order": order, "tile": tile, "reveal": reveal}
            hidden = tile is None
            whole, part = (
                _("%(seat)s took the order %(order)s and drew the tile %(tile)s; new face up: %(reveal)s"),
                _("%(seat)s took the order %(order)s and drew a tile; new face up: %(reveal)s"),
            )
        case DrawTile(tile, turned, order):
            gaps = {"order": order, "tile": tile, "reveal": turned}
            hidden = order is None
            whole, part = (
                _("%(seat)s took the tile %(tile)s and drew the order %(order)s; new face up: %(reveal)s"),
                _("%(seat)s took the tile %(tile)s and drew an order; new face up: %(reveal)s"),
            )
        case DrawUnknown():
            return words.text(_("%(seat)s drew, cards not noted"), seat=who)
    names = {gap: _drawn_name(words, thing, edition) for gap, thing in gaps.items()}
    return words.text(part if hidden else whole, seat=who, **names)


def _table_sentence(
    words: Things,
    move: RevealFaceUp | Mend | FinalMoney | OrdersLeft,
    names: Sequence[str],
    edition: Edition | None,
    origin: Square | None,
) -> str:
    match move:
        case RevealFaceUp(tiles, orders):
            gaps = {
                "tiles": words.listing(_drawn_name(words, tile, edition) for tile in tiles or (None,)),
                "orders": words.listing(_drawn_name(words, order, edition) for order in orders or (None,)),
            }
            if orders is None:
                return words.text(_("Face up: the tiles %(tiles)s"), **gaps)
            if tiles is None:
                return words.text(_("Face up: the orders %(orders)s"), **gaps)
            return words.text(_("Face up: the tiles %(tiles)s, the orders %(orders)s"), **gaps)
        case Mend(at, letter):
            donut = words.donut(letter, edition)
            if origin is None:
                return words.text(_("A square holds %(donut)s"), donut=donut)
            row, column = map(str, row_and_column(origin, at))
            return words.text(_("Row %(row)s, column %(column)s holds %(donut)s"), row=row, column=column, donut=donut)
        case FinalMoney(counts):
            seats = [_count_sentence(words, names[seat], cents, orders) for seat, cents, orders in counts]
            return words.text(_("Counted: %(seats)s"), seats=words.listing(seats))
        case OrdersLeft(left):
            seats = [_left_sentence(words, names[seat], orders) for seat, orders in left]
            return words.text(_("Orders left in hand: %(seats)s"), seats=words.listing(seats))


def _left_sentence(words: Things, seat: str, orders: int) -> str:
    forms = plural("%(seat)s %(orders)d order", "%(seat)s %(orders)d orders")
    return words.plural_text(forms, orders, seat=seat, orders=orders)


def _count_sentence(words: Things, seat: str, cents: int, orders: int | None) -> str:
    if orders is None:
        return words.text(_("%(seat)s %(money)s"), seat=seat, money=words.money(cents))
    forms = plural("%(seat)s %(money)s and %(orders)d order", "%(seat)s %(money)s and %(orders)d orders")
    return words.plural_text(forms, orders, seat=seat, money=words.money(cents), orders=orders)


def why_sentence(words: Things, why: PayPart, edition: Edition | None) -> str:
    """Return one part of an amount in plain words, without its cents."""
    facts = why.facts or {}
    match why.part:
        case "placement" if facts:
            return _why_placement(words, why, edition)
        case "box" if facts.get("own"):
            return words.text(_("The %(box)s"), box=words.box(facts["size"], own=True))
        case "box" if facts:
            return words.text(_("A %(box)s"), box=words.box(facts["size"]))
        case "sprinkles" if facts:
            return _why_sprinkles(words, why, edition)
        case "coffee" if facts:
            count = int(str(facts["count"]))
            if not why.cents:
                return words.text(_("Coffee pays from two orders on; %(count)d counts here"), count=count)
            return words.text(_("%(count)d orders with coffee"), count=count)
    return words.text(PARTS.get(why.part, why.part))


def _why_placement(words: Things, why: PayPart, edition: Edition | None) -> str:
    facts = why.facts or {}
    count, piles = int(str(facts["count"])), int(str(facts["piles"]))
    gaps = {
        "count": count,
        "piles": piles,
        "type": words.kind(str(facts["type"]), edition),
        "each": words.price(PER_DONUT),
    }
    if piles:
        forms = plural(
            "%(count)d %(type)s at %(each)s, holes among them: %(piles)d",
            "%(count)d %(type)s at %(each)s each, holes among them: %(piles)d",
        )
        return words.plural_text(forms, count, **gaps)
    return words.plural_text(
        plural("%(count)d %(type)s at %(each)s", "%(count)d %(type)s at %(each)s each"), count, **gaps
    )


def _why_sprinkles(words: Things, why: PayPart, edition: Edition | None) -> str:
    texts = (why.facts or {}).get("orders", ())
    orders = [words.order(order, edition) for order in texts] if isinstance(texts, list | tuple) else []
    if not orders:
        return words.text(_("Sprinkles on an order used in a wild pay nothing"))
    if not why.cents:
        return words.text(_("No sprinkled donut in the box for %(orders)s"), orders=words.listing(orders))
    return words.text(_("Sprinkles for %(orders)s"), orders=words.listing(orders))

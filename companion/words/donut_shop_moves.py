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
from companion.donut_shop.parts import HOLES, Edition, Order, Square, Tile, Wild, kind_of, row_and_column
from companion.donut_shop.pay import PER_DONUT, PayPart
from companion.words.donut_shop import PARTS
from companion.words.language import Language, plural
from companion.words.language import mark as _

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


def size_name(size: str) -> str:
    """`2×3`."""
    return size.replace("x", "×")


def kind_name(kind: str, edition: Edition | None) -> str:
    """Return the printed name of a type; its letter without an edition."""
    donut = edition.donuts.get(kind) if edition else None
    return donut.name if donut else kind


def donut_name(words: Language, letter: str, edition: Edition | None) -> str:
    """Return the donut of a square: `Blue Frosted`, with sprinkles `Blue Frosted*`, or holes."""
    if letter == HOLES:
        return words.text(_("donut holes"))
    return kind_name(kind_of(letter), edition) + "*" * letter.islower()


def order_name(order: Order, edition: Edition | None) -> str:
    """Return `Blue Frosted*+`: as in notation, `*` for sprinkles and `+` for coffee."""
    return kind_name(order.kind, edition) + str(order)[1:]


def order_text_name(text: str, edition: Edition | None) -> str:
    """Return the same for an order in notation."""
    return kind_name(text[:1], edition) + text[1:]


def wild_name(words: Language, wild: Wild, edition: Edition | None) -> str:
    first, second = order_name(wild.first, edition), order_name(wild.second, edition)
    return words.text(
        _("%(first)s & %(second)s as %(type)s"), first=first, second=second, type=kind_name(wild.kind, edition)
    )


def _drawn_name(words: Language, thing: Tile | Order | None, edition: Edition | None) -> str:
    """Return a tile or an order in words, also an unknown one."""
    match thing:
        case None:
            return words.text(_("one nobody told"))
        case Order():
            return order_name(thing, edition)
    return str(thing)


def move_sentence(
    words: Language,
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
                _("%(seat)s laid %(tile)s and chose %(type)s"), seat=who, tile=tile, type=kind_name(kind, edition)
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


def _pack_sentence(words: Language, who: str, pack: Pack, edition: Edition | None) -> str:
    cards = [order_name(order, edition) for order in pack.orders]
    cards += [wild_name(words, wild, edition) for wild in pack.wilds]
    gaps = {"seat": who, "size": size_name(str(pack.box)), "cards": words.listing(cards) if cards else ""}
    if not cards:
        return words.text(_("%(seat)s packed a %(size)s box without an order"), **gaps)
    if pack.own:
        return words.text(_("%(seat)s packed the own %(size)s box with %(cards)s"), **gaps)
    return words.text(_("%(seat)s packed a %(size)s box with %(cards)s"), **gaps)


def _draw_sentence(words: Language, who: str, draw: DrawOrder | DrawTile | DrawUnknown, edition: Edition | None) -> str:
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
            return words.text(_("%(seat)s drew"), seat=who)
    names = {gap: _drawn_name(words, thing, edition) for gap, thing in gaps.items()}
    return words.text(part if hidden else whole, seat=who, **names)


def _table_sentence(
    words: Language,
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
            donut = donut_name(words, letter, edition)
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


def _left_sentence(words: Language, seat: str, orders: int) -> str:
    forms = plural("%(seat)s %(orders)d order", "%(seat)s %(orders)d orders")
    return words.plural_text(forms, orders, seat=seat, orders=orders)


def _count_sentence(words: Language, seat: str, cents: int, orders: int | None) -> str:
    if orders is None:
        return words.text(_("%(seat)s %(money)s"), seat=seat, money=words.money(cents))
    forms = plural("%(seat)s %(money)s and %(orders)d order", "%(seat)s %(money)s and %(orders)d orders")
    return words.plural_text(forms, orders, seat=seat, money=words.money(cents), orders=orders)


def why_sentence(words: Language, why: PayPart, edition: Edition | None) -> str:
    """Return one part of an amount in plain words, without its cents."""
    facts = why.facts or {}
    match why.part:
        case "placement" if facts:
            return _why_placement(words, why, edition)
        case "box" if facts.get("own"):
            return words.text(_("The own %(size)s box"), size=size_name(str(facts["size"])))
        case "box" if facts:
            return words.text(_("A %(size)s box"), size=size_name(str(facts["size"])))
        case "sprinkles" if facts:
            return _why_sprinkles(words, why, edition)
        case "coffee" if facts:
            count = int(str(facts["count"]))
            if not why.cents:
                return words.text(_("Coffee pays from two orders on; %(count)d counts here"), count=count)
            return words.text(_("%(count)d orders with coffee"), count=count)
    return words.text(PARTS.get(why.part, why.part))


def _why_placement(words: Language, why: PayPart, edition: Edition | None) -> str:
    facts = why.facts or {}
    count, piles = int(str(facts["count"])), int(str(facts["piles"]))
    gaps = {
        "count": count,
        "piles": piles,
        "type": kind_name(str(facts["type"]), edition),
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


def _why_sprinkles(words: Language, why: PayPart, edition: Edition | None) -> str:
    texts = (why.facts or {}).get("orders", ())
    orders = [order_text_name(str(order), edition) for order in texts] if isinstance(texts, list | tuple) else []
    if not orders:
        return words.text(_("Sprinkles on an order used in a wild pay nothing"))
    if not why.cents:
        return words.text(_("No sprinkled donut in the box for %(orders)s"), orders=words.listing(orders))
    return words.text(_("Sprinkles for %(orders)s"), orders=words.listing(orders))

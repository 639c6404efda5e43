"""What a photo means for a table: the lines that tell what is new, shared out to the seats in turn order.

A photo proposes, a person confirms: this writes lines, it tells none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.donut_shop.case import BOXED, Case, read_rows, tile_squares
from companion.donut_shop.draft import Draft
from companion.donut_shop.laying import PayView, pay_views
from companion.donut_shop.moves import Place
from companion.donut_shop.packing import PackView, covered_kinds, pack_views
from companion.donut_shop.parts import HOLES, UNTOLD, Box, Order, Square, Tile
from companion.donut_shop.shop import Shop
from companion.kernel.table import Table
from companion.kernel.text import write_name
from companion.play import MOST_LINES
from companion.refusals import Refusal
from vision.lying import Lie
from vision.reconcile import Difference, reconcile
from vision.reconcile import Laid as LaidSeen
from vision.reconcile import Packed as PackedSeen

if TYPE_CHECKING:
    from vision.values import Reading


@dataclass(frozen=True, slots=True)
class News:
    """How a photo differs from what the app knows, in the table's squares.

    `told`: squares nobody had told yet; `differs`: squares that no new tile or box explains; `ways`: how many ways to
    see it there are.
    """

    tiles: Sequence[tuple[Square, Tile]] = ()
    boxes: Sequence[tuple[Square, Box]] = ()
    told: Mapping[Square, str] = field(default_factory=dict)
    differs: Sequence[Difference] = ()
    ways: int = 0

    @property
    def unready(self) -> bool:
        """Is a donut of a new tile not known yet?"""
        return any(UNTOLD in tile.donuts for _, tile in self.tiles)


@dataclass(frozen=True, slots=True)
class Laid:
    """A new tile and whose it is. `number` among the new tiles; `pays`: every type, the best first; `taken` of them."""

    number: int
    seat: str
    tile: Tile
    at: Square
    pays: Sequence[PayView]
    taken: PayView


@dataclass(frozen=True, slots=True)
class Packed:
    """A new box and whose it is. `ways`: how it may be packed, the best first; none where `refusal` says why."""

    seat: str
    box: Box
    at: Square
    cards: tuple[Order, ...]
    covered: Mapping[str, int]
    ways: Sequence[PackView]
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a yes would tell, line by line. `refusal`: why what follows the lines cannot be told."""

    lines: tuple[str, ...] = ()
    laid: Sequence[Laid] = ()
    packed: Sequence[Packed] = ()
    refusal: Refusal | None = None

    @property
    def at_once(self) -> tuple[str, ...]:
        """As many of the lines as one command holds."""
        return self.lines[:MOST_LINES]


def plan(
    table: Table,
    news: News,
    kinds: Sequence[str] = (),
    order: Sequence[int] = (),
    cards: tuple[Order, ...] = (),
) -> Plan:
    """The lines for what is new. By number of a tile: `kinds` taken (the best where none is named); `order`: which tile
    is laid first; `cards`: the orders of the first box, else one plain order for each type it covers."""
    told = [f"table: mend @{x},{y} {letter}" for (x, y), letter in news.told.items()]
    lines, laid, packed = list(told), list[Laid](), list[Packed]()
    try:
        table = table.tell_all(told)
        for number in _sequence(table.state, news.tiles, order):
            at, tile = news.tiles[number]
            one = _laid(table, number, tile, at, kinds[number] if number < len(kinds) else "")
            if one is None:
                break
            said = one.taken.text.splitlines()
            table = table.tell_all(said)
            laid.append(one)
            lines += said
        for at, box in news.boxes:
            packed.append(_packed(table, at, box, () if packed else cards))
            if packed[-1].ways:
                table = table.tell(packed[-1].ways[0].text)
                lines.append(packed[-1].ways[0].text)
    except Refusal as refusal:
        return Plan(tuple(lines), laid, packed, refusal)
    return Plan(tuple(lines), laid, packed)


def _sequence(shop: Shop, tiles: Sequence[tuple[Square, Tile]], wanted: Sequence[int]) -> list[int]:
    """The numbers of the tiles as they were laid: as wanted, else so that each lies beside one that was there."""
    if sorted(wanted) == list(range(len(tiles))):
        return list(wanted)
    case, left, found = shop.case, list(range(len(tiles))), []
    while left:
        number = next((one for one in left if case.is_beside_tile(tiles[one][0])), left[0])
        left.remove(number)
        found.append(number)
        at, tile = tiles[number]
        case = case.laid(tile, at)
    return found


def _laid(table: Table, number: int, tile: Tile, at: Square, kind: str) -> Laid | None:
    """A tile for the seat that lays next; None where none does."""
    pays = pay_views(table.state, Draft(tile=str(tile), at=at, catch=True), table.names)
    if not pays:
        return None
    taken = next((pay for pay in pays if pay.kind == kind), pays[0])
    seat = table.tell_all(taken.text.splitlines()).told[-1].line.who
    return Laid(number, seat, tile, at, pays, taken)


def _packed(table: Table, at: Square, box: Box, cards: tuple[Order, ...]) -> Packed:
    """A box of the seat in turn, with these orders."""
    shop: Shop = table.state
    draft = Draft(do="box", box=box, at=at)
    covered = covered_kinds(shop, draft)
    given = cards or _likely(shop, [kind for kind in covered if kind != HOLES])
    ways, refusal = pack_views(shop, draft.but(cards=given), table.names)
    return Packed(shop.party.names[shop.turn], box, at, given, covered, ways, refusal)


def _likely(shop: Shop, kinds: Sequence[str]) -> tuple[Order, ...]:
    """An order for each type: one the seat is known to hold, the barest first; else a plain one."""
    held = sorted(shop.hands[shop.turn].orders, key=lambda order: (order.sprinkles, order.coffee))
    return tuple(next((order for order in held if order.kind == kind), Order(kind)) for kind in kinds)


def correction(table: Table, square: Square, letter: str) -> str:
    """The line that puts a donut right: of the tile it came with, so that its money follows; else it is mended."""
    for told in table.told:
        move = told.line.move
        if isinstance(move, Place) and square in tile_squares(move.at) and not told.aside:
            place = tile_squares(move.at).index(square)
            donuts = f"{move.tile}"[:place] + letter + f"{move.tile}"[place + 1 :]
            kinds = Tile(donuts).kinds(table.state.edition)
            kind = move.kind if move.kind in kinds else kinds[0]
            x, y = move.at
            return f"table: correct {told.line.seq} {write_name(told.line.who)}: place {donuts} @{x},{y} {kind}"
    return f"table: mend @{square[0]},{square[1]} {letter}"


# From a reading to news


def news_of(reading: Reading, known: Case, way: int = 0) -> tuple[News, Lie | None]:
    """What a reading means for the case the app knows, and how it lies on it; None where it looks like another case.

    `way`: which of the ways to see it, the likeliest is 0. Squares nobody told yet are told by it.
    """
    if all(letter == UNTOLD for letter in known.open.values()) and not known.boxed:
        return _first_look(read_rows(reading.case), known)
    found = reconcile(reading, known)
    ways = found.proposals
    changes = ways[way if way < len(ways) else 0].changes if ways else ()
    told = {
        square: found.seen[square]
        for square, letter in known.open.items()
        if letter == UNTOLD and found.seen.get(square, BOXED) not in (BOXED, UNTOLD)
    }
    news = News(
        tuple((change.at, change.tile) for change in changes if isinstance(change, LaidSeen)),
        tuple((change.at, change.box) for change in changes if isinstance(change, PackedSeen)),
        told,
        tuple(found.differs) if not way else (),
        len(ways),
    )
    return news, found.lie


def _first_look(seen: Case, known: Case) -> tuple[News, Lie | None]:
    """A cross of which nothing was told: any place where the case has room for it, and what lies beside it is new."""
    blocks, cross = seen.blocks(), sorted(known.blocks())
    for x, y in sorted(blocks, key=lambda at: (at[1], at[0])):
        lie = Lie(0, (cross[0][0] - x, cross[0][1] - y))
        if blocks.issuperset(map(lie.back, cross)):
            lying = {lie.on(square): letter for square, letter in seen.open.items()}
            told = {square: lying[square] for square in known.squares() if lying.get(square, UNTOLD) != UNTOLD}
            fresh = [lie.on(at) for at in sorted(blocks) if lie.on(at) not in known]
            tiles = [(at, [lying.get(square, UNTOLD) for square in tile_squares(at)]) for at in fresh]
            return News(tuple((at, Tile("".join(donuts))) for at, donuts in tiles), (), told, (), 1), lie
    return News(), None

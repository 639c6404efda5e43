"""The lines that tell what a photo shows, shared out to the seats in turn order.

A photo proposes, a person confirms: this writes lines, it tells none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.donut_shop.case import tile_squares
from companion.donut_shop.parts import HOLES, Box, Order, Square, Tile
from companion.donut_shop.screen.boxing import PackView, covered_kinds, forced_view, pack_views
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import PayView, pay_views
from companion.donut_shop.state import ShopState, Step
from companion.kernel.table import Table
from companion.photos.proposals import News
from companion.refusals import Illegal, Refusal
from companion.tables.play import MOST_LINES


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody chose. By number of a new tile: `kinds` taken (the best where none is named); `order`: which tile
    is laid first; `cards`: the orders of the first box, else one plain order for each type it covers; `turns`: by
    number of a box after how many of the new tiles it was filled; `anyway`: what the rules refuse, the table decides.
    """

    kinds: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    cards: tuple[Order, ...] = ()
    turns: tuple[int, ...] = ()
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class ProposedTile:
    """A new tile and whose it is. `number` among the new tiles; `pays`: every type, the best first; `taken` of them."""

    number: int
    seat: str
    tile: Tile
    at: Square
    pays: Sequence[PayView]
    taken: PayView


@dataclass(frozen=True, slots=True)
class ProposedBox:
    """A new box and whose it is. `ways`: how it may be packed, the best first; none where `refusal` says why.

    `number` among the new boxes; `turn`: after how many of the new tiles it was filled; `may`: all it could be filled
    after, each with its seat.
    """

    number: int
    seat: str
    box: Box
    at: Square
    cards: tuple[Order, ...]
    covered: Mapping[str, int]
    ways: Sequence[PackView]
    refusal: Refusal | None
    turn: int = 0
    may: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What a yes would tell, line by line. `refusal`: why what follows the lines cannot be told.

    `may_decide`: would all of it be told as the table's decision?
    """

    lines: tuple[str, ...] = ()
    laid: Sequence[ProposedTile] = ()
    packed: Sequence[ProposedBox] = ()
    refusal: Refusal | None = None
    may_decide: bool = False

    @property
    def at_once(self) -> tuple[str, ...]:
        """As many of the lines as one command holds."""
        return self.lines[:MOST_LINES]

    @property
    def is_refused(self) -> bool:
        return self.refusal is not None or any(one.refusal and not one.ways for one in self.packed)


def plan(table: Table, news: News, wish: Wish) -> Plan:
    """The lines for what is new."""
    found = _Telling(table, wish).all(news)
    if not found.is_refused or wish.anyway:
        return found
    decided = _Telling(table, replace(wish, anyway=True)).all(news)
    return replace(found, may_decide=not decided.is_refused)


@dataclass(slots=True)
class _Telling:
    """The table as line after line is told it; `seats`: whose turn it is after so many of the new tiles."""

    table: Table
    wish: Wish
    lines: list[str] = field(default_factory=list)
    laid: list[ProposedTile] = field(default_factory=list)
    packed: list[ProposedBox] = field(default_factory=list)
    seats: dict[int, str] = field(default_factory=dict)

    def all(self, news: News) -> Plan:
        refused = None
        try:
            self._say([f"table: mend @{x},{y} {letter}" for (x, y), letter in news.told.items()])
            self._in_turn(news)
        except Refusal as refusal:
            refused = refusal
        packed = [
            replace(one, may=[(turn, self.seats[turn]) for turn, _ in one.may if turn in self.seats])
            for one in sorted(self.packed, key=lambda one: one.number)
        ]
        return Plan(tuple(self.lines), self.laid, packed, refused)

    def _in_turn(self, news: News) -> None:
        """Tile after tile, and after each the boxes of its turn."""
        shop: ShopState = self.table.state
        sequence = _sequence(shop, news.tiles, self.wish.order)
        self.seats[0] = shop.party.names[shop.turn]
        turns = [_turns(shop, [news.tiles[number][0] for number in sequence], at, box) for at, box in news.boxes]
        for turn in range(len(sequence) + 1):
            if turn:
                self._lay(turn, sequence[turn - 1], *news.tiles[sequence[turn - 1]])
            for number, (at, box) in enumerate(news.boxes):
                may, usual = turns[number]
                wanted = self.wish.turns[number] if number < len(self.wish.turns) else usual
                if turn == (wanted if wanted in may else usual):
                    self._pack(number, at, box, turn, may)

    def _lay(self, turn: int, number: int, at: Square, tile: Tile) -> None:
        """A tile for the seat that lays next; nothing where none does. Raises Illegal."""
        pays = pay_views(self.table.state, ShopDraft(tile=str(tile), at=at, catch=True), self.table.names)
        if not pays:
            return
        kind = self.wish.kinds[number] if number < len(self.wish.kinds) else ""
        taken = next((pay for pay in pays if pay.kind == kind), pays[0])
        self._say(taken.text.splitlines())
        self.seats[turn] = self.table.applied[-1].line.who
        self.laid.append(ProposedTile(number, self.seats[turn], tile, at, pays, taken))

    def _pack(self, number: int, at: Square, box: Box, turn: int, may: range) -> None:
        """A box of the seat in turn, with an order for each type or with those that were told."""
        shop: ShopState = self.table.state
        covered = covered_kinds(shop, ShopDraft(do="box", box=box, at=at))
        given = self.wish.cards if number == 0 else ()
        given = given or _likely(shop, [kind for kind in covered if kind != HOLES])
        draft = ShopDraft(do="box", box=box, at=at, cards=given)
        ways, refusal = pack_views(shop, draft, self.table.names)
        if self.wish.anyway and refusal and (forced := forced_view(shop, draft, self.table.names)):
            ways = [forced]
        if ways:
            self._say([ways[0].text])
        seat, choices = shop.party.names[shop.turn], [(turn, "") for turn in may]
        self.packed.append(ProposedBox(number, seat, box, at, given, covered, ways, refusal, turn, choices))

    def _say(self, lines: Sequence[str]) -> None:
        """Raises Illegal; where the table decides, only what cardboard cannot do."""
        try:
            after = self.table.play_all(lines)
        except Illegal:
            if not self.wish.anyway:
                raise
            lines = [*lines[:-1], f"{lines[-1]} !"]
            after = self.table.play_all(lines)
        self.table = after
        self.lines += lines


def _turns(shop: ShopState, laid: Sequence[Square], at: Square, box: Box) -> tuple[range, int]:
    """After how many of the tiles laid a box may have been filled, and after how many it was most likely.

    Not before the tiles under it lie, so it is the seat's that laid the last of those; else the last seat's.
    """
    covered = set(box.squares(at))
    under = [turn for turn, tile in enumerate(laid, 1) if covered.intersection(tile_squares(tile))]
    if under:
        return range(under[-1], len(laid) + 1), under[-1]
    first = 0 if shop.step == Step.BOX else min(1, len(laid))
    return range(first, len(laid) + 1), len(laid)


def _sequence(shop: ShopState, tiles: Sequence[tuple[Square, Tile]], wanted: Sequence[int]) -> list[int]:
    """The numbers of the tiles as they were laid: as wanted, else so that each lies beside one that was there."""
    if sorted(wanted) == list(range(len(tiles))):
        return list(wanted)
    case, left, found = shop.case, list(range(len(tiles))), []
    while left:
        number = next((one for one in left if case.touches_tile(tiles[one][0])), left[0])
        left.remove(number)
        found.append(number)
        at, tile = tiles[number]
        case = case.laid(tile, at)
    return found


def _likely(shop: ShopState, kinds: Sequence[str]) -> tuple[Order, ...]:
    """An order for each type: one the seat is known to hold, the barest first; else a plain one."""
    held = sorted(shop.hands[shop.turn].orders, key=lambda order: (order.sprinkles, order.coffee))
    return tuple(next((order for order in held if order.kind == kind), Order(kind)) for kind in kinds)

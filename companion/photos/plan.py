"""Plans the lines a photo proposes: new tiles and boxes, assigned to the seats in turn order.

A photo proposes, a person confirms: this writes lines and records none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.donut_shop.case import tile_squares
from companion.donut_shop.moves import Mend
from companion.donut_shop.parts import HOLES, Box, Order, Square, Tile
from companion.donut_shop.screen.boxing import PackView, covered_kinds, forced_view, pack_views
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.placing import PayView, pay_views
from companion.donut_shop.state import ShopState, Step
from companion.kernel.table import Table
from companion.photos.proposals import CaseChanges
from companion.refusals import Illegal, Refusal
from companion.tables.play import MOST_LINES


@dataclass(frozen=True, slots=True)
class PlanChoices:
    """A person's choices: `kinds`, by number of a new tile, the type that pays (empty: the best); `order`, the numbers
    of the new tiles as they were laid; `cards`, the orders of the box that was filled first (empty: those its seat is
    known to hold); `turns`, by number of a new box, after how many new tiles it was filled; `anyway`: record what the
    rules refuse as the table's decision.
    """

    kinds: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    cards: tuple[Order, ...] = ()
    turns: tuple[int, ...] = ()
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class ProposedTile:
    """A new tile and its seat. `number` among the new tiles; `pays`: every type, the best first; `taken`: chosen."""

    number: int
    seat: str
    tile: Tile
    at: Square
    pays: Sequence[PayView]
    taken: PayView


@dataclass(frozen=True, slots=True)
class ProposedBox:
    """A new box and its seat. `ways`: how it may be packed, the best first; empty where there is only a `refusal`.

    Without `cards` they are asked for. `number` among the new boxes; `first`: filled before all others; `turn`: after
    how many new tiles it was filled; `turns`: all it may be, each with its seat.
    """

    number: int
    seat: str
    box: Box
    at: Square
    cards: tuple[Order, ...]
    covered: Mapping[str, int]
    ways: Sequence[PackView]
    refusal: Refusal | None
    first: bool = True
    turn: int = 0
    turns: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The lines a confirmation records: none while the orders of a box are asked for. `refusal`: why no more follow.

    `may_decide`: all of it could be recorded as the table's decision.
    """

    lines: tuple[str, ...] = ()
    tiles: Sequence[ProposedTile] = ()
    boxes: Sequence[ProposedBox] = ()
    refusal: Refusal | None = None
    may_decide: bool = False

    @property
    def first_lines(self) -> tuple[str, ...]:
        """As many of the lines as one command holds."""
        return self.lines[:MOST_LINES]

    @property
    def asks(self) -> bool:
        """Return whether the orders of a box are to be chosen first: no photo shows them."""
        return any(not box.cards and not box.refusal for box in self.boxes)

    @property
    def is_refused(self) -> bool:
        return self.refusal is not None or any(box.refusal and not box.ways for box in self.boxes)


def make_plan(table: Table, changes: CaseChanges, choices: PlanChoices) -> Plan:
    """Return the plan for all changes."""
    plan = _Planner(table, choices).plan(changes)
    if not plan.is_refused or choices.anyway:
        return plan
    decided = _Planner(table, replace(choices, anyway=True)).plan(changes)
    return replace(plan, may_decide=not decided.is_refused)


@dataclass(slots=True)
class _Planner:
    """The table after each planned line; `seats`: whose turn it is, by number of new tiles laid."""

    table: Table
    choices: PlanChoices
    lines: list[str] = field(default_factory=list)
    tiles: list[ProposedTile] = field(default_factory=list)
    boxes: list[ProposedBox] = field(default_factory=list)
    seats: dict[int, str] = field(default_factory=dict)

    def plan(self, changes: CaseChanges) -> Plan:
        refused = None
        try:
            self._play([str(self.table.line(None, Mend(at, letter))) for at, letter in changes.revealed.items()])
            self._play_turns(changes)
        except Refusal as refusal:
            refused = refusal
        boxes = [
            replace(box, turns=[(turn, self.seats[turn]) for turn, _ in box.turns if turn in self.seats])
            for box in sorted(self.boxes, key=lambda box: box.number)
        ]
        plan = Plan(tuple(self.lines), self.tiles, boxes, refused)
        return replace(plan, lines=()) if plan.asks else plan

    def _play_turns(self, changes: CaseChanges) -> None:
        """Play tile after tile, and after each the boxes of its turn. Raises Refusal."""
        shop: ShopState = self.table.state
        order = _laying_order(shop, changes.tiles, self.choices.order)
        self.seats[0] = shop.party.names[shop.turn]
        spots = [changes.tiles[number][0] for number in order]
        turns = [_possible_turns(shop, spots, at, box) for at, box in changes.boxes]
        for turn in range(len(order) + 1):
            if turn:
                self._lay(turn, order[turn - 1], *changes.tiles[order[turn - 1]])
            for number, (at, box) in enumerate(changes.boxes):
                possible, likeliest = turns[number]
                wanted = self.choices.turns[number] if number < len(self.choices.turns) else likeliest
                if turn == (wanted if wanted in possible else likeliest):
                    self._pack(number, at, box, turn, possible)

    def _lay(self, turn: int, number: int, at: Square, tile: Tile) -> None:
        """Lay a tile for the seat that lays next, if any. Raises Illegal."""
        pays = pay_views(self.table.state, ShopDraft(tile=str(tile), at=at, catch=True), self.table.names)
        if not pays:
            return
        kind = self.choices.kinds[number] if number < len(self.choices.kinds) else ""
        taken = next((pay for pay in pays if pay.kind == kind), pays[0])
        self._play(taken.text.splitlines())
        self.seats[turn] = self.table.applied[-1].line.who
        self.tiles.append(ProposedTile(number, self.seats[turn], tile, at, pays, taken))

    def _pack(self, number: int, at: Square, box: Box, turn: int, possible: range) -> None:
        """Fill a box for the seat in turn, with the orders chosen or held; where there are none they are asked for."""
        shop: ShopState = self.table.state
        covered = covered_kinds(shop, ShopDraft(do="box", box=box, at=at))
        kinds = [kind for kind in covered if kind != HOLES]
        cards = (self.choices.cards if not self.boxes else ()) or _held_orders(shop, kinds)
        draft = ShopDraft(do="box", box=box, at=at, cards=cards or tuple(map(Order, kinds)))
        ways, refusal = pack_views(shop, draft, self.table.names)
        if not cards and (ways or forced_view(shop, draft, self.table.names)):
            ways, refusal = [], None  # it lies there; with which orders, only its seat can tell
        if self.choices.anyway and refusal and (forced := forced_view(shop, draft, self.table.names)):
            ways = [forced]
        if ways:
            self._play([ways[0].text])
        seat, turns = shop.party.names[shop.turn], [(turn, "") for turn in possible]
        first = not self.boxes
        self.boxes.append(ProposedBox(number, seat, box, at, cards, covered, ways, refusal, first, turn, turns))

    def _play(self, lines: Sequence[str]) -> None:
        """Play lines, as the table's decision if chosen. Raises Illegal, then only for what cardboard cannot do."""
        try:
            after = self.table.play_all(lines)
        except Illegal:
            if not self.choices.anyway:
                raise
            lines = [*lines[:-1], f"{lines[-1]} !"]
            after = self.table.play_all(lines)
        self.table = after
        self.lines += lines


def _possible_turns(shop: ShopState, spots: Sequence[Square], at: Square, box: Box) -> tuple[range, int]:
    """Return after how many of the tiles laid a box may have been filled, and the likeliest of these numbers.

    Not before the tiles under it are laid, and then it belongs to the seat that laid the last of them; else to the last
    seat.
    """
    covered = set(box.squares(at))
    under = [turn for turn, spot in enumerate(spots, 1) if covered.intersection(tile_squares(spot))]
    if under:
        return range(under[-1], len(spots) + 1), under[-1]
    first = 0 if shop.step == Step.BOX else min(1, len(spots))
    return range(first, len(spots) + 1), len(spots)


def _laying_order(shop: ShopState, tiles: Sequence[tuple[Square, Tile]], chosen: Sequence[int]) -> list[int]:
    """Return the numbers of the tiles as they were laid: as chosen, else each beside a tile that was there before."""
    if sorted(chosen) == list(range(len(tiles))):
        return list(chosen)
    case, left, order = shop.case, list(range(len(tiles))), []
    while left:
        number = next((one for one in left if case.touches_tile(tiles[one][0])), left[0])
        left.remove(number)
        order.append(number)
        at, tile = tiles[number]
        case = case.laid(tile, at)
    return order


def _held_orders(shop: ShopState, kinds: Sequence[str]) -> tuple[Order, ...]:
    """Return an order for each type that the seat is known to hold, with the fewest signs; none where one lacks."""
    held = sorted(shop.hands[shop.turn].orders, key=lambda order: (order.sprinkles, order.coffee))
    found = [next((order for order in held if order.kind == kind), None) for kind in kinds]
    return tuple(order for order in found if order is not None) if all(found) else ()

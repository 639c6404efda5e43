"""Slips planted into games: the true game is played, then one line of it is entered wrong, or left out.

Every later line is entered as it was played; one the rules then refuse is recorded all the same (`!`), as a table does
that sees no fault of its own. The table counts the money of the true game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from companion.donut_shop.moves import Pack, Place
from companion.donut_shop.notation import write
from companion.donut_shop.parts import BOXES, HOLES, Tile
from companion.kernel.table import Table
from companion.refusals import Refusal
from tests.cardboard import CHOICES, KINDS, NAMES, Game
from tests.transcripts import opened, transcript_of

LAST = 10  # lines at the end that are entered right
TRIES = 12  # slips tried in one game before another is played
TAKES_LESS = 0.2  # how often somebody takes any type, not the one that pays most
Wrong = Callable[[Random, Table, int], object]


@dataclass(frozen=True)
class Planted:
    """A slip: the table as it was entered (and as a transcript), who counted how many cents more, and what was wrong.

    `seq`: the line to correct; of a forgotten box the tile of its turn, of a ruling 0. `truth`: what the line should
    read, a ruling as `id=choice`.
    """

    kind: str
    text: str
    table: Table
    seat: int
    difference: int
    seq: int
    truth: str


class Sensible(Game):
    """A game of people who mostly take the type that pays most."""

    def choose(self, tile: str, at: tuple[int, int]) -> str:
        kind = super().choose(tile, at)
        if self.rng.random() < TAKES_LESS:
            return kind
        kinds = KINDS if "O" in tile else "".join(sorted(set(tile.upper())))
        return max(kinds, key=lambda one: len(self.paid(at, one)))


def planted(kind: str, level: str, rng: Random) -> Planted:
    """One slip of a kind in a game of its own, tried until it changes somebody's money."""
    while True:
        game = _game(level, rng)
        true = opened(game.headers).play_all(game.lines)
        for _ in range(TRIES):
            found = _ruled(rng, game, true) if kind == "ruling" else _entered_wrong(kind, rng, game, true)
            if found is not None:
                return found


def _game(level: str, rng: Random) -> Game:
    """A whole game under rulings at random; at `everything` much, little or nothing drawn stays secret."""
    rulings = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    secrecy = 0.0 if level == "case" else rng.choice((0.0, 0.3, 1.0))
    game = Sensible(rng, rng.choice((2, 3, 4)), level, rulings, secrecy)
    game.play()
    return game


def _ruled(rng: Random, game: Game, true: Table) -> Planted | None:
    """The table was opened under another ruling than it plays."""
    name = rng.choice(list(CHOICES))
    choice = game.rulings[name]
    other = next(one for one in CHOICES[name] if one != choice)
    wrong = replace(game, rulings={**game.rulings, name: other})
    entered = opened(wrong.headers).play_all(game.lines)
    return _counted("ruling", wrong, entered, true, rng.choice(range(game.seats)), 0, f"{name}={choice}")


def _entered_wrong(kind: str, rng: Random, game: Game, true: Table) -> Planted | None:
    places = [place for place in range(len(true.applied) - LAST) if isinstance(true.applied[place].line.move, OF[kind])]
    if not places:
        return None
    place = rng.choice(places)
    line = true.applied[place].line
    assert line.seat is not None
    if kind == "box forgotten":
        wrong, seq = [], max(t.line.seq for t in true.applied[:place] if isinstance(t.line.move, Place))
    else:
        other = WRONG[kind](rng, true, place)
        if other is None:
            return None
        wrong, seq = [f"{NAMES[line.seat]}: {write(other, true.names)}"], line.seq  # type: ignore[arg-type]
    entered = _enter(opened(game.headers).play_all(game.lines[:place]), wrong, game.lines[place + 1 :])
    return entered and _counted(kind, game, entered, true, line.seat, seq, line.text)


def _enter(table: Table, wrong: list[str], rest: list[str]) -> Table | None:
    """The game with the wrong line; None where the rules refuse that very line, or cardboard a later one."""
    try:
        table = table.play_all(wrong)
        for line in rest:
            try:
                table = table.play(line)
            except Refusal:
                table = table.play(f"{line} !")
    except Refusal:
        return None
    return table


def _counted(kind: str, game: Game, entered: Table, true: Table, first: int, seq: int, truth: str) -> Planted | None:
    """The seat of the line counts; where its money is right, one whose money is not."""
    seats = [first, *(seat for seat in range(len(true.names.now)) if seat != first)]
    for seat in seats:
        difference = true.state.cents(seat) - entered.state.cents(seat)
        if difference:
            return Planted(kind, transcript_of(game.headers, entered), entered, seat, difference, seq, truth)
    return None


# What is entered instead; None where there is nothing else


def _type(rng: Random, table: Table, place: int) -> object:
    move: Place = table.applied[place].line.move
    others = [kind for kind in move.tile.kinds(table.state.edition) if kind != move.kind]
    return Place(move.tile, move.at, rng.choice(others)) if others else None


def _tile(letters: Callable[[str], str]) -> Wrong:
    def wrong(rng: Random, table: Table, place: int) -> object:
        move: Place = table.applied[place].line.move
        at = rng.randrange(4)
        old = move.tile.donuts[at]
        others = letters(old).replace(old, "")
        if not others:
            return None
        tile = Tile(move.tile.donuts[:at] + rng.choice(others) + move.tile.donuts[at + 1 :])
        return Place(tile, move.at, move.kind)

    return wrong


def _turned(rng: Random, table: Table, place: int) -> object:
    move: Place = table.applied[place].line.move
    others = move.tile.orientations()[1:]
    return Place(rng.choice(others), move.at, move.kind) if others else None


def _spot(rng: Random, table: Table, place: int) -> object:
    move: Place = table.applied[place].line.move
    others = [at for at in table.before(table.applied[place].line.seq).state.case.spots() if at != move.at]
    return Place(move.tile, rng.choice(others), move.kind) if others else None


def _sign(sign: str) -> Wrong:
    def wrong(rng: Random, table: Table, place: int) -> object:
        move: Pack = table.applied[place].line.move
        if not move.orders:
            return None
        at = rng.randrange(len(move.orders))
        order = move.orders[at]
        other = order._replace(**{sign: not getattr(order, sign)})
        return Pack(move.box, move.at, (*move.orders[:at], other, *move.orders[at + 1 :]), move.wilds, move.own)

    return wrong


def _left_out(rng: Random, table: Table, place: int) -> object:
    move: Pack = table.applied[place].line.move
    if len(move.cards) < 2 or not move.orders:
        return None
    at = rng.randrange(len(move.orders))
    return Pack(move.box, move.at, (*move.orders[:at], *move.orders[at + 1 :]), move.wilds, move.own)


def _size(rng: Random, table: Table, place: int) -> object:
    move: Pack = table.applied[place].line.move
    box = rng.choice([box for box in BOXES.values() if box.size != move.box.size])
    return Pack(box, move.at, move.orders, move.wilds, move.own and box.size == "2x2")


def _other_donut(old: str) -> str:
    """Another type with the same sprinkles, or the same type with others; a pile of holes is not misread here."""
    if old == HOLES:
        return ""
    kinds = KINDS.lower() if old.islower() else KINDS
    return kinds + old.swapcase()


WRONG: dict[str, Wrong] = {
    "type": _type,
    "donut misread": _tile(_other_donut),
    "holes for donut": _tile(lambda old: "" if old == HOLES else HOLES),
    "donut for holes": _tile(lambda old: KINDS if old == HOLES else ""),
    "tile turned": _turned,
    "spot": _spot,
    "sprinkles of an order": _sign("sprinkles"),
    "coffee of an order": _sign("coffee"),
    "order left out": _left_out,
    "box size": _size,
}
OF: dict[str, type] = {
    **dict.fromkeys(("type", "donut misread", "holes for donut", "donut for holes", "tile turned", "spot"), Place),
    **dict.fromkeys(("sprinkles of an order", "coffee of an order", "order left out", "box size"), Pack),
    "box forgotten": Pack,
}
TWELVE = (*WRONG, "box forgotten", "ruling")

"""A Donut Shop of cardboard: real stacks, real hands, and money counted in another way than the companion counts it.

`play` plays a random game by the rulebook and records its lines, hiding a share `secrecy` of what may be unknown; the
companion must agree with it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from random import Random

Square = tuple[int, int]
KINDS = "BNMVC"
BOXES = {(2, 2): 20, (2, 3): 30, (2, 4): 40, (3, 3): 45, (3, 4): 60}
CHOICES = {
    "holes-join": ("yes", "no"),
    "sprinkles": ("card", "donut"),
    "sprinkles-same-type": ("once", "each"),
    "wild-coffee": ("counts", "no"),
    "coffee-four": ("25", "sum"),
}
NAMES = ("Ana", "Bo", "Cy", "Di")


@dataclass
class Game:
    """A game of cardboard, its lines, and the cents each of them must pay."""

    rng: Random
    seats: int
    level: str
    rulings: dict[str, str]
    secrecy: float
    case: dict[Square, str] = field(default_factory=dict)
    boxed: set[Square] = field(default_factory=set)
    tiles: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    racks: list[str] = field(default_factory=list)
    open_tiles: list[str] = field(default_factory=list)
    open_orders: list[str] = field(default_factory=list)
    boxes: Counter[tuple[int, int]] = field(default_factory=Counter)
    own: set[int] = field(default_factory=set)
    money: list[int] = field(default_factory=list)
    start: str = ""
    lines: list[str] = field(default_factory=list)
    pays: list[int] = field(default_factory=list)

    @property
    def headers(self) -> str:
        rulings = " ".join(f"{name}={choice}" for name, choice in self.rulings.items())
        seats = " ".join(NAMES[: self.seats])
        return f"game donut-shop\nseats {seats}\nfollow {self.level}\nrulings {rulings}\nstart {self.start}\n"

    def enter(self, who: str, text: str, pay: int = 0) -> None:
        self.lines.append(f"{who}: {text}")
        self.pays.append(pay)

    def set_up(self) -> None:
        letters = KINDS * 3 + KINDS.lower() + "O"
        self.tiles = ["".join(self.rng.choices(letters, k=4)) for _ in range(38)]
        self.orders = [self.rng.choice(KINDS) + self.rng.choice(("", "", "*", "+", "*+")) for _ in range(38)]
        self.racks = [self.tiles.pop() for _ in range(self.seats)]
        self.hands = [[self.orders.pop()] for _ in range(self.seats)]
        self.open_tiles = [self.tiles.pop(), self.tiles.pop()]
        self.open_orders = [self.orders.pop(), self.orders.pop()]
        self.boxes = Counter(dict.fromkeys(BOXES, 4))
        self.boxes[2, 2] -= self.seats
        self.own = set(range(self.seats))
        self.money = [0] * self.seats
        blocks = [(2, 0), (0, 2), (2, 2), (4, 2), (2, 4)]
        for x, y in blocks:
            self.lay(x, y, "".join(self.rng.choices(letters, k=4)))
        self.start = "/".join("".join(self.case.get((x, y), ".") for x in range(6)) for y in range(6))

    def lay(self, x: int, y: int, tile: str) -> None:
        for letter, (j, i) in zip(tile, product((0, 1), (0, 1)), strict=True):
            self.case[x + i, y + j] = letter

    def hidden(self, piece: str) -> str:
        """Return a piece or `?`."""
        return "?" if self.rng.random() < self.secrecy else piece

    def play(self) -> None:
        self.set_up()
        if self.level == "everything":
            self.enter("table", f"reveal tiles {' '.join(self.open_tiles)} orders {' '.join(self.open_orders)}")
            for seat in range(self.seats):
                deal = f"deal tile {self.hidden(self.racks[seat])} order {self.hidden(self.hands[seat][0])}"
                self.enter(NAMES[seat], deal)
        for turn in range(36):
            self.turn(turn % self.seats, last=turn == 35)

    def turn(self, seat: int, last: bool) -> None:
        self.place(seat)
        if self.rng.random() < 0.7:
            self.box(seat)
        if self.tiles:
            self.draw(seat)
        elif self.level != "case" or last:
            self.enter(NAMES[seat], "end")

    def place(self, seat: int) -> None:
        tile = self.racks[seat]
        for _ in range(self.rng.randrange(4)):
            tile = tile[2] + tile[0] + tile[3] + tile[1]
        blocks = {(x, y) for x, y in self.case if x % 2 == 0 and y % 2 == 0}
        spots = {(x + i, y + j) for x, y in blocks for i, j in ((2, 0), (-2, 0), (0, 2), (0, -2))} - blocks
        x, y = self.rng.choice(sorted(spots))
        self.lay(x, y, tile)
        kind = self.choose(tile, (x, y))
        cents = 5 * len(self.paid((x, y), kind))
        self.money[seat] += cents
        if self.level == "bank":
            self.enter(NAMES[seat], f"paid {cents}", cents)
        else:
            self.enter(NAMES[seat], f"place {tile} @{x},{y} {kind}", cents)

    def choose(self, tile: str, at: Square) -> str:
        """Return the type for which a tile is paid."""
        return self.rng.choice(KINDS) if "O" in tile else self.rng.choice(tile).upper()

    def paid(self, at: Square, kind: str) -> set[Square]:
        """Return the squares a tile is paid for: of all groups on the table those that reach the tile."""
        tile = {(at[0] + i, at[1] + j) for i, j in product((0, 1), (0, 1))}
        join = self.rulings["holes-join"] == "yes"
        alike = {s for s, d in self.case.items() if s not in self.boxed and (d.upper() == kind or (join and d == "O"))}
        paid = set() if join else {s for s in tile if self.case[s] == "O"}
        while alike:
            group = {alike.pop()}
            while more := {(x, y) for x, y in alike if group & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}}:
                group |= more
                alike -= more
            if group & tile:
                paid |= group
        return paid

    def box(self, seat: int) -> None:
        for _ in range(12):
            width, height = self.rng.choice(list(BOXES))
            if self.rng.random() < 0.5:
                width, height = height, width
            x, y = self.rng.choice(sorted(self.case))
            covered = [(x + i, y + j) for j in range(height) for i in range(width)]
            size = (min(width, height), max(width, height))
            own = size == (2, 2) and seat in self.own
            if all(s in self.case and s not in self.boxed for s in covered) and (own or self.boxes[size]):
                words = self.serve(seat, [self.case[s] for s in covered], size)
                if words is not None:
                    self.pack(seat, f"box {width}x{height}{' own' * own} @{x},{y} with {words[0]}", words[1], size, own)
                    self.boxed.update(covered)
                    return

    def pack(self, seat: int, words: str, cents: int, size: tuple[int, int], own: bool) -> None:
        if own:
            self.own.remove(seat)
        else:
            self.boxes[size] -= 1
        self.money[seat] += cents
        self.enter(NAMES[seat], f"paid {cents}" if self.level == "bank" else words, cents)

    def serve(self, seat: int, letters: list[str], size: tuple[int, int]) -> tuple[str, int] | None:
        """Return orders for a box and the cents it pays; None where the hand lacks them."""
        hand = list(self.hands[seat])
        types = {letter.upper() for letter in letters} - {"O"}
        used: list[str] = []
        for kind in sorted(types):
            mine = [card for card in hand if card[0] == kind]
            pairs = [(a, b) for i, a in enumerate(hand) for b in hand[:i] if a[0] == b[0] != kind]
            if mine:
                used.append(self.rng.choice(mine))
                hand.remove(used[-1])
            elif pairs:
                a, b = self.rng.choice(pairs)
                used.append(f"{a}&{b}>{kind}")
                hand.remove(a)
                hand.remove(b)
            else:
                return None
        for card in list(hand):
            if card[0] in types and self.rng.random() < 0.3:
                used.append(card)
                hand.remove(card)
        piles = letters.count("O")
        others = [card for card in hand if card[0] not in types]
        if piles and others and (not used or self.rng.random() < 0.3):
            used.append(self.rng.choice(others))
            hand.remove(used[-1])
        if not used:
            return None
        self.hands[seat] = hand
        used.sort(key=lambda card: "&" in card)
        return " ".join(used), self.box_pays(used, letters, size)

    def box_pays(self, used: list[str], letters: list[str], size: tuple[int, int]) -> int:
        plain = [card for card in used if "&" not in card]
        cents, seen = BOXES[size], set()
        for card in plain:
            donuts = letters.count(card[0].lower())
            if "*" in card and donuts and (card[0] not in seen or self.rulings["sprinkles-same-type"] == "each"):
                cents += 10 * (donuts if self.rulings["sprinkles"] == "donut" else 1)
                seen.add(card[0])
        cups = sum(card.count("+") for card in (used if self.rulings["wild-coffee"] == "counts" else plain))
        worth = [0, 0, 15, 25, *[25] * 40]
        if self.rulings["coffee-four"] == "sum":
            for n in range(4, len(worth)):
                worth[n] = max(worth[n - 2] + 15, worth[n - 3] + 25)
        return cents + worth[cups]

    def draw(self, seat: int) -> None:
        if self.rng.random() < 0.5:
            at = self.rng.randrange(2)
            taken, turned_up, tile = self.open_orders.pop(at), self.orders.pop(), self.tiles.pop()
            self.open_orders.append(turned_up)
            self.hands[seat].append(taken)
            words = f"draw order {taken} reveal {self.hidden(turned_up)} tile {self.hidden(tile)}"
        else:
            tile, turned_up, order = self.open_tiles.pop(self.rng.randrange(2)), self.tiles.pop(), self.orders.pop()
            self.open_tiles.append(turned_up)
            self.hands[seat].append(order)
            words = f"draw tile {tile} reveal {self.hidden(turned_up)} order {self.hidden(order)}"
        self.racks[seat] = tile
        if self.level == "everything":
            self.enter(NAMES[seat], "draw ?" if self.rng.random() < self.secrecy / 2 else words)
        elif self.level == "bank" or self.rng.random() < 0.3:
            self.enter(NAMES[seat], "end")


def random_game(rng: Random, seats: int, level: str = "everything", secrecy: float = 0.0, rulings: bool = True) -> Game:
    """Return a whole random game; where `rulings`, with random rulings."""
    chosen = {name: rng.choice(choices) if rulings else choices[0] for name, choices in CHOICES.items()}
    game = Game(rng, seats, level, chosen, secrecy)
    game.play()
    return game

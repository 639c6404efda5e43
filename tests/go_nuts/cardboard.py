"""Go Nuts of cardboard: a real shuffled deck, real trays, a pile; random bids and answers, recorded line by line.

Written beside the companion, from the printed rules: `played` gives the lines of a game and what lay where after each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")
BOX = {
    2: {"chocolate-frosted": 3, "donut-holes": 6, "eclair": 3, "glazed": 5, "jelly-filled": 6, "maple-bar": 2}
    | {"plain": 7, "powdered": 4, "french-cruller": 1},
    3: {"boston-cream": 6, "double-chocolate": 2, "red-velvet": 2, "sprinkled": 2, "french-cruller": 1},
    4: {"bear-claw": 2, "cinnamon-twist": 2, "coffee": 2, "day-old-donuts": 1, "milk": 1, "old-fashioned": 2}
    | {"french-cruller": 1},
    5: {"maple-frosted": 2, "mucho-matcha": 2, "raspberry-frosted": 2, "strawberry-glazed": 2, "french-cruller": 1},
}


@dataclass(frozen=True)
class Lie:
    """Where the cards lie after a line."""

    deck: tuple[str, ...]  # the top last
    row: tuple[str | None, ...]
    pile: tuple[str, ...]
    trays: tuple[tuple[str, ...], ...]


@dataclass(repr=False)
class Game:
    """A game of cardboard and its lines."""

    rng: Random
    seats: int
    secrecy: float = 0.0  # the share of bids made by phone, and of cards put back that stay secret
    deck: list[str] = field(default_factory=list)
    row: list[str | None] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    trays: list[list[str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    lies: list[Lie] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    round: int = 1
    known_top: int = 0  # the size of the deck whose top card is known

    def __repr__(self) -> str:
        return f"<a game of {self.seats}, {len(self.lines)} lines>"

    @property
    def headers(self) -> str:
        return f"game go-nuts\nseats {' '.join(NAMES[: self.seats])}\n"

    def enter(self, who: str, text: str) -> None:
        self.lines.append(f"{who}: {text}")
        self.lies.append(self.now())

    def now(self) -> Lie:
        return Lie(tuple(self.deck), tuple(self.row), tuple(self.pile), tuple(map(tuple, self.trays)))

    def settled(self) -> None:
        """End of the effects of the last line: a seat is asked, or the round is over."""
        self.lies[-1] = self.now()

    def hides(self) -> bool:
        return self.rng.random() < self.secrecy

    def play(self) -> None:
        for group, cards in BOX.items():
            if group <= self.seats:
                self.deck += [card for card, copies in cards.items() for _ in range(copies)]
        self.rng.shuffle(self.deck)
        self.row = [None] * (self.seats + 1)
        self.trays = [[] for _ in range(self.seats)]
        while self.row.count(None) <= len(self.deck):
            self.refill()
            self.bid()
            self.resolve()
            self.round += 1

    def refill(self) -> None:
        gaps = [number for number, card in enumerate(self.row) if card is None]
        for number in gaps:
            self.row[number] = self.deck.pop()
        self.enter("table", "refill " + " ".join(f"{number + 1}={self.row[number]}" for number in gaps))

    def bid(self) -> None:
        self.bids = [self.rng.randrange(self.seats + 1) for _ in range(self.seats)]
        aloud = list(range(self.seats))
        for seat in self.rng.sample(aloud, self.seats):
            if self.hides():
                if self.hides():
                    self.enter(NAMES[seat], f"select {self.rng.randint(1, self.seats + 1)} in {self.round}")
                self.enter(NAMES[seat], f"select {self.bids[seat] + 1} in {self.round}")
                aloud.remove(seat)
        words = " ".join(f"{NAMES[seat]}={self.bids[seat] + 1}" for seat in aloud)
        self.enter("table", f"reveal {words}".rstrip())

    def resolve(self) -> None:
        for number, card in enumerate(self.row):
            bidders = [seat for seat in range(self.seats) if self.bids[seat] == number]
            if card is None or not bidders:
                continue
            self.row[number] = None
            if len(bidders) > 1:
                self.pile.append(card)
            else:
                self.trays[bidders[0]].append(card)
                power = POWERS.get(card)
                if power:
                    power(self, bidders[0], card)
        self.settled()

    def give_up(self, seat: int, card: str) -> str:
        """The latest copy out of a tray."""
        tray = self.trays[seat]
        del tray[len(tray) - 1 - tray[::-1].index(card)]
        return card

    def chocolate(self, seat: int, card: str) -> None:
        if self.deck:
            self.settled()
            self.trays[seat].append(self.deck.pop())
            self.enter(NAMES[seat], f"draw {self.trays[seat][-1]}")

    def double_chocolate(self, seat: int, card: str) -> None:
        if len(self.deck) < 2:
            self.chocolate(seat, card)
            return
        self.settled()
        drawn = [self.deck.pop(), self.deck.pop()]
        kept = self.rng.randrange(2)
        shown = list(drawn)
        known = self.known_top == len(self.deck) + 2
        if self.hides() and not (known and kept == 1):
            shown[1 - kept] = "?"
        self.trays[seat].append(drawn[kept])
        self.deck.append(drawn[1 - kept])
        self.known_top = len(self.deck) if shown[1 - kept] != "?" else 0
        self.enter(NAMES[seat], f"draw {shown[0]} {shown[1]} keep {drawn[kept]}")

    def eclair(self, seat: int, card: str) -> None:
        if self.pile:
            self.trays[seat].append(self.pile.pop())

    def out_of_pile(self, seat: int, count: int) -> None:
        if not self.pile:
            return
        self.settled()
        cards = self.rng.sample(self.pile, min(count, len(self.pile)))
        for card in cards:
            del self.pile[len(self.pile) - 1 - self.pile[::-1].index(card)]
        self.trays[seat] += cards
        self.enter(NAMES[seat], f"take {' '.join(cards) or 'none'}")

    def red_velvet(self, seat: int, card: str) -> None:
        self.out_of_pile(seat, 1)

    def day_old(self, seat: int, card: str) -> None:
        self.out_of_pile(seat, self.rng.randrange(4))

    def cruller(self, seat: int, card: str) -> None:
        free = [number for number, lying in enumerate(self.row) if lying and number not in self.bids]
        if not free:
            return
        self.settled()
        numbers = self.rng.sample(free, self.rng.randrange(len(free) + 1))
        for number in numbers:
            self.pile.append(str(self.row[number]))
            self.row[number] = None
        self.enter(NAMES[seat], f"discard {' '.join(str(number + 1) for number in numbers) or 'none'}")

    def sprinkled(self, seat: int, card: str) -> None:
        self.settled()
        tray = self.trays[seat]
        given = self.rng.choice(tray[:-1] or tray)
        other = self.rng.choice([s for s in range(self.seats) if s != seat])
        self.trays[other].append(self.give_up(seat, given))
        self.enter(NAMES[seat], f"give {given} to {NAMES[other]}")

    def of_opponent(self, seat: int) -> tuple[int, str] | None:
        full = [s for s in range(self.seats) if s != seat and self.trays[s]]
        if not full:
            return None
        self.settled()
        other = self.rng.choice(full)
        return other, self.give_up(other, self.rng.choice(self.trays[other]))

    def bear_claw(self, seat: int, card: str) -> None:
        if taken := self.of_opponent(seat):
            self.trays[seat].append(taken[1])
            self.enter(NAMES[seat], f"take {taken[1]} from {NAMES[taken[0]]}")

    def strawberry(self, seat: int, card: str) -> None:
        if taken := self.of_opponent(seat):
            self.pile.append(taken[1])
            self.enter(NAMES[seat], f"discard {taken[1]} from {NAMES[taken[0]]}")

    def twist(self, seat: int, card: str) -> None:
        if not all(self.trays):
            self.pile.append(self.give_up(seat, card))
            return
        self.settled()
        passed = {other: self.rng.choice(self.trays[other]) for other in self.rng.sample(range(self.seats), self.seats)}
        if self.rng.random() < 0.3:
            self.move_left(passed)
            self.enter("table", "pass " + " ".join(f"{NAMES[other]}={left}" for other, left in passed.items()))
            return
        *first, last = passed
        for other in first:
            self.enter(NAMES[other], f"pass {passed[other]}")
        self.move_left(passed)
        self.enter(NAMES[last], f"pass {passed[last]}")

    def move_left(self, passed: dict[int, str]) -> None:
        for other, card in passed.items():
            self.give_up(other, card)
        for other, card in passed.items():
            self.trays[(other + 1) % self.seats].append(card)

    def milk(self, seat: int, card: str) -> None:
        others = [other for other in self.trays[seat] if other != card]
        if len(others) < 3:
            self.pile.append(self.give_up(seat, card))
            return
        self.settled()
        cards = self.rng.sample(others, 3) if self.rng.random() < 0.5 else [card]
        self.pile += [self.give_up(seat, paid) for paid in cards]
        self.enter(NAMES[seat], f"discard {' '.join(cards)}")

    def raspberry(self, seat: int, card: str) -> None:
        earlier = self.trays[seat][:-1]
        if not earlier:
            self.pile.append(self.give_up(seat, card))
            return
        self.settled()
        self.pile.append(self.give_up(seat, self.rng.choice(earlier)))
        self.enter(NAMES[seat], f"discard {self.pile[-1]}")


POWERS: dict[str, Callable[[Game, int, str], None]] = {
    "chocolate-frosted": Game.chocolate,
    "double-chocolate": Game.double_chocolate,
    "eclair": Game.eclair,
    "red-velvet": Game.red_velvet,
    "day-old-donuts": Game.day_old,
    "french-cruller": Game.cruller,
    "sprinkled": Game.sprinkled,
    "bear-claw": Game.bear_claw,
    "strawberry-glazed": Game.strawberry,
    "cinnamon-twist": Game.twist,
    "milk": Game.milk,
    "raspberry-frosted": Game.raspberry,
}


def random_game(rng: Random, seats: int, secrecy: float = 0.0) -> Game:
    """A whole random game."""
    game = Game(rng, seats, secrecy)
    game.play()
    return game

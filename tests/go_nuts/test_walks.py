"""Random walks with a real deck, in which seats leave and come back at any moment: nobody is ever stuck."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.go_nuts.cards import Power, deck_for
from companion.go_nuts.game import GAME
from companion.go_nuts.moves import Draw, Move, Refill, Reveal
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table
from tests.go_nuts.cardboard import NAMES
from tests.properties import examples, given, st
from tests.transcripts import loaded, marks, opened, same


class Walk:
    """A table with random moves, and the deck beside it (the top last)."""

    def __init__(self, seed: int, seats: int) -> None:
        self.rng = Random(seed)
        self.headers = f"game go-nuts\nseats {' '.join(NAMES[:seats])}\n"
        self.table: Table = opened(self.headers)
        self.deck = [card for card, copies in deck_for(seats).items() for _ in range(copies)]
        self.rng.shuffle(self.deck)
        self.owed: dict[int, str] = {}  # of a refill in several lines: the cards at the gaps still to enter

    @property
    def nuts(self) -> NutsState:
        state: NutsState = self.table.state
        return state

    def enter(self, seat: int | None, move: Move) -> None:
        who = "table" if seat is None else NAMES[seat]
        self.table = self.table.play(f"{who}: {GAME.rules.write(move, self.table.names)}")

    def step(self) -> None:
        """One thing at random: a seat leaves or comes back, else what the table waits for."""
        away = self.nuts.party.away
        if self.rng.random() < 0.15:
            seat = self.rng.randrange(len(self.nuts.trays))
            if seat in away:
                self.table = self.table.play(f"table: returns {NAMES[seat]}")
            elif len(away) < len(self.nuts.trays) - 1:
                self.table = self.table.play(f"table: leaves {NAMES[seat]}")
        elif self.nuts.choice is not None:
            self.answer()
        elif self.nuts.gaps:
            self.refill()
        else:
            self.bid()

    def answer(self) -> None:
        choice = self.nuts.choice
        assert choice is not None
        if choice.power == Power.DRAW or (choice.power == Power.DRAW_TWO and len(self.deck) == 1):
            self.enter(choice.seat, Draw((self.deck.pop(),)))
        elif choice.power == Power.DRAW_TWO:
            first, second = self.deck.pop(), self.deck.pop()
            keep, back = (first, second) if self.rng.random() < 0.5 else (second, first)
            self.deck.append(back)
            secret = self.rng.random() < 0.5 and self.nuts.top in ("", "?")
            shown: tuple[str | None, str | None] = (first, second)
            if secret:
                shown = (first, None) if keep == first else (None, second)
            self.enter(choice.seat, Draw(shown, keep))
        else:
            legal = list(GAME.rules.legal_moves(self.nuts))
            assert legal, f"nobody can answer: {choice}"
            self.enter(*self.rng.choice(legal))

    def refill(self) -> None:
        """Cards are dealt in the order of the gaps; they may be entered in several lines, in any order."""
        if not self.owed:
            self.owed = {number: self.deck.pop() for number in self.nuts.gaps}
        assert sorted(self.owed) == self.nuts.gaps
        some = self.rng.sample(sorted(self.owed), self.rng.randint(1, len(self.owed)))
        self.enter(None, Refill(tuple(sorted((number, self.owed.pop(number)) for number in some))))

    def bid(self) -> None:
        legal = list(GAME.rules.legal_moves(self.nuts))
        assert legal
        if self.rng.random() < 0.5:
            self.enter(*self.rng.choice(legal))
            return
        waiting = [seat for seat in self.nuts.seats_in if self.nuts.bids[seat] is None]
        self.enter(None, Reveal(tuple((seat, self.rng.randint(1, len(self.nuts.row))) for seat in waiting)))


@examples(50)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4, 5, 6]))
def test_a_walk_ends_and_agrees_with_its_deck_all_the_way(seed: int, seats: int) -> None:
    walk = Walk(seed, seats)
    box = Counter(deck_for(seats))
    while not walk.nuts.over:
        walk.step()
        nuts = walk.nuts
        hidden = Counter(walk.deck) + Counter(walk.owed.values())
        assert {card: copies for card, copies in nuts.left.items() if copies} == hidden
        assert nuts.deck == hidden.total()
        lying = Counter([*filter(None, nuts.row), *nuts.pile, *(card for tray in nuts.trays for card in tray)])
        assert lying + hidden == box
        assert walk.table.version < 2_000
    assert marks(walk.table) == {}
    assert same(loaded(walk.headers, walk.table), walk.table)

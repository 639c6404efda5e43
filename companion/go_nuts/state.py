"""The state of a Go Nuts table: an immutable value with the questions a player asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from companion.go_nuts.cards import Power
from companion.kernel.common import Party

# Events in which another seat has a part, and those of an answer, which its own line describes too.
WITH_OTHER = frozenset({"takes-from", "gives", "passes", "discards-of"})
OF_ANSWERS = WITH_OTHER | {"returns", "picks", "discards", "clears"}
SECRET = "?"  # a card put back on the deck and known to one seat only


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a seat has to make by the power of a card. `passed`: for a Cinnamon Twist, (seat, card) entered."""

    seat: int
    card: str
    power: Power
    passed: tuple[tuple[int, str], ...] = ()


class NutsState(NamedTuple):
    """A table's position.

    `row`: the card at number 1, 2, … or None. `pile`: the discard pile, its top last. `deck`: the number of cards in
    the deck; `left`: the copies of each card it can still hold. `top`: the card known to be on top, SECRET or empty.
    `bids`: numbers by seat, None for none, HIDDEN for one that is not known here. `adjusted`: points by seat entered by
    hand. `at`: the number being resolved, 0 outside a resolution. `counts`: trays by seat, counted when a game ends.
    `story`: the events of the round resolved last, as (kind, seat or seats, card, …); in events WITH_OTHER another seat
    comes last. `overruled`: a choice of the round that the table decided otherwise.

    A named tuple: `_replace` is ten times as quick as a dataclass's.
    """

    party: Party
    round: int
    row: tuple[str | None, ...]
    pile: tuple[str, ...]
    deck: int
    left: Mapping[str, int]
    top: str
    trays: tuple[tuple[str, ...], ...]
    bids: tuple[int | None, ...]
    adjusted: tuple[int, ...]
    at: int = 0
    choice: Choice | None = None
    played: bool = False
    counts: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    story: tuple[tuple[object, ...], ...] = ()
    overruled: Choice | None = None

    def with_event(self, *event: object) -> NutsState:
        """Return the state with one more event of this round, for the page that shows the round."""
        return self._replace(story=(*self.story, event))

    def with_party(self, party: Party) -> NutsState:
        """Return the state with another party."""
        return self._replace(party=party)

    def has_ruling(self, ruling: str, choice: str) -> bool:
        """Return whether the table plays this choice of a ruling."""
        return self.party.rulings[ruling] == choice

    @property
    def asked_power(self) -> Power:
        """The power that asks a seat, NONE for none. Double Chocolate draws one card where the deck has no other."""
        power = self.choice.power if self.choice else Power.NONE
        return Power.DRAW if power == Power.DRAW_TWO and self.deck == 1 else power

    @property
    def gaps(self) -> list[int]:
        """The numbers without a card."""
        return [number for number, card in enumerate(self.row, 1) if card is None]

    @property
    def seats_in(self) -> list[int]:
        """The seats that have not left."""
        return [seat for seat in range(len(self.trays)) if seat not in self.party.away]

    @property
    def over(self) -> bool:
        """Return whether the game is over: too few cards for the gaps, or ended or counted by the table."""
        if self.party.closed:
            return True
        if self.counts:
            return len(self.counts) == len(self.trays)
        return not self.at and len(self.gaps) > self.deck

    @property
    def bidding(self) -> bool:
        """Return whether seats may bid: every number has a card and nothing is being resolved."""
        return not self.at and not self.gaps

    @property
    def final_trays(self) -> list[tuple[str, ...]]:
        """The trays that are scored: the final counts where there are any."""
        return [self.counts.get(seat, tray) for seat, tray in enumerate(self.trays)]

    def trays_with(self, seat: int, tray: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return the trays of all seats, one of them replaced."""
        return (*self.trays[:seat], tray, *self.trays[seat + 1 :])

    def gained(self, seat: int, *cards: str) -> NutsState:
        """Return the state with more cards in a seat's tray."""
        return self._replace(trays=self.trays_with(seat, self.trays[seat] + cards))

    def lost(self, seat: int, card: str) -> NutsState:
        """Return the state without a seat's latest copy of a card; the same state where it has none."""
        tray = self.trays[seat]
        if card not in tray:
            return self
        at = len(tray) - 1 - tray[::-1].index(card)
        return self._replace(trays=self.trays_with(seat, tray[:at] + tray[at + 1 :]))

    def discarded(self, *cards: str) -> NutsState:
        """Return the state with more cards on the pile, the last on top."""
        return self._replace(pile=self.pile + cards)

    def taken_from_pile(self, card: str) -> NutsState:
        """Return the state without the topmost copy of a card on the pile. Raises ValueError where there is none."""
        at = len(self.pile) - 1 - self.pile[::-1].index(card)
        return self._replace(pile=self.pile[:at] + self.pile[at + 1 :])

    def drawn_from_deck(self, *cards: str) -> NutsState:
        """Return the state without these cards in the deck, whose top is then unknown."""
        left = dict(self.left)
        for card in cards:
            left[card] = max(0, left.get(card, 0) - 1)
        return self._replace(deck=max(0, self.deck - len(cards)), left=left, top="")

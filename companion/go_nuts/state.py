"""A Go Nuts table's state: an immutable value, and the questions its rules ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from companion.go_nuts.cards import Power
from companion.kernel.common import Party

# Events that another seat has a part in, and those an answer brings: its own line says the same.
WITH_OTHER = frozenset({"takes-from", "gives", "passes", "discards-of"})
OF_ANSWERS = WITH_OTHER | {"returns", "picks", "discards", "clears"}
SECRET = "?"  # a card put back on the deck that nobody told


@dataclass(frozen=True, slots=True)
class Choice:
    """A question: whose power, by which card. For a Cinnamon Twist, the cards passed so far, by seat."""

    seat: int
    card: str
    power: Power
    passed: tuple[tuple[int, str], ...] = ()


class NutsState(NamedTuple):
    """The table as it stands (a named tuple: `_replace` is ten times quicker than a dataclass's).

    `row`: the card at number 1, 2, … or None. `pile`: top last. `deck`: cards in it; `left`: copies of each that it can
    still hold. `top`: the card known to be on top, SECRET or empty. `bids`: by seat, None for none. `at`: the number
    being resolved, 0 outside a resolution. `counts`: trays counted at the end of a game nobody followed.
    `story`: what happened in the round resolved last, as (what, seat or seats, card, …); in events WITH_OTHER another
    seat comes last. `hidden_from`: bids said for this round and later ones are not shown yet. `overruled`: a question
    of the round that the table's decision closed.
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
    hidden_from: int = 1
    overruled: Choice | None = None

    def tells(self, *event: object) -> NutsState:
        """One more thing happened in this round, for the page that lets it play before the players' eyes."""
        return self._replace(story=(*self.story, event))

    def with_party(self, party: Party) -> NutsState:
        """Return the same state with another party."""
        return self._replace(party=party)

    def rules(self, ruling: str, choice: str) -> bool:
        """Did the table choose this?"""
        return self.party.rulings[ruling] == choice

    @property
    def asks(self) -> Power:
        """What is asked, NONE for nothing: Double Chocolate draws one card where the deck has no other."""
        power = self.choice.power if self.choice else Power.NONE
        return Power.DRAW if power == Power.DRAW_TWO and self.deck == 1 else power

    @property
    def gaps(self) -> list[int]:
        """Numbers without a card."""
        return [number for number, card in enumerate(self.row, 1) if card is None]

    @property
    def seats_in(self) -> list[int]:
        return [seat for seat in range(len(self.trays)) if seat not in self.party.away]

    @property
    def over(self) -> bool:
        """Over when the deck cannot fill every gap once a round is done (or the table closed it, or all counted)."""
        if self.party.closed:
            return True
        if self.counts:
            return len(self.counts) == len(self.trays)
        return not self.at and len(self.gaps) > self.deck

    @property
    def bidding(self) -> bool:
        """Is every number filled, and nothing being resolved?"""
        return not self.at and not self.gaps

    @property
    def final_trays(self) -> list[tuple[str, ...]]:
        """The trays that count: those counted, where a final count was told."""
        return [self.counts.get(seat, tray) for seat, tray in enumerate(self.trays)]

    def with_tray(self, seat: int, tray: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return (*self.trays[:seat], tray, *self.trays[seat + 1 :])

    def gained(self, seat: int, *cards: str) -> NutsState:
        """A seat's tray with more cards."""
        return self._replace(trays=self.with_tray(seat, self.trays[seat] + cards))

    def lost(self, seat: int, card: str) -> NutsState:
        """A seat's tray without its latest copy of a card."""
        tray = self.trays[seat]
        if card not in tray:
            return self
        at = len(tray) - 1 - tray[::-1].index(card)
        return self._replace(trays=self.with_tray(seat, tray[:at] + tray[at + 1 :]))

    def discarded(self, *cards: str) -> NutsState:
        """The pile with more cards, the last on top."""
        return self._replace(pile=self.pile + cards)

    def unpiled(self, card: str) -> NutsState:
        """The pile without its topmost copy of a card."""
        at = len(self.pile) - 1 - self.pile[::-1].index(card)
        return self._replace(pile=self.pile[:at] + self.pile[at + 1 :])

    def off_deck(self, *cards: str) -> NutsState:
        """Cards gone from the deck; nothing is known of its top any more."""
        left = dict(self.left)
        for card in cards:
            left[card] = max(0, left.get(card, 0) - 1)
        return self._replace(deck=max(0, self.deck - len(cards)), left=left, top="")

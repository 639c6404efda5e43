"""What the kernel asks of a game: a module-level value that answers these questions. The kernel knows no donut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.kernel.common import Party, Ruling
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.refusals import Illegal

Paid = Mapping[str, int]  # what one line paid, by part, in cents or points; empty where it paid nothing
NOTHING: Paid = {}


class State(Protocol):
    """A game's state: a named tuple that holds the party (frozen, and quick to copy with a change)."""

    @property
    def party(self) -> Party: ...

    def _replace(self, **changes: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands: cents or points, tie-break (None where unknown), rank from 1, by part where it came from."""

    seat: str
    score: int
    tiebreak: int | None
    rank: int
    winner: bool
    parts: Paid


class Game(Protocol):
    """The contract. Moves and states are the game's own frozen values; seats are numbers from 0, None is the table."""

    id: str
    name: str
    seats: range
    rulings: tuple[Ruling, ...]
    headers: frozenset[str]
    seat_headers: frozenset[str]
    decides_amounts: bool  # may a line end in `!30`?
    table_decides: tuple[type, ...]  # moves of the table itself that may end in `!`
    dealer_moves: tuple[type, ...]  # moves the dealer tells, where the server deals
    deals_by_what_stands: bool  # would another line earlier have brought other things of the stock since?
    dealer_draws: tuple[type, ...]  # moves of a seat of which the dealer tells what was drawn
    from_hand: tuple[type, ...]  # moves that lay or give what only their seat knows, where the server deals
    turns_over: tuple[type, ...]  # moves that show what was said secretly

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, Any]) -> Any:
        """The state before the first line. Raises transcript.Refused."""

    def read(self, seat: int | None, said: list[str], names: Names, state: Any) -> Any:
        """The move a line's words mean. Raises Malformed."""

    def write(self, move: Any, names: Names) -> str:
        """The canonical text of a move, without `who:`."""

    def check(self, state: Any, seat: int | None, move: Any) -> None:
        """Raises Illegal with the first reason why this move may not be said now."""

    def check_entered(self, state: Any, seat: int | None, move: Any) -> None:
        """Raises Illegal for what is asked of a line only while it is said; of one that stands, only where forced."""

    def check_phone(self, state: Any, move: Any, now: Any) -> None:
        """Raises Illegal for what may be told again from paper but not said by a phone: it would try out a secret.

        `state` is the one before the move; inside a repair, an earlier one than `now`.
        """

    def check_forced(self, state: Any, seat: int | None, move: Any, forced: bool) -> None:
        """Raises Illegal for what cannot be made so by a repair or, where `forced`, by the table's decision (`!`)."""

    def apply(self, state: Any, seat: int | None, move: Any, decided: int | None = None) -> tuple[Any, Paid]:
        """The next state and what the move paid; trusts that it was checked or forced. `decided`: by the table."""

    def set_aside(self, state: Any, seat: int | None, move: Any) -> Any:
        """The state after a line that cannot have happened: nothing but whose turn it is."""

    def legal_moves(self, state: Any) -> Iterable[tuple[int, Any]]:
        """(seat, move) for all that may be said, complete where everything is told."""

    def commutes(self, state: Any, earlier: Any, move: Any, doubled: bool) -> bool:
        """May `move` still be meant as it was said, though `earlier` came in between?

        `doubled`: another phone told `earlier`, for the very seat.
        """

    def redact(self, state: Any, move: Any, seat: int | None, seats: frozenset[int] | None) -> Any:
        """The move as these seats may read it in the state of now; None: as the whole table may, on paper too."""

    def refused(self, refusal: Illegal, told: Sequence[tuple[int, Any]]) -> Illegal:
        """A refusal with what earlier lines, as (number, move), have to do with it."""

    def view(self, table: Any, args: Mapping[str, str]) -> Any:
        """What the table's page shows; its `panel` names the next thing.

        `args`: what its address says so far, and how this phone likes to look at tables.
        """

    def count(self, state: Any, names: Names, args: Mapping[str, str]) -> Any:
        """What the page shows that counts a game nobody followed."""

    def draft_of(self, state: Any, seat: int | None, move: Any) -> Any:
        """The draft that says a move again on the page of the table before it; None where no pad there says it."""

    def explain(self, state: Any, seat: int | None, move: Any) -> list[Any]:
        """The parts of what a move pays and why; `state` is the one before it."""

    def drawing(self, state: Any, lit: Sequence[tuple[int, int]], likes: Mapping[str, str]) -> Any:
        """The picture of a state, some squares lit, as a phone likes to look at it; for the game's own templates."""

    def is_over(self, state: Any) -> bool: ...

    def standings(self, state: Any) -> list[Standing]: ...

    def stock(self, start: Any, shuffle: Any) -> Any:
        """All that is drawn in a game, shuffled: what the dealer deals from."""

    def dealt_header(self, stock: Any) -> list[str]:
        """Header lines that tell what lies there before the first line."""

    def deal_on(self, table: Any, stock: Any) -> list[str]:
        """The lines the dealer tells now."""

    def drawn(self, table: Any, stock: Any, asked: str) -> str:
        """The whole line of a draw of which a seat said only what it takes; empty where that cannot be."""

    def asked(self, move: Any) -> str:
        """What a seat says of such a draw where the server deals: what `drawn` is asked."""

    def undealt(self, state: Any, seat: int | None, move: Any) -> bool:
        """Where the server deals: does this move, as everybody can know, pass over what is to be dealt or drawn?"""

    def holds(self, state: Any, seat: int | None, move: Any) -> bool:
        """Where the server deals: does the seat hold what this move lays or gives? Only its owner knows."""

    def veiled(self, state: Any) -> Any:
        """The state as it is where nobody told what is hidden: for rules asked without confirming a guess."""

    def peek(self, table: Any, stock: Any) -> list[str]:
        """What the seat that is asked gets to see of the stock."""

    def explanations(self, table: Any, seat: int, difference: int) -> list[Any]:
        """The single slips that explain exactly such a difference to what a seat counted: the likeliest first, few."""

    def scores(self, state: Any) -> list[int]:
        """Cents or points by seat as they stand."""

    def moment(self, state: Any) -> int:
        """A number that grows as the game goes on: tiles laid, rounds played."""

    def show(self, state: Any) -> dict[str, Any]:
        """The state as JSON, as INTERFACES documents it."""


StandingRow = tuple[str, int, int | None, Paid]  # seat, score, tie-break, parts


def ranked(rows: Sequence[StandingRow], over: bool, ties: bool = True) -> list[Standing]:
    """Standings by score, then (where `ties`) by tie-break; one unknown tie-break leaves those of its score equal."""
    unknown = {score for _, score, tie, _ in rows if tie is None or not ties}

    def key(row: StandingRow) -> tuple[int, int]:
        _, score, tie, _ = row
        return -score, 0 if score in unknown else -(tie or 0)

    keys = sorted(map(key, rows))
    standings = [
        Standing(row[0], row[1], row[2], keys.index(key(row)) + 1, over and key(row) == keys[0], row[3]) for row in rows
    ]
    return sorted(standings, key=lambda standing: standing.rank)

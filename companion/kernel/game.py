"""The contract between the kernel and a game: a value that holds its rules, its dealer and its screen.

Moves and states are the game's own immutable values; seats are numbers from 0, None is the table. The kernel knows no
donut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol

from companion.kernel.common import Party, Ruling
from companion.kernel.state import M, S
from companion.kernel.text import Names
from companion.kernel.transcript import Headers
from companion.kernel.viewer import ANY_PHONE, Viewer
from companion.refusals import Illegal, Stale

if TYPE_CHECKING:
    from companion.kernel.table import Table

Paid = Mapping[str, int]  # what one line paid, by part, in cents or points; empty where it paid nothing
NOTHING: Paid = {}
Types = tuple[type, ...]
Shuffle = Callable[[list[object]], None]
Json = dict[str, Any]


class Unit(StrEnum):
    """The unit of a game's scores. MONEY is in cents."""

    MONEY = "money"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's standing: cents or points, tie-break (None where unknown), rank from 1, by part where it came from."""

    seat: str
    score: int
    tiebreak: int | None
    rank: int
    winner: bool
    parts: Paid


class Rules(Protocol[S, M]):
    """The rules of a game, and its notation."""

    @property
    def decides_amounts(self) -> bool:
        """Return whether a line may end in `!30`."""

    @property
    def table_decides(self) -> Types:
        """Moves of the table itself that may end in `!`."""

    @property
    def turns_over(self) -> Types:
        """Moves that show what was entered secretly."""

    @property
    def may_be_secret(self) -> Types:
        """Moves that `redact` may change."""

    def setup(self, headers: Headers, party: Party, editions: Mapping[str, object]) -> S:
        """Return the state before the first line. Raises transcript.Refused."""

    def read(self, seat: int | None, words: list[str], names: Names, state: S) -> M:
        """Return the move of a line's words. Raises Malformed."""

    def write(self, move: M, names: Names) -> str:
        """Return the canonical text of a move, without `who:`."""

    def check(self, state: S, seat: int | None, move: M) -> None:
        """Raise Illegal with the first reason why this move may not be entered now."""

    def check_entered(self, state: S, seat: int | None, move: M) -> None:
        """Raise Illegal for what is required of a line only as it is entered; of a standing one, only where forced."""

    def check_forced(self, state: S, seat: int | None, move: M, forced: bool) -> None:
        """Raise Illegal for what no repair can bring about nor, where `forced`, the table's decision (`!`)."""

    def apply(self, state: S, seat: int | None, move: M, decided: int | None = None) -> tuple[S, Paid]:
        """Return the next state and what the move paid. Trusts that it was checked. `decided`: by the table."""

    def set_aside(self, state: S, seat: int | None, move: M) -> S:
        """Return the state after a line that cannot have happened: nothing changes but whose turn it is."""

    def legal_moves(self, state: S) -> Iterable[tuple[int, M]]:
        """Yield (seat, move) for all that may be entered; complete where everything is known."""

    def commutes(self, state: S, earlier: M, move: M, doubled: bool) -> bool:
        """Return whether `move` means the same though `earlier` came in between.

        `doubled`: another phone entered `earlier`, for the very seat.
        """

    def happens_once(self, move: M) -> bool:
        """Return whether the same move, entered by two phones that did not know of each other, is one event."""

    def crossed(self, earlier: M, move: M, seq: int) -> Stale | None:
        """Return the refusal of `move` because line `seq`, entered meanwhile, says something else; None for none."""

    def redact(self, move: M, seat: int | None, seats: frozenset[int] | None, turned_over: bool) -> M:
        """Return the move as these seats may read it; None: as it stands on paper.

        `turned_over`: a line that turns over has stood after it.
        """

    def is_hidden(self, move: M) -> bool:
        """Return whether a redacted move stands for one that a line will turn over."""

    def redact_start(self, start: S, seats: frozenset[int] | None) -> S:
        """Return the state before the first line as these seats may see it, likewise; itself where all is open."""

    def refused(self, refusal: Illegal, earlier: Sequence[tuple[int, M]]) -> Illegal:
        """Return a refusal that names the earlier lines, given as (number, move), that have to do with it."""

    def standings(self, state: S) -> list[Standing]:
        """Return everybody's standing, the best first."""

    def scores(self, state: S) -> list[int]:
        """Return cents or points by seat as they stand."""

    def moment(self, state: S) -> int:
        """Return a number that grows as the game goes on: tiles laid, rounds played."""

    def show(self, state: S) -> Json:
        """Return the state as JSON, as INTERFACES documents it."""


class Stock(Protocol[S, M]):
    """All that is drawn in one game, shuffled."""

    def header(self) -> list[str]:
        """Return the header lines for what lies there before the first line."""

    def deal(self, table: Table[S, M]) -> list[tuple[int | None, M]]:
        """Return the moves the dealer enters now, each with its seat."""

    def draw(self, table: Table[S, M], wanted: str) -> tuple[int, M] | None:
        """Return a whole draw with its seat, given only what is taken; None where that cannot be."""

    def peek(self, table: Table[S, M]) -> list[str]:
        """Return what the seat that draws gets to see of the stock."""


class Dealer(Protocol[S, M]):
    """The part of a game needed where the server deals."""

    @property
    def moves(self) -> Types:
        """Moves that the dealer enters."""

    @property
    def draws(self) -> Types:
        """Moves of a seat that the dealer completes with what was drawn."""

    @property
    def from_hand(self) -> Types:
        """Moves that lay or give what only their seat knows."""

    @property
    def deals_by_what_stands(self) -> bool:
        """Return whether another line earlier would have brought other things of the stock since."""

    def stock(self, start: S, shuffle: Shuffle) -> Stock[S, M]:
        """Return the stock of a game that begins so."""

    def wanted(self, move: M) -> str:
        """Return what a seat enters of a draw, as `Stock.draw` reads it; empty where there is nothing."""

    def undealt(self, state: S, seat: int | None, move: M) -> bool:
        """Return whether this move, as everybody can know, passes over what is to be dealt or drawn."""

    def holds(self, state: S, seat: int | None, move: M) -> bool:
        """Return whether the seat holds what this move lays or gives. Only its owner knows."""

    def draws_unseen(self, state: S) -> int | None:
        """Return the seat whose next draw shows it something only it may see; None where there is none."""


class Draft(Protocol):
    """A line half entered, kept in the page's address."""

    def query(self) -> dict[str, str]:
        """Return the words of the address."""


class View(Protocol):
    """The table's page as values; its `panel` names the next thing."""

    @property
    def panel(self) -> str: ...

    @property
    def draft(self) -> Draft: ...

    @property
    def speaks_for(self) -> int | None:
        """The seat the next tap is for; None for nobody or several."""


class Moment(Protocol):
    """The table after one of its lines, as values for a picture."""

    @property
    def mark(self) -> int:
        """The colour and topping of the seat it is about, 0 for none."""


class Cause(Protocol):
    """One part of an amount: its cents, the squares it counts, the facts for a sentence, the rulings it rests on."""

    @property
    def part(self) -> str: ...

    @property
    def cents(self) -> int: ...

    @property
    def squares(self) -> tuple[tuple[int, int], ...]: ...

    @property
    def facts(self) -> Mapping[str, object] | None: ...

    @property
    def rulings(self) -> tuple[str, ...]: ...


class Difference(Protocol):
    """A single slip that accounts for a counted difference: the line it is about, the repair that enters it."""

    @property
    def what(self) -> str: ...

    @property
    def seq(self) -> int: ...

    @property
    def text(self) -> str: ...

    @property
    def detail(self) -> str: ...


class Screen(Protocol[S, M]):
    """The part of a game that pages need."""

    def view(self, table: Table[S, M], args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> View:
        """Return what the table's page shows; `args`: what its address holds, and how this phone likes tables."""

    def asked(self, state: S, viewer: Viewer = ANY_PHONE) -> frozenset[int]:
        """Return the seats that are to do something now, as this phone sees it: it waits for seats of other phones."""

    def count(self, state: S, names: Names, args: Mapping[str, str], viewer: Viewer = ANY_PHONE) -> object:
        """Return what the page shows that counts a game nobody followed."""

    def draft_of(self, state: S, seat: int | None, move: M) -> Draft | None:
        """Return the draft that enters a move on the page of the table before it; None where no pad there does."""

    def explain(self, state: S, seat: int | None, move: M) -> Sequence[Cause]:
        """Return the parts of what a move pays and why; `state` is the one before it."""

    def drawing(self, state: S, lit: Sequence[tuple[int, int]], likes: Mapping[str, str]) -> object:
        """Return the picture of a state, some squares lit, as a phone likes to look at it; None without a case."""

    def moment(self, table: Table[S, M], place: int, likes: Mapping[str, str]) -> Moment:
        """Return the table after its first `place` standing lines, to be looked at: nothing in it can be tapped.

        `likes`: how a phone likes to look at drawings. It shows nothing secret, not even of whose phone looks.
        """

    def explanations(self, table: Table[S, M], seat: int, difference: int) -> Sequence[Difference]:
        """Return the few likeliest single slips that account for a difference to what a seat counted."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M]):
    """A game: its names and limits, and its three contracts."""

    id: str
    name: str
    unit: Unit
    seats: range
    rulings: tuple[Ruling, ...]
    headers: frozenset[str]
    seat_headers: frozenset[str]
    rules: Rules[S, M]
    dealer: Dealer[S, M]
    screen: Screen[S, M]


StandingRow = tuple[str, int, int | None, Paid]  # seat, score, tie-break, parts


def ranked(rows: Sequence[StandingRow], over: bool, ties: bool = True) -> list[Standing]:
    """Return standings by score, then (where `ties`) by tie-break; an unknown one leaves those of its score equal."""
    unknown = {score for _, score, tie, _ in rows if tie is None or not ties}

    def key(row: StandingRow) -> tuple[int, int]:
        _, score, tie, _ = row
        return -score, 0 if score in unknown else -(tie or 0)

    keys = sorted(map(key, rows))
    standings = [
        Standing(row[0], row[1], row[2], keys.index(key(row)) + 1, over and key(row) == keys[0], row[3]) for row in rows
    ]
    return sorted(standings, key=lambda standing: standing.rank)

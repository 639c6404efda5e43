"""Moves both games know, and the part of a game's state they change: who sits there, under which rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.text import Names, folded, quoted, read_name, read_text, write_name
from companion.refusals import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class Adjust:
    """`adjust Ana +15 "why"`: cents or points put right by hand."""

    seat: int
    amount: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rename:
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Note:
    text: str


@dataclass(frozen=True, slots=True)
class Leaves:
    seat: int


@dataclass(frozen=True, slots=True)
class Returns:
    seat: int


@dataclass(frozen=True, slots=True)
class Rule:
    """`ruling sprinkles=donut`: from here on, or for the whole game."""

    ruling: str
    choice: str
    from_the_start: bool = False


@dataclass(frozen=True, slots=True)
class EndGame:
    """`table: end`: over now, wherever it stands."""


Common = Adjust | Rename | Note | Leaves | Returns | Rule | EndGame
COMMON = (Adjust, Rename, Note, Leaves, Returns, Rule, EndGame)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rulebook leaves open: its id, the default choice first, then the others."""

    id: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.choices[0]


MARKS = 6  # colours and toppings there are for seats


@dataclass(frozen=True, slots=True)
class Party:
    """The people at the table and what they agreed on; held by every game's state."""

    names: tuple[str, ...]
    rulings: Mapping[str, str]
    away: frozenset[int] = frozenset()
    closed: bool = False  # `table: end` was entered
    marks: tuple[int, ...] = ()  # by seat, where people chose them: no line says so, and no transcript holds them

    def mark(self, seat: int) -> int:
        """Return the number, 1 to 6, of the colour and the topping that stand for a seat wherever it is drawn."""
        return self.marks[seat] if self.marks else seat % MARKS + 1

    def with_mark(self, seat: int, mark: int) -> Party:
        """Return the party where this mark stands for a seat; a seat that had it gets the other's instead."""
        marks = [self.mark(one) for one in range(len(self.names))]
        swapped = {mark: marks[seat], marks[seat]: mark}
        return replace(self, marks=tuple(swapped.get(one, one) for one in marks))

    def with_marks_of(self, earlier: Party) -> Party:
        """Return the party where people have the marks they had in an earlier one, by their names."""
        party, had = self, {folded(name): earlier.mark(seat) for seat, name in enumerate(earlier.names)}
        for seat, name in enumerate(self.names):
            if mark := had.get(folded(name)):
                party = party.with_mark(seat, mark)
        return party

    def next_seat(self, seat: int) -> int:
        """The seat to the left that is still in."""
        after = (seat + 1) % len(self.names)
        while after in self.away and after != seat:
            after = (after + 1) % len(self.names)
        return after


def read_ruling(word: str, rulings: tuple[Ruling, ...]) -> tuple[str, str]:
    """`id=choice` in any letter case; raises Malformed where a table cannot choose that."""
    name, _, choice = word.casefold().partition("=")
    known = next((r for r in rulings if r.id == name and len(r.choices) > 1), None)
    if known is None:
        raise Malformed(Unread.RULING, text=name)
    if choice not in known.choices:
        raise Malformed(Unread.CHOICE, text=choice, ruling=name, choices=list(known.choices))
    return name, choice


def read_amount(word: str) -> int:
    """Read a signed amount; the sign is required, so that nobody mistakes it for a new total."""
    if word[:1] not in ("+", "-") or not word[1:].isascii() or not word[1:].isdigit() or len(word) > 7:
        raise Malformed(Unread.NUMBER, text=word)
    return int(word)


def read_common(words: list[str], names: Names, rulings: tuple[Ruling, ...]) -> Common | None:
    """The move of a `table:` line both games know, None for a verb that is the game's own."""
    match [words[0].casefold(), *words[1:]]:
        case ["adjust", who, amount]:
            return Adjust(names.seat(who), read_amount(amount))
        case ["adjust", who, amount, why]:
            return Adjust(names.seat(who), read_amount(amount), read_text(why))
        case ["rename", who, name]:
            return Rename(names.seat(who), read_name(name))
        case ["note", text]:
            return Note(read_text(text))
        case ["leaves", who]:
            return Leaves(names.seat(who))
        case ["returns", who]:
            return Returns(names.seat(who))
        case ["ruling", pair]:
            return Rule(*read_ruling(pair, rulings))
        case ["ruling", pair, when] if when.casefold() == "from-the-start":
            return Rule(*read_ruling(pair, rulings), from_the_start=True)
        case ["end"]:
            return EndGame()
    return None


def write_common(move: Common, names: Names) -> str:
    """The canonical text of a move both games know; `read_common` reads it back."""
    match move:
        case Adjust(seat, amount, text):
            return f"adjust {names.write(seat)} {amount:+d}" + (f" {quoted(text)}" if text else "")
        case Rename(seat, name):
            return f"rename {names.write(seat)} {write_name(name)}"
        case Note(text):
            return f"note {quoted(text)}"
        case Leaves(seat):
            return f"leaves {names.write(seat)}"
        case Returns(seat):
            return f"returns {names.write(seat)}"
        case Rule(ruling, choice, whole):
            return f"ruling {ruling}={choice}" + (" from-the-start" if whole else "")
        case EndGame():
            return "end"


def check_new_name(party: Party, move: Rename) -> None:
    """Raises Illegal where a new name is another seat's but for letter case and how its `'` is written.

    Required only of a line being entered: the journal may hold names accepted before the latter was compared.
    """
    for seat, name in enumerate(party.names):
        if seat != move.seat and folded(name) == folded(move.name):
            raise Illegal(CommonReason.NAME_IN_USE, name=name)


def check_common(party: Party, move: Common, over: bool) -> None:
    """Raise Illegal where a move both games know may not be entered. `over`: the game has ended."""
    late = isinstance(move, Leaves | Returns | EndGame) or (isinstance(move, Rule) and not move.from_the_start)
    if over and late:
        raise Illegal(CommonReason.OVER)
    match move:
        case Rename(seat, name):
            taken = next((n for s, n in enumerate(party.names) if s != seat and n.casefold() == name.casefold()), None)
            if taken is not None:
                raise Illegal(CommonReason.NAME_IN_USE, name=taken)
        case Leaves(seat) if seat in party.away:
            raise Illegal(CommonReason.HAS_LEFT, seat=party.names[seat])
        case Leaves() if len(party.away) == len(party.names) - 1:
            raise Illegal(CommonReason.LAST_SEAT)
        case Returns(seat) if seat not in party.away:
            raise Illegal(CommonReason.IS_HERE, seat=party.names[seat])


def apply_common(party: Party, move: Common) -> Party:
    """The party after a move both games know; amounts are the game's to keep."""
    match move:
        case Rename(seat, name):
            return replace(party, names=(*party.names[:seat], name, *party.names[seat + 1 :]))
        case Leaves(seat):
            return replace(party, away=party.away | {seat})
        case Returns(seat):
            return replace(party, away=party.away - {seat})
        case Rule(ruling, choice):
            return replace(party, rulings={**party.rulings, ruling: choice})
        case EndGame():
            return replace(party, closed=True)
    return party

"""A transcript: header lines first, then one move a line. Here only its shape; what headers mean is the game's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from companion.kernel.common import Ruling, read_ruling
from companion.kernel.reasons import Unread
from companion.kernel.text import LONGEST_LINE, Names, folded, line_parts, read_name, words, write_name
from companion.refusals import Malformed, Refusal

LONGEST_TRANSCRIPT = 400_000  # characters
MOST_LINES = 5_000  # a whole game has some hundred
SURELY_FITS = 100  # lines that fit however long they and the headers are


class Bounds(NamedTuple):
    """Limits of a transcript's length."""

    characters: int
    lines: int


PLAYED = Bounds(LONGEST_TRANSCRIPT, MOST_LINES)  # what a table may grow to, and a program may send
IMPORTED = Bounds(10 * LONGEST_TRANSCRIPT, 10 * MOST_LINES)  # tables older than that limit can be brought back too


class Refused(Exception):
    """A refusal with the physical line (from 1) it stands on."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.line = line
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Header:
    """One header line: its physical line number, first word in lower case, and the rest in words."""

    line: int
    word: str
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A text taken apart: headers, then (physical line, the line as it stands)."""

    headers: tuple[Header, ...]
    moves: tuple[tuple[int, str], ...]
    end: int  # the physical line after the last, where a missing header is reported

    @property
    def first_move(self) -> int:
        return self.moves[0][0] if self.moves else self.end


def is_comment(line: str) -> bool:
    """Return whether this line is blank, or a `#` followed by a blank or the end."""
    bare = line.lstrip()
    return not bare.strip() or bare == "#" or (bare[0] == "#" and bare[1].isspace())


def _is_move(line: str) -> bool:
    try:
        line_parts(line)
    except Malformed:
        return False
    return True


def fits(text: str, bounds: Bounds = PLAYED) -> bool:
    """Return whether a transcript is short enough to be read."""
    return len(text) <= bounds.characters and text.count("\n") < bounds.lines


def read_transcript(text: str, bounds: Bounds = PLAYED) -> Transcript:
    """Takes a transcript apart; raises Refused where a header line cannot be words."""
    headers: list[Header] = []
    moves: list[tuple[int, str]] = []
    lines = text.removeprefix("\ufeff").split("\n")
    if not fits(text, bounds):
        raise Refused(1, Malformed(Unread.TOO_LONG, text=text[:40], limit=bounds.characters))
    for number, line in enumerate(lines, 1):
        if is_comment(line):
            continue
        if moves or _is_move(line):
            moves.append((number, line.strip()))
        else:
            with at_line(number):
                if len(line) > LONGEST_LINE:
                    raise Malformed(Unread.TOO_LONG, text=line[:40], limit=LONGEST_LINE)
                first, *rest = words(line)
                headers.append(Header(number, first.casefold(), tuple(rest)))
    return Transcript(tuple(headers), tuple(moves), len(lines))


def header_lines(text: str, bounds: Bounds = PLAYED) -> str:
    """The header lines of a transcript as they stand, without comments."""
    lines = text.removeprefix("\ufeff").split("\n")
    return "\n".join(lines[header.line - 1].strip() for header in read_transcript(text, bounds).headers)


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Gives a refusal raised inside the physical line it belongs to."""
    try:
        yield
    except Refusal as refusal:
        raise Refused(number, refusal) from refusal


class Headers:
    """The headers of one table, each once (some once a seat), handed out by word."""

    def __init__(self, headers: tuple[Header, ...], end: int) -> None:
        self.end = end
        self._by_word: dict[str, list[Header]] = {}
        for header in headers:
            self._by_word.setdefault(header.word, []).append(header)
        self._all = headers

    def check(self, known: frozenset[str], by_seat: frozenset[str]) -> None:
        """Raises Refused at the first header that is unknown or repeated."""
        seen: set[str] = set()
        for place, header in enumerate(self._all):
            with at_line(header.line):
                if header.word == "notation" and (place != 0 or header.rest != ("1",)):
                    raise Malformed(Unread.NOTATION, text=" ".join(header.rest))
                if header.word not in known | by_seat | {"notation"}:
                    raise Malformed(Unread.HEADER, text=header.word)
                if header.word in seen and header.word not in by_seat:
                    raise Malformed(Unread.HEADER_AGAIN, text=header.word)
                if header.word == "game" and seen - {"notation"}:
                    raise Malformed(Unread.HEADER, text=header.word)
                seen.add(header.word)

    def missing(self, word: str) -> Refused:
        return Refused(self.end, Malformed(Unread.HEADER_MISSING, text=word))

    @contextmanager
    def get(self, word: str) -> Iterator[tuple[str, ...] | None]:
        """The words after a header, None where it was left out; refusals inside get its line."""
        found = self._by_word.get(word)
        if found is None:
            yield None
            return
        with at_line(found[0].line):
            yield found[0].rest

    def each_seat(self, word: str, names: Names) -> Iterator[tuple[Header, int]]:
        """Yield the headers that come once a seat, with it; raises Refused where one comes twice or before `seats`."""
        seen: set[int] = set()
        for header in self._by_word.get(word, []):
            with at_line(header.line):
                if not header.rest:
                    raise Malformed(Unread.SEAT, text="")
                seat = names.seat(header.rest[0])
                if seat in seen:
                    raise Malformed(Unread.HEADER_AGAIN, text=word)
                self._check_after_seats(header)
                seen.add(seat)
            yield header, seat

    def one_seat(self, word: str, names: Names) -> int | None:
        """The seat a header names (`first Bo`), None where left out; raises Refused where `seats` comes later."""
        with self.get(word) as rest:
            if rest is None:
                return None
            seat = names.seat(self.only(word, rest))
            self._check_after_seats(self._by_word[word][0])
            return seat

    def _check_after_seats(self, header: Header) -> None:
        if header.line < self._by_word["seats"][0].line:
            raise Malformed(Unread.HEADER_MISSING, text="seats")

    def line(self, header: Header) -> AbstractContextManager[None]:
        """Gives refusals inside the line of this header."""
        return at_line(header.line)

    def only(self, word: str, rest: tuple[str, ...]) -> str:
        """The one word a header has after it."""
        if len(rest) != 1:
            raise Malformed(Unread.WORDS, text=" ".join((word, *rest)))
        return rest[0]


def read_seats(headers: Headers, allowed: range, *, stored: bool = False) -> tuple[str, ...]:
    """The seats in clockwise order; names differ in more than letter case, and in more than how `'` is written.

    `stored`: headers of the journal, which may hold names accepted before the latter was compared.
    """
    compared = str.casefold if stored else folded
    with headers.get("seats") as rest:
        if rest is None:
            raise headers.missing("seats")
        if len(rest) not in allowed:
            raise Malformed(Unread.SEATS, count=len(rest), fewest=allowed.start, most=allowed.stop - 1)
        names = tuple(read_name(word) for word in rest)
        for place, name in enumerate(names):
            if compared(name) in map(compared, names[:place]):
                raise Malformed(Unread.NAME, text=name)
        return names


def read_rulings(headers: Headers, rulings: tuple[Ruling, ...]) -> dict[str, str]:
    """Every ruling's choice: the default, or what the `rulings` header names."""
    chosen = {ruling.id: ruling.default for ruling in rulings}
    with headers.get("rulings") as rest:
        named: set[str] = set()
        for pair in rest or ():
            name, choice = read_ruling(pair, rulings)
            if name in named:
                raise Malformed(Unread.RULING, text=name)
            named.add(name)
            chosen[name] = choice
    return chosen


def write_rulings(chosen: dict[str, str], rulings: tuple[Ruling, ...]) -> str:
    """The `rulings` header for what differs from the default; empty where nothing does."""
    pairs = [f"{r.id}={chosen[r.id]}" for r in rulings if chosen[r.id] != r.default]
    return f"rulings {' '.join(pairs)}" if pairs else ""


def write_seats(names: tuple[str, ...]) -> str:
    return "seats " + " ".join(write_name(name) for name in names)

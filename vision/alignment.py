"""Where a reading lies on a case already known: the quarter turn and the even shift a photo cannot tell by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from companion.donut_shop.case import BOXED, EMPTY, Case, read_rows
from companion.donut_shop.parts import UNKNOWN, Square
from vision.values import Reading

Beliefs = Mapping[Square, Mapping[str, float]]  # by square how likely each letter, `#` and `.` is

DECIDED = 0.5  # how far what the reading decided, with its neighbours in view, outweighs a square's own guesses
LEAST = 0.002  # nothing is less likely than this: a square can be misread altogether
SPRINKLES = 0.05  # of a donut's likelihood goes to the same with or without sprinkles: the usual slip
MISSED, NEW = -2.5, -1.5  # nats for a known square that is not seen, and for one seen that is not known
CHANGED = 0.02  # how often an open donut came under a box since
SOME = 6  # shifts looked at closely in each turn
HALF = 0.5  # of the smaller of the two must agree, types by sprinkles or not, or it is another case


@dataclass(frozen=True, slots=True)
class Alignment:
    """How a reading lies on a drawing: turned clockwise by quarters, then shifted by an even number of squares."""

    quarters: int
    shift: Square

    def on(self, square: Square) -> Square:
        """Where a square of the reading lies in the drawing."""
        x, y = turned(square, self.quarters)
        return x + self.shift[0], y + self.shift[1]

    def back(self, square: Square) -> Square:
        """Which square of the reading lies there."""
        return turned((square[0] - self.shift[0], square[1] - self.shift[1]), -self.quarters)


def turned(square: Square, quarters: int) -> Square:
    """A square after quarter turns clockwise about the drawing's top left corner: tiles stay on even squares."""
    x, y = square
    for _ in range(quarters % 4):
        x, y = -y - 1, x
    return x, y


def beliefs(reading: Reading) -> dict[Square, dict[str, float]]:
    """What each square of the drawing may be: its guesses, and what the reading as a whole decided."""
    case = read_rows(reading.case)
    found = {}
    for square in {*case.squares(), *reading.guesses}:
        decided = case.letter(square)
        guesses = dict(reading.guesses.get(square, ((decided, 1.0),)))
        whole = max(sum(guesses.values()), 1e-9)
        belief = {letter: (1 - DECIDED) * share / whole for letter, share in guesses.items()}
        belief[decided] = belief.get(decided, 0.0) + DECIDED
        found[square] = belief
    return found


def likely(belief: Mapping[str, float], letter: str) -> float:
    """How likely a square is this letter, at least a little; `?` is any donut."""
    if letter == UNKNOWN:
        return 1 - belief.get(EMPTY, 0.0)
    share = belief.get(letter, 0.0)
    if letter.isalpha():
        share = max(share, SPRINKLES * belief.get(letter.swapcase(), 0.0))
    return max(share, LEAST)


def laid_on(seen: Beliefs, lie: Alignment) -> dict[Square, Mapping[str, float]]:
    """The beliefs in the squares of the drawing the reading lies on."""
    return {lie.on(square): belief for square, belief in seen.items()}


def find(reading: Reading, known: Case) -> Alignment | None:
    """How the reading lies on the known case; None where it looks like another case.

    Holds with misread squares, with some hidden or missed, and with what was laid and boxed since.
    """
    seen = beliefs(reading)
    lies = [Alignment(quarters, shift) for quarters in range(4) for shift in _shifts(seen, known, quarters)]
    if not lies:
        return None
    best = max(lies, key=lambda lie: _fit(laid_on(seen, lie), known))
    placed = laid_on(seen, best)
    both = [(_top(placed[square]), known.letter(square)) for square in known.squares() if square in placed]
    agree = sum(top == BOXED or letter == UNKNOWN or top.upper() == letter.upper() for top, letter in both)
    there = sum(_top(belief) != EMPTY for belief in placed.values())
    return best if agree >= HALF * min(there, len(known)) else None


def _top(belief: Mapping[str, float]) -> str:
    return max(belief, key=belief.__getitem__)


def _shifts(seen: Beliefs, known: Case, quarters: int) -> list[Square]:
    """The even shifts that bring most donuts onto their like, best first."""
    by_letter: dict[str, list[Square]] = {}
    for square in known.squares():
        by_letter.setdefault(known.letter(square), []).append(square)
    votes: Counter[Square] = Counter()
    for square, belief in seen.items():
        x, y = turned(square, quarters)
        for i, j in by_letter.get(_top(belief), ()):
            if (i - x) % 2 == 0 and (j - y) % 2 == 0:
                votes[i - x, j - y] += 1
    return [shift for shift, _ in votes.most_common(SOME)]


def _fit(placed: Beliefs, known: Case) -> float:
    """How well a reading laid there fits what is known, in nats; 0 is every square as sure as can be."""
    there = {square for square, belief in placed.items() if _top(belief) != EMPTY}
    fit = NEW * sum(square not in known for square in there)
    for square in known.squares():
        if square in placed:
            letter, belief = known.letter(square), placed[square]
            boxed = CHANGED * belief.get(BOXED, 0.0) if square in known.open else 0.0
            fit += max(log(likely(belief, letter) + boxed), MISSED if square not in there else log(LEAST))
        else:
            fit += MISSED
    return fit

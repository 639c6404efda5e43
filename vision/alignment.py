"""Aligns a reading with a known case or drawing: the quarter turn and even shift that a photo cannot show by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from companion.donut_shop.case import BOXED, EMPTY, Case, read_rows
from companion.donut_shop.parts import UNKNOWN, Square
from vision.values import Reading

Beliefs = Mapping[Square, Mapping[str, float]]  # by square the probability of each letter, `#` and `.`

DECIDED = 0.5  # weight of what the reading decided, with its neighbours in view, against a square's own guesses
LEAST = 0.002  # no letter is less likely: a square can be misread altogether
SPRINKLES = 0.05  # share of a donut's likelihood for the same with or without sprinkles: the usual mistake
MISSED, NEW = -2.5, -1.5  # nats for a known square that is not seen, and for a seen one that is not known
CHANGED = 0.02  # how often an open donut came under a box since
SHIFTS = 6  # shifts examined closely in each turn
AGREEING = 0.5  # of the smaller case must agree, by type with or without sprinkles, or it is another case
SAME_NAME, ONLY_ONE = 0.5, 2.0  # nats a type read by its own name brings, and a square only one drawing has costs
CLEAR = 3.0  # nats by which a drawing must fit better one way than any other
OVERLAP = 0.8  # of the most tiles that any shift brings onto tiles


@dataclass(frozen=True, slots=True)
class Alignment:
    """The fit of a reading to a drawing: turned clockwise by quarters, then shifted by an even number of squares."""

    quarters: int
    shift: Square

    def to_known(self, square: Square) -> Square:
        """Return the drawing's square for a square of the reading."""
        x, y = turn(square, self.quarters)
        return x + self.shift[0], y + self.shift[1]

    def to_reading(self, square: Square) -> Square:
        """Return the reading's square for a square of the drawing."""
        return turn((square[0] - self.shift[0], square[1] - self.shift[1]), -self.quarters)


def turn(square: Square, quarters: int) -> Square:
    """Turn a square clockwise by quarters about the drawing's top left corner: tiles stay on even squares."""
    x, y = square
    for _ in range(quarters % 4):
        x, y = -y - 1, x
    return x, y


def beliefs(reading: Reading) -> dict[Square, dict[str, float]]:
    """Return the probability of each letter by square: its guesses, combined with what the whole reading decided."""
    case = read_rows(reading.case)
    found = {}
    for square in {*case.squares(), *reading.guesses}:
        decided = case.letter(square)
        guesses = dict(reading.guesses.get(square, ((decided, 1.0),)))
        whole = max(sum(guesses.values()), 1e-9)
        weight = 0.0 if square in reading.washed_out else DECIDED
        belief = {letter: (1 - weight) * share / whole for letter, share in guesses.items()}
        belief[decided] = belief.get(decided, 0.0) + weight
        found[square] = belief
    return found


def likelihood(belief: Mapping[str, float], letter: str) -> float:
    """Return how likely a square is this letter, at least a little; `?` is any donut."""
    if letter == UNKNOWN:
        return 1 - belief.get(EMPTY, 0.0)
    share = belief.get(letter, 0.0)
    if letter.isalpha():
        share = max(share, SPRINKLES * belief.get(letter.swapcase(), 0.0))
    return max(share, LEAST)


def likeliest(belief: Mapping[str, float]) -> str:
    return max(belief, key=belief.__getitem__)


def aligned_beliefs(found: Beliefs, alignment: Alignment) -> dict[Square, Mapping[str, float]]:
    """Return the beliefs by square of the known case."""
    return {alignment.to_known(square): belief for square, belief in found.items()}


def align_reading(reading: Reading, known: Case) -> Alignment | None:
    """Return how a reading fits the known case; None where it looks like another case.

    Tolerates misread squares, hidden or missed ones, and what was laid and boxed since.
    """
    found = beliefs(reading)
    candidates = [Alignment(quarters, shift) for quarters in range(4) for shift in _shifts(found, known, quarters)]
    if not candidates:
        return None
    best = max(candidates, key=lambda alignment: _fit(aligned_beliefs(found, alignment), known))
    placed = aligned_beliefs(found, best)
    pairs = [(likeliest(placed[square]), known.letter(square)) for square in known.squares() if square in placed]
    agreeing = sum(read == BOXED or letter == UNKNOWN or read.upper() == letter.upper() for read, letter in pairs)
    occupied = sum(likeliest(belief) != EMPTY for belief in placed.values())
    return best if agreeing >= AGREEING * min(occupied, len(known)) else None


def align_pattern(reading: Reading, known: Case) -> Alignment | None:
    """Return how a reading fits the known case although it confuses types, as without samples; None where unclear.

    What counts is where donuts and boxes are, and that one type is read as one type, whichever.
    """
    read, ways = read_rows(reading.case), []
    for quarters in range(4):
        turned = _turned(known, -quarters)
        (left, top), rows = turn((0, 0), quarters), _overlapping(read, turned)
        for shift in rows:
            x, y = turn(shift, quarters)
            ways.append((_agreement(read, _shifted(turned, shift)), Alignment(quarters, (left - x, top - y))))
    ways.sort(key=lambda way: -way[0])
    if not ways or ways[0][0] <= 0 or (len(ways) > 1 and ways[0][0] - ways[1][0] < CLEAR):
        return None
    return ways[0][1]


def _shifts(found: Beliefs, known: Case, quarters: int) -> list[Square]:
    """Return the even shifts that bring most donuts onto the same letter, best first."""
    by_letter: dict[str, list[Square]] = {}
    for square in known.squares():
        by_letter.setdefault(known.letter(square), []).append(square)
    votes: Counter[Square] = Counter()
    for square, belief in found.items():
        x, y = turn(square, quarters)
        for i, j in by_letter.get(likeliest(belief), ()):
            if (i - x) % 2 == 0 and (j - y) % 2 == 0:
                votes[i - x, j - y] += 1
    return [shift for shift, _ in votes.most_common(SHIFTS)]


def _fit(placed: Beliefs, known: Case) -> float:
    """Return how well placed beliefs fit the known case, in nats; 0 if every square is certain."""
    occupied = {square for square, belief in placed.items() if likeliest(belief) != EMPTY}
    fit = NEW * sum(square not in known for square in occupied)
    for square in known.squares():
        if square in placed:
            letter, belief = known.letter(square), placed[square]
            boxed = CHANGED * belief.get(BOXED, 0.0) if square in known.open else 0.0
            fit += max(log(likelihood(belief, letter) + boxed), MISSED if square not in occupied else log(LEAST))
        else:
            fit += MISSED
    return fit


# Drawings


def align_drawing(reading: Reading, rows: Sequence[str]) -> tuple[str, ...] | None:
    """Turn and shift a drawn case onto the reading's squares, as rows of its size; None where it fits nowhere.

    The reading may confuse types, as it does without samples: what counts is where donuts, boxes and holes are, and
    that one type is read as one type, whichever.
    """
    drawn, read = read_rows(rows), read_rows(reading.case)
    ways = [
        (_agreement(read, placed), placed)
        for quarters in range(4)
        for turned in [_turned(drawn, quarters)]
        for placed in (_shifted(turned, shift) for shift in _overlapping(read, turned))
    ]
    ways.sort(key=lambda way: -way[0])
    different = [score for score, placed in ways[1:] if _letters(placed) != _letters(ways[0][1])]
    if not ways or ways[0][0] <= 0 or (different and ways[0][0] - different[0] < CLEAR):
        return None
    width, height = len(reading.case[0]), len(reading.case)
    return tuple("".join(ways[0][1].letter((x, y)) for x in range(width)) for y in range(height))


def _letters(case: Case) -> dict[Square, str]:
    return {square: case.letter(square) for square in case.squares()}


def _turned(case: Case, quarters: int) -> Case:
    return Case(*({turn(s, quarters): letter for s, letter in part.items()} for part in (case.open, case.boxed)))


def _shifted(case: Case, shift: Square) -> Case:
    dx, dy = shift
    return Case(*({(x + dx, y + dy): letter for (x, y), letter in part.items()} for part in (case.open, case.boxed)))


def _overlapping(read: Case, drawn: Case) -> list[Square]:
    """Return the even shifts that bring most tiles of the drawing onto tiles of the reading."""
    votes = Counter((i - x, j - y) for i, j in read.blocks() for x, y in drawn.blocks())
    return [shift for shift, count in votes.items() if count >= OVERLAP * max(votes.values())]


def _agreement(read: Case, drawn: Case) -> float:
    """Return how much the letters read depend on the letters drawn, in nats, less the squares only one of them has."""
    pairs = [(read.letter(s), drawn.letter(s)) for s in read.squares() if s in drawn]
    only_one = len(read) + len(drawn) - 2 * len(pairs)
    types = [(one.upper(), true.upper()) for one, true in pairs]
    sprinkles = [(one.islower(), true.islower()) for one, true in pairs]
    same = sum(one == true for one, true in types)
    return _information(types) + _information(sprinkles) + SAME_NAME * same - ONLY_ONE * only_one


def _information(pairs: Sequence[tuple[object, object]]) -> float:
    """Return the mutual information of the two parts of the pairs times their number, in nats."""
    count, first, second = Counter(pairs), Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    return sum(n * log(n * len(pairs) / (first[a] * second[b])) for (a, b), n in count.items())

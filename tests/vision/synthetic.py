"""Readings made from drawings: turned, shifted, misread, partly hidden by a hand; seeded, so a failure is repeated."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from companion.donut_shop.case import BOXED, EMPTY, Case, read_rows, tile_squares
from companion.donut_shop.parts import Square
from vision.alignment import turn
from vision.values import Doubt, Reading

NO_HOMOGRAPHY = cast(Any, None)  # these tests need no pixels


def reading_of(
    case: Case,
    quarters: int = 0,
    guesses: dict[Square, tuple[tuple[str, float], ...]] | None = None,
    doubts: dict[Square, Doubt] | None = None,
) -> Reading:
    """Return the reading of a case: turned, its top left at 0, 0; `guesses`, `doubts` in the squares of the case."""
    places = {square: turn(square, quarters) for square in case.squares()}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    at = {square: (x - left, y - top) for square, (x, y) in places.items()}
    letters = {at[square]: case.letter(square) for square in at}
    width, height = max(x for x, _ in letters) + 1, max(y for _, y in letters) + 1
    rows = tuple("".join(letters.get((x, y), EMPTY) for x in range(width)) for y in range(height))
    given = {at[square]: guess for square, guess in (guesses or {}).items()}
    ranked = {square: given.get(square, ((letter, 0.97),)) for square, letter in letters.items()}
    return Reading(rows, {at[square]: doubt for square, doubt in (doubts or {}).items()}, ranked, NO_HOMOGRAPHY)


def misread(case: Case, random: Random, often: float, spare: set[Square], types: str) -> Reading:
    """Return a reading turned at random, some squares misread (not those to spare), some hidden by a hand."""
    open_, boxed = dict(case.open), dict(case.boxed)
    guesses: dict[Square, tuple[tuple[str, float], ...]] = {}
    doubts: dict[Square, Doubt] = {}
    hand = _hidden_squares(case, random) - spare
    for square in case.squares():
        if square in spare or not (square in hand or random.random() < often):
            continue
        true = case.letter(square)
        wrong = _mistake(true, random, types)
        open_.pop(square, None)
        boxed.pop(square, None)
        (boxed if wrong == BOXED else open_)[square] = wrong
        sure = random.uniform(0.4, 0.9)
        guesses[square] = ((wrong, sure),) if random.random() < 0.3 else ((wrong, sure), (true, (1 - sure) / 2))
        if square in hand:
            doubts[square] = Doubt.HIDDEN
    for block in {(x - x % 2, y - y % 2) for x, y in hand}:
        if random.random() < 0.3 and not spare & set(tile_squares(block)):
            for square in tile_squares(block):
                open_.pop(square, None)
                boxed.pop(square, None)
    visible = Case(open_, boxed)
    squares = set(visible.squares())
    return reading_of(
        visible,
        random.randrange(4),
        {square: guess for square, guess in guesses.items() if square in squares},
        {square: doubt for square, doubt in doubts.items() if square in squares},
    )


def _hidden_squares(case: Case, random: Random) -> set[Square]:
    """Return up to 4x4 squares, in one photo of three."""
    if random.random() < 0.67:
        return set()
    x, y = random.choice(case.squares())
    width, height = random.randint(1, 4), random.randint(1, 4)
    return {(i, j) for i in range(x, x + width) for j in range(y, y + height)} & set(case.squares())


def _mistake(true: str, random: Random, types: str) -> str:
    """Return another letter, in half of the cases the same type with or without sprinkles."""
    if true.isalpha() and true != "O" and random.random() < 0.5:
        return true.swapcase()
    return random.choice([letter for letter in types + types.lower() + "O" + BOXED if letter != true])


def case_of(rows: str, origin: Square = (0, 0)) -> Case:
    return read_rows(rows.split(), origin)

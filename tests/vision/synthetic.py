"""Readings made from drawings: turned, shifted, misread, with a hand over them; seeded, so a failure comes again."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from companion.donut_shop.case import BOXED, EMPTY, Case, read_rows, tile_squares
from companion.donut_shop.parts import Square
from vision.alignment import turned
from vision.values import Doubt, Reading

NO_PLANE = cast(Any, None)  # nothing here looks at pixels


def reading_of(
    case: Case,
    quarters: int = 0,
    guesses: dict[Square, tuple[tuple[str, float], ...]] | None = None,
    doubts: dict[Square, Doubt] | None = None,
) -> Reading:
    """What a photo shows of a case: turned, its top left at 0, 0; `guesses`, `doubts` in the squares of the case."""
    places = {square: turned(square, quarters) for square in case.squares()}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    at = {square: (x - left, y - top) for square, (x, y) in places.items()}
    letters = {at[square]: case.letter(square) for square in at}
    width, height = max(x for x, _ in letters) + 1, max(y for _, y in letters) + 1
    rows = tuple("".join(letters.get((x, y), EMPTY) for x in range(width)) for y in range(height))
    said = {at[square]: guess for square, guess in (guesses or {}).items()}
    said = {square: said.get(square, ((letter, 0.97),)) for square, letter in letters.items()}
    return Reading(rows, {at[square]: doubt for square, doubt in (doubts or {}).items()}, said, NO_PLANE)


def misread(case: Case, random: Random, often: float, spare: set[Square], types: str) -> Reading:
    """A reading turned any way, in which squares but those to spare are misread that often, and a hand hides some."""
    open_, boxed = dict(case.open), dict(case.boxed)
    guesses: dict[Square, tuple[tuple[str, float], ...]] = {}
    doubts: dict[Square, Doubt] = {}
    hand = _under_a_hand(case, random) - spare
    for square in case.squares():
        if square in spare or not (square in hand or random.random() < often):
            continue
        true = case.letter(square)
        wrong = _slip(true, random, types)
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
    seen = Case(open_, boxed)
    kept = set(seen.squares())
    return reading_of(
        seen,
        random.randrange(4),
        {square: guess for square, guess in guesses.items() if square in kept},
        {square: doubt for square, doubt in doubts.items() if square in kept},
    )


def _under_a_hand(case: Case, random: Random) -> set[Square]:
    """Up to four squares square in one photo of three."""
    if random.random() < 0.67:
        return set()
    x, y = random.choice(case.squares())
    width, height = random.randint(1, 4), random.randint(1, 4)
    return {(i, j) for i in range(x, x + width) for j in range(y, y + height)} & set(case.squares())


def _slip(true: str, random: Random, types: str) -> str:
    """Another letter: sprinkles as often as all the rest."""
    if true.isalpha() and true != "O" and random.random() < 0.5:
        return true.swapcase()
    return random.choice([letter for letter in types + types.lower() + "O" + BOXED if letter != true])


def case_of(rows: str, origin: Square = (0, 0)) -> Case:
    return read_rows(rows.split(), origin)

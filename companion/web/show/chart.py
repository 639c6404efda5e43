"""Lines of scores over a game, as coordinates for an SVG: drawn on the server, so that no script is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.kernel.common import Party
from companion.records.course import Course

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 150, 34, 8, 16
LABEL = 13  # units between two labels, so that they do not lie on each other
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Curve:
    """One seat: its colour and dash by `mark`, its points as SVG wants them, and where its name stands at the right."""

    name: str
    mark: int
    points: str
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    curves: Sequence[Curve]
    ticks: Sequence[tuple[float, int]]  # height and score of each line across
    width: int = WIDTH
    height: int = HEIGHT


def chart(course: Course, party: Party) -> Chart:
    """The curves of a game; one moment alone is drawn as a flat line."""
    low, high = course.lowest, course.highest
    step = next((s for s in STEPS if (high - low) / s <= 4), STEPS[-1])
    right = WIDTH - 70

    def height(score: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - score) / (high - low), 1)

    def points(scores: Sequence[int]) -> str:
        last = max(1, len(scores) - 1)
        return " ".join(f"{round(LEFT + (right - LEFT) * i / last, 1)},{height(s)}" for i, s in enumerate(scores))

    ends = sorted((height(scores[-1]), seat) for seat, scores in enumerate(course.scores))
    labels: dict[int, float] = {}
    lowest: float = TOP - LABEL
    for end, seat in ends:
        lowest = max(end, lowest + LABEL)
        labels[seat] = lowest
    curves = [
        Curve(name, party.mark(seat), points(course.scores[seat]), labels[seat])
        for seat, name in enumerate(party.names)
    ]
    return Chart(curves, [(height(score), score) for score in range(low - low % step, high + 1, step) if score >= low])

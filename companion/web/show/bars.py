"""The parts of everybody's money or points, as bars for an SVG: drawn on the server, so that no script is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.kernel.game import Standing

MOST_SHADES = 6  # neighbouring cards in a bar differ, so that few shades will do
SHOP_PARTS = ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust", "start", "counted")


@dataclass(frozen=True, slots=True)
class BarPart:
    """A piece of a bar: what for, how much, and where it lies, in hundredths of the longest bar.

    `look`: the class that colours it.
    """

    name: str
    amount: int
    left: float
    width: float
    look: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One seat. `lost`: negative amounts, which a bar cannot show."""

    standing: Standing
    mark: int
    parts: Sequence[BarPart]
    lost: Sequence[tuple[str, int]]


def bars(standings: Sequence[Standing], marks: Sequence[int]) -> list[Bar]:
    """Return a bar for each standing, all to one scale. `marks`: the colour and topping of each one's seat."""
    longest = max((sum(amount for amount in one.parts.values() if amount > 0) for one in standings), default=0)
    return [_bar(standing, mark, max(1, longest)) for standing, mark in zip(standings, marks, strict=True)]


def _bar(standing: Standing, mark: int, longest: int) -> Bar:
    parts: list[BarPart] = []
    left = 0.0
    for name, amount in standing.parts.items():
        if amount > 0:
            width = 100 * amount / longest
            look = name if name in SHOP_PARTS else f"shade-{len(parts) % MOST_SHADES}"
            parts.append(BarPart(name, amount, round(left, 2), round(width, 2), look))
            left += width
    return Bar(standing, mark, parts, [(name, amount) for name, amount in standing.parts.items() if amount < 0])


def difference(standings: Sequence[Standing]) -> tuple[str, int, str] | None:
    """Return the part in which the winner was most ahead of the next: its name, by how much, of whom; None for none."""
    winners = [one for one in standings if one.winner]
    others = [one for one in standings if not one.winner]
    if len(winners) != 1 or not others:
        return None
    won, other = winners[0].parts, others[0].parts
    ahead = {name: won.get(name, 0) - other.get(name, 0) for name in dict.fromkeys((*won, *other))}
    name = max(ahead, key=lambda part: ahead[part], default="")
    return (name, ahead[name], others[0].seat) if name and ahead[name] > 0 else None

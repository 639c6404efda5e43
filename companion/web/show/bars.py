"""The parts of everybody's money or points, as bars for an SVG: drawn on the server, so that no script is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.kernel.game import Standing

MOST_SHADES = 6  # neighbouring cards in a bar differ, so that few shades will do
SHOP_PARTS = ("placement", "box", "sprinkles", "coffee", "paid", "decided", "adjust", "start", "counted")


@dataclass(frozen=True, slots=True)
class BarPart:
    """A piece of a bar: what for, how much, and where it lies, in hundredths of the common scale.

    `look`: the class that colours it.
    """

    name: str
    amount: int
    left: float
    width: float
    look: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One seat. `zero`: where the zero line lies, in hundredths; parts that cost lie left of it, the others right."""

    standing: Standing
    mark: int
    zero: float
    parts: Sequence[BarPart]


def bars(standings: Sequence[Standing], marks: Sequence[int]) -> list[Bar]:
    """Return a bar for each standing, all to one scale. `marks`: the colour and topping of each one's seat."""
    gained = max((sum(max(0, amount) for amount in one.parts.values()) for one in standings), default=0)
    lost = max((sum(max(0, -amount) for amount in one.parts.values()) for one in standings), default=0)
    whole = max(1, gained + lost)
    return [_bar(standing, mark, lost, whole) for standing, mark in zip(standings, marks, strict=True)]


def _bar(standing: Standing, mark: int, lost: int, whole: int) -> Bar:
    """Return the bar of a seat. `lost`: what lies left of zero at most; `whole`: what the scale holds."""
    parts: list[BarPart] = []
    ahead = behind = lost  # how far the bar goes to the right and to the left by now
    for name, amount in standing.parts.items():
        if not amount:
            continue
        behind -= max(0, -amount)
        left = ahead if amount > 0 else behind
        ahead += max(0, amount)
        look = name if name in SHOP_PARTS else f"shade-{len(parts) % MOST_SHADES}"
        parts.append(BarPart(name, amount, round(100 * left / whole, 2), round(100 * abs(amount) / whole, 2), look))
    return Bar(standing, mark, round(100 * lost / whole, 2), parts)


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

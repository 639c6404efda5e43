"""The contract of sightings: what the camera over a table saw was done since the table's latest line.

One program looks through the camera, another serves the phones: what the first saw reaches the others through here. A
sighting holds no picture, belongs to one version of its table, and is in no backup.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.donut_shop.parts import Square


@dataclass(frozen=True, slots=True)
class Sighting:
    """A new tile or a new box on the case of a table.

    `tag`: the table (epoch and version) it was seen beside; on any other it means nothing. `letters`: for each donut of
    a tile the letters it may be, the likeliest first, a single one where the camera is sure; empty for a box. `box`:
    the size of a box as in the notation; empty for a tile. `squares`: how many squares the picture showed.
    """

    code: str
    tag: str
    at: Square
    letters: tuple[str, ...] = ()
    box: str = ""
    squares: int = 0


class Sightings(Protocol):
    """The latest sighting of each table. A call raises Unavailable only where it says so."""

    def put(self, sighting: Sighting) -> None:
        """Keep a sighting instead of the table's earlier one. Raises Unavailable."""
        ...

    def of(self, code: str) -> Sighting | None:
        """Return the sighting of a table; None where there is none."""
        ...

    def remove(self, code: str) -> None:
        """Remove the sighting of a table; where there is none, or a disk takes no changes, nothing happens."""
        ...

    def marks(self, codes: Sequence[str]) -> dict[str, str]:
        """Return for each table a text that is another one after each change of its sighting; cheap."""
        ...


def sighting_of(text: str) -> Sighting | None:
    """Return a sighting from its JSON, an object of its fields; None for anything else."""
    with suppress(ValueError, KeyError, TypeError):
        data = json.loads(text)
        x, y = data["at"]
        fixed = {"at": (int(x), int(y)), "letters": tuple(map(str, data["letters"]))}
        return Sighting(**{**data, **fixed})
    return None

"""Films of a game, painted, with what is done in them: for tests of the camera over a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from companion.donut_shop.case import read_rows, tile_squares
from companion.donut_shop.parts import BOXES, HOLES, Edition, Square
from companion.editions import read_set

if TYPE_CHECKING:
    from vision.training.paint.film import FilmPicture, Scene

SIDE = 18  # squares of the table that the camera sees, each way
MIDDLE = 8
CROSS = ((8, 8), (6, 8), (10, 8), (8, 6), (8, 10))
BOX_EVERY = 3  # turns
SIZES = ("2x2", "2x3", "3x2", "2x4")


@dataclass(frozen=True)
class Done:
    """A tile or a box of the game. `scene`: the first that shows it; `at`: counted from the case at the start."""

    scene: int
    at: Square
    tile: str = ""
    box: str = ""


@dataclass
class FilmedGame:
    """A random game of an edition nobody printed. Its seed is that of the art too."""

    seed: int
    turns: int

    def __post_init__(self) -> None:
        import numpy

        from vision.training.datasets import _set_toml
        from vision.training.paint.art import plain_art_of

        self.art = plain_art_of(numpy.random.default_rng(self.seed))
        self.edition: Edition = read_set(_set_toml("film", self.art))
        self._random = Random(self.seed)
        rows = tuple("." * SIDE for _ in range(SIDE))
        for at in CROSS:
            rows = _laid(rows, at, self._tile())
        self.start = tuple(row[6:12] for row in rows[6:12])
        self.done: list[Done] = []
        self.scenes = self._play(rows)

    def pictures(self) -> Iterator[FilmPicture]:
        from vision.training.paint.film import paint_film

        return paint_film(self.seed, self.art, self.scenes)

    def _play(self, rows: tuple[str, ...]) -> list[Scene]:
        from vision.training.paint.film import BoxLaid, Scene

        scenes, boxes = [Scene(rows, rest=20)], list[BoxLaid]()
        for turn in range(1, self.turns + 1):
            case = read_rows(rows)
            spots = [at for at in case.spots() if all(2 <= part <= SIDE - 4 for part in at)]
            at = min(spots, key=lambda at: abs(at[0] - MIDDLE) + abs(at[1] - MIDDLE) + self._random.random() * 4)
            rows = _laid(rows, at, tile := self._tile())
            self.done.append(Done(len(scenes), (at[0] - 6, at[1] - 6), tile=tile))
            scenes.append(Scene(rows, tuple(boxes)))
            covered = {square for box in boxes for square in BOXES[f"{box.width}x{box.height}"].squares(box[:2])}
            size = self._random.choice(SIZES)
            places = [
                place
                for place in read_rows(rows).places_for(BOXES[size])
                if not covered & {*BOXES[size].squares(place)}
            ]
            if turn % BOX_EVERY == 0 and places:
                place = self._random.choice(places)
                boxes.append(BoxLaid(*place, BOXES[size].width, BOXES[size].height))
                self.done.append(Done(len(scenes), (place[0] - 6, place[1] - 6), box=size))
                scenes.append(Scene(rows, tuple(boxes)))
            scenes += self._trouble(turn, scenes[-1])
        return _in_time(scenes)

    def _trouble(self, turn: int, now: Scene) -> list[Scene]:
        """Return what happens after a turn besides: nothing of it is a turn."""
        calm = replace(now, rest=20)
        match turn:
            case 2:  # somebody pushes the camera
                return [replace(calm, moved=(25, -14, 1.5), by_hand=False)]
            case 4:  # the sun goes
                return [replace(calm, light=0.72, by_hand=False)]
            case 5:  # a tile is pushed straight
                at = self.done[-1].at if self.done[-1].tile else self.done[-2].at
                return [replace(calm, crooked=frozenset({(at[0] + 6, at[1] + 6)})), calm]
            case 7 if now.boxes:  # a box is lifted, and put back
                return [replace(calm, boxes=now.boxes[:-1]), calm]
            case 8:  # the camera fails for two seconds
                return [replace(calm, empty=20, by_hand=False)]
            case 10:  # a hand over the table, and nothing
                return [calm]
        return []

    def _tile(self) -> str:
        return "".join(map(self._donut, self._random.choices(self.edition.types, k=4)))

    def _donut(self, kind: str) -> str:
        return self._random.choices([kind, kind.lower(), HOLES], [0.68, 0.25, 0.07])[0]


def _laid(rows: tuple[str, ...], at: Square, tile: str) -> tuple[str, ...]:
    letters = [list(row) for row in rows]
    for (x, y), letter in zip(tile_squares(at), tile, strict=True):
        letters[y][x] = letter
    return tuple("".join(row) for row in letters)


def _in_time(scenes: list[Scene]) -> list[Scene]:
    """Let the light and the place of the camera stay as they became."""
    for number in range(1, len(scenes)):
        scene, before = scenes[number], scenes[number - 1]
        moved = scene.moved if any(scene.moved) else before.moved
        light = scene.light if scene.light != 1 else before.light
        scenes[number] = replace(scene, moved=moved, light=light)
    return scenes

"""Paints films of a game as a camera over the table sees it: hands lay tiles and fill boxes, in noise and other light.

Each piece of cardboard keeps its place and its print from picture to picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.homography import project
from vision.training.paint.art import Art
from vision.training.paint.boxes import box_picture
from vision.training.paint.canvas import SIDE
from vision.training.paint.cases import BOX, DONUT, EMPTY, HOLES, CaseArrays, _put, tile_picture
from vision.training.paint.colours import Rng
from vision.training.paint.light import lit_calmly
from vision.training.paint.objects import hand
from vision.training.paint.tables import PIXELS, table_top

LETTERS = "ABCDEFGHIJKLMN"  # of the types of a painted edition
SIZE = (1280, 960)  # pixels of a picture
RATE = 10  # pictures a second
COMES, GOES = 8, 7  # pictures in which a hand comes in and goes out
FADES = 20  # pictures in which the light changes


class BoxLaid(NamedTuple):
    """A box on the case: its top left square and its size."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Scene:
    """The case until the next scene. `rows`: its drawing, with the donuts under boxes too.

    `rest`: pictures without a hand; `crooked`: top left squares of tiles that lie a little off; `light`: how bright;
    `moved`: where the camera is, in pixels across, down and degrees; `by_hand`: whether a hand made it so; `empty`:
    pictures before that are black, since the camera fails.
    """

    rows: tuple[str, ...]
    boxes: tuple[BoxLaid, ...] = ()
    rest: int = 30
    crooked: frozenset[tuple[int, int]] = frozenset()
    light: float = 1.0
    moved: tuple[float, float, float] = (0.0, 0.0, 0.0)
    by_hand: bool = True
    empty: int = 0


class FilmPicture(NamedTuple):
    """A picture of a film: its pixels (blue green red), the number of its scene, and whether a hand is in it."""

    pixels: np.ndarray
    scene: int
    hand: bool


def paint_film(seed: int, art: Art, scenes: Sequence[Scene], size: tuple[int, int] = SIZE) -> Iterator[FilmPicture]:
    """Yield the pictures of a film, RATE a second: each scene begins with the hand that makes it so."""
    rng = np.random.default_rng(seed)
    painter = _Painter(seed, art, scenes, size)
    fingers, still = hand(rng), painter.still(scenes[0])
    noise = [rng.normal(0, rng.uniform(2, 4), (size[1], size[0], 3)).astype(np.int8) for _ in range(4)]
    before = scenes[0]

    def developed(pixels: np.ndarray, light: float) -> np.ndarray:
        lit = cv2.convertScaleAbs(pixels, alpha=light) if light != 1 else pixels
        grain = np.roll(noise[int(rng.integers(4))], int(rng.integers(97)), axis=1)
        return cv2.add(lit, grain, dtype=cv2.CV_8U)

    for number, scene in enumerate(scenes):
        for _ in range(scene.empty):
            yield FilmPicture(developed(np.zeros_like(still), 1), number, True)
        goal, after = painter.goal(before, scene), painter.still(scene)
        if number and scene.by_hand:
            start = goal + rng.normal(0, 1, 2) * 40 + np.array([0, size[1] * 1.2])
            for step in range(COMES + GOES):
                nearness = (step + 1) / COMES if step < COMES else 1 - (step - COMES + 1) / GOES
                at = start + (goal - start) * nearness
                lower = still if step < COMES else after
                yield FilmPicture(developed(painter.with_hand(lower, fingers, at), before.light), number, True)
        for step in range(scene.rest):
            faded = min(1.0, step / FADES)
            light = before.light + (scene.light - before.light) * faded
            yield FilmPicture(developed(after, light), number, False)
        still, before = after, scene


class _Painter:
    """Paints the scenes of one film: same table, same print, same lamp."""

    def __init__(self, seed: int, art: Art, scenes: Sequence[Scene], size: tuple[int, int]) -> None:
        rng = np.random.default_rng([seed, 1])
        self.seed, self.art, self.size = seed, art, size
        self.shape = len(scenes[0].rows), len(scenes[0].rows[0])
        self.homography = _over_the_table(rng, self.shape, size)
        self.slack = rng.uniform(0.003, 0.015)
        self.table = table_top(rng)
        turn, side = rng.uniform(-np.pi, np.pi), rng.uniform(24, 40)
        c, s = np.cos(turn) * side / PIXELS, np.sin(turn) * side / PIXELS
        middle = np.array(self.shape[::-1]) / 2
        self.to_squares = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        self.to_squares[:2, 2] = middle - self.to_squares[:2, :2] @ np.array([PIXELS / 2, PIXELS / 2])
        self._stills: dict[Scene, np.ndarray] = {}

    def still(self, scene: Scene) -> np.ndarray:
        """Return the scene without a hand, lit but without noise, as 8-bit blue green red."""
        key = replace(scene, rest=0, light=1.0, by_hand=True, empty=0)
        if key not in self._stills:
            self._stills = {key: self._paint(key)}
        return self._stills[key]

    def goal(self, before: Scene, after: Scene) -> np.ndarray:
        """Return the pixel at which the hand does something: where the scenes differ, else the middle."""
        squares = [
            (x + 0.5, y + 0.5)
            for y, rows in enumerate(zip(before.rows, after.rows, strict=True))
            for x, (one, other) in enumerate(zip(*rows, strict=True))
            if one != other
        ]
        squares += [(box.x + box.width / 2, box.y + box.height / 2) for box in set(before.boxes) ^ set(after.boxes)]
        squares += [(x + 0.5, y + 0.5) for x, y in before.crooked ^ after.crooked]
        at = np.mean(squares or [(self.shape[1] / 2, self.shape[0] / 2)], axis=0)
        return project(self.homography, np.array([at]))[0]

    def with_hand(self, pixels: np.ndarray, fingers: np.ndarray, at: np.ndarray) -> np.ndarray:
        """Return a picture with a hand whose finger tips are at a pixel."""
        scale = 2.2 * self.homography[0, 0] / 100
        to_picture = np.array([[scale, 0, at[0] - 100 * scale], [0, scale * 3, at[1] - 90 * scale]])
        warped = cv2.warpAffine(fingers, to_picture, self.size, borderMode=cv2.BORDER_CONSTANT)
        alpha = warped[..., 3:]
        colour = warped[..., 2::-1] * 255 * 0.8
        return (pixels + alpha * (colour - pixels)).astype(np.uint8)

    def _paint(self, scene: Scene) -> np.ndarray:
        x, y, degrees = scene.moved
        middle = np.array(self.size) / 2
        shift = np.vstack([cv2.getRotationMatrix2D(tuple(middle), degrees, 1.0), [0, 0, 1]])
        shift[:2, 2] += (x, y)
        homography = shift @ self.homography
        flat = self._flat(scene)
        to_flat = homography @ np.array([[1 / SIDE, 0, -1 + 0.5 / SIDE], [0, 1 / SIDE, -1 + 0.5 / SIDE], [0, 0, 1.0]])
        picture = cv2.warpPerspective(
            self.table, homography @ self.to_squares, self.size, borderMode=cv2.BORDER_REFLECT
        )
        sheet = cv2.warpPerspective(flat, to_flat, self.size, flags=cv2.INTER_AREA)
        alpha = sheet[..., 3:]
        soft = cv2.GaussianBlur(alpha, (0, 0), 4)
        picture = picture * (1 - 0.35 * np.roll(soft, (4, 3), (0, 1)))[..., None]
        picture += alpha * (sheet[..., :3] - picture)
        lit = lit_calmly(np.random.default_rng([self.seed, 2]), picture.astype(np.float32))
        lit = cv2.GaussianBlur(lit, (0, 0), 0.6)
        return (np.clip(lit, 0, 1)[..., ::-1] * 255).round().astype(np.uint8)

    def _flat(self, scene: Scene) -> np.ndarray:
        """Return the case from above; each piece is laid with a seed of its own, so that it stays where it is."""
        height, width = self.shape
        flat = np.zeros(((height + 2) * SIDE, (width + 2) * SIDE, 4), np.float32)
        case = arrays_of(scene.rows)
        for y in range(0, height, 2):
            for x in range(0, width, 2):
                if case.kind[y, x]:
                    rng = np.random.default_rng([self.seed, x, y])
                    slack = 0.05 if (x, y) in scene.crooked else self.slack
                    _put(
                        flat, tile_picture(rng, self.art, case, x, y), (x, y), self.art.gap, slack, rng, self.art.thick
                    )
        for box in scene.boxes:
            rng = np.random.default_rng([self.seed, *box])
            picture = box_picture(rng, self.art.box, box.width, box.height)
            _put(flat, picture, (box.x, box.y), self.art.gap * 0.5, self.slack, rng, self.art.thick * 2)
        return flat


def arrays_of(rows: Sequence[str]) -> CaseArrays:
    """Return a drawing as arrays: the letters are those of the painted editions, `O` and `.`."""
    kind = np.array(
        [[{".": EMPTY, "#": BOX, "O": HOLES}.get(letter, DONUT) for letter in row] for row in rows], np.uint8
    )
    types = [[max(0, LETTERS.find(letter.upper())) for letter in row] for row in rows]
    sprinkled = [[letter.islower() for letter in row] for row in rows]
    return CaseArrays(kind, np.array(types), np.array(sprinkled), [])


def _over_the_table(rng: Rng, shape: tuple[int, int], size: tuple[int, int]) -> np.ndarray:
    """Return the homography of a camera over the table: from above, a little tilted, the case whole in the picture."""
    height, width = shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    scale = min(size[0] / width, size[1] / height) * rng.uniform(0.72, 0.86)
    centred = (corners - (width / 2, height / 2)) * scale
    lean = 1 - rng.uniform(0, 0.12) * (corners[:, 1] == 0)
    turn = np.radians(rng.uniform(-8, 8))
    c, s = np.cos(turn), np.sin(turn)
    seen = (centred * np.stack([lean, np.ones(4)], 1)) @ np.array([[c, s], [-s, c]]) + np.array(size) / 2
    return cv2.getPerspectiveTransform(corners, seen.astype(np.float32))

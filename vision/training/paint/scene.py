"""Renders one photograph with its truth: the case on a table among objects, seen by a camera in some light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.homography import project
from vision.training.paint.art import Art
from vision.training.paint.boxes import box_picture
from vision.training.paint.camera import bend, bent, develop, size_of
from vision.training.paint.canvas import SIDE
from vision.training.paint.cases import DONUT, CaseArrays, lay_case, print_flat, tile_picture
from vision.training.paint.colours import Rng, random_colour
from vision.training.paint.light import illuminate
from vision.training.paint.objects import card, clutter_object, hand
from vision.training.paint.tables import PIXELS, table_top


@dataclass
class Shot:
    """A photo as 8-bit blue green red, with its truth. `homography` takes squares to pixels."""

    pixels: np.ndarray
    homography: np.ndarray
    case: CaseArrays
    hidden: np.ndarray  # height x width of the case: covered by a hand or overexposed


def shoot(rng: Rng, art: Art) -> Shot:
    """Photograph a random case of this edition."""
    case = lay_case(rng, len(art.types))
    size = size_of(rng)
    homography = _camera(rng, case.kind.shape, size)
    picture = cv2.warpPerspective(
        table_top(rng),
        homography @ _table_homography(rng, case),
        size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    _add_objects(rng, picture, homography, case, art, over=False)
    if rng.random() < 0.4:
        _fill_notches(rng, picture, homography, case)
    to_flat = homography @ np.array([[1 / SIDE, 0, -1 + 0.5 / SIDE], [0, 1 / SIDE, -1 + 0.5 / SIDE], [0, 0, 1.0]])
    flat = print_flat(rng, art, case)
    _cast_shadow(rng, picture, flat, to_flat, size)
    _lay_over(picture, flat, to_flat)
    hidden = np.zeros(case.kind.shape, bool)
    if rng.random() < 0.3:
        hidden |= _add_hand(rng, picture, homography, case)
    _add_objects(rng, picture, homography, case, art, over=True)
    centres = project(homography, _centres(case.kind.shape))
    picture, overexposed = illuminate(rng, picture, centres)
    x, y = (np.clip(centres[:, k].round().astype(int), 0, size[k] - 1).reshape(case.kind.shape) for k in (0, 1))
    hidden |= overexposed[y, x] & (case.kind > 0)
    if rng.random() < 0.2:
        picture, amount = bent(rng, picture)
        homography = cv2.findHomography(_centres(case.kind.shape), bend(centres, size, -amount))[0]
    return Shot(develop(rng, picture), homography, case, hidden)


def sheet(rng: Rng, art: Art) -> Shot:
    """Photograph every type with and without sprinkles close up: cheap, so that many editions can be shown."""
    size = 2 * int(np.ceil(np.sqrt(len(art.types))))
    order = rng.permutation(size * size)
    types = (order % len(art.types)).reshape(size, size)
    sprinkled = (order // len(art.types) % 2 == 0).reshape(size, size)
    case = CaseArrays(np.full((size, size), DONUT, np.uint8), types, sprinkled, [])
    pitch = float(rng.uniform(48, 110))
    side = int(pitch * size * rng.uniform(1.15, 1.5))
    homography = _camera(rng, case.kind.shape, (side, side))
    table = np.tile(random_colour(rng, (0.1, 0.9), (0, 0.6)).astype(np.float32), (side, side, 1))
    to_flat = homography @ np.array([[1 / SIDE, 0, -1 + 0.5 / SIDE], [0, 1 / SIDE, -1 + 0.5 / SIDE], [0, 0, 1.0]])
    _lay_over(table, print_flat(rng, art, case), to_flat)
    picture, overexposed = illuminate(rng, table)
    centres = project(homography, _centres(case.kind.shape)).reshape(size, size, 2)
    x, y = (np.clip(centres[..., k].round().astype(int), 0, side - 1) for k in (0, 1))
    return Shot(develop(rng, picture), homography, case, overexposed[y, x])


def _centres(shape: tuple[int, int]) -> np.ndarray:
    y, x = np.mgrid[: shape[0], : shape[1]]
    return np.stack([x + 0.5, y + 0.5], -1).reshape(-1, 2).astype(float)


def _camera(rng: Rng, shape: tuple[int, int], size: tuple[int, int]) -> np.ndarray:
    """Return a random homography: any turn, up to 50 degrees of tilt, the whole case in the picture."""
    h, w = shape
    turn = rng.uniform(-np.pi, np.pi)
    tilt = np.radians(abs(rng.normal(0, 20)) % 50)
    a, b = np.cos(turn), np.sin(turn)
    spin = np.array([[a, -b, 0], [b, a, 0], [0, 0, 1]]) @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.0]])
    far = rng.uniform(1.6, 4) * float(np.hypot(w, h))
    view = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / far, 1.0]])
    lean = rng.normal(0, 0.12)
    roll = np.array([[np.cos(lean), -np.sin(lean), 0], [np.sin(lean), np.cos(lean), 0], [0, 0, 1]])
    flat = roll @ view @ spin
    corners = project(flat, np.array([[0, 0], [w, 0], [w, h], [0, h]], float))
    span = corners.max(0) - corners.min(0)
    fills = (
        rng.uniform(0.62, 0.97)
        if max(w, h) > 11
        else rng.uniform(0.4, 0.95)
        if max(w, h) > 5
        else rng.uniform(0.2, 0.8)
    )
    scale = min(fills * size[0] / span[0], fills * size[1] / span[1], 135.0)
    room = np.array(size) - span * scale
    at = rng.uniform(0.02, 0.98, 2) * room - corners.min(0) * scale
    return np.array([[scale, 0, at[0]], [0, scale, at[1]], [0, 0, 1.0]]) @ flat


def _table_homography(rng: Rng, case: CaseArrays) -> np.ndarray:
    """Return the homography from the table's picture to squares: turned at random, larger than the case."""
    side = rng.uniform(20, 45)
    turn = rng.uniform(-np.pi, np.pi)
    c, s = np.cos(turn) * side / PIXELS, np.sin(turn) * side / PIXELS
    middle = np.array(case.kind.shape[::-1]) / 2
    m = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    m[:2, 2] = middle - m[:2, :2] @ np.array([PIXELS / 2, PIXELS / 2]) + rng.normal(0, 2, 2)
    return m


def _lay_over(picture: np.ndarray, sheet: np.ndarray, homography: np.ndarray) -> np.ndarray:
    """Blend a sheet with alpha over the picture; return the alpha."""
    warped = cv2.warpPerspective(
        sheet, homography, picture.shape[1::-1], flags=cv2.INTER_AREA if homography[0, 0] < 1 else cv2.INTER_LINEAR
    )
    alpha = warped[..., 3:]
    picture += alpha * (warped[..., :3] - picture)
    return alpha[..., 0]


def _cast_shadow(
    rng: Rng, picture: np.ndarray, flat: np.ndarray, homography: np.ndarray, size: tuple[int, int]
) -> None:
    alpha = cv2.warpPerspective(np.ascontiguousarray(flat[..., 3]), homography, size)
    soft = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1.5, 9))
    dx, dy = rng.normal(0, 4, 2)
    moved = cv2.warpAffine(soft, np.array([[1, 0, dx], [0, 1, dy]]), size)
    picture *= 1 - rng.uniform(0.1, 0.6) * moved[..., None]


def _add_objects(rng: Rng, picture: np.ndarray, homography: np.ndarray, case: CaseArrays, art: Art, over: bool) -> None:
    """Draw objects beside the case; those over it only touch its outside."""
    h, w = case.kind.shape
    for _ in range(int(rng.integers(0, 2 if over else 8))):
        sheet = _loose_object(rng, art, case)
        far = rng.uniform(0.62, 1.2) if not over else rng.uniform(0.8, 1.2)
        angle = rng.uniform(0, 6.28)
        at = np.array([w / 2 + np.cos(angle) * far * (w + 3), h / 2 + np.sin(angle) * far * (h + 3)])
        if (np.abs(at - np.array([w, h]) / 2) < np.array([w, h]) / 2 + 1.2).all():
            continue
        scale = rng.uniform(1.2, 2.6) / 100
        turn = rng.uniform(-3.2, 3.2)
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        m = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        m[:2, 2] = at - m[:2, :2] @ (np.array(sheet.shape[1::-1]) / 2)
        if (project(homography @ m, np.array([[0, 0], [sheet.shape[1], sheet.shape[0]]], float)) ** 2).max() < 4e6:
            _lay_over(picture, sheet, homography @ m)


def _loose_object(rng: Rng, art: Art, case: CaseArrays) -> np.ndarray:
    """Return a card, an object, or a tile or box that is not laid yet."""
    kind = rng.random()
    if kind < 0.45:
        return card(rng)
    if kind < 0.75:
        return clutter_object(rng)
    if kind < 0.85:
        loose = box_picture(rng, art.box, 2, int(rng.integers(2, 4)))
    else:
        loose = tile_picture(rng, art, case, 0, 0) if case.kind[:2, :2].all() else art.tile
    return np.concatenate([loose, np.ones((*loose.shape[:2], 1), np.float32)], 2)


def _fill_notches(rng: Rng, picture: np.ndarray, homography: np.ndarray, case: CaseArrays) -> None:
    """Put coins and slips of paper on the table right beside the case, where a tile or a box could lie."""
    free = np.pad(case.kind == 0, 2, constant_values=True)
    beside = free & (cv2.dilate((~free).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    ys, xs = np.nonzero(beside)
    for pick in rng.integers(0, len(ys), int(rng.integers(1, 4))):
        sheet, scale, turn = clutter_object(rng), rng.uniform(0.8, 2.2) / 160, rng.uniform(-3.2, 3.2)
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        m = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        m[:2, 2] = (xs[pick] - 1.5, ys[pick] - 1.5) - m[:2, :2] @ (np.array(sheet.shape[1::-1]) / 2)
        _lay_over(picture, sheet, homography @ m)


def _add_hand(rng: Rng, picture: np.ndarray, homography: np.ndarray, case: CaseArrays) -> np.ndarray:
    """Draw fingers that reach from outside to the edge of the case; return which squares they cover."""
    h, w = case.kind.shape
    fingers = hand(rng)
    scale = rng.uniform(2.6, 5) / 220
    turn = rng.uniform(-3.2, 3.2)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    m = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    ys, xs = np.nonzero(case.kind)
    pick = int(rng.integers(len(ys)))
    goal = np.array([xs[pick] + 0.5, ys[pick] + 0.5])
    away = goal - np.array([w, h]) / 2
    m[:2, 2] = (
        goal
        + away / (np.linalg.norm(away) + 0.1) * rng.uniform(0, 2)
        - m[:2, :2] @ np.array([100, rng.uniform(30, 100)])
    )
    alpha = _lay_over(picture, fingers, homography @ m)
    soft = cv2.GaussianBlur(alpha, (0, 0), 6)
    picture *= 1 - 0.5 * (np.roll(soft, (6, 8), (0, 1)) * (1 - alpha))[..., None]
    spots = np.stack(
        [
            project(homography, _centres(case.kind.shape) + d)
            for d in ((0, 0), (0.25, 0), (-0.25, 0), (0, 0.25), (0, -0.25))
        ]
    )
    x, y = (np.clip(spots[..., k].round().astype(int), 0, picture.shape[1 - k] - 1) for k in (0, 1))
    return (alpha[y, x].mean(0) > 0.25).reshape(case.kind.shape)

"""Draws donuts and piles of holes in the style of an edition: flat, shaded, cut in lino, as emoji, or rendered."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.paint.canvas import (
    BIG,
    FINE,
    GRID,
    ROOM,
    SIDE,
    Point,
    blob,
    clouds,
    fill,
    lay,
    mask_of,
    moved,
    on_canvas,
    relief,
    trace,
)
from vision.training.paint.colours import Frosting, Rng, printed, random_colour
from vision.training.paint.toppings import TOPPINGS, SprinkleStyle, add_sprinkles, add_topping, sprinkle_style

LOOKS = ("flat", "shaded", "shaded", "ink", "rendered", "rendered", "emoji", "emoji")
PILES = ("ring", "ring", "pyramid", "rows", "scattered")


@dataclass
class DonutStyle:
    """The drawing style of an edition: lengths in squares, angles in radians, colours red green blue in 0..1."""

    look: str
    radius: float
    squeeze: Point
    wobble: float
    bumps: int
    lift: Point  # from the dough's middle to the icing's: the dough shows on the other side
    ring: float  # icing's radius over the dough's
    half: float  # how much of the donut the icing leaves bare, as a half moon; 0: nothing
    hole: Point  # half axes over the radius: not always round
    hole_at: Point
    hole_kind: str  # open, deep, dough
    mark: str  # what a filled one shows in its middle: nothing, dot, swirl, dimple
    outline: float
    outline_colour: np.ndarray
    dough: np.ndarray
    shading: float
    lamp: float  # where the light comes from
    shine: int
    grain: float
    shadow: float
    bite: float  # radius of a bite; 0: none
    register: Point  # by how much the outlines are printed beside the colours
    halftone: float  # depth of the dots; 0: none
    carved: float  # depth of the lines a knife leaves; 0: none
    turn: float
    sprinkles: SprinkleStyle
    balls: int
    ball: float
    pile: str
    plate: float  # strength of a plate under the holes; 0: none
    hole_tint: np.ndarray


def style_of(rng: Rng) -> DonutStyle:
    """Return a random style."""
    look = LOOKS[int(rng.integers(len(LOOKS)))]
    drawn = look in ("flat", "ink", "emoji")
    oblique = rng.random() < (0.7 if look == "emoji" else 0.25)
    lean = rng.uniform(-3.2, 3.2) if rng.random() < 0.3 else 1.57 + rng.normal(0, 0.2)
    lifted = rng.uniform(0.03, 0.12) if oblique else 0.0
    across = rng.uniform(0.18, 0.45) if rng.random() < 0.8 else rng.uniform(0.1, 0.18)
    dough = printed(rng, (0.85, 0.62, 0.36))
    pale = rng.choice([0, 0, rng.uniform(0.2, 0.9)])
    printing = rng.random() < (0.9 if look == "ink" else 0.15)
    return DonutStyle(
        look=look,
        radius=rng.uniform(0.36 if oblique else 0.32, 0.47) if rng.random() < 0.88 else rng.uniform(0.47, 0.53),
        squeeze=(1.0, rng.uniform(0.68, 0.95)) if oblique else (rng.choice([1.0, rng.uniform(0.75, 1)]), 1.0),
        wobble=rng.choice([0, rng.uniform(0, 0.06)]),
        bumps=int(rng.integers(5, 16)),
        lift=(-lifted * np.cos(lean), -lifted * np.sin(lean)),
        ring=rng.choice([1.0, rng.uniform(0.78, 0.97)]),
        half=rng.uniform(0.15, 0.45) if rng.random() < 0.12 else 0.0,
        hole=(across, across * (rng.uniform(0.45, 0.9) if oblique else rng.choice([1.0, rng.uniform(0.8, 1.2)]))),
        hole_at=tuple(rng.normal(0, 0.03, 2)) if rng.random() < 0.3 else (0.0, 0.0),
        hole_kind=str(rng.choice(["open", "open", "deep", "dough"])),
        mark=str(rng.choice(["nothing", "nothing", "nothing", "dot", "swirl", "dimple"])),
        outline=rng.uniform(0.012, 0.05) if rng.random() < (0.9 if look == "ink" else 0.45 if drawn else 0.15) else 0.0,
        outline_colour=random_colour(rng, (0.03, 0.4), (0.1, 0.7)),
        dough=dough,
        shading=0.0 if look in ("flat", "ink") else rng.uniform(0.05, 0.5),
        lamp=rng.uniform(-3.2, 3.2),
        shine=0 if look in ("ink", "rendered") else int(rng.integers(0, 4)),
        grain=rng.choice([0, rng.uniform(0, 0.12)]),
        shadow=rng.choice([0, rng.uniform(0.1, 0.5)]),
        bite=rng.uniform(0.1, 0.22) if rng.random() < 0.07 else 0.0,
        register=tuple(rng.normal(0, 0.022, 2)) if printing else (0.0, 0.0),
        halftone=rng.uniform(0.08, 0.4) if rng.random() < (0.25 if look in ("flat", "shaded") else 0.04) else 0.0,
        carved=rng.uniform(0.1, 0.7) if look == "ink" and rng.random() < 0.6 else 0.0,
        turn=rng.choice([0.0, rng.uniform(-3.2, 3.2)]),
        sprinkles=sprinkle_style(rng, drawn),
        balls=int(rng.integers(3, 10)),
        ball=rng.uniform(0.1, 0.18),
        pile=PILES[int(rng.integers(len(PILES)))],
        plate=rng.uniform(0.2, 1) if rng.random() < 0.3 else 0.0,
        hole_tint=np.clip(dough * rng.uniform(0.75, 1.25) * (1 - pale) + pale, 0, 1),
    )


def plain_style(rng: Rng) -> DonutStyle:
    """Return a style that is easy to read: round rings from above with bright sprinkles, small piles of holes."""
    bright = [np.array(colour) for colour in ((1, 1, 1), (0.95, 0.25, 0.3), (0.2, 0.45, 0.95), (0.98, 0.85, 0.2))]
    rods = SprinkleStyle("rods", 0.1, 0.032, 22, bright, None, False, 0.5, 0.1, 0.25)
    return replace(
        style_of(rng),
        look="shaded",
        radius=rng.uniform(0.38, 0.43),
        squeeze=(1.0, 1.0),
        lift=(0.0, 0.0),
        half=0.0,
        hole=(0.32, 0.32),
        hole_at=(0.0, 0.0),
        hole_kind="open",
        mark="nothing",
        outline=0.0,
        dough=np.array([0.85, 0.62, 0.36]),
        shading=0.2,
        grain=0.0,
        bite=0.0,
        register=(0.0, 0.0),
        halftone=0.0,
        carved=0.0,
        sprinkles=rods,
        balls=5,
        ball=0.13,
        pile="ring",
        plate=0.0,
        hole_tint=np.array([0.85, 0.62, 0.36]),
    )


@dataclass
class Icing:
    """One type as this edition prints it."""

    colour: np.ndarray
    filled: bool
    topping: str  # lies on plain ones and on sprinkled ones; empty: nothing


def icing_of(rng: Rng, frosting: Frosting, style: DonutStyle) -> Icing:
    """Return how a frosting is printed."""
    topping = TOPPINGS[int(rng.integers(len(TOPPINGS)))] if rng.random() < 0.3 else ""
    return Icing(printed(rng, frosting.rgb), frosting.filled, topping)


def donut(rng: Rng, style: DonutStyle, icing: Icing, sprinkled: bool) -> np.ndarray:
    """Return one donut as RGBA floats, ROOM pixels square."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    big[..., :3] = style.dough
    r = style.radius
    down = (-style.lift[0] / 2, -style.lift[1] / 2)
    outer = blob(rng, r, style.wobble * 0.5, style.bumps, style.squeeze, down)
    top = blob(rng, r * style.ring, style.wobble, style.bumps, style.squeeze, (-down[0], -down[1]))
    inner = _hole_outline(rng, style, (-down[0], -down[1]), 1.0)
    body, hole = np.maximum(mask_of(outer), mask_of(top) if style.lift != (0, 0) else 0), mask_of(inner)
    covered = mask_of(top) * _half_moon(rng, style)
    if style.shadow:
        _shade_below(big, body, style.shadow)
    lay(big, body, style.dough * (1 + 0.06 * clouds(rng, 12)[..., None] * (style.look == "rendered")))
    lay(big, covered, frost(rng, style, icing, covered))
    if not icing.filled:
        _cut_hole(rng, style, big, hole)
    elif style.mark != "nothing":
        _mark_filled(rng, style, big, icing.colour)
    if style.shading:
        _shade(style, big, body if icing.filled else body * (1 - hole))
    if sprinkled:
        room = cv2.erode(covered, np.ones((3, 3), np.uint8))
        room = room if icing.filled else room * (1 - cv2.dilate(hole, np.ones((7, 7), np.uint8)))
        add_sprinkles(rng, style.sprinkles, big, room, icing.colour)
    big = _print_ink(
        rng, style, big, [outer, top] if style.lift != (0, 0) else [outer], None if icing.filled else inner
    )
    return finished(rng, style, big)


def _hole_outline(rng: Rng, style: DonutStyle, middle: Point, larger: float) -> np.ndarray:
    at = (style.hole_at[0] + middle[0], style.hole_at[1] + middle[1])
    round_ = (style.hole[0] * larger, style.hole[1] * larger)
    return blob(rng, style.radius, style.wobble * 0.5, style.bumps, round_, at)


def _half_moon(rng: Rng, style: DonutStyle) -> np.ndarray:
    """Return where icing may be: all, or the side of a wavy line that was dipped."""
    if not style.half:
        return np.ones((BIG, BIG), np.float32)
    along, across = (GRID @ np.array([np.cos(style.lamp + k), np.sin(style.lamp + k)], np.float32) for k in (0, 1.57))
    wave = 0.03 * np.sin(across * rng.uniform(15, 45) + rng.uniform(0, 6))
    edge = style.radius * (1 - 2 * style.half)
    return np.clip((edge - along + wave) * 60, 0, 1).astype(np.float32)


def _shade_below(big: np.ndarray, body: np.ndarray, strength: float) -> None:
    soft = cv2.GaussianBlur(moved(body, 0.03, 0.04), (0, 0), 4) * np.float32(strength)
    lay(big, soft, np.zeros(3))


def _cut_hole(rng: Rng, style: DonutStyle, big: np.ndarray, hole: np.ndarray) -> None:
    """Open the hole, or show what is in it; oblique ones show its far wall."""
    if style.hole_kind == "dough":
        lay(big, cv2.dilate(hole, np.ones((9, 9), np.uint8)), style.dough * 0.95)
    if style.hole_kind == "deep":
        lay(big, hole, style.dough * rng.uniform(0.35, 0.8))
        return
    big[..., 3] *= 1 - hole
    if style.lift != (0, 0):
        wall = hole * (1 - moved(hole, -style.lift[0], -style.lift[1]))
        lay(big, wall, style.dough * 0.8)


def _mark_filled(rng: Rng, style: DonutStyle, big: np.ndarray, colour: np.ndarray) -> None:
    """Show that a filled one has a filling: a drop of it, a swirl, a dimple."""
    tone = [colour * 0.6, np.array([0.97, 0.93, 0.82]), np.array([0.75, 0.15, 0.2])][int(rng.integers(3))]
    if style.mark == "dot":
        fill(big, blob(rng, style.radius * rng.uniform(0.1, 0.2), 0.1, 5), tone)
    elif style.mark == "dimple":
        fill(big, blob(rng, style.radius * rng.uniform(0.15, 0.3), 0.05, 5), np.clip(colour * 0.8, 0, 1), 0.6)
    else:
        turn = np.linspace(0, rng.uniform(6, 14), 60)
        far = style.radius * rng.uniform(0.3, 0.55) * turn / turn[-1]
        line = on_canvas(np.stack([far * np.cos(turn), far * np.sin(turn)], 1))
        cv2.polylines(big, [line], False, (*map(float, tone), 1.0), int(rng.integers(2, 6)), cv2.LINE_AA)


def _shade(style: DonutStyle, big: np.ndarray, body: np.ndarray) -> None:
    """Light the donut: from one side, or as the round body it is, with gloss."""
    light = np.array([np.cos(style.lamp), np.sin(style.lamp)], np.float32)
    if style.look != "rendered":
        tone = 1 + style.shading * 0.6 * (GRID @ light) / style.radius
        big[..., :3] = np.clip(big[..., :3] * tone[..., None], 0, 1)
        return
    normals = relief(body, style.radius * 0.5)
    towards = normals @ np.array([*(light * 0.6), 0.8], np.float32)
    tone = 1 - style.shading + style.shading * 1.25 * np.clip(towards, 0, 1)
    gloss = np.clip(towards, 0, 1) ** (8 + 60 * style.grain * 8) * style.shading * (1.4 if style.grain < 0.06 else 0.4)
    big[..., :3] = np.clip(big[..., :3] * tone[..., None] + gloss[..., None] * 0.7, 0, 1)


def frost(rng: Rng, style: DonutStyle, icing: Icing, room: np.ndarray) -> np.ndarray:
    """Return the icing with grain, shine and topping, but nothing that counts as sprinkles."""
    surface = np.tile(icing.colour.astype(np.float32), (BIG, BIG, 1))
    if style.grain:
        surface *= 1 + style.grain * clouds(rng, int(rng.integers(10, 60)))[..., None]
    surface = np.clip(surface, 0, 1).astype(np.float32)
    if icing.topping:
        add_topping(rng, icing.topping, surface, icing.colour, room)
    for _ in range(style.shine):
        start = np.degrees(rng.uniform(-2.6, -1.4) + rng.choice([0, 3.1]))
        far = style.radius * rng.uniform(0.6, 0.85) * SIDE * FINE
        axes = (int(far * style.squeeze[0]), int(far * style.squeeze[1]))
        white = tuple(np.clip(icing.colour + (1 - icing.colour) * rng.uniform(0.3, 0.9), 0, 1).tolist())
        end, thick, middle = start + rng.uniform(8, 55), int(rng.uniform(2, 6)), (BIG // 2, BIG // 2)
        cv2.ellipse(surface, middle, axes, 0, start, end, white, thick, cv2.LINE_AA)
    return surface


def _print_ink(
    rng: Rng, style: DonutStyle, big: np.ndarray, outlines: list[np.ndarray], hole: np.ndarray | None
) -> np.ndarray:
    """Print the outlines, a little beside the colours where the press was off; carve lines and dots into the print."""
    if style.carved:
        along = GRID @ np.array([np.cos(style.lamp), np.sin(style.lamp)], np.float32)
        lines = np.sin(along * rng.uniform(60, 160) + 2 * clouds(rng, 5)) > rng.uniform(0.3, 0.8)
        big[..., :3] += style.carved * (lines * (clouds(rng, 4) > 0))[..., None] * (0.95 - big[..., :3])
    if style.halftone:
        dots = np.sin(GRID[..., 0] * 150 + GRID[..., 1] * 60) * np.sin(GRID[..., 1] * 150 - GRID[..., 0] * 60)
        big[..., :3] *= 1 - style.halftone * (dots > 0.1)[..., None]
    if not style.outline:
        return big
    big = moved(big, *style.register) if style.register != (0, 0) else big
    for line in outlines:
        trace(big, line, style.outline_colour, style.outline)
    if hole is not None:
        trace(big, hole, style.outline_colour, style.outline * 0.8)
    return big


def finished(rng: Rng, style: DonutStyle, big: np.ndarray) -> np.ndarray:
    """Bite, turn and shrink a finished picture."""
    if style.bite:
        at = (style.radius * 0.9 * np.cos(style.lamp), style.radius * 0.9 * np.sin(style.lamp))
        big[..., 3] *= 1 - mask_of(blob(rng, style.bite, 0.08, 7, (1, 1), at))
    if style.turn:
        m = cv2.getRotationMatrix2D((BIG / 2, BIG / 2), np.degrees(style.turn), 1)
        big = cv2.warpAffine(big, m, (BIG, BIG), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(big, (ROOM, ROOM), interpolation=cv2.INTER_AREA)


def pile(rng: Rng, style: DonutStyle) -> np.ndarray:
    """Return a pile of donut holes as RGBA floats, ROOM pixels square."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    big[..., :3] = style.hole_tint
    if style.plate:
        _lay_plate(rng, style, big)
    ball = min(style.ball, 0.42 / np.sqrt(max(style.balls, 3)))
    for x, y in pile_places(rng, style, ball):
        at = blob(rng, ball * rng.uniform(0.9, 1.1), 0, 3, (1, 1), (x, y))
        mask, tint = mask_of(at), np.clip(style.hole_tint * rng.uniform(0.92, 1.06), 0, 1)
        lit = (x + ball * 0.4 * np.cos(style.lamp), y + ball * 0.4 * np.sin(style.lamp))
        far = np.linalg.norm(GRID - np.array(lit, np.float32), axis=2) / ball
        tone = 1 + style.shading * (0.6 - np.clip(far, 0, 2)) + style.grain * clouds(rng, 40)
        lay(big, mask, np.clip(tint * tone[..., None], 0, 1))
        if style.outline or style.shading < 0.12:
            trace(big, at, style.outline_colour if style.outline else tint * 0.7, max(style.outline * 0.8, 0.01))
        if style.shine:
            fill(big, blob(rng, ball * 0.25, 0, 3, (1, 1), lit), np.clip(tint * 0.5 + 0.5, 0, 1), 0.7)
    return finished(rng, style, _print_ink(rng, style, big, [], None))


def _lay_plate(rng: Rng, style: DonutStyle, big: np.ndarray) -> None:
    """Lay a plate, a napkin or a doily under the holes."""
    tone = random_colour(rng, (0.6, 0.98), (0, 0.6))
    outline = blob(rng, min(style.radius * 1.05, 0.47), style.wobble * (style.bumps > 8), style.bumps)
    fill(big, outline, tone, style.plate)
    trace(big, outline, tone * 0.75, 0.015)


def pile_places(rng: Rng, style: DonutStyle, ball: float) -> np.ndarray:
    """Return where the balls of a pile lie, those in front last."""
    n, step = style.balls, ball * rng.uniform(1.5, 2.0)
    if style.pile == "pyramid":
        places = [((k - row / 2) * step, (row - 1) * step * 0.8) for row in (2, 1, 0) for k in range(row + 1)]
        return np.array(places)
    if style.pile == "rows":
        wide = int(np.ceil(np.sqrt(n)))
        places = [(k % wide - (wide - 1) / 2, k // wide - (n - 1) // wide / 2) for k in range(n)]
        return np.array(places) * step
    if style.pile == "scattered":
        return rng.normal(0, 0.13, (n, 2))
    around = ball * rng.uniform(0.8, 1.2) * (1 if n < 5 else 1.45)
    angles = np.linspace(0, 6.28, n - n % 2, endpoint=False) + rng.uniform(0, 6)
    middle = [(0.0, 0.0)] * (n % 2)
    return np.array([*middle, *zip(around * np.cos(angles), around * np.sin(angles), strict=True)])

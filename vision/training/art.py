"""Draws the printed art of one edition: donuts with and without sprinkles, piles of holes, tiles, boxes."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.training.colours import Frosting, Rng, choose_frostings, printed, random_colour

SIDE = 64  # pixels a square
FINE = 3  # donuts are drawn this much larger and shrunk, for soft edges
BIG = SIDE * FINE


@dataclass
class ArtStyle:
    """The drawing style of an edition: lengths in squares, angles in radians, colours red green blue in 0..1."""

    radius: float
    ring: float  # frosting's radius over the donut's
    hole: float  # hole's radius over the donut's
    wobble: float
    scallops: int
    outline: float
    outline_colour: np.ndarray
    dough: np.ndarray
    shading: float
    shine: int
    stripes: bool
    grain: float
    shadow: float
    tilt: tuple[float, float]  # the dough shows under the frosting on this side
    squeeze: float
    hole_shows_dough: bool
    rod: tuple[float, float]  # length and thickness of a sprinkle
    rods: int
    rod_colours: list[np.ndarray]
    balls: int
    ball: float
    turn: float
    ring_inside: bool = False
    hole_tint: np.ndarray = field(default_factory=lambda: np.ones(3))


def style_of(rng: Rng) -> ArtStyle:
    """Return a random style."""
    style = _base_style(rng)
    pale = rng.choice([0, 0, rng.uniform(0.2, 0.9)])
    style.hole_tint = np.clip(style.dough * rng.uniform(0.75, 1.25) * (1 - pale) + pale, 0, 1)
    return style


def _base_style(rng: Rng) -> ArtStyle:
    flat = rng.random() < 0.3
    return ArtStyle(
        radius=rng.uniform(0.31, 0.46),
        ring=rng.choice([1.0, rng.uniform(0.78, 0.97)]),
        hole=rng.uniform(0.2, 0.42),
        wobble=rng.choice([0, rng.uniform(0, 0.05)]),
        scallops=int(rng.integers(5, 16)),
        outline=rng.choice([0.0, rng.uniform(0.008, 0.045)]),
        outline_colour=random_colour(rng, (0.05, 0.4), (0.1, 0.7)),
        dough=printed(rng, (0.85, 0.62, 0.36)),
        shading=0.0 if flat else rng.uniform(0, 0.35),
        shine=0 if flat else int(rng.integers(0, 4)),
        stripes=bool(rng.random() < 0.25),
        grain=rng.choice([0, rng.uniform(0, 0.09)]),
        shadow=rng.choice([0, rng.uniform(0.1, 0.5)]),
        tilt=(rng.normal(0, 0.07), rng.normal(0, 0.07)) if rng.random() < 0.3 else (0.0, 0.0),
        squeeze=rng.choice([1.0, rng.uniform(0.72, 1.0)]),
        hole_shows_dough=bool(rng.random() < 0.4),
        rod=(rng.uniform(0.05, 0.14), rng.uniform(0.018, 0.046)),
        rods=int(rng.integers(6, 34)),
        rod_colours=_rod_colours(rng),
        balls=int(rng.integers(3, 9)),
        ball=rng.uniform(0.11, 0.19),
        turn=rng.choice([0.0, rng.uniform(-3.2, 3.2)]),
        ring_inside=bool(rng.random() < 0.3),
    )


def _rod_colours(rng: Rng) -> list[np.ndarray]:
    if rng.random() < 0.2:
        return [rng.choice([np.array([1, 1, 1.0]), np.array([0.35, 0.2, 0.12])])]
    return [random_colour(rng, (0.35, 0.9), (0.5, 1.0)) for _ in range(int(rng.integers(2, 7)))] + [np.ones(3)]


@dataclass
class Art:
    """One edition: `sprites[letter index, sprinkled]` are pictures with alpha, a few variants each."""

    types: list[Frosting]
    sprites: dict[tuple[int, bool], list[np.ndarray]]
    holes: list[np.ndarray]
    tile: np.ndarray  # 2x2 squares of cardboard
    tiles_alike: bool
    turns_with_tile: bool
    box: np.ndarray
    box_marks: tuple[np.ndarray, np.ndarray]
    box_border: float
    gap: float
    thick: float
    extra: dict[str, float] = field(default_factory=dict)


def art_of(rng: Rng) -> Art:
    """Return the art of a random edition."""
    types, style = choose_frostings(rng), style_of(rng)
    sprites: dict[tuple[int, bool], list[np.ndarray]] = {}
    variants = int(rng.integers(1, 4))
    for i, frosting in enumerate(types):
        colour = printed(rng, frosting.rgb)
        drizzled = bool(rng.random() < 0.3)  # lines of another icing, with sprinkles and without
        for sprinkled in (False, True):
            sprites[i, sprinkled] = [
                donut(rng, style, colour, frosting.filled, sprinkled, drizzled) for _ in range(variants)
            ]
    paper = tile_paper(rng)
    box = (
        random_colour(rng, (0.45, 0.95), (0.05, 0.85))
        if rng.random() < 0.8
        else paper.mean((0, 1)) * rng.uniform(0.85, 1.08)
    )
    ink = (
        random_colour(rng, (0.1, 0.5), (0.2, 1)) if rng.random() < 0.5 else np.clip(box * rng.uniform(0.5, 0.85), 0, 1)
    )
    label = np.clip(box + (1 - box) * rng.uniform(0, 1), 0, 1)
    return Art(
        types,
        sprites,
        [pile(rng, style) for _ in range(variants)],
        paper,
        bool(rng.random() < 0.5),
        bool(rng.random() < 0.5),
        np.clip(box, 0, 1),
        (label, ink),
        float(rng.choice([0, rng.uniform(0.02, 0.12)])),
        float(rng.choice([0, rng.uniform(0, 0.05)])),
        float(rng.uniform(0, 0.07)),
    )


def blob(
    rng: Rng, radius: float, wobble: float, scallops: int, squeeze: float, at: tuple[float, float] = (0, 0)
) -> np.ndarray:
    """Return a round outline as polygon points of the large picture."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    far = radius * (1 + wobble * np.sin(scallops * angle + rng.uniform(0, 6)) + rng.normal(0, wobble / 4, 90))
    xy = np.stack([far * np.cos(angle) * squeeze + at[0], far * np.sin(angle) + at[1]], 1)
    return ((xy + 0.5) * BIG).round().astype(np.int32)


def fill(picture: np.ndarray, points: np.ndarray, colour: np.ndarray, alpha: float = 1.0) -> None:
    """Fill a polygon of an RGBA picture."""
    if alpha >= 1:
        cv2.fillPoly(picture, [points], (*map(float, colour), 1.0), cv2.LINE_AA)
        return
    over = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(over, [points], alpha, cv2.LINE_AA)
    picture[..., :3] += over[..., None] * (np.asarray(colour, np.float32) - picture[..., :3])
    picture[..., 3] = np.maximum(picture[..., 3], over)


def donut(rng: Rng, style: ArtStyle, colour: np.ndarray, filled: bool, sprinkled: bool, drizzled: bool) -> np.ndarray:
    """Return one donut as RGBA floats, SIDE pixels square."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    big[..., :3] = style.dough
    r, tx, ty = style.radius, *style.tilt
    outer = blob(rng, r, style.wobble * 0.5, style.scallops, style.squeeze, (tx, ty))
    if style.shadow:
        fill(big, blob(rng, r * 1.05, 0, 3, style.squeeze, (tx + 0.03, ty + 0.04)), np.zeros(3), style.shadow)
        big = cv2.GaussianBlur(big, (0, 0), 6)
    if style.outline:
        cv2.polylines(
            big, [outer], True, (*map(float, style.outline_colour), 1.0), int(style.outline * 2 * BIG) + 1, cv2.LINE_AA
        )
    fill(big, outer, style.dough)
    icing = blob(rng, r * style.ring, style.wobble, style.scallops, style.squeeze)
    if style.outline and (style.ring < 1 or tx or ty):
        cv2.polylines(big, [icing], True, (*map(float, colour * 0.6), 1.0), int(style.outline * BIG) + 1, cv2.LINE_AA)
    frosting = np.zeros((BIG, BIG), np.float32)
    cv2.fillPoly(frosting, [icing], 1.0, cv2.LINE_AA)
    big[..., :3] += frosting[..., None] * (frost(rng, style, colour, drizzled) - big[..., :3])
    big[..., 3] = np.maximum(big[..., 3], frosting)
    if sprinkled:
        add_sprinkles(rng, style, big, colour, filled)
    if not filled:
        _cut_hole(rng, style, big, colour)
    turned = _turn(big, style.turn) if style.turn else big
    return cv2.resize(turned, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def _cut_hole(rng: Rng, style: ArtStyle, big: np.ndarray, colour: np.ndarray) -> None:
    hole = blob(rng, style.radius * style.hole, style.wobble * 0.5, style.scallops, style.squeeze)
    if style.ring_inside:
        wide = blob(rng, style.radius * style.hole * 1.35, style.wobble * 0.5, style.scallops, style.squeeze)
        fill(big, wide, style.dough * 0.92)
    if style.hole_shows_dough:
        fill(big, hole, style.dough * rng.uniform(0.45, 0.8))
    else:
        opening = np.zeros((BIG, BIG), np.float32)
        cv2.fillPoly(opening, [hole], 1.0, cv2.LINE_AA)
        big[..., 3] *= 1 - opening
    if style.outline:
        cv2.polylines(
            big, [hole], True, (*map(float, style.outline_colour), 1.0), int(style.outline * BIG) + 1, cv2.LINE_AA
        )


def _turn(big: np.ndarray, angle: float) -> np.ndarray:
    m = cv2.getRotationMatrix2D((BIG / 2, BIG / 2), np.degrees(angle), 1)
    return cv2.warpAffine(big, m, (BIG, BIG), borderMode=cv2.BORDER_REPLICATE)


_GRID = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, BIG, dtype=np.float32)] * 2), -1)


def frost(rng: Rng, style: ArtStyle, colour: np.ndarray, drizzled: bool) -> np.ndarray:
    """Return the frosting with shade, grain, stripes and shine, but nothing that counts as sprinkles."""
    angle = 0.8 if style.shading < 0.15 else rng.uniform(0, 6.28)
    shade = 1 + style.shading * (_GRID @ np.array([np.cos(angle), np.sin(angle)], np.float32)) / style.radius
    surface = shade[..., None] * colour.astype(np.float32)
    if style.grain:
        noise = cv2.resize(
            rng.normal(0, style.grain, (30, 30)).astype(np.float32), (BIG, BIG), interpolation=cv2.INTER_CUBIC
        )
        surface = surface * (1 + noise[..., None])
    if style.stripes and not drizzled:
        lines = np.sin((_GRID @ np.array([np.cos(angle), np.sin(angle)], np.float32)) * rng.uniform(40, 90)) > 0.45
        surface = surface * (1 + lines[..., None] * rng.choice([-0.25, 0.25, 0.5]))
    surface = np.clip(surface, 0, 1).astype(np.float32)
    if drizzled:
        drizzle(rng, surface, colour)
    for _ in range(style.shine):
        at = rng.uniform(-2.6, -1.4) + rng.choice([0, 3.1])
        far = style.radius * rng.uniform(0.6, 0.85)
        centre = (BIG // 2, BIG // 2)
        axes = (int(far * BIG * style.squeeze), int(far * BIG))
        white = tuple(np.clip(colour + (1 - colour) * rng.uniform(0.3, 0.9), 0, 1).tolist())
        start = np.degrees(at)
        cv2.ellipse(
            surface, centre, axes, 0, start, start + rng.uniform(8, 55), white, int(rng.uniform(3, 9)), cv2.LINE_AA
        )
    return surface


def drizzle(rng: Rng, surface: np.ndarray, colour: np.ndarray) -> None:
    """Draw lines of another icing across a donut, straight, wavy or zigzag: they are not sprinkles."""
    lines, turn, wave = int(rng.integers(2, 7)), rng.uniform(0, 6.28), rng.choice([0.0, rng.uniform(0, 0.06)])
    other = rng.choice(
        [np.ones(3), np.array([0.75, 0.45, 0.25]), np.array([0.9, 0.5, 0.6]), np.clip(colour * 0.6, 0, 1)]
    )
    ink = tuple(np.clip(colour + (other - colour) * rng.uniform(0.2, 1), 0, 1).tolist())
    along = np.linspace(-0.5, 0.5, 24)
    rows = []
    for k, off in enumerate(np.linspace(-0.32, 0.32, lines)):
        bend = off + wave * np.sin(along * rng.uniform(8, 25) + rng.uniform(0, 6)) + rng.normal(0, 0.015)
        bend = bend + along * rng.normal(0, 0.12)
        line = np.stack([along, bend], 1)
        rows.append(line if k % 2 else line[::-1])
    lines_ = [np.concatenate(rows)] if rng.random() < 0.3 else rows
    c, s = np.cos(turn), np.sin(turn)
    thick = int(rng.integers(2, 7))
    for line in lines_:
        points = ((line @ np.array([[c, s], [-s, c]]) + 0.5) * BIG).round().astype(np.int32)
        cv2.polylines(surface, [points], False, ink, thick, cv2.LINE_AA)


def add_sprinkles(rng: Rng, style: ArtStyle, big: np.ndarray, colour: np.ndarray, filled: bool) -> None:
    """Draw sprinkles, most of them in colours that differ from the frosting."""
    visible = [c for c in style.rod_colours if np.abs(c - colour).max() > 0.2] or [
        np.ones(3) if colour.mean() < 0.6 else np.array([0.8, 0.2, 0.3])
    ]
    low = 0.05 if filled else style.radius * style.hole * 1.25
    for _ in range(style.rods):
        a, far, turn = rng.uniform(0, 6.28), rng.uniform(low, style.radius * style.ring * 0.92), rng.uniform(0, 3.14)
        x, y = (0.5 + far * np.cos(a) * style.squeeze) * BIG, (0.5 + far * np.sin(a)) * BIG
        dx, dy = np.cos(turn) * style.rod[0] * BIG / 2, np.sin(turn) * style.rod[0] * BIG / 2
        rod = (
            visible[int(rng.integers(len(visible)))]
            if rng.random() < 0.85
            else style.rod_colours[int(rng.integers(len(style.rod_colours)))]
        )
        thick = max(2, int(style.rod[1] * BIG))
        cv2.line(
            big, (int(x - dx), int(y - dy)), (int(x + dx), int(y + dy)), (*map(float, rod), 1.0), thick, cv2.LINE_AA
        )


def pile(rng: Rng, style: ArtStyle) -> np.ndarray:
    """Return a pile of donut holes as RGBA floats, SIDE pixels square."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    tint = style.hole_tint
    big[..., :3] = tint
    around = rng.uniform(0.7, 1.1) * style.ball * (1 if style.balls < 5 else 1.45)
    spots = [(0.0, 0.0)] * (style.balls % 2) + [
        (around * np.cos(a), around * np.sin(a))
        for a in np.linspace(0, 6.28, style.balls, endpoint=False) + rng.uniform(0, 6)
    ]
    if rng.random() < 0.3:
        spots = [(rng.normal(0, 0.13), rng.normal(0, 0.13)) for _ in range(style.balls + 1)]
    for x, y in spots:
        ball = blob(rng, style.ball * rng.uniform(0.9, 1.1), 0, 3, 1, (x, y))
        fill(big, ball, np.clip(tint * rng.uniform(0.94, 1.06), 0, 1))
        if style.outline or style.shading < 0.1:
            edge = style.outline_colour if style.outline else tint * 0.7
            cv2.polylines(
                big, [ball], True, (*map(float, edge), 1.0), int(max(style.outline, 0.008) * BIG) + 1, cv2.LINE_AA
            )
        if style.shading:
            lit = blob(rng, style.ball * 0.5, 0, 3, 1, (x - style.ball * 0.3, y - style.ball * 0.3))
            fill(big, lit, np.clip(tint * 1.25, 0, 1), 0.4 + style.shading)
    return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def tile_paper(rng: Rng) -> np.ndarray:
    """Return the cardboard under four donuts, 2x2 squares."""
    side = 2 * SIDE
    base = (
        random_colour(rng, (0.72, 0.97), (0.05, 0.6))
        if rng.random() < 0.8
        else random_colour(rng, (0.25, 0.75), (0.1, 0.7))
    )
    paper = np.tile(base.astype(np.float32), (side, side, 1))
    y, x = np.mgrid[:side, :side]
    kind = rng.integers(0, 8)
    other = (
        np.clip(base * rng.uniform(0.82, 1.1), 0, 1)
        if rng.random() < 0.7
        else random_colour(rng, (0.6, 0.95), (0.1, 0.6))
    )
    step = side / int(rng.integers(4, 17))
    if kind == 0:
        paper[((x // step + y // step) % 2).astype(bool)] = other
    elif kind == 1:
        paper[((x % step) < step / 2)] = other
    elif kind == 2:
        paper[((x % step - step / 2) ** 2 + (y % step - step / 2) ** 2) < (step / 4) ** 2] = other
    elif kind == 3:
        noise = cv2.resize(rng.normal(0, 0.05, (side // 4, side // 4)).astype(np.float32), (side, side))
        paper = np.clip(paper + noise[..., None], 0, 1)
    edge = rng.random()
    if edge < 0.4:
        inset = int(rng.uniform(0, 0.06) * side)
        line = tuple((base * rng.uniform(0.4, 0.9)).tolist())
        cv2.rectangle(
            paper, (inset, inset), (side - 1 - inset, side - 1 - inset), line, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    if rng.random() < 0.2:
        line = tuple((base * rng.uniform(0.6, 0.9)).tolist())
        cv2.line(paper, (SIDE, 0), (SIDE, side), line, 1, cv2.LINE_AA)
        cv2.line(paper, (0, SIDE), (side, SIDE), line, 1, cv2.LINE_AA)
    return paper

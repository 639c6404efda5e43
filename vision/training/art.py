"""The printed art of one edition: donuts with and without sprinkles, piles of holes, tiles, boxes."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.training.colours import Frosting, Rng, choose, printed, random_colour

SIDE = 64  # pixels a square
FINE = 3  # donuts are drawn this much larger and shrunk, for soft edges
BIG = SIDE * FINE


@dataclass
class ArtStyle:
    """How an artist draws: everything in squares, angles in radians, colours red green blue in 0..1."""

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


def look_of(rng: Rng) -> ArtStyle:
    """The habits of an artist nobody has seen."""
    look = _habits(rng)
    pale = rng.choice([0, 0, rng.uniform(0.2, 0.9)])
    look.hole_tint = np.clip(look.dough * rng.uniform(0.75, 1.25) * (1 - pale) + pale, 0, 1)
    return look


def _habits(rng: Rng) -> ArtStyle:
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
    """An edition nobody printed."""
    types, look = choose(rng), look_of(rng)
    sprites: dict[tuple[int, bool], list[np.ndarray]] = {}
    variants = int(rng.integers(1, 4))
    for i, frosting in enumerate(types):
        colour = printed(rng, frosting.rgb)
        own = bool(rng.random() < 0.3)  # lines of another icing, with sprinkles and without
        for sprinkled in (False, True):
            sprites[i, sprinkled] = [donut(rng, look, colour, frosting.filled, sprinkled, own) for _ in range(variants)]
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
        [pile(rng, look) for _ in range(variants)],
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
    """A round outline as polygon points of the large picture."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    far = radius * (1 + wobble * np.sin(scallops * angle + rng.uniform(0, 6)) + rng.normal(0, wobble / 4, 90))
    xy = np.stack([far * np.cos(angle) * squeeze + at[0], far * np.sin(angle) + at[1]], 1)
    return ((xy + 0.5) * BIG).round().astype(np.int32)


def fill(picture: np.ndarray, points: np.ndarray, colour: np.ndarray, alpha: float = 1.0) -> None:
    """Fills a polygon of an RGBA picture."""
    if alpha >= 1:
        cv2.fillPoly(picture, [points], (*map(float, colour), 1.0), cv2.LINE_AA)
        return
    over = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(over, [points], alpha, cv2.LINE_AA)
    picture[..., :3] += over[..., None] * (np.asarray(colour, np.float32) - picture[..., :3])
    picture[..., 3] = np.maximum(picture[..., 3], over)


def donut(rng: Rng, look: ArtStyle, colour: np.ndarray, filled: bool, sprinkled: bool, own: bool) -> np.ndarray:
    """One donut as RGBA floats, SIDE pixels square."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    big[..., :3] = look.dough
    r, tx, ty = look.radius, *look.tilt
    outer = blob(rng, r, look.wobble * 0.5, look.scallops, look.squeeze, (tx, ty))
    if look.shadow:
        fill(big, blob(rng, r * 1.05, 0, 3, look.squeeze, (tx + 0.03, ty + 0.04)), np.zeros(3), look.shadow)
        big = cv2.GaussianBlur(big, (0, 0), 6)
    if look.outline:
        cv2.polylines(
            big, [outer], True, (*map(float, look.outline_colour), 1.0), int(look.outline * 2 * BIG) + 1, cv2.LINE_AA
        )
    fill(big, outer, look.dough)
    icing = blob(rng, r * look.ring, look.wobble, look.scallops, look.squeeze)
    if look.outline and (look.ring < 1 or tx or ty):
        cv2.polylines(big, [icing], True, (*map(float, colour * 0.6), 1.0), int(look.outline * BIG) + 1, cv2.LINE_AA)
    frosting = np.zeros((BIG, BIG), np.float32)
    cv2.fillPoly(frosting, [icing], 1.0, cv2.LINE_AA)
    big[..., :3] += frosting[..., None] * (frost(rng, look, colour, own) - big[..., :3])
    big[..., 3] = np.maximum(big[..., 3], frosting)
    if sprinkled:
        strew(rng, look, big, colour, filled)
    if not filled:
        _cut_hole(rng, look, big, colour)
    turned = _turn(big, look.turn) if look.turn else big
    return cv2.resize(turned, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def _cut_hole(rng: Rng, look: ArtStyle, big: np.ndarray, colour: np.ndarray) -> None:
    hole = blob(rng, look.radius * look.hole, look.wobble * 0.5, look.scallops, look.squeeze)
    if look.ring_inside:
        wide = blob(rng, look.radius * look.hole * 1.35, look.wobble * 0.5, look.scallops, look.squeeze)
        fill(big, wide, look.dough * 0.92)
    if look.hole_shows_dough:
        fill(big, hole, look.dough * rng.uniform(0.45, 0.8))
    else:
        gone = np.zeros((BIG, BIG), np.float32)
        cv2.fillPoly(gone, [hole], 1.0, cv2.LINE_AA)
        big[..., 3] *= 1 - gone
    if look.outline:
        cv2.polylines(
            big, [hole], True, (*map(float, look.outline_colour), 1.0), int(look.outline * BIG) + 1, cv2.LINE_AA
        )


def _turn(big: np.ndarray, angle: float) -> np.ndarray:
    m = cv2.getRotationMatrix2D((BIG / 2, BIG / 2), np.degrees(angle), 1)
    return cv2.warpAffine(big, m, (BIG, BIG), borderMode=cv2.BORDER_REPLICATE)


_GRID = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, BIG, dtype=np.float32)] * 2), -1)


def frost(rng: Rng, look: ArtStyle, colour: np.ndarray, own: bool) -> np.ndarray:
    """The frosting's colour everywhere: shade, grain, stripes, shine; nothing that should read as sprinkles."""
    angle = 0.8 if look.shading < 0.15 else rng.uniform(0, 6.28)
    shade = 1 + look.shading * (_GRID @ np.array([np.cos(angle), np.sin(angle)], np.float32)) / look.radius
    surface = shade[..., None] * colour.astype(np.float32)
    if look.grain:
        noise = cv2.resize(
            rng.normal(0, look.grain, (30, 30)).astype(np.float32), (BIG, BIG), interpolation=cv2.INTER_CUBIC
        )
        surface = surface * (1 + noise[..., None])
    if look.stripes and not own:
        lines = np.sin((_GRID @ np.array([np.cos(angle), np.sin(angle)], np.float32)) * rng.uniform(40, 90)) > 0.45
        surface = surface * (1 + lines[..., None] * rng.choice([-0.25, 0.25, 0.5]))
    surface = np.clip(surface, 0, 1).astype(np.float32)
    if own:
        drizzle(rng, surface, colour)
    for _ in range(look.shine):
        at = rng.uniform(-2.6, -1.4) + rng.choice([0, 3.1])
        far = look.radius * rng.uniform(0.6, 0.85)
        centre = (BIG // 2, BIG // 2)
        axes = (int(far * BIG * look.squeeze), int(far * BIG))
        white = tuple(np.clip(colour + (1 - colour) * rng.uniform(0.3, 0.9), 0, 1).tolist())
        start = np.degrees(at)
        cv2.ellipse(
            surface, centre, axes, 0, start, start + rng.uniform(8, 55), white, int(rng.uniform(3, 9)), cv2.LINE_AA
        )
    return surface


def drizzle(rng: Rng, surface: np.ndarray, colour: np.ndarray) -> None:
    """Lines of another icing across a donut, straight, wavy or to and fro: they are not sprinkles."""
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


def strew(rng: Rng, look: ArtStyle, big: np.ndarray, colour: np.ndarray, filled: bool) -> None:
    """Sprinkles that can be told from the frosting."""
    seen = [c for c in look.rod_colours if np.abs(c - colour).max() > 0.2] or [
        np.ones(3) if colour.mean() < 0.6 else np.array([0.8, 0.2, 0.3])
    ]
    low = 0.05 if filled else look.radius * look.hole * 1.25
    for _ in range(look.rods):
        a, far, turn = rng.uniform(0, 6.28), rng.uniform(low, look.radius * look.ring * 0.92), rng.uniform(0, 3.14)
        x, y = (0.5 + far * np.cos(a) * look.squeeze) * BIG, (0.5 + far * np.sin(a)) * BIG
        dx, dy = np.cos(turn) * look.rod[0] * BIG / 2, np.sin(turn) * look.rod[0] * BIG / 2
        rod = (
            seen[int(rng.integers(len(seen)))]
            if rng.random() < 0.85
            else look.rod_colours[int(rng.integers(len(look.rod_colours)))]
        )
        thick = max(2, int(look.rod[1] * BIG))
        cv2.line(
            big, (int(x - dx), int(y - dy)), (int(x + dx), int(y + dy)), (*map(float, rod), 1.0), thick, cv2.LINE_AA
        )


def pile(rng: Rng, look: ArtStyle) -> np.ndarray:
    """A pile of donut holes, of dough, sugared, or hardly more than drawn."""
    big = np.zeros((BIG, BIG, 4), np.float32)
    tint = look.hole_tint
    big[..., :3] = tint
    around = rng.uniform(0.7, 1.1) * look.ball * (1 if look.balls < 5 else 1.45)
    spots = [(0.0, 0.0)] * (look.balls % 2) + [
        (around * np.cos(a), around * np.sin(a))
        for a in np.linspace(0, 6.28, look.balls, endpoint=False) + rng.uniform(0, 6)
    ]
    if rng.random() < 0.3:
        spots = [(rng.normal(0, 0.13), rng.normal(0, 0.13)) for _ in range(look.balls + 1)]
    for x, y in spots:
        ball = blob(rng, look.ball * rng.uniform(0.9, 1.1), 0, 3, 1, (x, y))
        fill(big, ball, np.clip(tint * rng.uniform(0.94, 1.06), 0, 1))
        if look.outline or look.shading < 0.1:
            edge = look.outline_colour if look.outline else tint * 0.7
            cv2.polylines(
                big, [ball], True, (*map(float, edge), 1.0), int(max(look.outline, 0.008) * BIG) + 1, cv2.LINE_AA
            )
        if look.shading:
            lit = blob(rng, look.ball * 0.5, 0, 3, 1, (x - look.ball * 0.3, y - look.ball * 0.3))
            fill(big, lit, np.clip(tint * 1.25, 0, 1), 0.4 + look.shading)
    return cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def tile_paper(rng: Rng) -> np.ndarray:
    """The cardboard under four donuts, 2x2 squares."""
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

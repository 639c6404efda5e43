"""Turns a picture into a photo: blur, shake, noise and its removal, tone, halos, JPEG again and again."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.paint.colours import Rng

SHAPES = (4 / 3, 4 / 3, 4 / 3, 16 / 9, 16 / 9, 19.5 / 9, 20 / 9, 5 / 4, 3 / 2, 1.0)
PIXELS = 1.23e6  # of a photo, whatever its shape


def size_of(rng: Rng) -> tuple[int, int]:
    """Return width and height of a photo: every shape that phones make, lying or upright."""
    shape = SHAPES[int(rng.integers(len(SHAPES)))] * rng.uniform(0.98, 1.02)
    sides = round(float(np.sqrt(PIXELS * shape))), round(float(np.sqrt(PIXELS / shape)))
    return sides if rng.random() < 0.5 else sides[::-1]


def develop(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Return the photo a phone makes of what it sees (red green blue, floats): 8 bits, blue green red."""
    picture = expose(rng, picture)
    picture = add_noise(rng, picture)
    if rng.random() < 0.2:  # noise removal smears what is fine and faint
        picture = cv2.bilateralFilter(picture, 5, float(rng.uniform(0.03, 0.12)), float(rng.uniform(1, 2.5)))
    picture = tone(rng, picture)
    if rng.random() < 0.4:
        picture = sharpened(picture, rng.uniform(0.2, 1.3), rng.uniform(0.6, 2.2))
    photo = (np.clip(picture, 0, 1)[..., ::-1] * 255).round().astype(np.uint8)
    return resent(rng, photo) if rng.random() < 0.2 else photo


def expose(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Return the picture out of focus or shaken, or neither."""
    blur = rng.choice([0, rng.uniform(0, 0.9), rng.uniform(0.3, 1.7)])
    if blur > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.15:
        picture = cv2.filter2D(picture, -1, shake(rng))
    return picture


def shake(rng: Rng) -> np.ndarray:
    """Return the path of a hand while the shutter was open, as a kernel: straight, or with a hook."""
    side = int(rng.integers(2, 5)) * 2 + 1
    kernel = np.zeros((side, side), np.float32)
    points = rng.integers(0, side, (2 if rng.random() < 0.5 else 3, 2)).astype(np.int32)
    points[0] = side // 2
    cv2.polylines(kernel, [points], False, 1.0, 1, cv2.LINE_AA)
    return kernel / kernel.sum()


def add_noise(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Return the picture with grain, and sometimes with blotches of colour as large as sprinkles."""
    h, w = picture.shape[:2]
    grain = rng.normal(0, rng.uniform(0, 0.03), (h // 2, w // 2, 3)).astype(np.float32)
    picture = picture + cv2.resize(grain, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        size = float(rng.uniform(3, 9))
        small = rng.normal(0, rng.uniform(0.01, 0.04), (int(h / size), int(w / size), 3)).astype(np.float32)
        blotches = cv2.resize(small - small.mean(2, keepdims=True), (w, h), interpolation=cv2.INTER_CUBIC)
        picture = picture + blotches
    return picture


def tone(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Return the picture with other contrast and colour; some phones lift every dark place by itself."""
    picture = np.clip(picture, 0, 1, dtype=np.float32)
    if rng.random() < 0.25:
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) + 0.05
        small = cv2.resize(grey, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
        around = cv2.resize(cv2.GaussianBlur(small, (0, 0), float(rng.uniform(2, 12))), grey.shape[::-1])
        picture = picture * ((np.median(grey) / around) ** rng.uniform(0.2, 0.6))[..., None]
        picture = np.clip(picture + rng.uniform(0, 0.5) * (picture - around[..., None]) * 0.5, 0, 1)
    picture = cv2.pow(picture, rng.uniform(0.7, 1.35))
    strength = rng.uniform(0.65, 1.35)
    mix = np.full((3, 3), (1 - strength) / 3) + strength * np.eye(3)  # of each channel with the grey of all
    return cv2.transform(picture, mix)


def sharpened(picture: np.ndarray, strength: float, wide: float) -> np.ndarray:
    """Return the picture with edges made stronger, halos and all."""
    return picture + strength * (picture - cv2.GaussianBlur(picture, (0, 0), wide))


def resent(rng: Rng, photo: np.ndarray) -> np.ndarray:
    """Return the photo as a messaging app delivers it: made smaller, sharpened, coded coarsely, once or twice."""
    h, w = photo.shape[:2]
    for _ in range(int(rng.integers(1, 3))):
        scale = rng.uniform(0.65, 1)
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if rng.random() < 0.4:
            small = cv2.addWeighted(small, 1.5, cv2.GaussianBlur(small, (0, 0), 1.2), -0.5, 0)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 82))]
        photo = cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], cv2.IMREAD_COLOR)
    return cv2.resize(photo, (w, h), interpolation=cv2.INTER_LINEAR)


def bent(rng: Rng, picture: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the picture as a cheap wide lens bends it, and by how much: see `bend`."""
    amount = float(rng.normal(0, 0.025))
    h, w = picture.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    source = bend(np.stack([x, y], -1).reshape(-1, 2), (w, h), amount).reshape(h, w, 2).astype(np.float32)
    return cv2.remap(picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), amount


def bend(points: np.ndarray, size: tuple[int, int], amount: float) -> np.ndarray:
    """Return where points (n x 2 pixels) of a bent photo lie without the lens; with -amount about the other way."""
    middle = np.array(size, np.float32) / 2
    off = (points - middle) / np.hypot(*middle)
    return middle + (points - middle) * (1 + amount * (off**2).sum(1, keepdims=True))

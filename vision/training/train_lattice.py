"""Trains the net that finds the squares; writes vision/nets/lattice.onnx. Needs torch.

Each step uses crops of eight photographs, scaled so that a square is 12 to 70 pixels wide.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from vision.homography import project
from vision.training.nets import LatticeNet, export
from vision.training.optimization import HELD_OUT, RELOAD_STEPS, Checkpoints, optimize, seeded_rng
from vision.training.photos import Photos, Truth
from vision.training.weights import copy_of, go_part_way, load

CROP, BATCH, STRIDE = 320, 8, 4
HELD_BATCHES = 12


def points(truth: Truth) -> tuple[np.ndarray, np.ndarray]:
    """Return centres of donuts and of piles of holes, and corners of tiles and boxes, in pixels."""
    kind = truth["kind"]
    ys, xs = np.nonzero(np.isin(kind, (1, 3)) & ~truth["hidden"])
    centres = np.stack([xs + 0.5, ys + 0.5], 1)
    spots = [(x, y) for y in range(0, kind.shape[0], 2) for x in range(0, kind.shape[1], 2) if kind[y, x]]
    unboxed = [(x, y) for x, y in spots if not (kind[y : y + 2, x : x + 2] == 2).any()]
    corners = {(x + dx, y + dy) for x, y in unboxed for dx in (0, 2) for dy in (0, 2)}
    corners |= {(x + dx, y + dy) for x, y, w, h in truth["boxes"].tolist() for dx in (0, w) for dy in (0, h)}
    pixels = [
        project(truth["homography"], np.array(p, float)) if len(p) else np.zeros((0, 2))
        for p in (centres, sorted(corners))
    ]
    return pixels[0], pixels[1]


def crop_with_targets(rng: np.random.Generator, photo: np.ndarray, truth: Truth) -> tuple[np.ndarray, np.ndarray]:
    """Return a crop as 3 x CROP x CROP floats and its four target maps."""
    pixels = cv2.imdecode(photo, cv2.IMREAD_COLOR)
    scale = rng.uniform(600, 960) / 1280
    m = np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1.0]])
    pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    centres, corners = (p * scale for p in points(truth))
    h, w = pixels.shape[:2]
    focus = (
        centres[int(rng.integers(len(centres)))]
        if len(centres) and rng.random() < 0.85
        else rng.uniform(0, 1, 2) * (w, h)
    )
    at = np.clip(focus - rng.uniform(0.1, 0.9, 2) * CROP, 0, np.maximum(np.array([w, h]) - CROP, 0)).astype(int)
    crop = np.zeros((CROP, CROP, 3), np.uint8)
    part = pixels[at[1] : at[1] + CROP, at[0] : at[0] + CROP]
    crop[: part.shape[0], : part.shape[1]] = part
    shift = np.array([[1, 0, -at[0]], [0, 1, -at[1]], [0, 0, 1.0]])
    target = np.zeros((4, CROP // STRIDE, CROP // STRIDE), np.float32)
    homography = np.diag([1 / STRIDE, 1 / STRIDE, 1]) @ shift @ m @ truth["homography"]
    for channel, spots in ((0, centres), (1, corners)):
        _splat(target[channel], (spots - at) / STRIDE - 0.5 + 0.5 / STRIDE, homography)
    for channel, kinds in ((2, (1, 3)), (3, (2,))):
        sheet = np.isin(truth["kind"], kinds).astype(np.float32)
        big = cv2.resize(sheet, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
        target[channel] = cv2.warpPerspective(
            big, homography @ np.diag([1 / 16, 1 / 16, 1]), target.shape[:0:-1], flags=cv2.INTER_LINEAR
        )
    return _augment(rng, crop, target)


def _splat(heat: np.ndarray, spots: np.ndarray, homography: np.ndarray) -> None:
    side = heat.shape[0]
    y, x = np.mgrid[-4:5, -4:5]
    for sx, sy in spots:
        ix, iy = round(sx), round(sy)
        if 4 <= ix < side - 4 and 4 <= iy < side - 4:
            bump = np.exp(-((x + ix - sx) ** 2 + (y + iy - sy) ** 2) / 1.6)
            part = heat[iy - 4 : iy + 5, ix - 4 : ix + 5]
            np.maximum(part, bump, out=part)


def _augment(rng: np.random.Generator, crop: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    picture = crop.astype(np.float32) / 255
    if rng.random() < 0.5:
        picture = np.clip(picture * rng.uniform(0.6, 1.4, 3).astype(np.float32) + rng.uniform(-0.08, 0.08), 0, 1)
    turn = int(rng.integers(4))
    picture, target = np.rot90(picture, turn), np.rot90(target, turn, (1, 2))
    if rng.random() < 0.5:
        picture, target = picture[:, ::-1], target[:, :, ::-1]
    return np.ascontiguousarray(picture.transpose(2, 0, 1)), np.ascontiguousarray(target)


def loss_of(out: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Return focal loss on the two heat maps and cross entropy on the two masks; each is about 1 at the start."""
    heat, wanted = out[:, :2], target[:, :2]
    p = torch.sigmoid(heat)
    plain = F.binary_cross_entropy_with_logits(heat, wanted, reduction="none")
    focal = (plain * (wanted - p).abs() ** 2 * (1 + 4 * wanted)).sum() / wanted.sum().clamp(min=50)
    return focal + 2 * F.binary_cross_entropy_with_logits(out[:, 2:], target[:, 2:])


def draw(rng: np.random.Generator, photos: Photos) -> tuple[torch.Tensor, torch.Tensor]:
    """Return crops of some photos, and their target maps."""
    every = list(photos.loaded.values())
    batch = [crop_with_targets(rng, *every[int(rng.integers(len(every)))]) for _ in range(BATCH)]
    crops, targets = (torch.from_numpy(np.stack(part)) for part in zip(*batch, strict=True))
    return crops, targets


def train(
    folder: Path, out: Path, minutes: float = 20, seed: int = 5, start_from: Path | None = None, share: float = 1.0
) -> None:
    """Train for some minutes, from scratch or from an exported net; write the ONNX file.

    `share` is how far it goes from the weights of that net to the new ones.
    """
    rng = seeded_rng(seed)
    photos, held = Photos(folder, range(HELD_OUT)), Photos(folder, range(HELD_OUT, 10**5))
    fixed = np.random.default_rng(seed)
    held_batches = [draw(fixed, held) for _ in range(HELD_BATCHES)]
    net = LatticeNet()
    if start_from:
        load(net, start_from)
    before = copy_of(net)

    def loss(net: nn.Module, step: int) -> torch.Tensor:
        if step % RELOAD_STEPS == RELOAD_STEPS - 1:
            photos.refresh()
        crops, targets = draw(rng, photos)
        return loss_of(net(crops), targets)

    def mistake(net: nn.Module) -> float:
        return float(np.mean([loss_of(net(crops), targets).item() for crops, targets in held_batches]))

    top = 3e-3 if start_from is None else 6e-4
    optimize(net, minutes, top, loss, Checkpoints(out.with_suffix(".pt"), mistake))
    go_part_way(net, before, share)
    export(net, (576, 768), out)

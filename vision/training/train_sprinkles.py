"""Trains the net that detects sprinkles on one square; writes vision/nets/sprinkles.onnx. Needs torch.

An episode is one type of one edition: two plain and two sprinkled donuts of one photo are the support set, others the
query set.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from vision.classification import normalize_frosting
from vision.rectification import SIDE
from vision.training.nets import SprinkleNet, export
from vision.training.optimization import RELOAD_STEPS, optimize, seeded_rng

GROUPS = 16


def gather(folder: Path) -> tuple[np.ndarray, list[tuple[list[np.ndarray], list[np.ndarray]]]]:
    """Return all donuts, and a group for each type of an edition: plain and sprinkled ones, an index array a photo."""
    cells, groups, count = [], [], 0
    for path in sorted(folder.glob("?????.npz")):
        with np.load(path) as data:
            squares, labels = data["cells"], data["labels"]
        for kind in np.unique(labels[:, 1]):
            group = tuple(
                [
                    own + count
                    for photo in np.unique(labels[:, 0])
                    if len(own := np.flatnonzero((labels == (photo, kind, sprinkled)).all(1)))
                ]
                for sprinkled in (0, 1)
            )
            if min(map(len, group)) > 1:
                groups.append(group)
        cells.append(squares)
        count += len(squares)
    return np.concatenate(cells), groups


def episode(rng: np.random.Generator, group: tuple[list[np.ndarray], list[np.ndarray]]) -> list[int]:
    """Draw a support set of two plain and two sprinkled donuts, from one photo each, and a query set from others."""
    support, query = [], []
    for photos in group:
        first, second = rng.permutation(len(photos))[:2]
        support += rng.choice(photos[first], 2).tolist()
        query += rng.choice(photos[second], 2).tolist()
    return support + query


def augment(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Turn, mirror and degrade donuts, then normalize each by its frosting, as the reader does."""
    cells = np.rot90(cells, int(rng.integers(4)), (1, 2))
    cells = cells[:, :, ::-1] if rng.random() < 0.5 else cells
    halves = [degrade(rng, half) for half in cells.reshape(-1, 4, *cells.shape[1:])]
    return normalize_frosting(np.concatenate(halves))


def degrade(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Return donuts as a worse photo would show them: out of focus, overexposed, with haze or noise."""
    degraded = np.ascontiguousarray(cells)
    if rng.random() < 0.35:
        blur = rng.uniform(0.4, 2.4)
        degraded = np.stack([cv2.GaussianBlur(cell, (0, 0), blur) for cell in degraded])
    degraded = degraded.astype(np.float32)
    if rng.random() < 0.25:
        degraded = np.clip(degraded * rng.uniform(1.1, 1.8), 0, 255)
    if rng.random() < 0.25:
        haze = rng.uniform(0.1, 0.65)
        degraded = degraded * (1 - haze) + haze * rng.uniform(90, 255)
    if rng.random() < 0.35:
        grain = rng.normal(0, rng.uniform(1, 9), degraded.shape).astype(np.float32)
        if rng.random() < 0.5:
            grain = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) * 2 for one in grain])
        degraded = degraded + grain
    return np.clip(degraded, 0, 255).round().astype(np.uint8)


def loss_of(out: torch.Tensor) -> torch.Tensor:
    """Return the loss of GROUPS episodes: of sprinkles alone, and with the distance to the support set."""
    out = out.reshape(GROUPS, 8, -1)
    target = torch.tensor([0.0, 0, 1, 1]).expand(GROUPS, 4)
    alone = F.binary_cross_entropy_with_logits(out[:, :, 0], torch.cat([target, target], 1))
    numbers = out[:, :, 1:]
    plain, sprinkled = numbers[:, :2].mean(1, keepdim=True), numbers[:, 2:4].mean(1, keepdim=True)
    queries = numbers[:, 4:]
    nearer = ((queries - plain) ** 2).sum(2) - ((queries - sprinkled) ** 2).sum(2)
    return alone + F.binary_cross_entropy_with_logits(out[:, 4:, 0] + nearer, target)


def train(folder: Path, out: Path, minutes: float = 20, seed: int = 7, start_from: Path | None = None) -> None:
    """Train for some minutes, from scratch or from earlier weights; write the ONNX file."""
    rng = seeded_rng(seed)
    cells, groups = gather(folder)
    net = SprinkleNet()
    if start_from:
        net.load_state_dict(torch.load(start_from))

    def loss(step: int) -> torch.Tensor:
        nonlocal cells, groups
        if step and step % RELOAD_STEPS == 0:
            cells, groups = gather(folder)
        pick = np.array([episode(rng, groups[int(rng.integers(len(groups)))]) for _ in range(GROUPS)]).ravel()
        return loss_of(net(torch.from_numpy(augment(rng, cells[pick])))[:, :, 0, 0])

    top = 2e-3 if start_from is None else 1e-3
    optimize(net, minutes, top, loss, lambda: torch.save(net.state_dict(), out.with_suffix(".pt")))
    export(net, (SIDE, SIDE), out, batch=True, channels=4)

"""Trains the net that sees sprinkles on one square; writes vision/nets/sprinkles.onnx. Needs torch.

An episode is one type of one edition: two plain and two sprinkled donuts of one photo teach, others are asked.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from vision.cells import SIDE, against_frosting
from vision.training.nets import SprinkleNet, export
from vision.training.training import LOOK_AGAIN, begin, teach

GROUPS = 16


def gather(folder: Path) -> tuple[np.ndarray, list[tuple[list[np.ndarray], list[np.ndarray]]]]:
    """All donuts, and groups of one edition's type: its plain and its sprinkled ones, an array of indices a photo."""
    cells, groups, count = [], [], 0
    for path in sorted(folder.glob("?????.npz")):
        with np.load(path) as data:
            squares, told = data["cells"], data["told"]
        for kind in np.unique(told[:, 1]):
            group = tuple(
                [
                    own + count
                    for photo in np.unique(told[:, 0])
                    if len(own := np.flatnonzero((told == (photo, kind, sprinkled)).all(1)))
                ]
                for sprinkled in (0, 1)
            )
            if min(map(len, group)) > 1:
                groups.append(group)
        cells.append(squares)
        count += len(squares)
    return np.concatenate(cells), groups


def episode(rng: np.random.Generator, group: tuple[list[np.ndarray], list[np.ndarray]]) -> list[int]:
    """Two plain and two sprinkled donuts that teach, from one photo each, and two of each from others."""
    teach, ask = [], []
    for photos in group:
        first, second = rng.permutation(len(photos))[:2]
        teach += rng.choice(photos[first], 2).tolist()
        ask += rng.choice(photos[second], 2).tolist()
    return teach + ask


def augment(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Turned, mirrored and spoilt, each against its own frosting, as the reader hands them to the net."""
    cells = np.rot90(cells, int(rng.integers(4)), (1, 2))
    cells = cells[:, :, ::-1] if rng.random() < 0.5 else cells
    halves = [spoilt(rng, half) for half in cells.reshape(-1, 4, *cells.shape[1:])]
    return against_frosting(np.concatenate(halves))


def spoilt(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Donuts of one photo as a worse one would show them: out of focus, burnt, in haze, in the dark with noise."""
    seen = np.ascontiguousarray(cells)
    if rng.random() < 0.35:
        blur = rng.uniform(0.4, 2.4)
        seen = np.stack([cv2.GaussianBlur(cell, (0, 0), blur) for cell in seen])
    seen = seen.astype(np.float32)
    if rng.random() < 0.25:
        seen = np.clip(seen * rng.uniform(1.1, 1.8), 0, 255)
    if rng.random() < 0.25:
        haze = rng.uniform(0.1, 0.65)
        seen = seen * (1 - haze) + haze * rng.uniform(90, 255)
    if rng.random() < 0.35:
        grain = rng.normal(0, rng.uniform(1, 9), seen.shape).astype(np.float32)
        if rng.random() < 0.5:
            grain = np.stack([cv2.GaussianBlur(one, (0, 0), 0.8) * 2 for one in grain])
        seen = seen + grain
    return np.clip(seen, 0, 255).round().astype(np.uint8)


def loss_of(out: torch.Tensor) -> torch.Tensor:
    """Of GROUPS episodes: sprinkles by themselves, and with the distance to what was taught."""
    out = out.reshape(GROUPS, 8, -1)
    want = torch.tensor([0.0, 0, 1, 1]).expand(GROUPS, 4)
    alone = F.binary_cross_entropy_with_logits(out[:, :, 0], torch.cat([want, want], 1))
    numbers = out[:, :, 1:]
    plain, strewn = numbers[:, :2].mean(1, keepdim=True), numbers[:, 2:4].mean(1, keepdim=True)
    asked = numbers[:, 4:]
    nearer = ((asked - plain) ** 2).sum(2) - ((asked - strewn) ** 2).sum(2)
    return alone + F.binary_cross_entropy_with_logits(out[:, 4:, 0] + nearer, want)


def train(folder: Path, out: Path, minutes: float = 20, seed: int = 7, start_from: Path | None = None) -> None:
    """Trains for some minutes, from nothing or from earlier weights; writes the ONNX file."""
    rng = begin(seed)
    cells, groups = gather(folder)
    net = SprinkleNet()
    if start_from:
        net.load_state_dict(torch.load(start_from))

    def loss(step: int) -> torch.Tensor:
        nonlocal cells, groups
        if step and step % LOOK_AGAIN == 0:
            cells, groups = gather(folder)
        pick = np.array([episode(rng, groups[int(rng.integers(len(groups)))]) for _ in range(GROUPS)]).ravel()
        return loss_of(net(torch.from_numpy(augment(rng, cells[pick])))[:, :, 0, 0])

    top = 2e-3 if start_from is None else 1e-3
    teach(net, minutes, top, loss, lambda: torch.save(net.state_dict(), out.with_suffix(".pt")))
    export(net, (SIDE, SIDE), out, batch=True, channels=4)

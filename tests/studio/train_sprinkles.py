"""Trains the net that sees sprinkles on one square; writes vision/nets/sprinkles.onnx. Needs torch.

Every donut of the studio's photos is cut out twice, a little off, as the reader will cut it out.
"""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from tests.studio.nets import SprinkleNet, export
from tests.studio.train_lattice import load

SIDE, GROUPS = 48, 16


def cut(rng: np.random.Generator, photo: np.ndarray, truth: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """All donuts of a photo as n x SIDE x SIDE x 3; their types and which have sprinkles as n x 2."""
    pixels = cv2.imdecode(photo, cv2.IMREAD_COLOR)
    ys, xs = np.nonzero((truth["kind"] == 1) & ~truth["lost"])
    cells = []
    for x, y in zip(xs, ys, strict=True):
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) + rng.normal(0, 0.04, 2) + (x, y)
        seen = cv2.perspectiveTransform(corners[None], truth["plane"])[0].astype(np.float32)
        m = cv2.getPerspectiveTransform(_SQUARE, seen)
        cells.append(cv2.warpPerspective(pixels, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
    told = np.stack([truth["type"][ys, xs], truth["sprinkled"][ys, xs]], 1).astype(int)
    return np.array(cells, np.uint8).reshape(-1, SIDE, SIDE, 3), told


_SQUARE = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)


def gather(
    rng: np.random.Generator, folder: Path
) -> tuple[np.ndarray, list[tuple[list[np.ndarray], list[np.ndarray]]]]:
    """All donuts, and groups of one edition's type: its plain and its sprinkled ones, a list of numbers a photo."""
    names = sorted(p.stem for p in folder.glob("*.npz") if p.stat().st_mtime < time.time() - 2)
    cells, groups, count = [], {}, 0
    for name, photo in zip(names, load(folder, names), strict=True):
        squares, told = cut(rng, *photo)
        for kind in np.unique(told[:, 0]):
            for sprinkled in (0, 1):
                own = np.flatnonzero((told[:, 0] == kind) & (told[:, 1] == sprinkled)) + count
                if len(own):
                    groups.setdefault((name[:5], kind), ([], []))[sprinkled].append(own)
        cells.append(squares)
        count += len(squares)
    return np.concatenate(cells), [g for g in groups.values() if len(g[0]) > 1 and len(g[1]) > 1]


def episode(rng: np.random.Generator, group: tuple[list[np.ndarray], list[np.ndarray]]) -> list[int]:
    """Two plain and two sprinkled donuts that teach, from one photo each, and two of each from others."""
    teach, ask = [], []
    for photos in group:
        first, second = rng.permutation(len(photos))[:2]
        teach += rng.choice(photos[first], 2).tolist()
        ask += rng.choice(photos[second], 2).tolist()
    return teach + ask


def augment(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Turned, mirrored, in other light, now and then blurred further; n x 3 x SIDE x SIDE floats."""
    turn = int(rng.integers(4))
    out = np.rot90(cells, turn, (1, 2)).astype(np.float32) / 255
    if rng.random() < 0.5:
        out = out[:, :, ::-1]
    gain = rng.uniform(0.75, 1.3, (len(cells), 1, 1, 3)) * rng.uniform(0.85, 1.15, (len(cells), 1, 1, 1))
    out = np.clip(out * gain.astype(np.float32), 0, 1)
    return np.ascontiguousarray(out.transpose(0, 3, 1, 2), dtype=np.float32)


def loss_of(out: torch.Tensor) -> torch.Tensor:
    """Of GROUPS episodes: sprinkles by themselves, and by the distance to what was taught."""
    out = out.reshape(GROUPS, 8, -1)
    want = torch.tensor([0.0, 0, 1, 1]).expand(GROUPS, 4)
    alone = F.binary_cross_entropy_with_logits(out[:, :, 0], torch.cat([want, want], 1))
    numbers = out[:, :, 1:]
    plain, strewn = numbers[:, :2].mean(1, keepdim=True), numbers[:, 2:4].mean(1, keepdim=True)
    asked = numbers[:, 4:]
    nearer = ((asked - plain) ** 2).sum(2) - ((asked - strewn) ** 2).sum(2)
    return alone + F.binary_cross_entropy_with_logits(nearer, want)


def train(folder: Path, out: Path, minutes: float = 20, seed: int = 7, start_from: Path | None = None) -> None:
    """Trains for some minutes, from nothing or from earlier weights; writes the ONNX file."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cells, groups = gather(rng, folder)
    print(len(cells), "donuts in", len(groups), "groups", flush=True)
    net = SprinkleNet()
    if start_from:
        net.load_state_dict(torch.load(start_from))
    best = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    start, step, losses = time.monotonic(), 0, []
    while (spent := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = 2e-3 * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        pick = np.array([episode(rng, groups[int(rng.integers(len(groups)))]) for _ in range(GROUPS)]).ravel()
        loss = loss_of(net(torch.from_numpy(augment(rng, cells[pick])))[:, :, 0, 0])
        best.zero_grad()
        loss.backward()
        best.step()
        losses.append(loss.item())
        step += 1
        if step % 100 == 0:
            print(f"{step} {spent:.0%} loss {np.mean(losses[-100:]):.3f}", flush=True)
            torch.save(net.state_dict(), out.with_suffix(".pt"))
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    export(net, (SIDE, SIDE), out, batch=True)

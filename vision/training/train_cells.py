"""Trains the net that classifies squares; writes vision/nets/cells.onnx and nominal.npz. Needs torch.

An episode is one edition: one of its photos is the support set (its squares make a prototype a type), the others are
the query set; types held back, and all types of every photo once more, use prototypes made from typed colours.
"""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from vision.homography import project
from vision.training.nets import KINDS, CellNet, Nominal, export
from vision.training.optimization import RELOAD_STEPS, optimize, seeded_rng
from vision.training.train_lattice import load

SIDE, WINDOW, EDITIONS = 48, 12, 3
KIND_WEIGHTS = torch.tensor([0.8, 1.0, 2.0, 1.5])  # boxes are rarer than table tops and as plain
HOLES, UNKNOWN = 25, -1  # the class of piles of holes; squares without a target


def rectified_window(
    rng: np.random.Generator, photo: np.ndarray, truth: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return a window of the case from above, a little off like a found lattice, with the truth of its squares."""
    kind, hidden = truth["kind"].astype(np.int64), truth["hidden"]
    h, w = kind.shape
    left, top = int(rng.integers(-2, max(w - WINDOW + 2, -1) + 1)), int(rng.integers(-2, max(h - WINDOW + 2, -1) + 1))
    off = rng.normal(0, 0.035, (4, 2)) + rng.normal(0, 0.03, 2)
    corners = np.array([[0, 0], [WINDOW, 0], [WINDOW, WINDOW], [0, WINDOW]], float)
    source = project(truth["homography"], corners + off + (left, top))
    m = cv2.getPerspectiveTransform((corners * SIDE).astype(np.float32), source.astype(np.float32))
    pixels = cv2.imdecode(photo, cv2.IMREAD_COLOR)
    view = cv2.warpPerspective(pixels, m, (WINDOW * SIDE, WINDOW * SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    cells = {
        "kind": np.zeros((WINDOW, WINDOW), np.int64),
        "type": np.full((WINDOW, WINDOW), UNKNOWN),
    }
    y, x = np.mgrid[top : top + WINDOW, left : left + WINDOW]
    inside = (y >= 0) & (y < h) & (x >= 0) & (x < w)
    at = y[inside], x[inside]
    cells["kind"][inside] = np.where(hidden[at], UNKNOWN, kind[at])
    cells["type"][inside] = np.where(
        hidden[at] | (kind[at] != 1), np.where(~hidden[at] & (kind[at] == 3), HOLES, UNKNOWN), truth["type"][at]
    )
    turn = int(rng.integers(4))
    picture = np.rot90(view, turn).astype(np.float32) / 255
    if rng.random() < 0.3:
        picture = np.clip(picture * rng.uniform(0.8, 1.2, 3).astype(np.float32), 0, 1)
    return {
        "photo": np.ascontiguousarray(picture.transpose(2, 0, 1)),
        **{k: np.ascontiguousarray(np.rot90(v, turn)) for k, v in cells.items()},
    }


def prototypes(
    numbers: torch.Tensor,
    types: torch.Tensor,
    typed: torch.Tensor,
    holes: torch.Tensor,
    rng: np.random.Generator,
    drop: float,
) -> torch.Tensor:
    """Return a row for each type, the holes last: the mean of its squares, or the prototype of its colour."""
    rows = [
        numbers[types == i].mean(0) if bool((types == i).any()) and rng.random() >= drop else typed[i]
        for i in range(len(typed))
    ]
    return torch.stack(
        [*rows, numbers[types == HOLES].mean(0) if bool((types == HOLES).any()) and rng.random() >= drop else holes]
    )


def prototype_loss(numbers: torch.Tensor, types: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy of types by distance to their prototypes."""
    known = types != UNKNOWN
    if not bool(known.any()):
        return numbers.sum() * 0
    target = torch.where(types == HOLES, len(rows) - 1, types)[known]
    return F.cross_entropy(-(torch.cdist(numbers[known], rows) ** 2), target)


def loss_of(
    out: torch.Tensor, batch: list[dict], nominal: Nominal, typed: list[np.ndarray], rng: np.random.Generator
) -> torch.Tensor:
    cells = {k: torch.from_numpy(np.stack([b[k] for b in batch])) for k in ("kind", "type")}
    loss = F.cross_entropy(out[:, :KINDS], cells["kind"], KIND_WEIGHTS, ignore_index=UNKNOWN)
    numbers = out[:, KINDS:].permute(0, 2, 3, 1).flatten(1, 2)
    types = cells["type"].flatten(1)
    support_loss = colour_loss = out.sum() * 0
    each = len(batch) // len(typed)
    for e, colours in enumerate(typed):
        rows = nominal(torch.from_numpy(colours.astype(np.float32)))
        own = slice(e * each, (e + 1) * each)
        colour_loss = colour_loss + prototype_loss(
            numbers[own].flatten(0, 1), types[own].flatten(), torch.cat([rows, nominal.holes[None]])
        )
        support = e * each + int(rng.integers(each))
        support_rows = prototypes(numbers[support], types[support], rows, nominal.holes, rng, 0.1)
        rest = [i for i in range(e * each, (e + 1) * each) if i != support]
        support_loss = support_loss + prototype_loss(numbers[rest].flatten(0, 1), types[rest].flatten(), support_rows)
    return loss + (support_loss + 0.6 * colour_loss) / len(typed)


def train(folder: Path, out: Path, minutes: float = 30, seed: int = 6, start_from: Path | None = None) -> None:
    """Train for some minutes; write the ONNX file and beside it the colour map."""
    rng = seeded_rng(seed)
    photos, groups = gather(folder)
    net, nominal = CellNet(), Nominal()
    if start_from:
        state = torch.load(start_from)
        net.load_state_dict(state["net"])
        nominal.load_state_dict(state["nominal"])

    def loss(step: int) -> torch.Tensor:
        nonlocal photos, groups
        if step and step % RELOAD_STEPS == 0:
            photos, groups = gather(folder)
        chosen = [groups[int(rng.integers(len(groups)))] for _ in range(EDITIONS)]
        batch = [rectified_window(rng, *photos[i]) for g in chosen for i in g]
        typed = [vary(rng, photos[g[0]][1]["nominal"]) for g in chosen]
        return loss_of(net(torch.from_numpy(np.stack([b["photo"] for b in batch]))), batch, nominal, typed, rng)

    def save() -> None:
        torch.save({"net": net.state_dict(), "nominal": nominal.state_dict()}, out.with_suffix(".pt"))

    optimize(nn.ModuleList([net, nominal]), minutes, 2e-3 if start_from is None else 1e-3, loss, save, clipped=net)
    write(net, nominal, out)


def gather(folder: Path) -> tuple[list[tuple[np.ndarray, dict[str, np.ndarray]]], list[list[int]]]:
    """Return all photos, and the groups of three that show one edition."""
    names = sorted(
        p.stem
        for p in folder.glob("*.jpg")
        if p.with_suffix(".npz").exists() and p.with_suffix(".npz").stat().st_mtime < time.time() - 2
    )
    editions: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        editions.setdefault(name[:5], []).append(i)
    return load(folder, names), [g for g in editions.values() if len(g) == 3]


def vary(rng: np.random.Generator, nominal: np.ndarray) -> np.ndarray:
    """Return the colours as another person might type them; sometimes without which types have no hole."""
    colours = nominal.copy()
    colours[:, :3] = np.clip(colours[:, :3] + rng.normal(0, 0.03, (len(colours), 3)), 0, 1)
    if rng.random() < 0.15:
        colours[:, 3] = 0
    return colours


def write(net: CellNet, nominal: Nominal, out: Path) -> None:
    """Write the ONNX file, and the colour map as plain arrays."""
    export(net, (12 * SIDE, 12 * SIDE), out)
    arrays = {name.replace(".", "_"): value.detach().numpy() for name, value in nominal.state_dict().items()}
    np.savez(out.with_name("nominal.npz"), **arrays)

"""Trains the net that classifies squares; writes vision/nets/cells.onnx and nominal.npz. Needs torch.

An episode is one edition: one of its photos is the support set (its squares make a prototype a type), the others are
the query set; types held back, and all types of every photo once more, use prototypes made from typed colours.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from vision.homography import project
from vision.training.nets import KINDS, CellNet, Nominal, export
from vision.training.optimization import HELD_OUT, PHOTOGRAPHED, RELOAD_STEPS, Checkpoints, optimize, seeded_rng
from vision.training.photos import Photos, Truth
from vision.training.weights import copy_of, go_part_way, load

SIDE, WINDOW, EDITIONS = 48, 12, 2
KEPT = 3  # first layers that stay as they are when a net is continued: edges are edges, and it is twice as fast
HELD_BATCHES = 8
KIND_WEIGHTS = torch.tensor([0.8, 1.0, 2.0, 1.5])  # boxes are rarer than table tops and as plain
HOLES, UNKNOWN = 25, -1  # the class of piles of holes; squares without a target


def rectified_window(rng: np.random.Generator, photo: np.ndarray, truth: Truth) -> dict[str, np.ndarray]:
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


class Nets(nn.Module):
    """The net that classifies, and the map from typed colours that is taught with it."""

    def __init__(self) -> None:
        super().__init__()
        self.cells, self.nominal = CellNet(), Nominal()

    def continue_from(self, path: Path) -> None:
        """Load an exported net and the colour map beside it; its first layers stay as they are."""
        load(self.cells, path)
        with np.load(path.with_name("nominal.npz")) as arrays:
            state = {name: torch.from_numpy(arrays[name.replace(".", "_")]) for name in self.nominal.state_dict()}
        self.nominal.load_state_dict(state)
        self.cells.see[:KEPT].requires_grad_(False)

    def write(self, out: Path) -> None:
        """Write the ONNX file, and the colour map as plain arrays."""
        export(self.cells, (12 * SIDE, 12 * SIDE), out)
        arrays = {name.replace(".", "_"): value.detach().numpy() for name, value in self.nominal.state_dict().items()}
        np.savez(out.with_name("nominal.npz"), **arrays)


class Batch(NamedTuple):
    """Windows of the photos of EDITIONS editions, one edition after the other, with the typed colours of each."""

    windows: torch.Tensor
    kinds: torch.Tensor
    types: torch.Tensor
    typed: list[np.ndarray]


def draw(rng: np.random.Generator, photos: Photos) -> Batch:
    """Draw editions, and a window of each of their photos."""
    editions = photos.editions()
    chosen = [editions[int(rng.integers(len(editions)))] for _ in range(EDITIONS)]
    windows = [rectified_window(rng, *photo) for edition in chosen for photo in edition]
    tensors = (torch.from_numpy(np.stack([w[name] for w in windows])) for name in ("photo", "kind", "type"))
    return Batch(*tensors, [vary(rng, edition[0][1]["nominal"]) for edition in chosen])


def loss_of(nets: Nets, batch: Batch, rng: np.random.Generator) -> torch.Tensor:
    """Return the loss of a batch: of the kinds, and of the types by prototypes of a photo and of typed colours."""
    out = nets.cells(batch.windows)
    loss = F.cross_entropy(out[:, :KINDS], batch.kinds, KIND_WEIGHTS, ignore_index=UNKNOWN)
    numbers = out[:, KINDS:].permute(0, 2, 3, 1).flatten(1, 2)
    types, holes = batch.types.flatten(1), nets.nominal.holes
    support_loss = colour_loss = out.sum() * 0
    each = len(out) // len(batch.typed)
    for e, colours in enumerate(batch.typed):
        rows = nets.nominal(torch.from_numpy(colours.astype(np.float32)))
        own = slice(e * each, (e + 1) * each)
        colour_loss = colour_loss + prototype_loss(
            numbers[own].flatten(0, 1), types[own].flatten(), torch.cat([rows, holes[None]])
        )
        support = e * each + int(rng.integers(each))
        support_rows = prototypes(numbers[support], types[support], rows, holes, rng, 0.1)
        rest = [i for i in range(e * each, (e + 1) * each) if i != support]
        support_loss = support_loss + prototype_loss(numbers[rest].flatten(0, 1), types[rest].flatten(), support_rows)
    return loss + (support_loss + 0.6 * colour_loss) / len(batch.typed)


def train(
    folder: Path, out: Path, minutes: float = 30, seed: int = 6, start_from: Path | None = None, share: float = 1.0
) -> None:
    """Train for some minutes, from scratch or from an exported net; write the ONNX file and the colour map.

    `share` is how far it goes from the weights of that net to the new ones.
    """
    rng = seeded_rng(seed)
    photos, held = Photos(folder, range(HELD_OUT)), Photos(folder, range(HELD_OUT, 10**5))
    fixed = np.random.default_rng(seed)
    held_batches = [draw(fixed, held) for _ in range(HELD_BATCHES)]
    nets = Nets()
    if start_from:
        nets.continue_from(start_from)
    before = copy_of(nets)

    def loss(nets: nn.Module, step: int) -> torch.Tensor:
        if step % RELOAD_STEPS == RELOAD_STEPS - 1:
            photos.refresh()
        return loss_of(nets, draw(rng, photos), rng)

    def mistake(nets: nn.Module) -> float:
        same = np.random.default_rng(seed)
        return float(np.mean([loss_of(nets, batch, same).item() for batch in held_batches]))

    top = 2e-3 if start_from is None else 3e-4
    keeps_last = any(int(name[:5]) >= PHOTOGRAPHED for name in photos.loaded)
    optimize(nets, minutes, top, loss, Checkpoints(out.with_suffix(".pt"), mistake, keeps_last))
    go_part_way(nets, before, share)
    nets.write(out)


def vary(rng: np.random.Generator, nominal: np.ndarray) -> np.ndarray:
    """Return the colours as another person might type them; sometimes without which types have no hole."""
    colours = nominal.copy()
    colours[:, :3] = np.clip(colours[:, :3] + rng.normal(0, 0.03, (len(colours), 3)), 0, 1)
    if rng.random() < 0.15:
        colours[:, 3] = 0
    return colours

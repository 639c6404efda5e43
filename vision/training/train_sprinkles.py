"""Trains the net that detects sprinkles on one square; writes vision/nets/sprinkles.onnx. Needs torch.

An episode is one type of one edition: two plain and two sprinkled donuts of one photo are the support set, others the
query set.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from vision.classification import normalize_frosting
from vision.rectification import SIDE
from vision.training.nets import SprinkleNet, export
from vision.training.optimization import HELD_OUT, PHOTOGRAPHED, RELOAD_STEPS, Checkpoints, optimize, seeded_rng
from vision.training.weights import copy_of, go_part_way, load

GROUPS = 16
HELD_BATCHES = 24
SHARE = 0.5  # of all episodes, of donuts cut out of photographs, where there are any
SQUEEZED = 0.3  # share of episodes whose donuts are drawn smaller or larger on their squares

Group = tuple[list[np.ndarray], list[np.ndarray]]  # plain and sprinkled donuts of a type: those of each photo


class Sheets:
    """The donuts of a folder of sheets, by type; files that come later are found by `refresh`."""

    def __init__(self, folder: Path, numbers: range) -> None:
        self.folder, self.numbers = folder, numbers
        self.seen: set[Path] = set()
        self.painted: list[Group] = []
        self.photographed: list[Group] = []

    def refresh(self) -> Sheets:
        """Load what is new."""
        for path in sorted(self.folder.glob("?????.npz")):
            if int(path.stem) in self.numbers and path not in self.seen:
                self.seen.add(path)
                with np.load(path) as data:
                    is_photographed = PHOTOGRAPHED <= int(path.stem) < HELD_OUT
                    groups = self.photographed if is_photographed else self.painted
                    groups += groups_of(data["cells"], data["labels"])
        return self

    def batch(self, rng: np.random.Generator) -> torch.Tensor:
        """Return GROUPS episodes as input of the net."""
        chosen = []
        for _ in range(GROUPS):
            is_photographed = self.photographed and rng.random() < SHARE
            groups = self.photographed if is_photographed else self.painted
            one = episode(rng, groups[int(rng.integers(len(groups)))])
            chosen.append(one[..., rng.permutation(3)] if is_photographed else one)
        return torch.from_numpy(augment(rng, np.concatenate(chosen)))


def groups_of(cells: np.ndarray, labels: np.ndarray) -> list[Group]:
    """Return the donuts of a sheet by type; only types that show their sprinkles in two photos."""
    groups = []
    for kind in np.unique(labels[:, 1]):
        plain, sprinkled = [], []
        for photo in np.unique(labels[:, 0]):
            without, having = (cells[(labels == (photo, kind, has)).all(1)] for has in (0, 1))
            if len(without) and len(having) and shows(without, having):
                plain.append(without)
                sprinkled.append(having)
        if len(plain) > 1:
            groups.append((plain, sprinkled))
    return groups


def shows(plain: np.ndarray, sprinkled: np.ndarray) -> bool:
    """Return whether sprinkles leave a trace: where dark or blur took them, there is nothing to be taught."""
    return texture(sprinkled).max() > 1.2 * np.median(texture(plain)) + 0.5


def texture(cells: np.ndarray) -> np.ndarray:
    """Return how much fine print the middle of each donut's square shows, in grey levels."""
    middle = cells[:, 8:-8, 8:-8].astype(np.float32)
    return np.array([np.abs(cell - cv2.GaussianBlur(cell, (0, 0), 2.5)).mean() for cell in middle])


def episode(rng: np.random.Generator, group: Group) -> np.ndarray:
    """Draw a support set of two plain and two sprinkled donuts, from one photo each, and a query set from others."""
    support, query = [], []
    for photos in group:
        first, second = rng.permutation(len(photos))[:2]
        support += list(rng.choice(photos[first], 2))
        query += list(rng.choice(photos[second], 2))
    return np.array(support + query)


def augment(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Turn, mirror and degrade donuts, then normalize each by its frosting, as the reader does."""
    cells = np.rot90(cells, int(rng.integers(4)), (1, 2))
    cells = cells[:, :, ::-1] if rng.random() < 0.5 else cells
    halves = [degrade(rng, half) for half in cells.reshape(-1, 4, *cells.shape[1:])]
    return normalize_frosting(np.concatenate(halves))


def degrade(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Return donuts as a worse photo would show them: out of focus, overexposed, with haze, noise or coarse JPEG."""
    degraded = squeezed(rng, cells) if rng.random() < SQUEEZED else np.ascontiguousarray(cells)
    if rng.random() < 0.3:
        blur = rng.uniform(0.4, 2.0)
        degraded = np.stack([cv2.GaussianBlur(cell, (0, 0), blur) for cell in degraded])
    degraded = degraded.astype(np.float32)
    if rng.random() < 0.3:
        degraded = np.clip(np.stack([beside_an_edge_of_light(rng, cell) for cell in degraded]), 0, 255)
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
    degraded = np.clip(degraded, 0, 255).round().astype(np.uint8)
    if rng.random() < 0.2:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 80))]
        coded = [cv2.imencode(".jpg", cell, quality)[1] for cell in degraded]
        degraded = np.stack([cv2.imdecode(cell, cv2.IMREAD_COLOR) for cell in coded])
    return degraded


def squeezed(rng: np.random.Generator, cells: np.ndarray) -> np.ndarray:
    """Return donuts a little smaller or larger on their squares, and with them their sprinkles."""
    scale = rng.uniform(0.75, 1.15)
    off = (SIDE - 1) / 2 * (1 - scale)
    matrix = np.array([[scale, 0, off], [0, scale, off]])
    return np.stack([cv2.warpAffine(cell, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE) for cell in cells])


def beside_an_edge_of_light(rng: np.random.Generator, cell: np.ndarray) -> np.ndarray:
    """Return a donut on which a reflection or a shadow ends: its edge is not sprinkles."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32) - SIDE / 2
    turn, off, soft = rng.uniform(0, 6.28), rng.normal(0, SIDE / 5), rng.uniform(0.4, 8)
    far = np.cos(turn) * x + np.sin(turn) * y - off
    if rng.random() < 0.5:  # a round one
        far = np.hypot(x + off, y + rng.normal(0, SIDE / 3)) - rng.uniform(4, 30)
    share = 1 / (1 + np.exp(np.clip(far / soft, -30, 30)))[..., None]
    if rng.random() < 0.3:
        return cell * (1 - rng.uniform(0.15, 0.6) * share)
    return cell + rng.uniform(20, 220) * share


def log_odds(out: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the logits of sprinkles alone (GROUPS x 8), and those of the query sets beside their support sets."""
    out = out.reshape(GROUPS, 8, -1)
    numbers = out[:, :, 1:]
    plain, sprinkled = numbers[:, :2].mean(1, keepdim=True), numbers[:, 2:4].mean(1, keepdim=True)
    queries = numbers[:, 4:]
    nearer = ((queries - plain) ** 2).sum(2) - ((queries - sprinkled) ** 2).sum(2)
    return out[:, :, 0], out[:, 4:, 0] + nearer


def loss_of(out: torch.Tensor) -> torch.Tensor:
    """Return the loss of GROUPS episodes: of sprinkles alone, and with the distance to the support set."""
    target = torch.tensor([0.0, 0, 1, 1]).expand(GROUPS, 4)
    alone, beside = log_odds(out)
    return F.binary_cross_entropy_with_logits(
        alone, torch.cat([target, target], 1)
    ) + F.binary_cross_entropy_with_logits(beside, target)


@torch.no_grad()
def scale_of(net: nn.Module, batches: list[torch.Tensor]) -> tuple[float, float, float]:
    """Return the usual logit of plain and of sprinkled donuts, and how far the numbers take the two apart."""
    net.eval()
    alone, beside = (torch.cat(part) for part in zip(*(log_odds(net(batch)) for batch in batches), strict=True))
    plain, sprinkled = alone[:, [0, 1, 4, 5]].median(), alone[:, [2, 3, 6, 7]].median()
    return float(plain), float(sprinkled), float((beside - alone[:, 4:]).abs().median())


@torch.no_grad()
def keep_scale(net: SprinkleNet, before: tuple[float, float, float], batches: list[torch.Tensor]) -> None:
    """Bring a net's answers to the scale of an earlier one, for which the numbers of settings.toml were chosen."""
    (plain, sprinkled, apart), (low, high, far) = before, scale_of(net, batches)
    stretch = (sprinkled - plain) / (high - low)
    last = net.head[2]
    last.weight[0] *= stretch
    last.bias[0] = stretch * (last.bias[0] - low) + plain
    last.weight[1:] *= (apart / far) ** 0.5
    last.bias[1:] *= (apart / far) ** 0.5


def train(
    folder: Path, out: Path, minutes: float = 20, seed: int = 7, start_from: Path | None = None, share: float = 1.0
) -> None:
    """Train for some minutes, from scratch or from an exported net; write the ONNX file.

    `share` is how far it goes from the weights of that net to the new ones.
    """
    rng = seeded_rng(seed)
    sheets = Sheets(folder, range(HELD_OUT)).refresh()
    held = Sheets(folder, range(HELD_OUT, 10**5)).refresh()
    fixed = np.random.default_rng(seed)
    held_batches = [held.batch(fixed) for _ in range(HELD_BATCHES)]
    net = SprinkleNet()
    if start_from:
        load(net, start_from, channels=4)
    before, weights = scale_of(net, held_batches), copy_of(net)

    def loss(net: nn.Module, step: int) -> torch.Tensor:
        if step % RELOAD_STEPS == RELOAD_STEPS - 1:
            sheets.refresh()
        return loss_of(net(sheets.batch(rng)))

    def mistake(net: nn.Module) -> float:
        return float(np.mean([loss_of(net(batch)).item() for batch in held_batches]))

    top = 2e-3 if start_from is None else 6e-4
    optimize(net, minutes, top, loss, Checkpoints(out.with_suffix(".pt"), mistake, bool(sheets.photographed)))
    go_part_way(net, weights, share)
    if start_from:
        keep_scale(net, before, held_batches)
    export(net, (SIDE, SIDE), out, batch=True, channels=4)

"""Optimizes a net for a number of minutes with a falling learning rate, and keeps the best of it. Needs torch."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

RELOAD_STEPS = 20  # steps after which new photos are looked for: more may have been made meanwhile
HELD_OUT = 90000  # editions from this number on are never trained with: they choose the checkpoint
PHOTOGRAPHED = 80000  # numbers from this one on, up to those, are of photographs that nobody painted
CHECKS = 12  # how often the net is checked with them
AVERAGED = 0.99  # share of its old self that the average of the weights keeps at each step


def seeded_rng(seed: int) -> np.random.Generator:
    """Seed all random numbers and use one core: two that wait for each other are slower on a shared machine."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return np.random.default_rng(seed)


class Checkpoints:
    """Keeps the weights with the smallest mistake on held out editions, as a file beside the net's.

    Or the last ones: held out editions are painted and do not show what photographs have taught.
    """

    def __init__(self, path: Path, mistake_of: Callable[[nn.Module], float], keeps_last: bool = False) -> None:
        self.path, self.mistake_of, self.keeps_last, self.best = path, mistake_of, keeps_last, np.inf

    def check(self, net: nn.Module, spent: float) -> None:
        """Measure a net, say how good it is, keep it if it is the best so far."""
        net.eval()
        with torch.no_grad():
            mistake = self.mistake_of(net)
        print(f"{spent:.0%} mistake on held out editions {mistake:.4f}", flush=True)
        if self.keeps_last or mistake < self.best:
            self.best = mistake
            torch.save(net.state_dict(), self.path)


def optimize(
    net: nn.Module, minutes: float, top: float, loss_of: Callable[[nn.Module, int], Tensor], checkpoints: Checkpoints
) -> None:
    """Minimize a loss at a learning rate that rises to `top` and falls to 1e-5; load the best weights at the end.

    `loss_of` takes the net and the number of the step, and may load new photos. What is checked and kept is the
    running average of the weights, which is better than any of them.
    """
    optimizer = torch.optim.AdamW(net.parameters(), lr=top, weight_decay=1e-4)
    average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED), use_buffers=True)
    checkpoints.check(net, 0)
    net.train()
    start, step, checked, losses = time.monotonic(), 0, 0.0, []
    while (spent := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = top * min(1, step / 30 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        loss = loss_of(net, step)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.update_parameters(net)
        losses.append(loss.item())
        step += 1
        if step % 50 == 0:
            print(f"{step} {spent:.0%} loss {np.mean(losses[-50:]):.3f}", flush=True)
        if spent - checked > 1 / CHECKS:
            checked = spent
            checkpoints.check(average.module, spent)
    checkpoints.check(average.module, 1)
    net.load_state_dict(torch.load(checkpoints.path))

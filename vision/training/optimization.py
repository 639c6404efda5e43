"""Optimizes a net for a number of minutes with a falling learning rate. Needs torch."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

RELOAD_STEPS = 200  # steps after which the photos are loaded again: more may have been made meanwhile


def seeded_rng(seed: int) -> np.random.Generator:
    """Seed all random numbers and use one core: two that wait for each other are slower on a shared machine."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return np.random.default_rng(seed)


def optimize(
    nets: nn.Module,
    minutes: float,
    top: float,
    loss_of: Callable[[int], Tensor],
    save: Callable[[], None],
    clipped: nn.Module | None = None,
) -> None:
    """Minimize a loss at a learning rate that rises to `top` and falls to 1e-5; save regularly and at the end.

    `loss_of` takes the number of the step and may load new photos. Gradients of `clipped` are bounded.
    """
    optimizer = torch.optim.AdamW(nets.parameters(), lr=top, weight_decay=1e-4)
    start, step, losses = time.monotonic(), 0, []
    while (spent := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = top * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        loss = loss_of(step)
        optimizer.zero_grad()
        loss.backward()
        if clipped is not None:
            torch.nn.utils.clip_grad_norm_(clipped.parameters(), 5.0)
        optimizer.step()
        losses.append(loss.item())
        step += 1
        if step % 50 == 0:
            print(f"{step} {spent:.0%} loss {np.mean(losses[-50:]):.3f}", flush=True)
            save()
    save()

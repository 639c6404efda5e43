"""How each of the nets is taught: for so many minutes, ever more gently. Needs torch."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

LOOK_AGAIN = 200  # steps after which new photos are looked for: the studio may still be at work


def begin(seed: int) -> np.random.Generator:
    """The same numbers for the same seed, on one core: two that wait for each other are slower on a shared machine."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    return np.random.default_rng(seed)


def teach(
    nets: nn.Module,
    minutes: float,
    top: float,
    loss_of: Callable[[int], Tensor],
    save: Callable[[], None],
    clipped: nn.Module | None = None,
) -> None:
    """Steps down the loss, at a rate that rises to `top` and falls to nothing; saves now and then, and at the end.

    `loss_of` is given the number of the step, and may look for new photos at some. Gradients of `clipped` are bounded.
    """
    best = torch.optim.AdamW(nets.parameters(), lr=top, weight_decay=1e-4)
    start, step, losses = time.monotonic(), 0, []
    while (spent := (time.monotonic() - start) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = top * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        loss = loss_of(step)
        best.zero_grad()
        loss.backward()
        if clipped is not None:
            torch.nn.utils.clip_grad_norm_(clipped.parameters(), 5.0)
        best.step()
        losses.append(loss.item())
        step += 1
        if step % 50 == 0:
            print(f"{step} {spent:.0%} loss {np.mean(losses[-50:]):.3f}", flush=True)
            save()
    save()

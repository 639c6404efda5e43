"""The three nets, small enough for a small server, and their export for OpenCV. Needs torch."""

from __future__ import annotations

import io
from pathlib import Path

import torch
from torch import Tensor, nn


def conv(a: int, b: int, stride: int = 1, kernel: int = 3, pad: int | None = None) -> nn.Sequential:
    """Return a convolution with batch norm and ReLU; the norm is merged into it on export."""
    return nn.Sequential(
        nn.Conv2d(a, b, kernel, stride, kernel // 2 if pad is None else pad, bias=False),
        nn.BatchNorm2d(b),
        nn.ReLU(inplace=True),
    )


class LatticeNet(nn.Module):
    """Photo -> four maps a quarter of its size: donut's middle, corner of cardboard, open tile, box (as logits)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 12, 2), conv(12, 24, 2), conv(24, 24))
        self.down = nn.ModuleList(
            [
                nn.Sequential(conv(24, 40, 2), conv(40, 40)),
                nn.Sequential(conv(40, 64, 2), conv(64, 64)),
                nn.Sequential(conv(64, 64, 2), conv(64, 64)),
            ]
        )
        self.side = nn.ModuleList([nn.Conv2d(24, 24, 1), nn.Conv2d(40, 40, 1), nn.Conv2d(64, 64, 1)])
        self.up = nn.ModuleList([conv(64, 64), conv(64, 40), conv(40, 24)])
        self.head = nn.Sequential(conv(24, 24), nn.Conv2d(24, 4, 1))
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        levels = [self.stem(x)]
        for down in self.down:
            levels.append(down(levels[-1]))
        y = self.up[0](levels[3])
        y = self.up[1](self.grow(y) + self.side[2](levels[2]))
        y = self.up[2](self.grow(y) + self.side[1](levels[1]))
        return self.head(self.grow(y) + self.side[0](levels[0]))


KINDS, NUMBERS = 4, 16


class CellNet(nn.Module):
    """Straightened case, 48 pixels a square -> for each square 4 kinds (logits) and NUMBERS of its type."""

    def __init__(self) -> None:
        super().__init__()
        self.see = nn.Sequential(
            conv(3, 16, 2),
            conv(16, 32, 2),
            conv(32, 32),
            conv(32, 48, 2),
            conv(48, 48),
            conv(48, 64, 2),
            conv(64, 64),
            conv(64, 96, 3, 3, 0),
        )
        self.around = nn.ModuleList([conv(96, 96), conv(96, 96)])
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(96, 96, 1), nn.Tanh())
        self.head = nn.Sequential(nn.Conv2d(96, 96, 1), nn.ReLU(), nn.Conv2d(96, KINDS + NUMBERS, 1))

    def forward(self, x: Tensor) -> Tensor:
        y = self.see(x)
        y = y + 2 * self.whole(y)  # bounded, so that OpenCV does not take it for a residual of the same shape
        for around in self.around:
            y = y + around(y)
        return self.head(y)


class Nominal(nn.Module):
    """Typed colour (red, green, blue, filled) -> NUMBERS expected for such donuts; and the NUMBERS of holes."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU(), nn.Linear(48, NUMBERS))
        self.holes = nn.Parameter(torch.zeros(NUMBERS))

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x)


class SprinkleNet(nn.Module):
    """One square of 48 pixels, normalized by its frosting -> logit of sprinkles, and NUMBERS to compare."""

    def __init__(self) -> None:
        super().__init__()
        self.see = nn.Sequential(
            conv(4, 12), conv(12, 24, 2), conv(24, 24), conv(24, 40, 2), conv(40, 40), conv(40, 64, 2), conv(64, 64)
        )
        self.head = nn.Sequential(nn.Conv2d(128, 48, 1), nn.ReLU(), nn.Conv2d(48, 1 + NUMBERS, 1))

    def forward(self, x: Tensor) -> Tensor:
        y = self.see(x)
        return self.head(torch.cat([nn.functional.avg_pool2d(y, 6), nn.functional.max_pool2d(y, 6)], 1))


def export(net: nn.Module, size: tuple[int, int], path: Path, batch: bool = False, channels: int = 3) -> None:
    """Write an ONNX file with variable height and width or, for `batch`, a variable number of pictures."""
    net.eval()
    memory = io.BytesIO()
    axes = (
        {"photo": {0: "n"}, "out": {0: "n"}}
        if batch
        else {"photo": {2: "height", 3: "width"}, "out": {2: "rows", 3: "columns"}}
    )
    torch.onnx.export(
        net,
        torch.zeros(1, channels, *size),
        memory,
        input_names=["photo"],
        output_names=["out"],
        dynamic_axes=axes,
        dynamo=False,
        opset_version=13,
    )
    path.write_bytes(memory.getvalue())

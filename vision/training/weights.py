"""Continues from a committed net: its ONNX file holds all that is needed. Needs torch.

On export every batch norm is merged into its convolution; a net that is loaded learns on merged, which is faster too.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn


def load(net: nn.Module, path: Path, channels: int = 3) -> None:
    """Merge the batch norms of a net and fill it with the weights of its ONNX file. Raises ValueError: other layers."""
    _merge(net)
    graph = onnx.load(str(path)).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    nodes = [node for node in graph.node if node.op_type == "Conv"]
    with torch.no_grad():
        for conv, node in zip(_in_order(net, channels), nodes, strict=True):
            for parameter, name in zip((conv.weight, conv.bias), node.input[1:], strict=True):
                if parameter.shape != arrays[name].shape:
                    raise ValueError(f"{path} is of a net with other layers")
                parameter.copy_(torch.tensor(np.array(arrays[name])))
    net.to(memory_format=torch.channels_last)


def copy_of(net: nn.Module) -> dict[str, torch.Tensor]:
    """Return a copy of a net's weights."""
    return {name: value.detach().clone() for name, value in net.state_dict().items()}


def go_part_way(net: nn.Module, before: dict[str, torch.Tensor], share: float) -> None:
    """Set a net's weights to this share of the way from those before to those it has now.

    A continued net that goes all the way forgets some of what it knew.
    """
    now = net.state_dict()
    if share < 1:
        net.load_state_dict({name: torch.lerp(value, now[name], share) for name, value in before.items()})


def _merge(net: nn.Module) -> None:
    """Replace each convolution without a bias and its batch norm by a convolution with one."""
    for module in net.modules():
        if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
            old = module[0]
            module[0] = nn.Conv2d(old.in_channels, old.out_channels, old.kernel_size, old.stride, old.padding)
            module[1] = nn.Identity()


@torch.no_grad()
def _in_order(net: nn.Module, channels: int) -> list[nn.Conv2d]:
    """Return the convolutions of a net in the order in which it runs them: that of the file."""
    order: list[nn.Conv2d] = []
    hooks = [
        module.register_forward_pre_hook(lambda conv, _: order.append(conv))
        for module in net.modules()
        if isinstance(module, nn.Conv2d)
    ]
    net(torch.zeros(1, channels, 192, 192))
    for hook in hooks:
        hook.remove()
    return order

"""The examples of the rules reference: positions and trays, whose amounts the engine works out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.donut_shop.parts import Square


@dataclass(frozen=True, slots=True)
class Example:
    """A tile to lay, a box to fill with orders and wilds, or trays, in notation.

    `allowed`: whether the rulebook, as we read it, allows it.
    """

    case: str = ""
    tile: str = ""
    at: Square = (0, 0)
    kind: str = ""
    box: str = ""
    cards: str = ""
    trays: Mapping[str, str] = field(default_factory=dict)
    allowed: bool = True


def _tile(case: str, tile: str, at: Square, kind: str, allowed: bool = True) -> Example:
    return Example(case, tile, at, kind, allowed=allowed)


def _box(case: str, box: str, at: Square, cards: str, allowed: bool = True) -> Example:
    return Example(case, at=at, box=box, cards=cards, allowed=allowed)


def _trays(**trays: str) -> Example:
    return Example(trays=trays)


SHOP, NUTS = "donut-shop", "go-nuts"
EXAMPLES: Mapping[tuple[str, str], tuple[Example, ...]] = {
    (SHOP, "placing"): (
        _tile("BBVV/BBMM", "NNVV", (4, 0), "V"),
        _tile("BB/BB/MM/MM", "NNVV", (2, 1), "V", allowed=False),
        _tile("BBVV/BBMM", "NNVV", (4, 2), "V", allowed=False),
        _tile("BBVV/BBMM", "NNVV", (3, 0), "V", allowed=False),
    ),
    (SHOP, "being-paid"): (
        _tile("BV..VV/VV..VM/NNBBNN/MMBBMM", "VVNN", (2, 0), "V"),
        _tile("NNVV/BBVV", "NVMM", (0, 2), "V"),
        _tile("##VV/##NN", "VVNN", (4, 0), "V"),
    ),
    (SHOP, "boxing"): (
        _box("NNBV/NNBV", "3x2", (0, 0), "B N"),
        _box("NNBV/NNBV", "3x2", (0, 0), "N", allowed=False),
        _box("NN/NN", "3x2", (0, 0), "N", allowed=False),
    ),
    (SHOP, "wilds"): (_box("BVNN/BBNN", "2x2", (0, 0), "B N&N*>V"),),
    (SHOP, "sprinkle-orders"): (_box("MnBB/MMBB", "2x2", (0, 0), "M* N*"),),
    (SHOP, "coffee-orders"): (
        _box("VVBB/VVBB", "4x2", (0, 0), "V+ B"),
        _box("VVBB/VVBB", "4x2", (0, 0), "V+ B+"),
        _box("VVBB/VVBB", "4x2", (0, 0), "V+ V+ B+"),
    ),
    (SHOP, "holes"): (
        _tile("VV/BB", "VOBM", (2, 0), "V"),
        _box("VVVO/BBBM", "2x2", (2, 0), "V B M"),
        _box("VVVO/BBVV", "2x2", (2, 0), "V+ C+"),
    ),
    (SHOP, "holes-join"): (_tile("VO../MM..", "VVNN", (2, 0), "V"),),
    (SHOP, "sprinkles"): (_box("vvBB/VVBB", "4x2", (0, 0), "V* B"),),
    (SHOP, "sprinkles-same-type"): (_box("VVVv/VVVB", "3x2", (1, 0), "V*+ V*+ V+ B"),),
    (SHOP, "wild-sprinkles"): (_box("vVNN/VVNN", "2x2", (0, 0), "N*&N>V"),),
    (SHOP, "wild-coffee"): (_box("BVNN/BBNN", "2x2", (0, 0), "B+ N&N+>V"),),
    (SHOP, "coffee-four"): (_box("VVBB/VVBB", "4x2", (0, 0), "V+ V+ B+ B+"),),
    (SHOP, "extra-orders"): (
        _box("VVNN/VVNN", "2x2", (0, 0), "V+ B+", allowed=False),
        _box("VONN/VVNN", "2x2", (0, 0), "V+ B+"),
    ),
    (SHOP, "wild-extra"): (_box("VVNN/VVNN", "2x2", (0, 0), "V N+&N+>V"),),
    (SHOP, "lined-up"): (_tile("VV##/VV##", "NNVB", (4, 0), "N"),),
    (SHOP, "holes-only"): (
        _box("OOVV/OOVV", "2x2", (0, 0), "", allowed=False),
        _box("OOVV/OOVV", "2x2", (0, 0), "M"),
    ),
    (SHOP, "touching"): (_tile("VVMM/BBMM", "NNBV", (0, 2), "B"),),
    (NUTS, "plain"): (_trays(Ana="plain plain", Bo="plain"), _trays(Ana="plain plain", Bo="plain plain")),
    (NUTS, "maple-bar"): (_trays(Ana="maple-bar glazed powdered plain eclair french-cruller donut-holes"),),
    (NUTS, "mucho-matcha"): (_trays(Ana="mucho-matcha glazed glazed powdered"),),
    (NUTS, "old-fashioned"): (_trays(Ana="old-fashioned glazed powdered"),),
    (NUTS, "maple-frosted"): (_trays(Ana="maple-frosted", Bo="glazed powdered"),),
    (NUTS, "coffee"): (_trays(Ana="coffee red-velvet bear-claw"),),
    (NUTS, "tie"): (_trays(Ana="milk", Bo="glazed powdered"),),
    (NUTS, "maple-frosted-tie"): (_trays(Ana="maple-frosted", Bo="glazed", Cy="powdered plain"),),
    (NUTS, "types"): (
        _trays(Ana="maple-bar glazed powdered plain eclair french-cruller coffee", Bo="powdered powdered"),
    ),
    (NUTS, "boston-pair"): (_trays(Ana="boston-cream boston-cream", Bo="powdered glazed"),),
}

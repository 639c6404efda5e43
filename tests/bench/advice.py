"""What advice costs where it is dearest: every tile laid and unboxed, a tile with holes, a hand of ten orders."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from companion.donut_shop.advice import best_boxes, best_placements
from companion.donut_shop.parts import Order, Tile
from tests.transcripts import GOLDEN, played

ROUNDS = 5


def milliseconds(what: Callable[[], object]) -> float:
    """Of processor time, the quickest of several rounds."""
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        what()
        spent.append(time.process_time() - began)
    return min(spent) * 1e3


def advice() -> dict[str, float]:
    """Milliseconds of the best placements and the best boxes."""
    text = (GOLDEN / "told-shop-case-0.txt").read_text()
    shop = played("\n".join(line for line in text.splitlines() if ": box" not in line)).state
    dice = Random(7)
    hand = [Order(dice.choice(shop.edition.types), dice.random() < 0.4, dice.random() < 0.4) for _ in range(10)]
    tile, rulings, edition = Tile("BnOV"), shop.party.rulings, shop.edition
    return {
        "best placements at 36 tiles, ms": milliseconds(lambda: best_placements(shop.case, tile, edition, rulings, 20)),
        "best boxes there with ten orders, ms": milliseconds(
            lambda: best_boxes(shop.case, hand, {}, True, edition, rulings, 20)
        ),
    }

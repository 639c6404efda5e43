"""Every way to give some orders, by trying each pair as each wild: slow, and too plain to be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.donut_shop.parts import Edition, Order, Wild

Given = tuple[tuple[Order, ...], tuple[Wild, ...]]


def arrangements(cards: tuple[Order, ...], edition: Edition) -> Iterator[Given]:
    """Plain, and pairs of one type as wilds for another; each way once."""
    yield cards, ()
    seen = set()
    for i, j in combinations(range(len(cards)), 2):
        if cards[i].kind != cards[j].kind:
            continue
        rest = (*cards[:i], *cards[i + 1 : j], *cards[j + 1 :])
        for kind in edition.types:
            if kind == cards[i].kind:
                continue
            wild = Wild(cards[i], cards[j], kind)
            for orders, wilds in arrangements(rest, edition):
                key = (tuple(sorted(map(str, orders))), tuple(sorted(map(str, (wild, *wilds)))))
                if key not in seen:
                    seen.add(key)
                    yield orders, (wild, *wilds)

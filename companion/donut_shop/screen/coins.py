"""An amount in the fewest coins of the bank, without the coins it has none left of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.donut_shop.parts import TOKENS
from companion.donut_shop.screen.draft import ShopDraft

LEAST = 5  # cents: every amount of the rules is a multiple
MOST = 2_000  # cents: more than all the bank’s smaller coins


@dataclass(frozen=True, slots=True)
class CoinView:
    """One kind of coin in cents: its count, and the draft with this kind marked as run out, or as available again."""

    kind: int
    count: int
    draft: ShopDraft


@dataclass(frozen=True, slots=True)
class CoinsView:
    """The coins a seat takes from the bank, empty where those left cannot make the amount, and the kinds run out."""

    seat: str
    cents: int
    coins: Sequence[CoinView]
    gone: Sequence[CoinView]


def coins_view(seat: str, cents: int, draft: ShopDraft) -> CoinsView:
    """Return an amount of cents in the fewest coins the bank still has."""
    counts = fewest(cents, draft.gone)
    return CoinsView(
        seat,
        cents,
        [CoinView(kind, counts.count(kind), draft.with_coin_toggled(kind)) for kind in TOKENS if kind in counts],
        [CoinView(kind, 0, draft.with_coin_toggled(kind)) for kind in draft.gone],
    )


@lru_cache(256)
def fewest(cents: int, gone: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the fewest coins that make an amount, the largest first; empty where it cannot be made or is over MOST."""
    if not 0 < cents <= MOST or cents % LEAST:
        return ()
    kinds = [kind for kind in TOKENS if kind not in gone]
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for amount in range(LEAST, cents + 1, LEAST):
        found = [(*ways[amount - kind], kind) for kind in kinds if amount - kind in ways]
        if found:
            ways[amount] = min(found, key=len)
    return tuple(sorted(ways.get(cents, ()), reverse=True))

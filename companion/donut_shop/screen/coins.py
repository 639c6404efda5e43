"""An amount as coins of the bank: the fewest there are, and the next way where it has none left of one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.donut_shop.parts import TOKENS
from companion.donut_shop.screen.draft import ShopDraft

LEAST = 5  # cents: every amount the rules pay is so many times this
MOST = 2_000  # cents: more than all the bank’s smaller coins


@dataclass(frozen=True, slots=True)
class CoinView:
    """One kind of coin: how many of it, and the draft after the bank has none of it left (or has again)."""

    kind: int
    count: int
    draft: ShopDraft


@dataclass(frozen=True, slots=True)
class CoinsView:
    """What a seat takes from the bank. `coins` is empty where no coins that are left make the amount."""

    seat: str
    cents: int
    coins: Sequence[CoinView]
    gone: Sequence[CoinView]


def coins_view(seat: str, cents: int, draft: ShopDraft) -> CoinsView:
    """The amount in its fewest coins, without those the bank has none left of."""
    counts = fewest(cents, draft.gone)
    return CoinsView(
        seat,
        cents,
        [CoinView(kind, counts.count(kind), draft.with_coin_toggled(kind)) for kind in TOKENS if kind in counts],
        [CoinView(kind, 0, draft.with_coin_toggled(kind)) for kind in draft.gone],
    )


def fewest(cents: int, gone: Collection[int] = ()) -> tuple[int, ...]:
    """The fewest coins that make an amount, the largest first; none where it cannot be made, or is beyond any bank."""
    if not 0 < cents <= MOST or cents % LEAST:
        return ()
    kinds = [kind for kind in TOKENS if kind not in gone]
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for amount in range(LEAST, cents + 1, LEAST):
        found = [(*ways[amount - kind], kind) for kind in kinds if amount - kind in ways]
        if found:
            ways[amount] = min(found, key=len)
    return tuple(sorted(ways.get(cents, ()), reverse=True))

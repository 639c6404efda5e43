"""Amounts as coins: the fewest, and the next way when the bank has none left of one."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.donut_shop.parts import TOKENS
from companion.donut_shop.screen.coins import coins_view, fewest
from companion.donut_shop.screen.draft import ShopDraft
from companion.donut_shop.screen.view import shop_view
from tests.transcripts import played


@pytest.mark.parametrize(
    ("cents", "gone", "coins"),
    [
        (45, (), (25, 10, 10)),
        (45, (25,), (10, 10, 10, 10, 5)),
        (30, (5,), (10, 10, 10)),
        (40, (), (25, 10, 5)),
        (35, (5, 25), ()),
        (135, (), (100, 25, 10)),
        (5, (5,), ()),
        (0, (), ()),
        (7, (), ()),
        (1_000_000, (), ()),
    ],
)
def test_an_amount_in_its_fewest_coins(cents: int, gone: tuple[int, ...], coins: tuple[int, ...]) -> None:
    assert fewest(cents, gone) == coins


def test_whatever_is_gone_no_fewer_coins_make_the_amount() -> None:
    """Every amount that up to four coins make, with every set of coins left, against all such handfuls."""
    for count in range(1, len(TOKENS) + 1):
        for left in combinations(TOKENS, count):
            least: dict[int, int] = {0: 0}
            for size in range(1, 5):
                for amount in [amount for amount, coins in least.items() if coins == size - 1]:
                    for coin in left:
                        least.setdefault(amount + coin, size)
            gone = tuple(coin for coin in TOKENS if coin not in left)
            for amount in range(5, 205, 5):
                coins = fewest(amount, gone)
                assert amount not in least or (len(coins), sum(coins)) == (least[amount], amount)


def test_a_coin_tapped_is_gone_and_tapped_again_it_is_back() -> None:
    view = coins_view("Ana", 45, ShopDraft())
    quarter = view.coins[0]
    assert (quarter.kind, quarter.count) == (25, 1)
    without = coins_view("Ana", 45, quarter.draft)
    assert [(coin.kind, coin.count) for coin in without.coins] == [(10, 4), (5, 1)]
    assert coins_view("Ana", 45, without.gone[0].draft) == view


def test_coins_are_those_of_the_latest_amount_somebody_took() -> None:
    table = played("game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 35\nAna: end\n")
    coins = shop_view(table, {}).coins
    assert coins is not None
    assert (coins.seat, coins.cents) == ("Ana", 35)
    assert shop_view(table.play("table: adjust Bo +5"), {}).coins is None
    assert shop_view(played("game donut-shop\nseats Ana Bo\n"), {}).coins is None

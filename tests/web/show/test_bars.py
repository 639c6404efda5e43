"""The bars of a result: all to one scale, and the part that made the difference."""

from __future__ import annotations

from companion.kernel.game import Standing
from companion.web.show.bars import bars, difference

ANA = Standing("Ana", 570, 2, 1, True, {"placement": 445, "box": 100, "coffee": 25})
BO = Standing("Bo", 285, 1, 2, False, {"placement": 270, "box": 40, "adjust": -25})


def test_all_bars_have_one_scale_and_the_longest_fills_it() -> None:
    ana, bo = bars([ANA, BO], [1, 2])
    assert [(part.name, part.left, part.width) for part in ana.parts] == [
        ("placement", 4.2, 74.79),
        ("box", 78.99, 16.81),
        ("coffee", 95.8, 4.2),
    ]
    assert [(part.left, part.width) for part in bo.parts] == [(4.2, 45.38), (49.58, 6.72), (0, 4.2)]
    assert ana.zero == bo.zero == 4.2
    assert next(part.left for part in bars([ANA], [1])[0].parts) == 0, "without losses zero is at the left"


def test_what_is_lost_lies_left_of_zero_so_that_a_zero_is_no_full_bar() -> None:
    parts: list[dict[str, int]] = [{"plain": 4}, {"plain": 4, "eclair": -1, "red-velvet": -3}, {"red-velvet": -2}, {}]
    all_bars = bars([Standing("Ana", sum(one.values()), 0, 1, False, one) for one in parts], [1, 2, 3, 4])
    assert {bar.zero for bar in all_bars} == {50}
    assert [[(part.left, part.width) for part in bar.parts] for bar in all_bars] == [
        [(50, 50)],
        [(50, 50), (37.5, 12.5), (0, 37.5)],
        [(25, 25)],
        [],
    ]


def test_the_difference_is_the_part_in_which_the_winner_was_most_ahead() -> None:
    assert difference([ANA, BO]) == ("placement", 175, "Bo")
    assert difference([ANA]) is None
    shared = [Standing(name, 5, 1, 1, True, {"plain": 5}) for name in ("Ana", "Bo")]
    assert difference(shared) is None
    assert bars([Standing("Ana", 0, 0, 1, True, {})], [1])[0].parts == []

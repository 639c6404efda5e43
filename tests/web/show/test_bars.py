"""The bars of a result: all to one scale, and the part that made the difference."""

from __future__ import annotations

from companion.kernel.game import Standing
from companion.web.show.bars import bars, difference

ANA = Standing("Ana", 570, 2, 1, True, {"placement": 445, "box": 100, "coffee": 25})
BO = Standing("Bo", 285, 1, 2, False, {"placement": 270, "box": 40, "adjust": -25})


def test_the_longest_bar_is_a_hundred_long_and_the_others_to_its_scale() -> None:
    ana, bo = bars([ANA, BO], [1, 2])
    assert [(part.name, part.left, part.width) for part in ana.parts] == [
        ("placement", 0, 78.07),
        ("box", 78.07, 17.54),
        ("coffee", 95.61, 4.39),
    ]
    assert [part.width for part in bo.parts] == [47.37, 7.02]
    assert bo.lost == [("adjust", -25)]


def test_the_difference_is_the_part_in_which_the_winner_was_most_ahead() -> None:
    assert difference([ANA, BO]) == ("placement", 175, "Bo")
    assert difference([ANA]) is None
    shared = [Standing(name, 5, 1, 1, True, {"plain": 5}) for name in ("Ana", "Bo")]
    assert difference(shared) is None
    assert bars([Standing("Ana", 0, 0, 1, True, {})], [1])[0].parts == []

"""The course of a game: scores over time, the best moments, the result under other rulings."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.records.course import best_moments, course, otherwise
from companion.web.show.chart import HEIGHT, WIDTH, chart
from tests.transcripts import GOLDEN, played

SHOP = played((GOLDEN / "told-shop-case-0.txt").read_text())


def test_money_over_the_game_ends_where_the_game_ends() -> None:
    went = course(SHOP)
    assert list(went.moments) == list(range(37))
    assert [scores[0] for scores in went.scores] == [0, 0]
    assert [scores[-1] for scores in went.scores] == [860, 850]


NUTS = """game go-nuts
seats Ana Bo
table: refill 1=plain 2=chocolate-frosted 3=glazed
table: reveal Ana=1 Bo=2
Bo: draw powdered
table: refill 1=plain 2=glazed
table: reveal Ana=3 Bo=1
"""


def test_points_begin_with_the_start_though_the_first_round_waits_for_an_answer() -> None:
    went = course(played(NUTS))
    assert (list(went.moments), [list(scores) for scores in went.scores]) == ([0, 1, 2], [[0, 4, 4], [0, 3, 5]])


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_every_chart_begins_as_its_table_began_and_ends_as_it_ended(path: Path) -> None:
    table = played(path.read_text(encoding="utf-8"))
    went = course(table)
    assert [scores[0] for scores in went.scores] == table.game.rules.scores(table.start)
    if len(went.moments) > 1:
        assert [scores[-1] for scores in went.scores] == table.game.rules.scores(table.state)
        assert list(went.moments) == sorted(went.moments)
    assert 0 in [score for _, score in chart(went, table.state.party).ticks]


def test_money_only_grows_where_nothing_is_adjusted() -> None:
    for scores in course(SHOP).scores:
        assert list(scores) == sorted(scores)


def test_the_best_moments() -> None:
    box, tile = best_moments(SHOP, 2)
    assert (box.gain, tile.gain) == (90, 70)
    assert tile.applied.line.text == "place nCvC @8,-6 C" and tile.seat == tile.applied.line.seat
    assert best_moments(played("game donut-shop\nseats Ana Bo\ntable: adjust Ana +500\n"), 3) == []


def test_in_a_round_of_bids_each_seat_gains_for_itself() -> None:
    table = played("game go-nuts\nseats Ana Bo\ntable: refill 1=powdered 2=glazed 3=plain\ntable: reveal Ana=1 Bo=2\n")
    assert [(one.seat, one.gain) for one in best_moments(table, 3)] == [(0, 3), (1, 2)]


def test_a_ruling_that_would_have_changed_the_winner_is_named() -> None:
    changed = {(other.ruling, other.choice): other for other in otherwise(SHOP)}
    assert changed["holes-join", "no"].winners == ["Bo"] and changed["holes-join", "no"].changes_winner
    assert dict(changed["wild-coffee", "no"].scores)["Ana"] == 845
    assert ("holes-join", "yes") not in changed, "the choice that was played is no other one"


def test_a_ruling_of_the_middle_is_replaced_for_the_whole_game() -> None:
    text = "game donut-shop\nseats Ana Bo\nstart BBVV/BBMM\nlaid 34\ndeck 0\nAna: place VVOO @4,0 V\nAna: end\n"
    table = played(text + "table: ruling holes-join=no\nBo: place VOVV @0,2 V\nBo: end\n")
    assert [sum(t.paid.values()) for t in table.under("holes-join", "yes").applied] == [30, 0, 20, 0]


def test_the_drawing_of_a_game_stays_on_its_paper() -> None:
    drawn = chart(course(SHOP), SHOP.state.party)
    for curve in drawn.curves:
        for point in curve.points.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH and 0 <= y <= HEIGHT
    ends = sorted(curve.label_y for curve in drawn.curves)
    assert all(b - a >= 12 for a, b in pairwise(ends)), "names do not lie on each other"

"""The look back at a game of tiles: shares and the largest amount missed, counted by hand and by the rules."""

from __future__ import annotations

from time import process_time

import pytest

from companion.donut_shop.explanations.review import review
from companion.donut_shop.moves import Place
from companion.donut_shop.pay import placement_pays
from tests.transcripts import GOLDEN, played

# Ana's BBBB may lie at nine spots; beside the two Blue it pays 6 x 5, at the right side alone 4 x 5.
GAME = """game donut-shop
seats Ana Bo
follow case
start BBVV/VVVV
Ana: place BBBB @4,0 B
Bo: place VVVV @0,2 V
table: end
"""
GAMES = sorted(GOLDEN.glob("*shop*.txt"))


def test_what_was_taken_and_what_lay_there_are_counted_by_hand() -> None:
    ana, bo = review(played(GAME))
    assert (ana.taken, ana.possible, ana.percent) == (20, 30, 66)
    assert ana.missed is not None
    assert (ana.missed.seq, ana.missed.number, ana.missed.more, ana.missed.best.cents) == (1, 1, 10, 30)
    assert len(ana.missed.squares) == 6
    assert (bo.taken, bo.possible, bo.percent, bo.missed) == (50, 50, 100, None)


def test_a_tile_counts_by_the_rules_whatever_the_table_decided() -> None:
    decided = review(played(GAME.replace("B\nBo", "B !90\nBo")))
    assert (decided[0].taken, decided[0].possible) == (20, 30)


def test_a_tile_laid_where_none_may_lie_is_no_more_than_all() -> None:
    text = GAME.replace("Ana: place BBBB @4,0 B", "Ana: place BBBB @20,0 B !")
    ana = review(played(text))[0]
    assert (ana.taken, ana.possible) == (20, 30)


def test_a_tile_with_a_donut_nobody_knows_is_left_out() -> None:
    text = "game donut-shop\nseats Ana Bo\nfollow bank\nAna: paid 35\ntable: end\n"
    assert review(played(text)) == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_nobody_takes_more_than_all_and_each_best_spot_pays_what_it_says(path: object) -> None:
    table = played(GOLDEN.joinpath(str(path)).read_text())
    laid = [one for one in table.applied if isinstance(one.line.move, Place) and not one.aside]
    for one in review(table):
        assert 0 <= one.taken <= one.possible and one.percent <= 100
        assert (one.percent == 100) <= (one.missed is None)
        if (missed := one.missed) is None:
            continue
        assert missed.seq in [applied.line.seq for applied in laid]
        best, state = missed.best, missed.before
        pays = placement_pays(state.case, best.tile, best.at, state.edition, state.party.rulings)
        assert 5 * len(pays[best.kind]) == best.cents == missed.taken + missed.more


def test_a_whole_game_is_looked_back_at_quickly() -> None:
    table = played((GOLDEN / "told-shop-case-0.txt").read_text())
    began = process_time()
    review(table)
    assert process_time() - began < 0.3

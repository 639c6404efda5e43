"""The look back at a game of cards: who lost what by bidding on the same number, counted by hand."""

from __future__ import annotations

import pytest

from companion.go_nuts.review import review
from tests.transcripts import GOLDEN, played

GAME = """game go-nuts
seats Ana Bo Cy
tray Bo powdered
table: refill 1=glazed 2=eclair 3=plain 4=powdered
table: reveal Ana=2 Bo=2 Cy=3
table: refill 2=jelly-filled 3=plain
Ana: select 4 in 2
table: reveal Bo=4 Cy=1
table: end
"""


def test_bumps_are_counted_and_the_dearest_card_is_named() -> None:
    ana, bo, cy = review(played(GAME))
    assert (ana.bids, ana.bumps, bo.bids, bo.bumps, cy.bids, cy.bumps) == (2, 2, 2, 2, 2, 0)
    assert cy.missed is None
    assert bo.missed is not None
    assert (bo.missed.seq, bo.missed.round, bo.missed.number, bo.missed.card, bo.worth) == (5, 2, 4, "powdered", 3)


def test_what_a_card_is_worth_depends_on_the_trays_of_then() -> None:
    text = GAME.replace("tray Bo powdered", "tray Bo jelly-filled").replace("4=powdered", "4=jelly-filled")
    ana, bo, _ = review(played(text.replace("2=jelly-filled 3", "2=glazed 3")))
    assert (ana.worth, bo.worth) == (0, 5)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("go-nuts-?.txt")), ids=lambda path: path.stem)
def test_every_bump_of_a_whole_game_is_of_seats_that_bid(path: object) -> None:
    table = played(GOLDEN.joinpath(str(path)).read_text())
    for one in review(table):
        assert 0 <= one.bumps <= one.bids
        assert (one.missed is None) == (one.bumps == 0)
        if one.missed:
            assert len(one.missed.seats) > 1 and one.seat in one.missed.seats

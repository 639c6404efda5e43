"""The keys a table's page offers, where more is known than which copies the deck can still hold."""

from __future__ import annotations

import pytest

from companion.go_nuts.screen.view import NutsView, nuts_view
from tests.transcripts import played

PUT_BACK = """game go-nuts
seats Ana Bo Cy
row 1=double-chocolate 2=plain 3=plain 4=glazed
table: reveal Ana=1 Bo=2 Cy=3
Ana: draw {} eclair keep eclair
"""


def view(back: str, **args: str) -> NutsView:
    table = played(PUT_BACK.format(back))
    return nuts_view(table.state, table.names, args)


def tapped(view: NutsView) -> list[str]:
    return [key.card for key in view.ask.keys if key.text or key.draft]


@pytest.mark.parametrize("args", [{}, {"cards": "?.glazed.milk"}], ids=["first", "told again"])
def test_at_the_lowest_gap_every_card_but_the_one_known_to_be_on_top_waits(args: dict[str, str]) -> None:
    refill = view("powdered", **args)
    assert (refill.ask.actor, [key.card for key in refill.ask.keys if not key.waits]) == ("1", ["powdered"])


def test_the_other_gaps_and_a_secret_top_offer_every_card() -> None:
    after = view("powdered", cards="powdered")
    assert after.ask.actor == "2" and len(tapped(after)) == len(after.ask.keys)
    assert len(tapped(view("?"))) == len(after.ask.keys)


@pytest.mark.parametrize("panel", ["refill", "draw"])
def test_the_other_keys_wait_for_the_card_put_back_and_count_right(panel: str) -> None:
    table = played(PUT_BACK.format("powdered"))
    if panel == "draw":
        table = played(PUT_BACK.replace("2=plain", "2=chocolate-frosted").format("powdered"))
    ask = nuts_view(table.state, table.names, {}).ask
    assert ask.first == "powdered"
    for key in ask.keys:
        assert key.count == table.state.left[key.card], key
        assert key.waits == (key.card != "powdered") and (key.text or key.draft)

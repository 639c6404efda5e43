"""The table after one of its lines, to be looked at: the row, the trays and everybody's points then.

No cookie lies on a card before the bids of its round are turned over, not even where the whole game is known by now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.go_nuts.powers import asked_seats
from companion.go_nuts.screen.prompts import CardView, NumberView, Prompt
from companion.go_nuts.screen.row import row_of
from companion.go_nuts.screen.story import StoryLine, story_lines
from companion.go_nuts.screen.view import NutsSeatView, asked, seat_views
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table


@dataclass(frozen=True, slots=True)
class NutsMomentView:
    """A moment of a game of Go Nuts. `mark`: of the one seat that is to choose, 0 for none or several.

    `case`: the row. `story_lines`: the events of the round, where the latest line brought some. `doing`: the names of
    the seats that are to bid, or to choose by the power of `card`. `panel` is empty: nothing can be tapped.
    """

    seats: Sequence[NutsSeatView]
    round: int
    case: Sequence[NumberView]
    pile: Sequence[CardView]
    deck: int
    mark: int
    story_lines: Sequence[StoryLine]
    story_round: int
    doing: Sequence[str]
    card: str
    refills: bool
    over: bool
    panel: str = ""
    has_begun: bool = False


def nuts_moment(table: Table, place: int) -> NutsMomentView:
    """Return the table after its first `place` standing lines."""
    state: NutsState = table.applied[place - 1].state if place else table.opening
    before: NutsState = table.applied[place - 2].state if place > 1 else table.opening
    choosing = asked_seats(state)
    news = state.story is not before.story or place == 0
    return NutsMomentView(
        seats=seat_views(state),
        round=state.round,
        case=row_of(state, "", Prompt()),
        pile=[CardView(card) for card in state.pile[::-1]],
        deck=state.deck,
        mark=state.party.mark(choosing[0]) if len(choosing) == 1 else 0,
        story_lines=story_lines(state) if news else (),
        story_round=state.round if state.at else state.round - 1,
        doing=[state.party.names[seat] for seat in sorted(asked(state))],
        card=state.choice.card if state.choice else "",
        refills=bool(state.gaps) and not state.over and not state.at,
        over=state.over,
    )

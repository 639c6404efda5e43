"""The round last resolved, an event a line: whose it is, and the points it brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.go_nuts.score import points
from companion.go_nuts.screen.prompts import SeatMark
from companion.go_nuts.screen.row import seat_mark
from companion.go_nuts.state import WITH_OTHER, NutsState

GAINED = frozenset({"takes", "top", "draws", "picks", "takes-from"})
LOST = frozenset({"gives", "passes", "discards", "gone"})
SEVERAL = frozenset({"picks", "discards", "clears"})  # events with a list of cards


@dataclass(frozen=True, slots=True)
class StoryLine:
    """An event with names in the place of seats, for its sentence. `number`: the number of the row it is about, 0 for
    none; `gain`: by how much the points of its only seat changed.
    """

    event: tuple[object, ...]
    number: int
    seats: Sequence[SeatMark]
    gain: int


def story_lines(state: NutsState) -> list[StoryLine]:
    """Return the events of the round as lines of the page."""
    return [
        StoryLine(
            named(state, event),
            _number_of(event),
            [seat_mark(state, seat) for seat in _seats_of(event)],
            gain,
        )
        for event, gain in zip(state.story, _gains(state), strict=True)
    ]


def named(state: NutsState, event: tuple[object, ...]) -> tuple[object, ...]:
    """Return an event with names in the place of seats."""
    what, who, *rest = event
    names = state.party.names
    if what in WITH_OTHER:
        rest[-1] = names[rest[-1]]  # type: ignore[call-overload]
    seats = [names[seat] for seat in who] if isinstance(who, tuple) else names[who]  # type: ignore[call-overload]
    return (what, seats, *rest)


def cards_gained(before: NutsState, after: NutsState, seat: int) -> list[str]:
    """Return the cards that came to a seat by a line, as they came. `before`, `after`: the states around it."""
    known = len(before.story) if before.at else 0  # a line that turns bids over begins another story
    return [card for event in after.story[known:] if _gainer(event) == seat for card in _cards_of(event)]


def _gainer(event: tuple[object, ...]) -> int | None:
    """Return the seat that cards came to by an event; None where they came to nobody, or to several at once."""
    what, other = event[0], event[3] if event[0] in WITH_OTHER else None
    gainer = _seats_of(event)[0] if what in GAINED else other if what in ("gives", "passes") else None
    return gainer if isinstance(gainer, int) else None


def _seats_of(event: tuple[object, ...]) -> list[int]:
    who = event[1] if isinstance(event[1], tuple) else (event[1],)
    return [seat for seat in who if isinstance(seat, int)]


def _number_of(event: tuple[object, ...]) -> int:
    return int(str(event[3])) if event[0] in ("takes", "collide") else 0


def _cards_of(event: tuple[object, ...]) -> list[str]:
    what, _, *rest = event
    if not rest:
        return []
    cards = rest[0]
    return [str(card) for card in cards] if what in SEVERAL and isinstance(cards, tuple | list) else [str(cards)]


def _gains(state: NutsState) -> list[int]:
    """Return by how much each event changed the points of its seat: the trays are followed back, event by event.

    Cards passed to the left change hands at once, so none of them gains alone. Where the table moved cards itself the
    trays cannot be followed, and nothing earlier has a gain.
    """
    trays = [list(tray) for tray in state.trays]
    gains: list[int] = []
    for event in reversed(state.story):
        seats = _seats_of(event)
        after = _points_of(state, trays, seats)
        if not _undone(trays, event):
            break
        gains.append(0 if event[0] == "passes" else after - _points_of(state, trays, seats))
    return [0] * (len(state.story) - len(gains)) + gains[::-1]


def _points_of(state: NutsState, trays: Sequence[Sequence[str]], seats: Sequence[int]) -> int:
    """Return the points of the only one of these seats; 0 where there are several."""
    return sum(points(trays, state.party.rulings)[seats[0]].values()) if len(seats) == 1 else 0


def _undone(trays: list[list[str]], event: tuple[object, ...]) -> bool:
    """Put the cards of an event back into the trays they came from; return whether they were where it brought them."""
    what, seat, cards = str(event[0]), _seats_of(event)[0], _cards_of(event)
    other, gainer = event[3] if what in WITH_OTHER else None, _gainer(event)
    loser = seat if what in LOST else other if what in ("takes-from", "discards-of") else None
    for card in cards:
        if gainer is not None:
            if card not in trays[gainer]:
                return False
            trays[gainer].remove(card)
        if isinstance(loser, int):
            trays[loser].append(card)
    return True

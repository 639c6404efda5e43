"""The row of cards as every step shows it: what a tap on a card does, who bid on it, and what lay there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.go_nuts.moves import HIDDEN
from companion.go_nuts.screen.prompts import NumberView, Prompt, SeatMark
from companion.go_nuts.state import NutsState


def seat_mark(state: NutsState, seat: int) -> SeatMark:
    """Return what stands for a seat wherever it is drawn."""
    return SeatMark(state.party.mark(seat), state.party.names[seat])


def row_of(state: NutsState, panel: str, ask: Prompt) -> list[NumberView]:
    """Return the row for the page. Cookies lie on the cards as far as the bids are known: aloud, or turned over."""
    tapped = {place.number: place for place in ask.numbers if panel != "cover"}  # the phone is not handed over yet
    bids = _bids(state, panel, ask)
    before = {number: (card, seats) for card, seats, number in resolved(state)}
    places = []
    for number, card in enumerate(state.row, 1):
        place = tapped.get(number, NumberView(number, card or ""))
        was, seats = before.get(number, ("", ())) if card is None else ("", ())
        look = place.look or ("" if card else "bump" if len(seats) > 1 else "taken" if seats else "gap")
        marks = [seat_mark(state, seat) for seat in seats]
        places.append(
            replace(place, look=look, seats=() if was else bids.get(number, place.seats), was=was, was_seats=marks)
        )
    return places


def resolved(state: NutsState) -> list[tuple[str, tuple[int, ...], int]]:
    """Return the cards turned over in the round last resolved, as (card, seats that bid on it, number)."""
    found: list[tuple[str, tuple[int, ...], int]] = []
    for event in state.story:
        match event:
            case ("takes", int(seat), str(card), int(number)):
                found.append((card, (seat,), number))
            case ("collide", (*seats,), str(card), int(number)):
                found.append((card, tuple(seat for seat in seats if isinstance(seat, int)), number))
    return found


def _bids(state: NutsState, panel: str, ask: Prompt) -> dict[int, Sequence[SeatMark]]:
    """Return the seats whose bids everybody may see, by the number they lie on."""
    if panel == "bid":
        known = [(bidder.number, SeatMark(bidder.mark, bidder.name)) for bidder in ask.bidders if bidder.number]
    else:
        shown = [(bid, seat) for seat, bid in enumerate(state.bids) if bid and bid != HIDDEN] if state.at else []
        known = [(bid, seat_mark(state, seat)) for bid, seat in shown]
    return {number: [mark for bid, mark in known if bid == number] for number, _ in known}

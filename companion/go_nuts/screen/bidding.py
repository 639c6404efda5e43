"""Asks for the bids: said aloud, chosen on a phone of one's own, or in secret on one that is handed round.

These values never contain a secret bid but that of the phone's own seat.
"""

from __future__ import annotations

from companion.go_nuts.moves import Reveal, Select
from companion.go_nuts.notation import write_line
from companion.go_nuts.screen.draft import NutsDraft
from companion.go_nuts.screen.prompts import BidderView, NumberView, Prompt
from companion.go_nuts.screen.row import seat_mark
from companion.go_nuts.state import NutsState
from companion.kernel.text import Names
from companion.kernel.viewer import ANY_PHONE, Viewer


def ask_bid(state: NutsState, names: Names, draft: NutsDraft, viewer: Viewer = ANY_PHONE) -> Prompt:
    """Ask one seat after the other for its number. A seat that bid secretly can only bid secretly again.

    A seat with a phone of its own is not asked here, but its number may be entered all the same.
    """
    bids = tuple(0 if secret is not None else aloud for aloud, secret in zip(draft.bids, state.bids, strict=True))
    missing = [seat for seat in state.seats_in if not bids[seat] and state.bids[seat] is None]
    elsewhere = viewer.others if viewer.only is None else viewer.others | viewer.seats
    waiting = [seat for seat in missing if seat not in elsewhere]
    aloud_now = draft.seat in state.seats_in and state.bids[draft.seat] is None
    asked = draft.seat if aloud_now else waiting[0] if waiting else None
    bidders = [
        BidderView(
            state.party.names[seat],
            state.party.mark(seat),
            bids[seat],
            state.bids[seat] is not None,
            seat == asked,
            _again(draft.replace(bids=bids), seat, viewer)
            if state.bids[seat] is not None
            else draft.replace(seat=seat, bids=(*bids[:seat], 0, *bids[seat + 1 :])),
        )
        for seat in state.seats_in
    ]
    numbers = []
    if asked is not None:
        later = [seat for seat in waiting if seat != asked]
        following = next((seat for seat in later if seat > asked), later[0] if later else None)
        numbers = [
            NumberView(number, card or "", draft.with_bid(asked, number, following))
            for number, card in enumerate(state.row, 1)
        ]
    aloud = tuple((seat, bids[seat]) for seat in state.seats_in if bids[seat])
    ready = all(bids[seat] or state.bids[seat] is not None for seat in state.seats_in)
    return Prompt(
        state.party.names[asked] if asked is not None else "",
        bidders=bidders,
        numbers=numbers,
        text=write_line(None, Reveal(aloud), names) if ready else "",
        missing=len(missing),
        secret_draft=_again(draft.replace(bids=bids), asked, viewer) if asked is not None else None,
        waits=[state.party.names[seat] for seat in missing if seat in elsewhere],
    )


def _again(draft: NutsDraft, seat: int, viewer: Viewer) -> NutsDraft:
    """Return the draft that leads to the cover of a seat's secret bid; the same draft where another phone has it."""
    cover = NutsDraft("cover", seat=seat, bids=draft.bids, question=draft.question)
    return draft if seat in viewer.others else cover


def ask_own_bid(state: NutsState, names: Names, seat: int) -> Prompt:
    """Ask the only seat of a phone for its number; the one it keeps can be changed until the bids are turned over."""
    numbers = [
        NumberView(
            number,
            card or "",
            text=write_line(seat, Select(number, state.round), names),
            picked=state.bids[seat] == number,
            seats=[seat_mark(state, seat)] if state.bids[seat] == number else (),
        )
        for number, card in enumerate(state.row, 1)
    ]
    missing = [other for other in state.seats_in if state.bids[other] is None]
    return Prompt(
        state.party.names[seat],
        numbers=numbers,
        text="" if missing else write_line(None, Reveal(()), names),
        waits=[state.party.names[other] for other in missing if other != seat],
    )


def ask_secret(state: NutsState, names: Names, draft: NutsDraft, viewer: Viewer = ANY_PHONE) -> Prompt:
    """Ask one seat alone for its number, behind a cover; a bid made before is not shown.

    After it comes the cover of the next seat without a bid, where this phone bids for that too.
    """
    seat = draft.seat
    assert seat is not None
    others = [other for other in state.seats_in if other != seat and other not in viewer.others]
    waiting = [other for other in others if state.bids[other] is None and not draft.bids[other]]
    following = next((other for other in waiting if other > seat), waiting[0] if waiting else None)
    bids = draft.with_bid(seat, 0, None).bids
    numbers = [
        NumberView(number, card or "", None, write_line(seat, Select(number, state.round), names))
        for number, card in enumerate(state.row, 1)
    ]
    kept = NutsDraft("" if following is None else "cover", seat=following, bids=bids, question=draft.question)
    return Prompt(state.party.names[seat], numbers=numbers, secret_draft=draft.replace(do="secret"), kept=kept)


def speaks_for(viewer: Viewer, seat: int) -> bool:
    """Return whether this phone is asked what a seat chooses: its own, or on a shared phone one no other phone has."""
    return seat in viewer.seats if viewer.only is not None else seat not in viewer.others

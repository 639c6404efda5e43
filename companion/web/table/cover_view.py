"""The cover a table's page shows on a shared phone."""

from __future__ import annotations

from dataclasses import dataclass

from companion.donut_shop.state import Level, ShopState
from companion.go_nuts.state import NutsState
from companion.kernel.game import View
from companion.kernel.viewer import Viewer
from companion.tables.snapshot import Snapshot
from companion.web import phones


@dataclass(frozen=True, slots=True)
class CoverView:
    """The private things of one seat: its hand, what it draws, its secret bid.

    `needed`: nothing can be entered before they are seen. `is_open`: they are shown now, `seconds` more. `elsewhere`:
    another phone has them.
    """

    seat: int
    name: str
    needed: bool
    is_open: bool
    elsewhere: bool
    seconds: int = 0


def cover_of(snapshot: Snapshot, viewer: Viewer, view: View) -> CoverView | None:
    """Return the cover of this page; None where nothing private is about to be seen, or it is this phone's own."""
    state, names = snapshot.table.state, snapshot.table.state.party.names
    needed = snapshot.table.game.dealer.draws_unseen(state) if snapshot.dealt else None
    seat = _optional(state, view) if needed is None else needed
    elsewhere = seat in viewer.others
    if seat is None or not viewer.shared or (isinstance(state, ShopState) and elsewhere and needed is None):
        return None
    if isinstance(state, NutsState) and needed is None and not elsewhere:
        return None  # the cover of a secret bid leads to pads that hold none
    is_open = seat in viewer.open
    seconds = phones.seconds_left(snapshot.code) if is_open else 0
    return CoverView(seat, names[seat], needed is not None, is_open, elsewhere, seconds)


def _optional(state: object, view: View) -> int | None:
    """Return the seat whose private things may be looked at, though the page can do without."""
    names = state.party.names if isinstance(state, ShopState | NutsState) else ()
    if isinstance(state, ShopState):
        follows = state.level == Level.EVERYTHING and not state.over
        actor = getattr(view, "actor", "")
        return names.index(actor) if follows and actor in names else None
    if isinstance(state, NutsState) and view.panel in ("cover", "secret"):
        draft_seat = getattr(view.draft, "seat", None)
        return draft_seat if isinstance(draft_seat, int) else None
    return None

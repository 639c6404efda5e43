"""The draft of a page, as its phone itself keeps it for a day: a page that was closed opens with it again.

The page carries it for its script (half_entered.js) alone. It comes from the address this phone asked for: the server
keeps nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.donut_shop.state import ShopState
from companion.kernel.game import View
from companion.kernel.viewer import Viewer
from companion.tables.snapshot import Snapshot
from companion.web.addresses import encoded
from companion.web.table.cover_view import CoverView
from companion.web.templating import LONGEST_DRAFT

# Fields of a draft that say how the page is shown; none holds what somebody entered.
LOOKS = {"do", "seat", "show", "part", "whole", "gone", "catch", "lost", "of", "own"}


@dataclass(frozen=True, slots=True)
class HalfEntered:
    """A draft to keep, empty for none. `fits`: a text that differs once the draft no longer applies."""

    draft: str
    fits: str


def half_entered(snapshot: Snapshot, viewer: Viewer, view: View, cover: CoverView | None) -> HalfEntered | None:
    """Return what this phone may keep of its page; None where something private lies, or lay, under a cover."""
    query = view.draft.query()
    if cover is not None and (cover.is_open or cover.needed or "do" in query):
        return None
    typed = {word.removeprefix("my-").removeprefix("box-") for word in query} - LOOKS
    draft = encoded(query) if typed else ""
    return HalfEntered(draft if len(draft) <= LONGEST_DRAFT else "", _fits(snapshot, viewer, view))


def _fits(snapshot: Snapshot, viewer: Viewer, view: View) -> str:
    """Return for which seats of this phone a draft is, and at Donut Shop how many lines whoever enters it has so far.

    A draft of Go Nuts says itself which question it answers.
    """
    seats, table = ".".join(map(str, sorted(viewer.seats))), snapshot.table
    if not isinstance(table.state, ShopState):
        return seats
    is_ahead = viewer.only is not None and getattr(view.draft, "whose", "") != ""
    asked = table.game.screen.asked(table.state, viewer)
    who = frozenset((viewer.only,)) if is_ahead and viewer.only is not None else asked
    lines = sum(applied.line.seat in who for applied in table.applied)
    return f"{seats}-{'.'.join(map(str, sorted(who)))}-{lines}"

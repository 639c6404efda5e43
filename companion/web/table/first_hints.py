"""The hint of a phone's first tables: what to tap first, in the row of the dock that holds the last line later on."""

from __future__ import annotations

from companion.kernel.game import View
from companion.web import phones, services
from companion.words.language import mark as _

# By the step it belongs to. The row is 48 px high whatever it holds: two short lines at 320 px.
HINTS = {
    "place": _("Four donuts, then the spot"),
    "bank": _("Tap the amount, then the button"),
    "refill": _("Tap the cards, left to right"),
}


def first_hint(view: View, *, entered: bool) -> str:
    """Return the hint of a table's page; empty on all but the first tables of a phone, and once a line was `entered`.

    One hint at a time: none beside the notice that the starting cross is to be entered.
    """
    own = getattr(view, "own", None)
    has_notice = getattr(view, "cross_unknown", False) or getattr(own, "ahead", False)
    if entered or has_notice or not phones.is_new() or view.panel not in HINTS:
        return ""
    return services.words().gettext(HINTS[view.panel])

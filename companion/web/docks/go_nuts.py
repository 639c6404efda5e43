"""The dock of a Go Nuts table, by the question of its page."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from companion.go_nuts.cards import Power
from companion.go_nuts.screen.view import NutsView
from companion.web import services
from companion.web.docks.views import CHECK, PLUS, Dock, DockPage
from companion.words.language import mark as _
from companion.words.language import plural

FEW = 3  # names the dock has room for
TO_TURN_UP = plural("One card to turn up", "%(num)s cards to turn up")
TO_BID = plural("One number to go", "%(num)s numbers to go")
TO_PASS = plural("One card to go", "%(num)s cards to go")
STILL = plural("%(num)s still to choose", "%(num)s still to choose")
STILL_NAMED = plural("%(seats)s is still choosing", "%(seats)s are still choosing")
CHOOSING = plural("%(seats)s is choosing", "%(seats)s are choosing")
FIXED = {
    "over": _("The game is over"),
    "own_bid": _("Tap the card you want"),
    "secret": _("Tap the card you want"),
    "cover": _("Nobody else should look now."),
}
CHOOSE = _("Choose a card")
OF_POWERS = {
    Power.CLEAR_ROW: _("Tap cards in the row, or none"),
    Power.PAY_THREE: _("Choose the cards"),
    Power.TAKE_THREE: _("Choose the cards"),
}


def nuts_dock(view: NutsView, page: DockPage) -> Dock:
    """Return the dock of a page."""
    words, ask = services.words(), view.ask
    if page.undo:
        return Dock(words.gettext(_("Take back, or keep?")))
    if view.panel == "refill":
        return Dock(words.plural_text(TO_TURN_UP, ask.missing, num=ask.missing))
    if view.panel in ("bid", "own_bid") and ask.text:
        return Dock(words.gettext(_("Turn the cards over")), ask.text, icon=CHECK)
    if view.panel == "bid":
        return Dock(words.plural_text(TO_BID, ask.missing, num=ask.missing), bidders=ask.bidders)
    if view.panel == "own_bid" and view.own and view.own.bid:
        return Dock(_waits(ask.waits))
    if view.panel == "wait" and view.own:
        return Dock(words.text(_("Wait for %(seats)s"), seats=words.listing(ask.waits)))
    if view.panel == "wait":
        return Dock(words.plural_text(CHOOSING, len(ask.waits), seats=words.listing(ask.waits)))
    return Dock(words.gettext(FIXED[view.panel])) if view.panel in FIXED else _choice(view, page)


def _waits(waits: Sequence[str]) -> str:
    """Return who is still choosing: by name, or of many how many."""
    words = services.words()
    if len(waits) > FEW:
        return words.plural_text(STILL, len(waits), num=len(waits))
    return words.plural_text(STILL_NAMED, len(waits), seats=words.listing(waits))


def _choice(view: NutsView, page: DockPage) -> Dock:
    """Return the dock of a question that a card's power asks."""
    words, ask = services.words(), view.ask
    if page.dealt and ask.power in (Power.DRAW, Power.DRAW_TWO):
        return _draw(view, page)
    if ask.text:
        return Dock("" if page.mend else page.promise(ask.text), ask.text, icon=CHECK)
    if ask.power == Power.PASS:
        return Dock(words.plural_text(TO_PASS, ask.missing, num=ask.missing))
    if ask.power == Power.GIVE and len(ask.owners) != 1:
        return Dock(words.gettext(_("Choose a card and who gets it")))
    return Dock(words.gettext(OF_POWERS.get(ask.power, CHOOSE)))


def _draw(view: NutsView, page: DockPage) -> Dock:
    """Return the dock of a draw at a table the server deals."""
    words, kept, action = services.words(), view.draft.pick, url_for("table.dealt", code=page.code)
    if view.ask.power == Power.DRAW or not page.peek:
        return Dock(words.gettext(_("Draw a card")), "card", "take", action, icon=PLUS)
    if kept not in page.peek:
        return Dock(words.gettext(_("Choose the card to keep")), name="take", action=action)
    says = words.text(_("%(seat)s keeps %(card)s"), seat=view.ask.actor, card=words.card(kept))
    return Dock(says, view.draft.keeping, "take", action, card=kept)

"""The dock of a table's page, or of a line entered again, which only leads to the page that shows what it changes."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for

from companion.donut_shop.screen.view import ShopView
from companion.go_nuts.screen.view import NutsView
from companion.kernel.game import View
from companion.web import services
from companion.web.docks.donut_shop import shop_dock
from companion.web.docks.go_nuts import nuts_dock
from companion.web.docks.views import MONEY, Dock, DockPage
from companion.words.language import mark as _


def dock_of(view: View, page: DockPage) -> Dock:
    """Return the dock of a page."""
    if isinstance(view, ShopView):
        dock, of_earlier = shop_dock(view, page), bool(view.draft.of) and not page.undo
    else:
        assert isinstance(view, NutsView)
        dock, of_earlier = nuts_dock(view, page), False
    words = services.words()
    if page.mend and (dock.text or dock.ready) and not dock.text.endswith(": end"):
        dock = replace(dock, words=words.gettext(_("See what this changes")))
    if not page.mend:
        dock = _seen(dock, view, page)
        if page.watches:
            dock = Dock(words.gettext(_("This table is locked")))
    if not (page.mend or of_earlier):
        return dock
    action = dock.action or url_for("trying.preview", code=page.code)
    return replace(dock, action=action, method="" if page.mend else "get", icon="", donut="", card="", bidders=())


def _seen(dock: Dock, view: View, page: DockPage) -> Dock:
    """Return the dock with what the camera saw: one tap, unless this phone is in the middle of a line of its own."""
    if page.eye is None or not page.eye.free:
        return dock
    words, offer, own = services.words(), page.eye.offer, getattr(view, "own", None)
    if offer.question:
        return Dock(words.gettext(_("Which donut is it?")))
    if offer.pay and (view.panel != "pay" or (own is not None and own.ahead)):
        amount = words.price(offer.pay.cents)
        says = words.text(_("Pay %(seat)s %(amount)s"), seat=offer.seat, amount=amount)
        return Dock(says, offer.pay.text, icon=MONEY)
    return dock

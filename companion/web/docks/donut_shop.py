"""The dock of a Donut Shop table, by the step of its page."""

from __future__ import annotations

from dataclasses import replace

from flask import url_for

from companion.donut_shop.moves import Mend
from companion.donut_shop.notation import write_line
from companion.donut_shop.parts import UNKNOWN
from companion.donut_shop.screen.view import ShopView
from companion.kernel.text import Names
from companion.web import services
from companion.web.docks.views import BOX, CHECK, MONEY, Dock, DockPage
from companion.web.pictures import pad_letters
from companion.words.language import mark as _

TILE = 4  # donuts
TO_GO = (_("Four donuts to go"), _("Three donuts to go"), _("Two donuts to go"), _("One donut to go"))
NO_BOX, NO_BOX_FOR = _("No box: end the turn"), _("No box for %(seat)s: end the turn")
END, END_OF = _("End the turn"), _("End %(seat)s’s turn")
PAY = _("Pay %(seat)s %(amount)s")


def shop_dock(view: ShopView, page: DockPage) -> Dock:
    """Return the dock of a page."""
    words = services.words()
    if page.undo:
        return Dock(words.gettext(_("Take back, or keep?")))
    if view.panel == "over":
        return Dock(words.gettext(_("The game is over")))
    if view.panel == "rest" and view.own:
        return Dock(words.text(_("%(seat)s’s turn"), seat=view.own.doing))
    if view.own and view.own.ahead and not (view.panel == "bank" and _cents(view)):
        return Dock(words.text(_("%(seats)s, then you"), seats=words.gettext(_(", then ")).join(view.own.before)))
    of_panel = {"bank": _bank, "pay": _pay, "place": _place, "box": _box, "turn": _turn, "enter": _enter, "mend": _mend}
    if view.panel == "forgotten":
        return Dock(words.gettext(_("Choose a turn")))
    return of_panel[view.panel](view, page)


def _cents(view: ShopView) -> int:
    """Return the amount picked, 0 for none."""
    return services.number(view.draft.pick) or 0


def _says_pay(seat: str, cents: int) -> str:
    words = services.words()
    return words.text(PAY, seat=seat, amount=words.price(cents))


def _bank(view: ShopView, page: DockPage) -> Dock:
    if cents := _cents(view):
        return Dock(_says_pay(view.actor, cents), f"{view.actor_written}: paid {cents}", icon=MONEY)
    return Dock(services.words().text(END_OF, seat=view.in_turn), view.end_line, icon=CHECK)


def _pay(view: ShopView, page: DockPage) -> Dock:
    if view.pay is None:
        return Dock(services.words().gettext(_("No donut of this tile pays there")))
    return Dock(_says_pay(view.actor, view.pay.cents), view.pay.text, donut=view.pay.kind)


def _place(view: ShopView, page: DockPage) -> Dock:
    if view.tile:
        return Dock(services.words().gettext(_("Tap a spot")))
    if view.may_end and not view.draft.tile:
        # The next tile, which ends this turn too, is likelier than a line that only ends the turn.
        return replace(_ends(view), offers=view.own is None)
    return _donuts_to_go(view)


def _donuts_to_go(view: ShopView) -> Dock:
    entered = len(view.draft.letters.replace(UNKNOWN, ""))
    return Dock(services.words().gettext(TO_GO[entered]), pips=entered)


def _ends(view: ShopView) -> Dock:
    """Return the dock that ends the turn: it says whose where another seat is asked above it or has the phone."""
    named = view.in_turn != (view.own.name if view.own is not None else view.actor)
    message = (NO_BOX_FOR if named else NO_BOX) if view.may_box else END_OF if named else END
    return Dock(services.words().text(message, seat=view.in_turn), view.end_line, icon=CHECK)


def _box(view: ShopView, page: DockPage) -> Dock:
    words = services.words()
    if view.draft.box is None:
        return Dock(words.gettext(_("Choose a box")))
    if view.draft.at is None:
        return Dock(words.gettext(_("Tap where the box goes")))
    if view.pack is None:
        missing = words.missing(view.refusal, view.edition) if view.refusal else words.gettext(_("Choose its orders"))
        return Dock(missing)
    earlier = words.gettext(_("See what this box changes")) if view.draft.of else ""
    return Dock(earlier or _says_pay(view.in_turn, view.pack.cents), view.pack.text, icon=BOX)


def _choose(view: ShopView) -> Dock:
    return Dock(services.words().text(_("Choose what %(seat)s takes"), seat=view.in_turn))


def _turn(view: ShopView, page: DockPage) -> Dock:
    words = services.words()
    if view.may_draw and page.dealt:
        if not view.taking:
            return _choose(view)
        is_order = view.draft.pick.startswith("order ")
        thing = words.order(view.taking, view.edition) if is_order else words.gettext(_("this tile"))
        says = words.text(_("%(seat)s takes %(thing)s"), seat=view.in_turn, thing=thing)
        return Dock(says, view.draft.pick, "take", url_for("table.dealt", code=page.code), icon=CHECK)
    if view.may_draw:
        # Chosen first: where a tile was just paid, a late second tap meets nothing that ends the turn.
        if view.draft.pick != "?":
            return _choose(view)
        return Dock(words.gettext(_("Drew, cards not noted")), f"{view.actor_written}: draw ?", icon=CHECK)
    if not view.may_end:
        return Dock("")
    return _ends(view) if view.own else Dock(words.gettext(END), view.end_line, icon=CHECK)


def _enter(view: ShopView, page: DockPage) -> Dock:
    words, slot = services.words(), view.line_entry.slot if view.line_entry else ""
    if not slot:
        return Dock(words.gettext(_("Yes, record it")), ready=True, icon=CHECK)
    return _donuts_to_go(view) if slot == "TILE" else Dock(words.gettext(_("Tap the order")))


def _mend(view: ShopView, page: DockPage) -> Dock:
    words, letter = services.words(), view.draft.pick
    if view.draft.at is None:
        return Dock(words.gettext(_("Tap the wrong donut")))
    if letter not in pad_letters(view.edition):
        return Dock(words.gettext(_("Which donut lies there?")))
    donut = words.on_key(letter, view.edition) or words.gettext(_("Holes"))
    line = write_line(None, Mend(view.draft.at, letter), Names.of(()))
    return Dock(words.text(_("%(donut)s lies there"), donut=donut), line, icon=CHECK)

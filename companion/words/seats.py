"""Sentences about phones and seats: refusals, limits, notices, and what a phone is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.store.takeovers import NoticeKind
from companion.tables.limits import LimitReason
from companion.tables.seats import SeatReason
from companion.words.language import Language
from companion.words.language import mark as _
from companion.words.shared import Message

MALFORMED: Mapping[str, Message] = {
    SeatReason.NOBODY: Message(
        _("No seat is chosen."),
        _("Tap your name, or choose “Just watching”."),
    ),
}

FORBIDDEN: Mapping[str, Message] = {
    SeatReason.LOCKED: Message(
        _("This table is locked: only phones with a seat can enter anything or take seats."),
        _(
            "Somebody with a seat can unlock it on the page “Phones”;"
            " so can the host, with “flask --app app unlock %(code)s”."
        ),
    ),
    SeatReason.NO_SEAT: Message(
        _("Only a phone with a seat can do that."),
        _("Take a seat on the page “Phones” first."),
    ),
    SeatReason.WAIT: Message(
        _("You cannot ask for %(seat)s’s seat again yet."),
        _("Wait %(seconds)s seconds, or talk to each other: the phone that has the seat can give it up."),
    ),
}

LIMITED: Mapping[str, Message] = {
    LimitReason.TABLES: Message(
        _("Enough tables were opened from your network for now (limit per hour: %(limit)s)."),
        _("Try again in %(minutes)s min, or go on at a table that is open."),
    ),
    LimitReason.PHOTOS: Message(
        _("Enough photos were sent from your network for now (limit per minute: %(limit)s)."),
        _("Send it again in %(seconds)s s, or enter the turn by taps."),
    ),
}

STALE: Mapping[str, Message] = {
    SeatReason.HELD: Message(
        _("Another phone took %(seat)s’s seat a moment ago."),
        _("Choose another seat, or ask for this one on the page “Phones”."),
    ),
    SeatReason.MARKED: Message(
        _("Somebody swapped colours on another phone a moment ago."),
        _("Look at the colours as they are now, and choose again."),
    ),
    SeatReason.NOT_ASKED: Message(
        _("Nobody is asking for this seat any more."),
        _("See on the page “Phones” who sits where."),
    ),
}

NOTICES: Mapping[NoticeKind, str] = {
    NoticeKind.TAKEN: _("%(seat)s’s seat is now on another phone."),
    NoticeKind.REFUSED: _("%(seat)s’s phone said no."),
    NoticeKind.LOCKED: _("The table is locked: only phones with a seat can enter anything."),
    NoticeKind.UNLOCKED: _("The table is unlocked."),
    NoticeKind.RENEWED: _("This table has a new code: %(code)s."),
}
# Colours and toppings of seats, by their numbers from 1.
MARKS = (_("blue star"), _("yellow heart"), _("green leaf"), _("rust drop"), _("lilac moon"), _("grey cube"))
TAKEN_HERE = _("%(seat)s’s seat is now on this phone.")


def phone_name(words: Language, seats: Sequence[str], *, shared: bool) -> str:
    """Return what a phone is called. `seats`: the names of those it holds; `shared`: it opened the table."""
    if seats:
        return words.text(_("%(seats)s’s phone"), seats=words.listing(seats))
    return words.text(_("the shared phone")) if shared else words.text(_("a phone without a seat"))


def entered_on(words: Language, seats: Sequence[str], *, shared: bool) -> str:
    """Return on which phone a line was entered; see `phone_name`."""
    if seats:
        return words.text(_("entered on %(seats)s’s phone"), seats=words.listing(seats))
    if shared:
        return words.text(_("entered on the shared phone"))
    return words.text(_("entered on a phone without a seat"))

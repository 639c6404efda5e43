"""Sentences about phones and seats: refusals, the names of phones, what everybody at a table is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.tables.seats import SeatReason
from companion.tables.takeovers import News
from companion.words.language import Language
from companion.words.language import mark as _
from companion.words.shared import Message

MALFORMED: Mapping[str, Message] = {
    SeatReason.NOBODY: Message(
        _("No seat of this table is ticked."),
        _("Tick whose phone this is, or choose “Just watching”."),
    ),
}

FORBIDDEN: Mapping[str, Message] = {
    SeatReason.LOCKED: Message(
        _("This table is locked: only phones with a seat enter lines and take seats."),
        _("Somebody with a seat can unlock it on the page “Phones”; so can “flask --app app unlock %(code)s”."),
    ),
    SeatReason.NO_SEAT: Message(
        _("Only a phone with a seat does that."),
        _("Take a seat on the page “Phones” first."),
    ),
    SeatReason.WAIT: Message(
        _("%(seat)s’s seat cannot be asked for again yet."),
        _("Wait %(seconds)s seconds, or talk to each other: a phone that holds a seat can give it up."),
    ),
}

STALE: Mapping[str, Message] = {
    SeatReason.HELD: Message(
        _("Another phone took %(seat)s’s seat a moment ago."),
        _("Choose another seat, or ask for this one on the page “Phones”."),
    ),
    SeatReason.NOT_ASKED: Message(
        _("Nobody asks for this seat any more."),
        _("Look who sits where now."),
    ),
}

NEWS: Mapping[News, str] = {
    News.TAKEN: _("%(seat)s’s seat is now on another phone."),
    News.REFUSED: _("%(seat)s’s phone said no."),
    News.LOCKED: _("The table is locked: only phones with a seat enter lines."),
    News.UNLOCKED: _("The table is unlocked."),
    News.RENEWED: _("This table has a new code: %(code)s."),
}
TAKEN_HERE = _("%(seat)s’s seat is now on this phone.")


def phone_name(words: Language, seats: Sequence[str], *, shared: bool) -> str:
    """Return what a phone is called: by the seats it holds. `shared`: it opened the table and holds none."""
    if len(seats) == 1:
        return words.text(_("%(seat)s’s phone"), seat=seats[0])
    if seats:
        return words.text(_("the phone of %(seats)s"), seats=words.listing(seats))
    return words.text(_("the shared phone")) if shared else words.text(_("a phone without a seat"))


def entered_on(words: Language, seats: Sequence[str], *, shared: bool) -> str:
    """Return on which phone a line was entered; see `phone_name`."""
    if len(seats) == 1:
        return words.text(_("entered on %(seat)s’s phone"), seat=seats[0])
    if seats:
        return words.text(_("entered on the phone of %(seats)s"), seats=words.listing(seats))
    return (
        words.text(_("entered on the shared phone")) if shared else words.text(_("entered on a phone without a seat"))
    )

"""The seats of a table as its phones see them: whose phone each is on, who asks for one, where lines were entered.

Whose phone is connected, and who holds which seat, everybody may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Flask, Response, abort, request, url_for

from companion.kernel.repairs import Line
from companion.refusals import Refusal, Stale
from companion.store.journal import Holding
from companion.store.takeovers import SILENT, Notice, NoticeKind, Request
from companion.tables.seats import Seating
from companion.tables.snapshot import Snapshot
from companion.web import phones, services
from companion.web.addresses import path_of
from companion.web.show.going_along import RematchView, rematch_view
from companion.web.table.table_view import sentence
from companion.words.seats import MARKS, NOTICES, TAKEN_HERE, entered_on, phone_name


@dataclass(frozen=True, slots=True)
class MarkKey:
    """A colour and topping a seat may have. `holder`: the other seat that has it, empty for none."""

    number: int
    words: str
    own: bool
    holder: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat a phone may choose. `held`: a phone holds it; `free_soon`: that phone was not heard of for a while."""

    number: int
    name: str
    mark: int
    away: bool
    held: bool
    own: bool
    connected: bool
    free_soon: bool
    asked: bool  # this phone asks for it
    may_ask: bool  # it was not refused a moment ago


@dataclass(frozen=True, slots=True)
class Asking:
    """A phone that asks for a seat. `answer`: this phone may answer; `own`: this phone asks."""

    number: int
    name: str
    who: str
    answer: bool
    own: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """Notices and questions for a phone about seats beside the table.

    `choices`: the seats it chooses from; None: it is not asked. The phone that opened the table is asked once another
    one has a seat.
    """

    choices: Sequence[SeatView] | None
    watches: bool  # the table is locked, and this phone may only read
    asking: Sequence[Asking]
    notices: Sequence[str]
    folded: bool = False  # the question is one row at first: this phone opened the table, and may go on for everybody
    rematch: RematchView | None = None  # another phone opened it

    def __bool__(self) -> bool:
        return self.choices is not None or self.watches or bool(self.asking or self.notices or self.rematch)


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats of a table for its page of phones."""

    rows: Sequence[SeatView]
    marks: Sequence[Sequence[MarkKey]]  # by seat
    at_table: AtTable
    seated: bool  # this phone holds a seat, or speaks for those nobody claimed
    opener: bool
    may_claim: bool
    locked: bool
    watching: int  # connected phones without a seat, this one too


def register(app: Flask) -> None:
    app.after_request(_note_presence)
    app.after_request(_lead_to_new_code)
    app.jinja_env.globals.update(phones_page=_phones_page)


def _phones_page() -> str:
    """Return the address of the page of phones of the table a refusal is about; empty on that page itself."""
    code = (request.view_args or {}).get("code")
    here = request.endpoint == "invite.phones" or (request.endpoint == "invite.change" and "then" not in request.form)
    return "" if code is None or here else url_for("invite.phones", code=str(code).upper())


def _note_presence(response: Response) -> Response:
    """Note that a phone asked about a table; one that does not exist is not kept."""
    code = (request.view_args or {}).get("code")
    if code and response.status_code < 400:
        services.presence().touch(str(code).upper(), phones.known_id())
    return response


def _lead_to_new_code(response: Response) -> Response:
    """Let a page that still shows a table's old code load anew with its answer: its bar has that code too."""
    code = str((request.view_args or {}).get("code", "")).upper()
    if services.htmx and code and response.status_code < 300:
        page = path_of(services.htmx.current_url or "").split("/")
        if page[1:2] == ["t"] and page[2:3] != [code] and len(page) > 2:
            response.headers["HX-Redirect"] = response.headers.get("HX-Replace-Url") or request.path
    return response


def at_table(snapshot: Snapshot) -> AtTable:
    """Return the notices and questions for this phone beside the table."""
    return _at_table(snapshot, services.seating(snapshot))


def _at_table(snapshot: Snapshot, seating: Seating) -> AtTable:
    phone, takeovers = phones.known_id(), services.seats().takeovers
    names = snapshot.table.names.now
    holds = bool(seating.seats_of(phone))
    alone = phone == seating.opener and not seating.holders
    done = holds or alone or phones.is_asked(snapshot.code) or snapshot.table.over
    watches = not seating.may_enter(phone)
    asking = [_asking(one, seating, names, phone) for one in takeovers.waiting(snapshot.code)]
    notices = [
        _notice(one, snapshot, seating, phone)
        for one in takeovers.notices(snapshot.code, phone)
        if not (watches and one.kind is NoticeKind.LOCKED)
    ]
    choices = None if done or watches else [seat for seat in _seats(snapshot, seating) if not seat.away]
    rematch = rematch_view(snapshot)
    offered = None if rematch is None or rematch.own else rematch
    return AtTable(choices, watches, asking, notices, folded=phone == seating.opener, rematch=offered)


def _asking(request: Request, seating: Seating, names: Sequence[str], phone: str) -> Asking:
    who = name_of(request.phone, seating, names)
    return Asking(request.seat, names[request.seat], who, request.holder == phone, request.phone == phone)


def _notice(notice: Notice, snapshot: Snapshot, seating: Seating, phone: str) -> str:
    names = snapshot.table.names.now
    here = notice.kind is NoticeKind.TAKEN and seating.holders.get(notice.seat) == phone
    seat = names[notice.seat] if notice.seat >= 0 else ""
    return services.words().text(TAKEN_HERE if here else NOTICES[notice.kind], seat=seat, code=snapshot.code)


def name_of(phone: str, seating: Seating, names: Sequence[str]) -> str:
    """Return what a phone is called at a table."""
    held = [names[seat] for seat in seating.seats_of(phone)]
    return phone_name(services.words(), held, shared=phone == seating.opener)


def _seats(snapshot: Snapshot, seating: Seating) -> list[SeatView]:
    phone, presence = phones.known_id(), services.presence()
    names, party = snapshot.table.names.now, snapshot.table.state.party
    connected = presence.connected(snapshot.code)
    asked = {one.seat for one in services.seats().takeovers.waiting(snapshot.code) if one.phone == phone}
    may_ask = not services.seats().takeovers.refused(snapshot.code, phone)

    def row(seat: int) -> SeatView:
        holder = seating.holders.get(seat, "")
        return SeatView(
            seat,
            names[seat],
            party.mark(seat),
            away=seat in party.away,
            held=bool(holder),
            own=bool(holder) and holder == phone,
            connected=holder in connected,
            free_soon=bool(holder) and presence.silent(snapshot.code, holder) >= SILENT,
            asked=seat in asked,
            may_ask=may_ask,
        )

    return [row(seat) for seat in range(len(names))]


def _mark_keys(seat: SeatView, seats: Sequence[SeatView]) -> list[MarkKey]:
    """Return the colours and toppings that this one of the seats may have."""
    holders = {one.mark: one.name for one in seats if one is not seat}
    words = [services.words().text(each) for each in MARKS]
    return [MarkKey(n, each, n == seat.mark, holders.get(n, "")) for n, each in enumerate(words, 1)]


def seats_view(snapshot: Snapshot) -> SeatsView:
    """Return the seats of a table as this phone sees them."""
    seating, phone = services.seating(snapshot), phones.known_id()
    connected = services.presence().connected(snapshot.code)
    rows = _seats(snapshot, seating)
    return SeatsView(
        rows,
        [_mark_keys(seat, rows) for seat in rows],
        _at_table(snapshot, seating),
        seated=seating.is_seated(phone),
        opener=phone == seating.opener,
        may_claim=seating.may_enter(phone),
        locked=seating.locked,
        watching=len(connected - {*seating.holders.values(), seating.opener}),
    )


def phones_of_lines(snapshot: Snapshot, first: int, last: int, *, all_of_them: bool = False) -> Mapping[int, str]:
    """Return on whose phone lines `first` to `last` were entered, by number, where that is not the seat's own.

    A line of the table is nobody's own: its phone is named once any seat has a phone. `all_of_them`: own ones too.
    """
    connection = services.connection()
    record, holdings = connection.table(snapshot.code), connection.holdings(snapshot.code)
    opener = record.phone if record else ""
    names, words, found = snapshot.table.names.now, services.words(), dict[int, str]()
    for entry in connection.entries(snapshot.code, first - 1)[: last - first + 1]:
        held = _held_at(holdings, entry.seq)
        line = snapshot.table.log[entry.seq - 1]
        seat = line.seat if isinstance(line, Line) else None
        own = entry.phone == opener and (not held if seat is None else seat not in held)
        own = own or (seat is not None and held.get(seat) == entry.phone)
        if entry.phone and (all_of_them or not own):
            seats = [names[seat] for seat, phone in held.items() if phone == entry.phone]
            found[entry.seq] = entered_on(words, seats, shared=entry.phone == opener)
    return found


def _held_at(holdings: Sequence[Holding], seq: int) -> dict[int, str]:
    """Return which phone held which seat when entry `seq` was entered."""
    held = {one.seat: one.phone for one in holdings if one.after < seq}
    return {seat: phone for seat, phone in held.items() if phone}


def blamed(snapshot: Snapshot, refusal: Refusal) -> list[tuple[str, str]]:
    """Return the earlier lines a refusal names: where each is corrected, and its words; if just now, its phone."""
    numbers = refusal.facts.get("lines")
    if not isinstance(numbers, list):
        return []
    table = snapshot.table
    lines = [one.line for one in table.applied if one.line.seq in numbers]
    sentences = {line.seq: sentence(table, line, line.seq) for line in lines}
    if isinstance(refusal, Stale):
        for seq in sentences:
            phone = phones_of_lines(snapshot, seq, seq, all_of_them=True).get(seq)
            sentences[seq] += f" ({phone})" if phone else ""
    return [(url_for("table.line", code=snapshot.code, seq=seq), text) for seq, text in sentences.items()]


def change_seats(snapshot: Snapshot, what: str) -> str:
    """Make the change of a seat or a setting that a form asks for; return the table's code after it. Raises Refusal."""
    seats, connection, code, phone = services.seats(), services.connection(), snapshot.code, phones.phone_id()
    names, form = snapshot.table.names.now, request.form
    numbers = [services.number(text) for text in form.getlist("seat")]
    chosen = [-1 if number is None else number for number in numbers]
    seat = chosen[0] if chosen else -1
    match what:
        case "watch":
            phones.remember_asked(code)
        case "claim":
            seats.hold(connection, code, phone, chosen, names)
            phones.remember_asked(code)
        case "release":
            seats.release(connection, code, phone, seat)
            phones.remember_asked(code)
        case "take-over":
            seats.take_over(connection, code, phone, seat, names)
            phones.remember_asked(code)
        case "yes" | "no":
            seats.answer(connection, code, phone, seat, what == "yes")
        case "lock" | "unlock":
            seats.lock(connection, code, phone, names, what == "lock")
        case "mark":
            mark = services.number(form.get("mark", "")) or 0
            seats.choose_mark(connection, code, phone, snapshot.table.state.party, seat, mark)
        case "coins":
            seats.choose_coins(connection, code, phone, names, form.get("coins") == "1")
        case "renew":
            new = seats.renew(connection, code, phone, names)
            phones.follow(code, new)
            return new
        case _:
            abort(400)
    return code

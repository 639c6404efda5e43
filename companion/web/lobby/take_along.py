"""Taking a phone's seats along: to another phone or browser, or to another address of the server.

A browser keeps its cookie for one address, so at another one it is a stranger. A signed link, valid for ten minutes and
once, gives its seats, its list of tables and its settings to the browser that opens it and says yes. The phone it was
made on then holds no seat any more, so that a hand is shown on one phone only.
"""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.kernel.transcript import Refused
from companion.store.journal import Claim
from companion.store.links import UsedLinks
from companion.tables.play import NoSuchTable
from companion.web import errors, phones, services
from companion.web.addresses import address_for_others, this_machine_only
from companion.web.lobby.handover import Handover, NoLink, handover_of, read, written
from companion.web.pictures import qr
from companion.words import Message

pages = Blueprint("take_along", __name__, url_prefix="/take-along")

LINKED = 30  # tables a link takes along, the latest: a QR of it must be easy to scan


@pages.get("")
def start() -> Response:
    """Redirect to a new link of this phone's, or to the one pasted in the field `link` of the home page."""
    if pasted := request.args.get("link", ""):
        token = pasted.strip().rstrip("/").rpartition("/")[2]
        return redirect(url_for("take_along.show", link=token or "-"), 303)
    handover = handover_of(phones.known_id(), phones.tables()[:LINKED], phones.names(), phones.settings())
    return redirect(url_for("take_along.show", link=written(handover, _key())), 303)


@pages.get("/<link>")
def show(link: str) -> Response | str:
    """Show the link with its QR on the phone it was made on; on any other ask whether to take its seats over."""
    try:
        handover = read(link, _key())
    except NoLink:
        return _run_out()
    user = _used().user(handover.number)
    if handover.phone == phones.known_id():
        address = address_for_others(url_for("take_along.show", link=link))
        drawn = None if this_machine_only() else qr(address)
        template = "lobby/_taken_along.html" if services.htmx else "lobby/take_along.html"
        return render_template(
            template, link=link, address=address, qr=drawn, used=bool(user), empty=not handover.tables
        )
    if user and (user != phones.known_id() or not _claims(handover)):
        return _used_up()
    return render_template("lobby/take_over.html", link=link, seats=_seats(handover), tables=len(handover.tables))


@pages.post("/<link>")
def take(link: str) -> Response:
    """Give this phone the seats, tables and settings of the phone the link was made on; show its latest table."""
    try:
        handover = read(link, _key())
    except NoLink:
        return _run_out()
    if handover.phone == phones.known_id():
        return redirect(url_for("take_along.show", link=link), 303)
    # First, so that of two who say yes at once only one gets anything; it may do so again where a seat did not move.
    if _used().use(handover.number, phones.phone_id()) != phones.phone_id():
        return _used_up()
    for claim in _claims(handover):
        services.seats().hand_over(services.connection(), claim.code, claim.seat, handover.phone, phones.phone_id())
        phones.remember_asked(claim.code)
    phones.take_up(_present(handover), handover.names, handover.likes)
    first = next(iter(phones.tables()), "")
    return redirect(url_for("table.table", code=first) if first else url_for("lobby.home"), 303)


def _present(handover: Handover) -> list[str]:
    """Return the present codes of the phone's tables that are still there, the latest first."""
    moved = services.connection().moved(handover.tables, handover.phone)
    codes = [moved.get(code, code) for code in handover.tables]
    there = {record.code for record in services.connection().tables(codes)}
    return [code for code in dict.fromkeys(codes) if code in there]


def _claims(handover: Handover) -> list[Claim]:
    """Return the seats the phone holds now."""
    claims = [claim for code in _present(handover) for claim in services.connection().claims(code)]
    return [claim for claim in claims if handover.phone and claim.phone == handover.phone]


def _seats(handover: Handover) -> list[tuple[str, list[str]]]:
    """Return the names of the phone's seats, by table."""
    found: dict[str, list[str]] = {}
    for claim in _claims(handover):
        try:
            names = services.public(claim.code).table.names.now
        except (NoSuchTable, Refused):  # forgotten just now, or headers that no longer can be read
            continue
        found.setdefault(claim.code, []).extend(names[claim.seat : claim.seat + 1])
    return list(found.items())


def _used() -> UsedLinks:
    return services.store().links


def _key() -> str:
    return str(current_app.secret_key)


def _run_out() -> Response:
    _ = services.words().gettext
    hint = _(
        "A link lasts ten minutes. Make another on the phone that has the seats: “Phones”, then “Take my seat along”."
    )
    return errors.page(
        410, Message(_("This link has expired."), hint), [(url_for("take_along.start"), _("A new link"))]
    )


def _used_up() -> Response:
    _ = services.words().gettext
    hint = _("Each link works once. Make another on the phone that has the seats now.")
    return errors.page(410, Message(_("This link has already been used."), hint))

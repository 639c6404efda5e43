"""The purposes of a photo (a table, its start, the judge, teaching an edition): who reads it, where it leads back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import abort, url_for

from companion.donut_shop.case import Case
from companion.donut_shop.parts import UNKNOWN, Edition
from companion.donut_shop.setup import SHIPPED
from companion.donut_shop.state import Level, ShopState
from companion.store.pending import Purpose
from companion.tables.snapshot import Snapshot
from companion.web import services
from companion.web.addresses import address

TABLE, START, JUDGE, TEACH = "table", "start", "judge", "teach"
MOST_BACK = 2_000  # characters of a return address
LARGE = 80  # squares from which on a phone sends more pixels, where it can


def purpose_of(args: Mapping[str, str], back: str = "") -> Purpose:
    """Return the purpose in an address or a form. Raises NoSuchTable; aborts where there is none."""
    if args.get("code"):
        snapshot = services.seen(services.code_now(args["code"].upper()))
        shop = snapshot.table.state
        if not isinstance(shop, ShopState) or shop.level == Level.BANK:
            abort(404)
        draft = dict(parse_qsl(back[:MOST_BACK])).get("draft", "") or args.get("draft", "")
        return Purpose(TABLE, shop.edition.name, snapshot.code, draft[:MOST_BACK])
    what, name = args.get("for", ""), args.get("set") or SHIPPED
    if what not in (START, JUDGE, TEACH) or name not in services.play().editions:
        abort(404)
    pairs = [pair for pair in parse_qsl(back[:MOST_BACK], True) if all(pair) or pair[0].isidentifier()]
    return Purpose(what, name, back=urlencode(pairs))  # encoded again: it becomes part of addresses


def edition_of(purpose: Purpose) -> Edition:
    """Return the edition a photo is read with; aborts where it was removed meanwhile."""
    edition = services.play().editions.get(purpose.edition)
    if not isinstance(edition, Edition):
        abort(404)
    return edition


def readable_editions(purpose: Purpose) -> list[str]:
    """Return the names of the editions to choose from: a table, and an edition to be taught, allow only their own."""
    return sorted(services.play().editions) if purpose.what in (JUDGE, START) else [purpose.edition]


# The table


def table_snapshot(purpose: Purpose) -> Snapshot | None:
    """Return the table of a photo. Raises NoSuchTable."""
    return services.seen(purpose.code) if purpose.what == TABLE else None


def known_case(purpose: Purpose) -> Case | None:
    """Return the case known before; None where there is none, or only the outline of the cross."""
    snapshot = table_snapshot(purpose)
    if snapshot is None:
        return None
    case: Case = snapshot.table.state.case
    return case if any(letter != UNKNOWN for letter in case.open.values()) or case.boxed else None


def is_large(purpose: Purpose) -> bool:
    case = known_case(purpose)
    return case is not None and len(case) > LARGE


# Addresses


def return_address(purpose: Purpose) -> str:
    """Return the address of the page a photo was wanted on."""
    if purpose.what == TABLE:
        return address(url_for("table.table", code=purpose.code), parse_qsl(purpose.back))
    if purpose.what == TEACH:
        return url_for("editions.edition", name=purpose.edition)
    path = url_for("lobby.new", name="donut-shop") if purpose.what == START else url_for("judge.shop")
    return f"{path}?{purpose.back}" if purpose.back else path


def retake_address(purpose: Purpose) -> str:
    """Return the address where another photo for the same purpose is taken."""
    if purpose.what == TABLE:
        return address(url_for("photo.take", code=purpose.code), {"draft": purpose.back})
    query = {"for": purpose.what, "set": purpose.edition}
    return address(url_for("photo.take"), query) + (f"&{purpose.back}" if purpose.back else "")


def edition_addresses(purpose: Purpose) -> dict[str, str]:
    """Return by name of each edition where the judge's photo is taken with it; empty for other purposes."""
    if purpose.what != JUDGE:
        return {}
    back = urlencode([pair for pair in parse_qsl(purpose.back) if pair[0] != "set"])
    return {
        name: retake_address(replace(purpose, edition=name, back=back)) for name in sorted(services.play().editions)
    }

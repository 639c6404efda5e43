"""Go Nuts tables drawn as text: what lies where, who is asked; and rows of tests that are a game and a picture."""

from __future__ import annotations

from textwrap import dedent

from companion.go_nuts.cards import Power
from companion.go_nuts.powers import still_to_pass
from companion.go_nuts.state import NutsState
from companion.kernel.table import Table
from tests.transcripts import played


def game(text: str) -> Table:
    """The table after a transcript whose first line, `game go-nuts`, is left out."""
    return played("game go-nuts\n" + dedent(text).lstrip("\n"))


def picture(table: Table) -> list[str]:
    """The table as lines: the row with `.` for a gap, the pile with its top last, a line a tray, who is asked."""
    nuts: NutsState = table.state
    trays = zip(nuts.party.names, nuts.trays, strict=True)
    return [
        f"round {nuts.round}",
        f"deck {nuts.deck}",
        "row " + " ".join(card or "." for card in nuts.row),
        " ".join(("pile", *nuts.pile)),
        *(" ".join((f"{name}:", *tray)) for name, tray in trays),
        asked(nuts),
        f"top {nuts.top or 'unknown'}",
        "over" if nuts.over else "goes on",
    ]


def asked(nuts: NutsState) -> str:
    """Whose word is waited for, and for which card."""
    if nuts.choice is None:
        return "nobody asked"
    seats = still_to_pass(nuts) if nuts.choice.power == Power.PASS else [nuts.choice.seat]
    return f"asked {' '.join(nuts.party.names[seat] for seat in seats)} by {nuts.choice.card}"


def missing(table: Table, expected: str) -> list[str]:
    """Lines of a picture that are not so; empty where all are."""
    lines = picture(table)
    return [row.strip() for row in expected.strip().splitlines() if row.strip() and row.strip() not in lines]

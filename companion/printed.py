"""A replay as a person reads it in a terminal: numbered lines and what each paid, the standings, the case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.donut_shop.parts import Edition
from companion.export import entries_json
from companion.kernel.common import Rename
from companion.kernel.game import Standing
from companion.kernel.reasons import Shared
from companion.kernel.repairs import Line
from companion.kernel.table import Table, Told
from companion.replay import Replay
from companion.words import Words
from companion.words.language import mark as _
from companion.words.language import plural

LONGEST_SHOWN = 200  # of a line that was refused


def edition_of(table: Table | None) -> Edition | None:
    """The edition a table plays with, where its game has editions."""
    return getattr(table.start, "edition", None) if table else None


def lines(table: Table, words: Words) -> list[str]:
    """Every line in plain words with its number and what it paid."""
    standing = {told.line.seq: told for told in table.told}
    digits = len(str(table.version))
    printed: list[str] = []
    for entry, sentence in zip(entries_json(table), _sentences(table, words), strict=True):
        pay = words.pay(entry["pay"]) if entry["parts"] else ""
        printed.append(f"{entry['seq']:>{digits}}  {pay:>6}  {sentence}")
        notes = _notes(table, words, entry, standing.get(entry["seq"]))
        printed += [" " * (digits + 12) + note for note in notes]
    return printed


def _sentences(table: Table, words: Words) -> Iterator[str]:
    """Each line as it was said, with the names of its time."""
    names = list(table.start.party.names)
    edition = edition_of(table)
    for said in table.log:
        yield words.move(said, names, edition)
        if isinstance(said, Line) and isinstance(said.move, Rename):
            names[said.move.seat] = said.move.name


def _notes(table: Table, words: Words, entry: dict[str, Any], told: Told | None) -> Iterator[str]:
    """What became of a line: dropped, corrected, marked, set aside."""
    edition = edition_of(table)
    if told is None:
        if entry.get("dropped"):
            yield words.say(_("no longer counts"))
        return
    if "now" in entry:
        now = words.move(told.line, told.state.party.names, edition)
        yield words.say(_("reads now: %(line)s"), line=now)
    if entry.get("marked", Shared.DECIDED) != Shared.DECIDED:
        why = words.reason(entry["marked"], told.facts, edition).sentence
        yield words.say(_("against the rules: %(why)s"), why=why)
    if "aside" in entry:
        why = words.reason(entry["aside"], told.facts, edition).sentence
        yield words.say(_("without effect: %(why)s"), why=why)


def standings(table: Table, words: Words) -> list[str]:
    """Who won or leads, then each seat with its money, orders and where the money came from."""
    rows = table.game.standings(table.state)
    best = [row.seat for row in rows if row.rank == 1]
    if table.over:
        forms = plural("%(seats)s wins.", "%(seats)s share the win.")
    else:
        forms = plural("%(seats)s leads.", "%(seats)s lead together.")
    width = max(len(row.seat) for row in rows)
    heading = words.say_many(forms, len(best), seats=words.listing(best))
    return [heading, *(_standing(words, row, width) for row in rows)]


def _standing(words: Words, row: Standing, width: int) -> str:
    parts = ", ".join(f"{words.part(part)} {words.money(cents)}" for part, cents in row.parts.items())
    orders = words.say(_("orders not counted"))
    if row.tiebreak is not None:
        orders = words.say_many(plural("%(orders)d order", "%(orders)d orders"), row.tiebreak, orders=row.tiebreak)
    return f"{row.rank}. {row.seat:<{width}}  {words.money(row.score):>7}  {orders}  {parts}".rstrip()


def case(table: Table, words: Words) -> list[str]:
    """The display case as it lies, one letter a square; nothing where none is followed."""
    state = table.game.show(table.state)
    if not state.get("case"):
        return []
    x, y = state["origin"]
    return ["", words.say(_("The case; its top left square is %(x)d, %(y)d:"), x=x, y=y), *map(" ".join, state["case"])]


def refusal(done: Replay, words: Words) -> list[str]:
    """Which line was refused, its text, what is wrong with it and the way on."""
    assert done.refused is not None
    said = words.refusal(done.refused.refusal, edition_of(done.table))
    text = done.text.strip()
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    where = words.say(_("Line %(line)d: %(text)s"), line=done.refused.line, text=shown)
    return [where.rstrip(), f"  {said.sentence}", f"  {said.way_on}"]

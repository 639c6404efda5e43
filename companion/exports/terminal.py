"""A replay as a person reads it in a terminal: numbered lines and what each paid, the standings, the table."""

from __future__ import annotations

from collections.abc import Iterator

from companion.exports.serialization import edition_of, entries_json
from companion.kernel.common import Rename
from companion.kernel.game import Json, Standing
from companion.kernel.reasons import CommonReason
from companion.kernel.redact import as_told, redacted_line
from companion.kernel.repairs import Line
from companion.kernel.table import Applied, Table
from companion.tables.origins import origin_at
from companion.tables.replay import Replay
from companion.words import Words
from companion.words.language import mark as _
from companion.words.language import plural

DONUT_SHOP = "donut-shop"
LONGEST_SHOWN = 200  # of a line that was refused


def lines(table: Table, words: Words) -> list[str]:
    """Every line in plain words with its number and what it paid."""
    gain = words.pay if edition_of(table) else words.gain
    standing = {told.line.seq: told for told in table.applied}
    digits = len(str(table.version))
    printed: list[str] = []
    for entry, sentence in zip(entries_json(table), _sentences(table, words), strict=True):
        pay = gain(entry["pay"]) if entry["parts"] else ""
        printed.append(f"{entry['seq']:>{digits}}  {pay:>6}  {sentence}")
        notes = _notes(table, words, entry, standing.get(entry["seq"]))
        printed += [" " * (digits + 12) + note for note in notes]
    return printed


def _sentences(table: Table, words: Words) -> Iterator[str]:
    """Each line as it was said, with the names of its time."""
    names = list(table.start.party.names)
    edition = edition_of(table)
    for seq, said in enumerate(table.log, 1):
        yield words.move(as_told(table, said), names, edition, origin_at(table, seq))
        if isinstance(said, Line) and isinstance(said.move, Rename):
            names[said.move.seat] = said.move.name


def _notes(table: Table, words: Words, entry: Json, told: Applied | None) -> Iterator[str]:
    """What became of a line: dropped, corrected, marked, set aside."""
    edition = edition_of(table)
    if told is None:
        if entry.get("dropped"):
            yield words.text(_("no longer counts"))
        return
    if "now" in entry:
        origin = origin_at(table, told.line.seq)
        now = words.move(redacted_line(table, told.line), told.state.party.names, edition, origin)
        yield words.text(_("reads now: %(line)s"), line=now)
    if entry.get("marked", CommonReason.DECIDED) != CommonReason.DECIDED:
        why = words.reason(entry["marked"], told.facts, edition).sentence
        yield words.text(_("against the rules: %(why)s"), why=why)
    if "aside" in entry:
        why = words.reason(entry["aside"], told.facts, edition).sentence
        yield words.text(_("without effect: %(why)s"), why=why)


def standings(table: Table, words: Words) -> list[str]:
    """Who won or leads, then each seat with its money or points, what breaks a tie, and where the amount came from."""
    rows = table.game.rules.standings(table.state)
    best = [row.seat for row in rows if row.rank == 1]
    if table.over:
        forms = plural("%(seats)s wins.", "%(seats)s share the win.")
    else:
        forms = plural("%(seats)s leads.", "%(seats)s lead together.")
    width = max(len(row.seat) for row in rows)
    heading = words.plural_text(forms, len(best), seats=words.listing(best))
    return [heading, *(_standing(table, words, row, width) for row in rows)]


def _standing(table: Table, words: Words, row: Standing, width: int) -> str:
    in_money = edition_of(table) is not None
    total = words.money if in_money else words.points
    parts = ", ".join(f"{words.part(part, table.game.id)} {total(amount)}" for part, amount in row.parts.items())
    tie, held = words.text(_("orders not counted")), row.tiebreak
    if held is not None:
        orders, cards = plural("%(orders)d order", "%(orders)d orders"), plural("%(cards)d card", "%(cards)d cards")
        tie = words.plural_text(orders if in_money else cards, held, orders=held, cards=held)
    return f"{row.rank}. {row.seat:<{width}}  {total(row.score):>{7 if in_money else 3}}  {tie}  {parts}".rstrip()


def lying(table: Table, words: Words) -> list[str]:
    """What lies on the table: the display case, or the row, the discard pile and the trays."""
    return case(table, words) if table.game.id == DONUT_SHOP else [*row(table, words), *trays(table, words)]


def case(table: Table, words: Words) -> list[str]:
    """The display case as it lies, one letter a square; nothing where none is followed."""
    state = table.game.rules.show(table.state)
    if not state["case"]:
        return []
    x, y = state["origin"]
    return [
        "",
        words.text(_("The case; its top left square is %(x)d, %(y)d:"), x=x, y=y),
        *map(" ".join, state["case"]),
    ]


def row(table: Table, words: Words) -> list[str]:
    """The round as it stands: the row by number, the discard pile, who has bid secretly and what is asked."""
    state = table.game.rules.show(table.state)
    round_ = words.text(
        _("Round %(round)d; cards in the deck: %(deck)d"), round=state["round"], deck=state["deck"]["count"]
    )
    cards = words.row((int(number), card) for number, card in state["row"].items())
    printed = ["", *[round_] * (not table.over)]
    if any(state["row"].values()):
        printed.append(words.text(_("Row: %(cards)s"), cards=cards))
    if state["pile"]:
        pile = ", ".join(map(words.card, state["pile"]))
        printed.append(words.text(_("Discard pile, its top last: %(cards)s"), cards=pile))
    secret = [seat for seat, bid in state["bids"].items() if bid == "?"]
    if secret:
        printed.append(words.text(_("Have bid: %(seats)s"), seats=words.listing(secret)))
    if state["choice"]:
        printed.append(words.asks(table.state.asked_power, state["choice"]["seat"]))
    return printed


def trays(table: Table, words: Words) -> list[str]:
    """Each seat's cards, counted at the end where nobody followed the game."""
    names = table.state.party.names
    width = max(map(len, names))
    held = zip(names, table.state.final_trays, strict=True)
    return ["", *(f"{name:<{width}}  {words.cards(tray) or '–'}" for name, tray in held)]


def refusal(done: Replay, words: Words) -> list[str]:
    """Which line was refused, its text, what is wrong with it and the way on."""
    assert done.refused is not None
    said = words.refusal(done.refused.refusal, edition_of(done.table))
    text = done.text.strip()
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    where = words.text(_("Line %(line)d: %(text)s"), line=done.refused.line, text=shown)
    return [where.rstrip(), f"  {said.sentence}", f"  {said.way_on}"]

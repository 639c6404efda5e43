"""A replay as text for a terminal: numbered lines with what each paid, the standings, the position."""

from __future__ import annotations

from collections.abc import Iterator

from companion.exports.serialization import edition_of, entries_json
from companion.kernel.common import Rename
from companion.kernel.game import Json, Standing, Unit
from companion.kernel.reasons import CommonReason
from companion.kernel.repairs import Line
from companion.kernel.table import Applied, Table
from companion.tables.origins import origin_at
from companion.tables.replay import Replay
from companion.words import Words
from companion.words.language import mark as _
from companion.words.language import plural

DONUT_SHOP = "donut-shop"
LONGEST_SHOWN = 200  # characters of a refused line


def lines(table: Table, words: Words) -> list[str]:
    """Return every line in plain words with its number, what it paid and notes on its outcome."""
    gain = words.pay if table.game.unit == Unit.MONEY else words.gain
    standing = {one.line.seq: one for one in table.applied}
    digits = len(str(table.version))
    printed: list[str] = []
    for entry, sentence in zip(entries_json(table), _sentences(table, words), strict=True):
        pay = gain(entry["pay"]) if entry["parts"] else ""
        printed.append(f"{entry['seq']:>{digits}}  {pay:>6}  {sentence}")
        notes = _notes(table, words, entry, standing.get(entry["seq"]))
        printed += [" " * (digits + 12) + note for note in notes]
    return printed


def _sentences(table: Table, words: Words) -> Iterator[str]:
    """Yield each line as it was entered, with the names of that time."""
    names = list(table.start.party.names)
    edition = edition_of(table)
    for seq, logged in enumerate(table.log, 1):
        yield words.move(logged, names, edition, origin_at(table, seq))
        if isinstance(logged, Line) and isinstance(logged.move, Rename):
            names[logged.move.seat] = logged.move.name


def _notes(table: Table, words: Words, entry: Json, applied: Applied | None) -> Iterator[str]:
    """Yield notes on a line that was dropped, corrected, marked or set aside."""
    edition = edition_of(table)
    if applied is None:
        if entry.get("dropped"):
            yield words.text(_("no longer counts"))
        return
    if "now" in entry:
        origin = origin_at(table, applied.line.seq)
        now = words.move(applied.line, applied.state.party.names, edition, origin)
        yield words.text(_("reads now: %(line)s"), line=now)
    if entry.get("marked", CommonReason.DECIDED) != CommonReason.DECIDED:
        why = words.reason(entry["marked"], applied.facts, edition).sentence
        yield words.text(_("against the rules: %(why)s"), why=why)
    if "aside" in entry:
        why = words.reason(entry["aside"], applied.facts, edition).sentence
        yield words.text(_("without effect: %(why)s"), why=why)


def standings(table: Table, words: Words) -> list[str]:
    """Return who won or leads, then each seat with its money or points, its tie-break and the parts of the amount."""
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
    in_money = table.game.unit == Unit.MONEY
    total = words.money if in_money else words.points
    parts = ", ".join(f"{words.part(part, table.game.id)} {total(amount)}" for part, amount in row.parts.items())
    tie, held = words.text(_("orders not counted")), row.tiebreak
    if held is not None:
        orders, cards = plural("%(orders)d order", "%(orders)d orders"), plural("%(cards)d card", "%(cards)d cards")
        tie = words.plural_text(orders if in_money else cards, held, orders=held, cards=held)
    return f"{row.rank}. {row.seat:<{width}}  {total(row.score):>{7 if in_money else 3}}  {tie}  {parts}".rstrip()


def position(table: Table, words: Words) -> list[str]:
    """Return the display case; or the row, the discard pile and the trays."""
    return case(table, words) if table.game.id == DONUT_SHOP else [*row(table, words), *trays(table, words)]


def case(table: Table, words: Words) -> list[str]:
    """Return the display case, one letter a square; nothing if the table does not follow it."""
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
    """Return the round, its row by number, the discard pile, the seats with a secret bid, and a card's question."""
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
    """Return each seat's cards, the counted ones if they were only counted at the end."""
    names = table.state.party.names
    width = max(map(len, names))
    held = zip(names, table.state.final_trays, strict=True)
    return ["", *(f"{name:<{width}}  {words.cards(tray) or '–'}" for name, tray in held)]


def refusal(replay: Replay, words: Words) -> list[str]:
    """Return the refused line with its number, what is wrong with it and what to do next."""
    assert replay.refused is not None
    message = words.refusal(replay.refused.refusal, edition_of(replay.table))
    text = replay.text.strip()
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    where = words.text(_("Line %(line)d: %(text)s"), line=replay.refused.line, text=shown)
    return [where.rstrip(), f"  {message.sentence}", f"  {message.hint}"]

"""The table counted another amount than the app: which single slips explain exactly that difference?

Every other reading of every line is counted (`recount`), those that bring the difference are folded anew, the likeliest
first, and those after which the rules refuse a line they did not refuse before are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.donut_shop.missed_boxes import missed_boxes
from companion.donut_shop.moves import Pack, PaidOut, Place
from companion.donut_shop.notation import write
from companion.donut_shop.pay import PER_DONUT, box_parts, placement_pays
from companion.donut_shop.readings import Reading, readings
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.recount import Recount
from companion.donut_shop.shop import Shop
from companion.kernel.common import Adjust
from companion.kernel.repairs import Line
from companion.kernel.table import Table, Told, fold
from companion.kernel.text import write_name

MOST = 8  # explanations offered
MOST_FOLDED = 8_000  # lines folded anew for one question: about 150 ms on a small computer
MOST_OF_A_LINE = 4  # readings of one line and group that are folded anew
AT_ONCE = 12  # lines folded before looking whether the rules still accept them
MENDED = 30.0  # how much likelier is a reading after which the rules accept a line they refused
BY_HAND = 0.1  # a reading against what the app was told of the hand: that would have been told wrong too
OTHERS_LINE = 0.2  # another seat's line that changes that seat's money too: it would have counted
SELDOM_GROUP = 0.3  # what people seldom do, against the twelve slips they do
HELD = (ShopReason.NOT_YOUR_TILE, ShopReason.NOT_HELD)


@dataclass(frozen=True, slots=True)
class Slip:
    """One explanation: `what` it is, the line it is about, the repair that enters it (empty: more is to be entered).

    `what`: `type` another type was taken; `donut` one donut of the tile was another; `turned` the tile lay otherwise;
    `spot` it lay somewhere else; `sprinkles` or `coffee` an order had it or had it not; `order` one more order was
    given; `size` it was another box; `box` a box was forgotten in the turn of that line; `ruling` the table plays
    another choice; `rules` the table set another amount than the rules; `gone` the line did not happen; `seat` it was
    for this seat.
    """

    what: str
    seq: int
    text: str
    detail: str = ""  # the type, tile, order, box or ruling in notation


@dataclass(frozen=True, slots=True)
class _Found:
    slip: Slip
    likely: float


def slips(table: Table, seat: int, difference: int) -> list[Slip]:
    """Single slips that move this seat's money by exactly `difference` cents, the likeliest first, at most `MOST`.

    A line is named by its likeliest slip first; a second one of the same line follows only where there is room.
    """
    if not difference:
        return []
    found = [*_by_hand(table, seat, difference), *_other_rulings(table, seat, difference)]
    found += _read_wrong(table, seat, difference)
    return _best(found)


def _best(found: Iterable[_Found]) -> list[Slip]:
    """One slip a line, the lines with the likeliest slips in all first; then the others as far as there is room."""
    lines: dict[object, dict[str, list[_Found]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        lines[one.slip.seq or one.slip.detail][one.slip.what].append(one)
    by_line = sorted(lines.values(), key=lambda whats: -sum(one.likely for them in whats.values() for one in them))
    firsts, seconds = [], []
    for whats in by_line:
        ranked = sorted(whats.values(), key=lambda them: -sum(one.likely for one in them))
        best = [max(them, key=lambda one: one.likely) for them in ranked]
        firsts.append(best[0])
        seconds += best[1:]
    seconds.sort(key=lambda one: -one.likely)
    return [one.slip for one in (*firsts, *seconds)][:MOST]


# Lines read otherwise


def _read_wrong(table: Table, seat: int, difference: int) -> list[_Found]:
    """Tiles and boxes that were others, and boxes that were forgotten."""
    recount = Recount(table)
    shares: dict[str, float] = defaultdict(float)
    matching: list[Reading] = []
    for reading in readings(recount, seat):
        shares[reading.group] += reading.share
        if reading.cents == difference:
            matching.append(reading)
    missed = list(missed_boxes(table, recount, seat, difference))
    turns = {reading.played.place for reading in missed}
    shares["box"] = max(len(turns), 1)
    weighed = [(reading.share / shares[reading.group], reading) for reading in (*matching, *missed)]
    weighed = [(share * _whose(recount, seat, reading), reading) for share, reading in weighed]
    weighed.sort(key=lambda one: (-one[0], -one[1].played.place))
    return list(_confirmed(table, seat, difference, weighed))


def _whose(recount: Recount, seat: int, reading: Reading) -> float:
    """Whose line it is: another seat would have counted its own money too, where that is wrong as well."""
    return 1.0 if reading.played.seat == seat else OTHERS_LINE


def _confirmed(table: Table, seat: int, difference: int, weighed: list[tuple[float, Reading]]) -> Iterator[_Found]:
    """The readings after which a whole fold brings the difference too, and the rules accept what they accepted."""
    folding = _Folding(table)
    tried: dict[object, int] = defaultdict(int)
    for likely, reading in weighed:
        if folding.spent >= MOST_FOLDED:
            return
        if tried[reading.key] >= MOST_OF_A_LINE:
            continue
        tried[reading.key] += 1
        after = folding.told_after(reading)
        if after is None or after.state.cents(seat) - table.state.cents(seat) != difference:
            continue
        yield _Found(_slip(table, reading), likely * MENDED**after.mended * BY_HAND**after.against_hands)


@dataclass(frozen=True, slots=True)
class _After:
    """A fold with one line read otherwise: the last state, lines no longer refused, and its own line against a hand."""

    state: Shop
    mended: int
    against_hands: int


class _Folding:
    """Folds a table anew with one line read otherwise, as long as the rules accept what they accepted before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = [told.line for told in table.told]
        self._marked = {told.line.seq for told in table.told if told.mark}
        self._whole = any(getattr(line.move, "from_the_start", False) for line in self._lines)
        self.spent = 0

    def told_after(self, reading: Reading) -> _After | None:
        """None where the rules then refuse another line."""
        place, line = reading.played.place, reading.played.told.line
        new = Line(line.seq, line.who, line.seat, reading.move, "")
        keep = place + 1 if reading.what == "box" else place
        if reading.what == "box":
            new = replace(new, seq=0)
        rest = self._lines[place + 1 :]
        lines = [*self._lines[:keep], *([] if reading.what == "gone" else [new]), *rest]
        done: list[Told] = list(self._table.told[:keep])
        while len(done) < len(lines):
            upto = len(lines) if self._whole else len(done) + AT_ONCE
            more = fold(self._table.game, self._table.start, lines[:upto], done)
            self.spent += len(more)
            if any(told.mark and not self._may_be(told, new) for told in more):
                return None
            done += more
        marked = {told.line.seq for told in done if told.mark}
        against = new.seq in marked and new.seq not in self._marked
        return _After(done[-1].state, len(self._marked - marked), int(against))

    def _may_be(self, told: Told, new: Line) -> bool:
        """Was it refused before, or is it the line read otherwise, and only what was told of a hand is against it?"""
        if told.line.seq in self._marked:
            return True
        return told.line is new and told.mark in HELD and not told.aside


def _slip(table: Table, reading: Reading) -> Slip:
    seq = reading.played.told.line.seq
    if reading.what == "box":
        return Slip("box", seq, "", reading.detail)
    if reading.what == "gone":
        return Slip("gone", seq, f"table: strike {seq}")
    return Slip(reading.what, seq, _correction(table, reading.played.told, reading.move), reading.detail)


def _correction(table: Table, told: Told, move: object) -> str:
    return f"table: correct {told.line.seq} {write_name(told.line.who)}: {write(move, table.names)}"  # type: ignore[arg-type]


# Amounts set by hand


def _by_hand(table: Table, seat: int, difference: int) -> list[_Found]:
    """Amounts that were none, that were this seat's and not another's, and amounts the table set."""
    found = [*_told_wrong(table, seat, difference), *_by_the_rules(table, seat, difference)]
    return [_Found(slip, SELDOM_GROUP / len(found)) for slip in found]


def _told_wrong(table: Table, seat: int, difference: int) -> Iterator[Slip]:
    for told in reversed(table.told):
        line, move = told.line, told.line.move
        whose = move.seat if isinstance(move, Adjust) else line.seat
        if isinstance(move, Adjust | PaidOut) and whose == seat and sum(told.paid.values()) == -difference:
            slip = Slip("gone", line.seq, f"table: strike {line.seq}")
        elif isinstance(move, Adjust) and move.amount == difference:
            said = write(replace(move, seat=seat), table.names)
            slip = Slip("seat", line.seq, f"table: correct {line.seq} table: {said}")
        elif isinstance(move, PaidOut) and move.cents == difference:
            said = write(move, table.names)
            slip = Slip("seat", line.seq, f"table: correct {line.seq} {table.names.write(seat)}: {said}")
        else:
            continue
        if table.tell(slip.text).state.cents(seat) - table.state.cents(seat) == difference:
            yield slip


def _by_the_rules(table: Table, seat: int, difference: int) -> Iterator[Slip]:
    """Lines whose amount the table set, where the rules pay another."""
    before: Shop = table.start
    for told in table.told:
        line, move = told.line, told.line.move
        if line.seat == seat and line.decided is not None and not told.aside and isinstance(move, Place | Pack):
            if _ruled(before, move) - line.decided == difference:
                yield Slip("rules", line.seq, _correction(table, told, move))
        before = told.state


def _ruled(before: Shop, move: Place | Pack) -> int:
    """What the rules pay."""
    rulings = before.party.rulings
    if isinstance(move, Pack):
        return sum(box_parts(before.case, move, rulings).values())
    return PER_DONUT * len(placement_pays(before.case, move.tile, move.at, before.edition, rulings).get(move.kind, ()))


def _other_rulings(table: Table, seat: int, difference: int) -> list[_Found]:
    """Rulings that the table may play otherwise from the start."""
    now = table.state.cents(seat)
    others = [
        (ruling.id, choice)
        for ruling in table.game.rulings
        for choice in ruling.choices
        if choice != table.state.party.rulings[ruling.id]
    ]
    moved = [(one, table.under(*one).state.cents(seat) - now) for one in others]
    changing = sum(1 for _, cents in moved if cents)
    said = [f"{ruling}={choice}" for (ruling, choice), cents in moved if cents == difference]
    return [_Found(Slip("ruling", 0, f"table: ruling {one} from-the-start", one), 1 / changing) for one in said]

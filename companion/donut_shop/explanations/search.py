"""The table counted another amount than the app: which single slips explain exactly that difference?

Every other reading of every line is counted (`recount`), those that bring the difference are folded anew, the likeliest
first, and those after which the rules refuse a line they did not refuse before are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.donut_shop.explanations.missed_boxes import missed_boxes
from companion.donut_shop.explanations.readings import Reading, readings
from companion.donut_shop.explanations.recount import Played, Recount
from companion.donut_shop.moves import Move, Pack, PaidOut, Place
from companion.donut_shop.notation import write
from companion.donut_shop.pay import PER_DONUT, best_kind, box_parts, placement_pays
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import ShopState
from companion.kernel.common import Adjust
from companion.kernel.repairs import Line
from companion.kernel.table import Applied, Table, fold
from companion.kernel.text import write_name

MOST = 8  # explanations offered
MOST_FOLDED = 8_000  # lines folded anew for one question: about 150 ms on a small computer
MOST_OF_A_LINE = 12  # readings of one line and group that are folded anew, until one may be
ENOUGH = 3  # of them are folded anew though one may be: how many may be weighs the line
AT_ONCE = 12  # lines folded before looking whether the rules still accept them
MENDED = 30.0  # how much likelier is a reading after which the rules accept a line they refused
BY_HAND = 0.1  # a reading against what the app was told of the hand: that would have been told wrong too
LESS_PAID = 0.5  # a tile paid for a type that pays less than another on it
OTHERS_LINE = 0.2  # a line of another seat, against one of the seat that counted
OTHERS_TOO = 0.2  # the same where the other seat's money is wrong too: it would have counted
SELDOM = 0.3  # amounts set by hand that were wrong, against the slips of a tile or a box
# How likely a slip of a group is against one of another. That nothing happened is seldom; sprinkles seldom change
# money. The others weigh how many of a group's readings the rules allow, which only a fold of each would tell.
LIKELY = {"gone": 0.3, "sprinkled": 0.1, "order": 1.6, "sprinkles": 1.2, "box": 1.2, "no holes": 1.2, "spot": 0.75}
HELD = (ShopReason.NOT_YOUR_TILE, ShopReason.NOT_HELD)


@dataclass(frozen=True, slots=True)
class Explanation:
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
    """A slip and how likely it is, against the others."""

    slip: Explanation
    likely: float
    alone: bool = True  # is it the only reading of its line and group?


def explanations(table: Table, seat: int, difference: int) -> list[Explanation]:
    """Single slips that move this seat's money by exactly `difference` cents, the likeliest first, at most `MOST`.

    A line is named by its likeliest slip first; a second one of the same line follows only where there is room.
    """
    if not difference:
        return []
    found = [*_by_hand(table, seat, difference), *_other_rulings(table, seat, difference)]
    found += _read_wrong(table, seat, difference)
    return _best(found)


def _best(found: Iterable[_Found]) -> list[Explanation]:
    """One slip a line, the lines with the likeliest slips in all first; then the others as far as there is room."""
    lines: dict[object, list[_Found]] = defaultdict(list)
    for one in found:
        lines[one.slip.seq or one.slip.detail].append(one)
    ranked = [_by_what(them) for them in lines.values()]
    ranked.sort(key=lambda them: -sum(one.likely for one in them))
    seconds = sorted((one for them in ranked for one in them[1:]), key=lambda one: -one.likely)
    return [one.slip for one in (*(them[0] for them in ranked), *seconds)][:MOST]


def _by_what(found: Iterable[_Found]) -> list[_Found]:
    """The slips of one line, the likeliest first. Which of several donuts it was is for the table to look at."""
    whats: dict[str, list[_Found]] = defaultdict(list)
    for one in found:
        whats[one.slip.what].append(one)
    firsts: list[tuple[float, _Found]] = []
    for what, them in whats.items():
        best = max(them, key=lambda one: one.likely)
        slip = best.slip
        if what == "donut" and (len(them) > 1 or not best.alone):
            slip = replace(slip, text="", detail="")
        firsts.append((best.likely, _Found(slip, sum(one.likely for one in them))))
    firsts.sort(key=lambda first: (-first[0], not first[1].slip.text))
    return [one for _, one in firsts]


# Lines read otherwise


def _read_wrong(table: Table, seat: int, difference: int) -> list[_Found]:
    """Tiles and boxes that were others, and boxes that were forgotten."""
    recount = Recount(table)
    whole: dict[str, float] = defaultdict(float)  # what the shares of a group are shares of
    matching: list[Reading] = []
    for reading in readings(recount, seat):
        whole[reading.group] += reading.share * _whose(seat, reading) / LIKELY.get(reading.group, 1.0)
        if reading.cents == difference:
            matching.append(reading)
    turns = list(missed_boxes(table, recount, seat, difference))
    whole["box"] = len(turns) / LIKELY["box"]
    matching += [reading for turn in turns for reading in turn]
    lines: dict[object, list[Reading]] = defaultdict(list)
    for reading in matching:
        lines[reading.group, reading.played.place].append(reading)
    tried = _Trials(table, seat, difference, whole).all(list(lines.values()))
    return tried


def _whose(seat: int, reading: Reading) -> float:
    """Whose line it is: another seat would have counted its own money too, where that is wrong as well."""
    return 1.0 if reading.played.seat == seat else OTHERS_LINE


@dataclass(slots=True)
class _Line:
    """The readings of one line and group that bring the difference; those tried, and those of them that may be."""

    group: str
    readings: list[Reading]
    likely: float
    tried: int = 0
    good: list[tuple[float, Reading]] = field(default_factory=list)

    @property
    def weight(self) -> float:
        """How likely the slip lies here: what was tried stands for what was not."""
        return self.likely * sum(weight for weight, _ in self.good) / max(1, self.tried)


class _Trials:
    """Folds readings anew, the likeliest first, and weighs them by what comes of them."""

    def __init__(self, table: Table, seat: int, difference: int, whole: Mapping[str, float]) -> None:
        self._table, self._seat, self._difference, self._whole = table, seat, difference, whole
        self._folding = _Folding(table)
        self._tried: dict[str, int] = defaultdict(int)
        self._good: dict[str, int] = defaultdict(int)

    def all(self, groups: list[list[Reading]]) -> list[_Found]:
        lines = [
            _Line(them[0].group, sorted(them, key=lambda one: -one.share), sum(map(self._likely, them)))
            for them in groups
        ]
        lines.sort(key=lambda line: (-line.likely, -line.readings[0].played.place))
        for once in range(MOST_OF_A_LINE):
            for line in lines:
                if once < len(line.readings) and (not line.good or once < ENOUGH):
                    self._try(line, line.readings[once])
        return [
            _Found(
                _slip(self._table, max(line.good, key=lambda one: one[0] * one[1].share)[1]),
                self._weight(line),
                len(line.readings) == 1,
            )
            for line in lines
            if line.good
        ]

    def _likely(self, reading: Reading) -> float:
        return reading.share * _whose(self._seat, reading) / self._whole[reading.group]

    def _weight(self, line: _Line) -> float:
        """Groups whose readings the rules mostly refuse have fewer that could have been entered wrong."""
        return line.weight * (self._tried[line.group] + 1) / (self._good[line.group] + 1)

    def _try(self, line: _Line, reading: Reading) -> None:
        if self._folding.spent >= MOST_FOLDED:
            return
        after = self._folding.applied_after(reading)
        line.tried += 1
        self._tried[line.group] += 1
        cents = self._table.state.cents
        if after is None or after.state.cents(self._seat) - cents(self._seat) != self._difference:
            return
        self._good[line.group] += 1
        owner = reading.played.seat
        alone = owner == self._seat or after.state.cents(owner) == cents(owner)
        weight = MENDED**after.mended * BY_HAND**after.against_hands * (1.0 if alone else OTHERS_TOO)
        weight *= _sense(reading.played, reading.move) / _sense(reading.played, reading.played.move)
        line.good.append((weight, reading))


def _sense(played: Played, move: Move) -> float:
    """How likely a tile is laid so: people mostly take the type that pays most."""
    if not isinstance(move, Place):
        return 1.0
    before = played.before
    pays = placement_pays(before.case, move.tile, move.at, before.edition, before.party.rulings)
    return 1.0 if len(pays[move.kind]) == len(pays[best_kind(pays)]) else LESS_PAID


@dataclass(frozen=True, slots=True)
class _After:
    """A fold with one line read otherwise: the last state, lines no longer refused, and its own line against a hand."""

    state: ShopState
    mended: int
    against_hands: int


class _Folding:
    """Folds a table anew with one line read otherwise, as long as the rules accept what they accepted before."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = [applied.line for applied in table.applied]
        self._marked = {applied.line.seq for applied in table.applied if applied.mark}
        self._whole = any(getattr(line.move, "from_the_start", False) for line in self._lines)
        self.spent = 0

    def applied_after(self, reading: Reading) -> _After | None:
        """None where the rules then refuse another line."""
        place, line = reading.played.place, reading.played.applied.line
        new = Line(line.seq, line.who, line.seat, reading.move, "")
        keep = place + 1 if reading.what == "box" else place
        if reading.what == "box":
            new = replace(new, seq=0, forced=True, decided=reading.decided)
        rest = self._lines[place + 1 :]
        lines = [*self._lines[:keep], *([] if reading.what == "gone" else [new]), *rest]
        done: list[Applied] = list(self._table.applied[:keep])
        while len(done) < len(lines):
            upto = len(lines) if self._whole else len(done) + AT_ONCE
            more = fold(self._table.game, self._table.start, lines[:upto], done)
            self.spent += len(more)
            if any(applied.mark and not self._may_be(applied, new) for applied in more):
                return None
            done += more
        marked = {applied.line.seq for applied in done if applied.mark}
        against = reading.what not in ("box", "donut") and new.seq in marked - self._marked
        return _After(done[-1].state, len(self._marked - marked), int(against))

    def _may_be(self, applied: Applied, new: Line) -> bool:
        """Was it refused before, or is it the line read otherwise, and only what was told of a hand is against it?"""
        if applied.line.seq in self._marked:
            return True
        return applied.line is new and not applied.aside and (applied.mark in HELD or new.decided is not None)


def _slip(table: Table, reading: Reading) -> Explanation:
    seq = reading.played.applied.line.seq
    if reading.what == "box":
        return Explanation("box", seq, "", reading.detail)
    if reading.what == "gone":
        return Explanation("gone", seq, f"table: strike {seq}")
    return Explanation(reading.what, seq, _correction(table, reading.played.applied, reading.move), reading.detail)


def _correction(table: Table, applied: Applied, move: object) -> str:
    return f"table: correct {applied.line.seq} {write_name(applied.line.who)}: {write(move, table.names)}"  # type: ignore[arg-type]


# Amounts set by hand


def _by_hand(table: Table, seat: int, difference: int) -> list[_Found]:
    """Amounts that were none, that were this seat's and not another's, and amounts the table set."""
    found = [*_told_wrong(table, seat, difference), *_by_the_rules(table, seat, difference)]
    return [_Found(slip, SELDOM / len(found)) for slip in found]


def _told_wrong(table: Table, seat: int, difference: int) -> Iterator[Explanation]:
    for applied in reversed(table.applied):
        line, move = applied.line, applied.line.move
        whose = move.seat if isinstance(move, Adjust) else line.seat
        if isinstance(move, Adjust | PaidOut) and whose == seat and sum(applied.paid.values()) == -difference:
            slip = Explanation("gone", line.seq, f"table: strike {line.seq}")
        elif isinstance(move, Adjust) and move.amount == difference:
            said = write(replace(move, seat=seat), table.names)
            slip = Explanation("seat", line.seq, f"table: correct {line.seq} table: {said}")
        elif isinstance(move, PaidOut) and move.cents == difference:
            said = write(move, table.names)
            slip = Explanation("seat", line.seq, f"table: correct {line.seq} {table.names.write(seat)}: {said}")
        else:
            continue
        if table.play(slip.text).state.cents(seat) - table.state.cents(seat) == difference:
            yield slip


def _by_the_rules(table: Table, seat: int, difference: int) -> Iterator[Explanation]:
    """Lines whose amount the table set, where the rules pay another."""
    before: ShopState = table.opening
    for applied in table.applied:
        line, move = applied.line, applied.line.move
        decided = line.decided if line.seat == seat and not applied.aside else None
        if decided is not None and isinstance(move, Place | Pack) and _ruled(before, move) - decided == difference:
            yield Explanation("rules", line.seq, _correction(table, applied, move))
        before = applied.state


def _ruled(before: ShopState, move: Place | Pack) -> int:
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
    return [_Found(Explanation("ruling", 0, f"table: ruling {one} from-the-start", one), 1 / changing) for one in said]

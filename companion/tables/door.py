"""The checks that a phone's lines have to pass before they are stored.

They are checked on the table as this phone may see it, so that no answer depends on a secret of another, then added to
the table as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.kernel.common import Adjust, Note, Rename
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.redact import secret_seat, shows_hidden
from companion.kernel.repairs import REPAIRS, Correct, Insert, Line, Repair
from companion.kernel.table import Table
from companion.kernel.viewer import Viewer
from companion.refusals import Illegal, Malformed, Stale
from companion.tables import dealer
from companion.tables.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Command:
    """Lines `who: move` that a phone enters, with the epoch and version of the table on the page they came from.

    `take`: instead of lines, what the seat that draws takes at a table the server deals, which knows the rest.
    """

    code: str
    epoch: str
    version: int
    lines: tuple[str, ...]
    phone: str
    take: str | None = None


Entered = Line | Repair
Read = tuple[Sequence[Entered], Malformed | None]  # lines, and the refusal of the first that cannot be read
Later = Sequence[tuple[Entered, str]]  # what came after the version seen, each with its phone


def entered(real: Snapshot, seen: Snapshot, viewer: Viewer, read: Read) -> Table:
    """Return the table as it is after a phone's lines, and after what the dealer enters then.

    Raises Illegal, or what could not be `read`. What turns over or draws what nobody knows is the last of the lines: a
    refusal of one after it would show what it was, and nothing would be stored.
    """
    known, table = seen.table, real.table
    lines, unread = read
    for place, line in enumerate(lines, 1):
        last = place == len(lines) and unread is None
        if real.seed:
            dealer.check(known, line, viewer, last=last)
            line = dealer.completed(table, real.seed, known, line)
        after = known.enter(line)
        _check_secrets(after, viewer, last=last)
        table = after if table is known else table.add(after.log[-1])
        known = after
    if unread is not None:
        raise unread
    return dealer.deal_on(table, real.seed) if real.seed else table


def _check_secrets(after: Table, viewer: Viewer, *, last: bool) -> None:
    """Raise Illegal where the last line is another phone's to enter, or turns over what this phone does not know."""
    line = after.log[-1]
    seat = secret_seat(after, line)
    if seat is not None and seat in viewer.others:
        raise Illegal(CommonReason.OTHER_PHONE, seat=after.state.party.names[seat])
    if isinstance(line, REPAIRS) or isinstance(line.move, after.game.rules.turns_over):
        hidden = shows_hidden(after)
        if hidden and isinstance(line, REPAIRS):
            raise Illegal(CommonReason.TURNS_OVER)
        if hidden and not last:
            raise Illegal(CommonReason.ALONE)


def read_lines(real: Snapshot, seen: Snapshot, viewer: Viewer, command: Command) -> Read:
    """Return a phone's lines and the refusal of the first that cannot be read; for a draw the dealer's line."""
    if command.take is None:
        return seen.table.read_all(command.lines)
    if real.seed:
        dealer.check_drawer(seen.table, viewer)
        if line := dealer.drawn(real.table, real.seed, command.take):
            return [line], None
    return [], Malformed(Unread.WORDS, text=command.take)


def is_repeat(table: Table, command: Command, lines: Sequence[Entered], later: Later) -> bool:
    """Return whether just this was entered on the strength of just this version already: by this phone, or by any
    where it tells of what happens once.

    Then the first time counts. A line that commutes may stand further on than right after the version seen. A secret
    that this phone may not read back is never a repeat: it would show whether a guess was right.
    """
    repaired = _is_repaired(later)

    def again(kept: Entered, phone: str, line: Entered) -> bool:
        once = isinstance(line, Line) and not repaired and table.game.rules.happens_once(line.move)
        return (once or phone == command.phone) and _same(kept, line)

    return any(
        all(again(kept, phone, line) for (kept, phone), line in zip(run, lines, strict=True))
        for run in (later[first : first + len(lines)] for first in range(len(later) - len(lines) + 1))
    )


def _is_repaired(later: Later) -> bool:
    """Return whether any of these entries is a repair, after which the others may not stand as they were entered."""
    return any(isinstance(earlier, REPAIRS) for earlier, _ in later)


def contradicts_deal(seen: Snapshot, viewer: Viewer, text: str) -> bool:
    """Return whether the dealer of this table, if it has one, refuses a line of this phone."""
    try:
        return seen.dealt and dealer.contradicts(seen.table, seen.table.read(text), viewer)
    except Malformed:  # nothing to contradict
        return False


def are_latest(table: Table, texts: Sequence[str]) -> bool:
    """Return whether these are the latest lines of the journal."""
    lines, unread = table.read_all(texts)
    kept = table.log[-len(texts) :]
    return unread is None and len(kept) == len(lines) and all(map(_same, kept, lines))


def _same(kept: Entered, line: Entered) -> bool:
    """Return whether a line is the same as one kept, but for its number.

    The door may have dropped a bare `!` that was not needed.
    """
    match kept, line:
        case Line(), Line():
            dropped = line.forced and line.decided is None and not kept.forced
            return replace(line, seq=kept.seq, forced=line.forced and not dropped, text=kept.text) == kept
        case (Insert(one, first), Insert(other, second)) | (Correct(one, first), Correct(other, second)):
            return one == other and _same(first, second)
    return kept == line


def check_fresh(seen: Snapshot, command: Command, lines: Sequence[Entered], later: Later) -> None:
    """Raise Stale where these lines do not commute with what came after the version seen."""
    repaired = _is_repaired(later)
    for line in lines:
        for seq, (earlier, phone) in enumerate(later, command.version + 1):
            if not _commutes(seen.table, earlier, line, phone != command.phone):
                crossed = None if repaired else _crossed(seen.table, earlier, line, seq)
                raise crossed or Stale("moved-on", version=seen.version)


def _crossed(table: Table, earlier: Entered, line: Entered, seq: int) -> Stale | None:
    """Return a refusal that says more than that the table moved on; None for none."""
    if not (isinstance(earlier, Line) and isinstance(line, Line)):
        return None
    return table.game.rules.crossed(earlier.move, line.move, seq)


def _commutes(table: Table, earlier: Entered, line: Entered, others: bool) -> bool:
    """Return whether a line means the same after an earlier one. `others`: that is another phone's.

    Notes, adjusted money and new names cross nearly anything; else the game knows. Two phones that enter the same of
    one seat saw one thing happen, and neither has seen the other's line: it counts once, and whoever means it twice
    enters it again.
    """
    if isinstance(line, Line) and isinstance(line.move, Rename):
        return line.move.seat != _renamed(earlier)
    if isinstance(line, REPAIRS) or isinstance(earlier, REPAIRS):
        return isinstance(line, Line) and isinstance(line.move, Note | Adjust)
    doubled = others and earlier.seat == line.seat
    if isinstance(line.move, Note | Adjust) or isinstance(earlier.move, Note | Adjust):
        return not (doubled and earlier.move == line.move)
    return table.game.rules.commutes(table.state, earlier.move, line.move, doubled)


def _renamed(entry: Entered) -> int | None:
    """Return the seat that gets another name by a line, or by the one inside a repair."""
    line = entry.new if isinstance(entry, Insert | Correct) else entry
    return line.move.seat if isinstance(line, Line) and isinstance(line.move, Rename) else None

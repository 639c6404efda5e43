"""Sentences both games use: reasons of the kernel and of files, repairs, and the moves of every table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.judge.limits import QuestionReason
from companion.kernel.common import Adjust, EndGame, Leaves, Note, Rename, Returns, Rule
from companion.kernel.reasons import CommonReason, Unread
from companion.kernel.repairs import Correct, Insert, PutBack, Strike, TakeBack
from companion.tables.transcript_file import FileReason
from companion.words.language import Language
from companion.words.language import mark as _


class Message(NamedTuple):
    """A problem and a hint what to do next: msgids in the tables, sentences when returned by `Words`."""

    sentence: str
    hint: str
    reason: str = ""  # of a refusal, for the link to its rule; empty if no rule is about it
    names_phones: bool = False  # the hint sends to the page of phones, for the link to it


class RulingWords(NamedTuple):
    """A question the rulebook leaves open, what each choice means (the default first), and why the default.

    A ruling that tables cannot choose has one choice, named `default`.
    """

    question: str
    choices: Mapping[str, str]
    reason: str


UNREAD: Mapping[str, Message] = {
    Unread.WORDS: Message(
        _("“%(text)s” is not a line the companion can read."),
        _("Use the buttons, or type it as the rules page “Lines” shows: who, a colon, what happened."),
    ),
    Unread.SEAT: Message(
        _("Nobody called “%(text)s” sits at this table."),
        _("Use a name from the table; one with spaces or signs goes in quotes."),
    ),
    Unread.NAME: Message(
        _("“%(text)s” cannot be a seat’s name here."),
        _("Use 1 to 24 characters, a name nobody else has, and not “table”; spaces and signs need quotes."),
    ),
    Unread.TEXT: Message(
        _("This text in quotes cannot be kept: “%(text)s”."),
        _("Write 1 to 200 characters between two quotes, on one line."),
    ),
    Unread.NUMBER: Message(
        _("“%(text)s” is not a number that fits here."),
        _("An adjustment needs its sign (+15), paid money is a multiple of 5, a square is written @6,2."),
    ),
    Unread.GAME: Message(
        _("There is no game called “%(text)s”."),
        _("Begin with “game donut-shop” or “game go-nuts”."),
    ),
    Unread.SEATS: Message(
        _("%(count)s seats do not fit this game."),
        _("Name %(fewest)s to %(most)s seats, clockwise."),
    ),
    Unread.HEADER: Message(
        _("The header “%(text)s” does not belong here."),
        _("Check its spelling, or leave it out; “game” stands first, headers stand before all lines."),
    ),
    Unread.HEADER_AGAIN: Message(
        _("The header “%(text)s” stands here twice."),
        _("Keep one of them."),
    ),
    Unread.HEADER_MISSING: Message(
        _("The header “%(text)s” is missing."),
        _("Begin with “game donut-shop” or “game go-nuts”, then “seats” with the names clockwise, then the rest."),
    ),
    Unread.NOTATION: Message(
        _("The companion does not read notation “%(text)s”."),
        _("Write “notation 1” on the first line, or leave it out."),
    ),
    Unread.RULING: Message(
        _("“%(text)s” is not a ruling that can be chosen here."),
        _("Name a ruling that has a choice, each of them once."),
    ),
    Unread.CHOICE: Message(
        _("The ruling “%(ruling)s” has no choice “%(text)s”."),
        _("Choose one of these: %(choices)s."),
    ),
    Unread.NESTED: Message(
        _("A correction cannot contain another correction."),
        _("Enter the inner one on its own, or undo the last correction."),
    ),
    Unread.TOO_LONG: Message(
        _("This is longer than the %(limit)s characters there is room for."),
        _("Shorten it, or enter it in several lines."),
    ),
    Unread.SET: Message(
        _("There is no edition called “%(text)s” here."),
        _("Use “classic”, or add the edition’s file first."),
    ),
    Unread.DONUT: Message(
        _("“%(text)s” does not fit the donuts of this edition."),
        _("Use its letters: small with sprinkles, O for holes, four on a tile; orders add * and +."),
    ),
    Unread.SIZE: Message(
        _("There is no box of the size “%(text)s”."),
        _("Boxes are 2x2, 2x3, 2x4, 3x3 and 3x4, turned either way."),
    ),
    Unread.PICTURE: Message(
        _("The rows of the drawn case are not equally long."),
        _("Fill the shorter rows with dots, one for each square without a donut."),
    ),
    Unread.CARD: Message(
        _("There is no card called “%(text)s”."),
        _("Write the card’s name in small letters with hyphens, as in chocolate-frosted."),
    ),
}

# Messages used if the refusal has a certain further fact: the fact and the message.
FULLER: Mapping[str, tuple[str, Message]] = {
    Unread.NUMBER: (
        "most",
        Message(
            _("“%(text)s” is not a number that fits here."),
            _("Write a whole number without a sign, from 0 to %(most)s."),
        ),
    ),
}

FILES: Mapping[str, Message] = {
    FileReason.CLOSED: Message(
        _("The file %(file)s cannot be opened."),
        _("Check that it is there, is not a folder, and may be read."),
    ),
    FileReason.NOT_TEXT: Message(
        _("The file %(file)s is not text in UTF-8."),
        _("Save it as UTF-8, or give another file."),
    ),
    FileReason.NO_TABLE: Message(
        _("The file %(file)s is JSON, but not a table saved by the companion."),
        _("Use the file the table was saved as."),
    ),
    FileReason.NO_HEADERS: Message(
        _("The file %(file)s was saved by an earlier companion and does not say who plays what."),
        _("Save the table as a transcript, and use that file."),
    ),
}

QUESTIONS: Mapping[str, Message] = {
    QuestionReason.FIELD: Message(
        _("“%(field)s” is missing from the question, or is not what it should be."),
        _("Ask as the description at /api/v1/openapi.json shows."),
    ),
    QuestionReason.LIMIT: Message(
        _("“%(field)s” holds more than the %(limit)s there is room for."),
        _("Ask about fewer at once."),
    ),
}

SHARED: Mapping[str, Message] = {
    CommonReason.OVER: Message(
        _("The game is over."),
        _("Take back or correct a line to reopen it; amounts can still be corrected."),
    ),
    CommonReason.LEFT: Message(
        _("%(seat)s has left the table."),
        _("Let %(seat)s return first, or record it anyway."),
    ),
    CommonReason.TURN: Message(
        _("It is %(turn)s’s turn."),
        _("Enter %(turn)s’s turn first, or record it anyway."),
    ),
    CommonReason.STEP: Message(
        _("Now comes “%(step)s”; this belongs to another step."),
        _("Enter that step first, or record it anyway."),
    ),
    CommonReason.LEVEL: Message(
        _("This table follows %(level)s, and this line is about something else."),
        _("Leave this line out; the rest of the game counts without it."),
    ),
    CommonReason.NO_SUCH_LINE: Message(
        _("There is no line %(line)s that still counts."),
        _("Look up its number in the journal; a correction that removed it can be undone."),
    ),
    CommonReason.NOTHING_TO_PUT_BACK: Message(
        _("There is no correction to undo."),
        _("Enter a missing line again, or insert it where it belongs."),
    ),
    CommonReason.NOTHING_TO_TAKE_BACK: Message(
        _("There is nothing to take back."),
        _("Enter the first line; what a correction removed can be brought back."),
    ),
    CommonReason.NAME_IN_USE: Message(
        _("Somebody at the table is called %(name)s already."),
        _("Choose another name, or add an initial."),
    ),
    CommonReason.LAST_SEAT: Message(
        _("The last one at the table cannot leave."),
        _("End the game, or let somebody return first."),
    ),
    CommonReason.HAS_LEFT: Message(
        _("%(seat)s has left already."),
        _("Nothing to do; let %(seat)s return if that was a mistake."),
    ),
    CommonReason.IS_HERE: Message(
        _("%(seat)s is at the table already."),
        _("Nothing to do; go on with the turn."),
    ),
    CommonReason.NOT_OVER: Message(
        _("The game is not over yet: until then orders may still be used."),
        _("Enter the orders left in hand when the last turn is over."),
    ),
    CommonReason.COUNTED: Message(
        _("A table either counts at the end or follows the game."),
        _("Take back the count to follow the game, or the lines to count only."),
    ),
    CommonReason.ALONE: Message(
        _("Nobody knows yet what this turns over or draws, so it must be entered alone."),
        _("Enter it on its own, then the rest."),
    ),
    CommonReason.DEALER: Message(
        _("At this table the app deals, and enters what was dealt and drawn."),
        _("Tap one of the things offered; to play another way, take back to there."),
    ),
    CommonReason.OTHER_PHONE: Message(
        _("Only %(seat)s’s own phone can do this."),
        _("Enter it there, or take over the seat on the page “Phones”."),
    ),
    CommonReason.COVERED: Message(
        _("This depends on something only %(seat)s may see."),
        _("Give the phone to %(seat)s, who can open the cover and enter it."),
    ),
    CommonReason.TURNS_OVER: Message(
        _("This would show a secret bid."),
        _("Turn the cards over first, or take the bids back."),
    ),
    CommonReason.FULL: Message(
        _("This table is full: its transcript would be too long to be read again, so nothing was recorded."),
        _("Download it, then go on at a new table."),
    ),
    CommonReason.DECIDED: Message(
        _("The table set this amount itself."),
        _("Correct the line without its amount to have the app work it out."),
    ),
}

STALE: Mapping[str, Message] = {
    "moved-on": Message(
        _("The table moved on while you were entering this."),
        _("Look at what is new, then enter it again if it still fits."),
    ),
    "taken": Message(
        _("Another table took the code %(code)s a moment ago."),
        _("Try once more: a new code is drawn."),
    ),
}

UNAVAILABLE: Mapping[str, Message] = {
    "busy": Message(
        _("The journal is busy just now, so nothing was recorded."),
        _("Wait a moment and enter it again."),
    ),
    "read-only": Message(
        _("The companion may not write where its journal is, so nothing was recorded."),
        _("Make the file and its folder writable again, then enter it again."),
    ),
    "full": Message(
        _("The disk with the journal is full, so nothing was recorded."),
        _("Make room on it, then enter it again."),
    ),
    "corrupt": Message(
        _("The journal’s file is damaged, so nothing was recorded."),
        _("Keep a copy of the file, then restore the latest backup."),
    ),
    "missing": Message(
        _("The journal’s file is not where it should be, so nothing was recorded."),
        _("Put it back, or restart the companion with the right path."),
    ),
    "away": Message(
        _("The database cannot be reached just now, so nothing was recorded."),
        _("Wait a moment and enter it again."),
    ),
    "failed": Message(
        _("The computer could not use the journal’s file, so nothing was recorded."),
        _("Check the disk, then enter it again."),
    ),
}

# The same for another file, `path`.
DISK: Mapping[str, Message] = {
    "read-only": Message(
        _("The companion may not write this file: %(path)s. Nothing was changed."),
        _("Make the file and its folder writable again, then try again."),
    ),
    "full": Message(
        _("The disk is full, so this file was not written: %(path)s."),
        _("Make room on it, then try again."),
    ),
    "missing": Message(
        _("This file is not where it should be: %(path)s."),
        _("Put it back, or restart the companion with the right path."),
    ),
    "failed": Message(
        _("The computer could not use this file: %(path)s. It says: %(problem)s."),
        _("Check the disk, then try again."),
    ),
}

# The same for the file of learnt samples, which games do not need.
TAUGHT: Mapping[str, Message] = {
    "failed": Message(
        _("The computer could not use the file of what photos taught (%(file)s)."),
        _("No game is lost, and photos are read without it. Check the disk."),
    ),
    "busy": Message(
        _("What photos taught is being written just now, so nothing was changed."),
        _("Wait a moment and try again."),
    ),
    "read-only": Message(
        _("The companion may not write what photos taught, so nothing was changed."),
        _("Make the file %(file)s and its folder writable again, then try again."),
    ),
    "full": Message(
        _("The disk with what photos taught is full, so nothing was changed."),
        _("Make room on it, then try again."),
    ),
    "corrupt": Message(
        _("The file of what photos taught (%(file)s) is damaged."),
        _("No game is lost, and photos are read without it. Move it away, then teach your editions again."),
    ),
    "missing": Message(
        _("The file of what photos taught (%(file)s) cannot be opened."),
        _("No game is lost, and photos are read without it. Check that the companion may read it."),
    ),
}

UNKNOWN = Message(
    _("This cannot be recorded: %(reason)s."), _("Look at the table as it is now, then enter it another way.")
)


def rule_sentence(words: Language, rule: Rule, ruling: RulingWords) -> str:
    """Return a ruling chosen in a game in plain words; `ruling`: its own."""
    gaps = {"question": words.text(ruling.question), "answer": words.text(ruling.choices[rule.choice])}
    if rule.from_the_start:
        return words.text(_("For the whole game: %(question)s %(answer)s"), **gaps)
    return words.text(_("From now on: %(question)s %(answer)s"), **gaps)


def common_sentence(
    words: Language, move: Adjust | Rename | Note | Leaves | Returns | EndGame, names: Sequence[str], *, cents: bool
) -> str:
    """Return a move both games know, except a ruling, in plain words; `cents`: whether its amounts are money."""
    match move:
        case Adjust(seat, amount, text):
            gaps = {"seat": names[seat], "amount": words.pay(amount) if cents else words.gain(amount), "text": text}
            return (
                words.text(_("Corrected by hand: %(seat)s %(amount)s (%(text)s)"), **gaps)
                if text
                else (words.text(_("Corrected by hand: %(seat)s %(amount)s"), **gaps))
            )
        case Rename(seat, name) if names[seat] != name:
            return words.text(_("%(seat)s is called %(name)s from here on"), seat=names[seat], name=name)
        case Rename(_seat, name):
            return words.text(_("Somebody is called %(name)s from here on"), name=name)
        case Note(text):
            return words.text(_("Note: %(text)s"), text=text)
        case Leaves(seat):
            return words.text(_("%(seat)s left the table"), seat=names[seat])
        case Returns(seat):
            return words.text(_("%(seat)s came back to the table"), seat=names[seat])
        case EndGame():
            return words.text(_("The table ended the game"))


def repair_sentence(words: Language, repair: TakeBack | Strike | PutBack) -> str:
    """Return a repair without a line inside in plain words."""
    match repair:
        case TakeBack(None):
            return words.text(_("Taken back: the last line"))
        case TakeBack(line):
            return words.text(_("Taken back: line %(line)d and all after it"), line=line)
        case Strike(line):
            return words.text(_("Removed: line %(line)d"), line=line)
        case PutBack():
            return words.text(_("Undone: the last correction"))


def around_sentence(words: Language, repair: Insert | Correct, inner: str) -> str:
    """Return a repair with a line inside; `inner`: that line in plain words."""
    if isinstance(repair, Insert):
        return words.text(_("Inserted before line %(line)d: %(inner)s"), line=repair.line, inner=inner)
    return words.text(_("Line %(line)d now reads: %(inner)s"), line=repair.line, inner=inner)

"""The companion's own rules: the pages behind refusals that come from no rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import mark as _
from companion.words.rules import RuleWords

_OURS = _("Our own rule; no rulebook mentions it.")

RULES: Mapping[str, RuleWords] = {
    "lines": RuleWords(
        _("Lines"),
        (
            _("Everything entered is one line: who, a colon, and what happened. The buttons write it for you."),
            _("A line that cannot be read changes nothing. Texts stand in quotes, squares look like @6,2."),
        ),
        (_OURS,),
    ),
    "donuts": RuleWords(
        _("Donuts in letters"),
        (
            _("A capital letter is a donut of that type, a small one the same with sprinkles, O a pile of holes."),
            _("A tile is four letters, row by row. An order is its letter, with * for sprinkles and + for coffee."),
            _("A case is drawn in rows: a dot where nothing lies, # under a box, ? where nothing is known yet."),
        ),
        (_OURS,),
    ),
    "photos": RuleWords(
        _("A case read from a photo"),
        (
            _("A photo only proposes: nothing is recorded before somebody says yes, and any square can be corrected."),
            _("All of the case should be in the picture, best from straight above. No picture is kept after the yes."),
        ),
        (_OURS,),
        synonyms=_("camera, picture, scan"),
    ),
    "names": RuleWords(
        _("Names at the table"),
        (
            _("Every seat has a name of up to 24 characters; no two are alike, and none is “table”."),
            _("A name a seat had before still means it, until another seat takes it up."),
        ),
        (_OURS,),
    ),
    "opening": RuleWords(
        _("Opening a table"),
        (
            _("A table begins with the game, then the names clockwise, then what else is known."),
            _("Each of these is entered once, before anything happens."),
        ),
        (_OURS,),
    ),
    "rulings": RuleWords(
        _("Rulings"),
        (
            _("Where a rulebook is silent, can be read in two ways, or another one disagrees, a ruling decides."),
            _("Each has a name and a default; some have another choice, which a table may take at any time."),
        ),
        (_OURS,),
    ),
    "turns": RuleWords(
        _("Whose turn it is"),
        (
            _("Lines are entered in the order things happen: who is in turn, one step after the other."),
            _("If the table is ahead of the app, enter the missing line first, or record the new one anyway."),
        ),
        (_("The order of turns and steps is the rulebooks’; that the companion asks for it is ours."),),
    ),
    "dealer": RuleWords(
        _("Deal for me"),
        (
            _("Without cardboard the companion shuffles, deals, and enters what is dealt, drawn and turned up."),
            _("A person says what they take and lay, of what they have. Taken back, the same is dealt again."),
        ),
        (_OURS,),
    ),
    "levels": RuleWords(
        _("How much is followed"),
        (
            _("Everything: what is dealt, drawn and turned up is entered too."),
            _("The case: tiles when they are laid, orders when they are used, draws not at all."),
            _("The bank only: nothing but money."),
        ),
        (_OURS,),
    ),
    "repairs": RuleWords(
        _("Corrections"),
        (
            _("Every line has a number. It can be taken back, removed or corrected; a missing one can be inserted."),
            _("The money follows. Lines that no longer fit stay, and are marked."),
            _("A correction can be undone too. Amounts can be corrected by hand at any time."),
        ),
        (_OURS,),
    ),
    "anyway": RuleWords(
        _("Recorded anyway"),
        (
            _("What the rules do not allow is refused, with the reason."),
            _("The table can record it all the same. It then stands as the table’s decision, for everybody to see."),
            _("Only what cardboard cannot do is never recorded: two tiles in one place, or a card that is not there."),
        ),
        (_OURS,),
    ),
    "leaving": RuleWords(
        _("Leaving and coming back"),
        (
            _("Somebody may leave at any time and is passed over from then on; what they have stays in the standings."),
            _("They may come back. The last one at the table cannot leave."),
        ),
        (_OURS,),
    ),
    "counting": RuleWords(
        _("Only counting"),
        (
            _("A game nobody followed can be counted at its end, seat by seat."),
            _("Such a count and the lines of a game do not stand beside each other at one table."),
        ),
        (_OURS,),
    ),
    "over": RuleWords(
        _("After the end"),
        (
            _("Once a game is over, no line of the game is taken any more."),
            _("Amounts can still be corrected, and a correction may reopen the game."),
        ),
        (_OURS,),
    ),
    "phones": RuleWords(
        _("Several phones"),
        (
            _("All phones follow the same game. A hand and a secret bid are shown on the phone of their seat only."),
            _("What is entered on an outdated page is not recorded: enter it again on the new one if it still fits."),
            _("A host may limit how many tables and photos come from one network within a time."),
        ),
        (_OURS,),
    ),
    "seats": RuleWords(
        _("Seats and secrets"),
        (
            _("A phone can take a seat on the page “Phones”. What is secret of that seat is then shown there alone."),
            _("What everybody can see is entered on any phone. A shared phone keeps each secret under a cover."),
            _("Another phone can ask for a seat; it gets the seat unless the phone that has it says no in time."),
            _("At a locked table only phones with a seat enter lines and take seats."),
        ),
        (_OURS,),
        synonyms=_("hand, bid, cover, lock, take over"),
    ),
    "journal": RuleWords(
        _("The journal’s file"),
        (
            _("A line is shown only after it is on disk. One that cannot be written is not recorded."),
            _("The file belongs to the machine the companion runs on; it can be backed up and put back."),
        ),
        (_OURS,),
    ),
    "questions": RuleWords(
        _("Questions of programs, and files"),
        (
            _("Programs may ask what a tile, a box or trays pay, and replay a whole game from a text."),
            _("Texts are UTF-8 and no longer than there is room for."),
        ),
        (_OURS,),
    ),
}

"""Every reason a Go Nuts line can be refused for: the game that leads there, and whether `!` may record it."""

from __future__ import annotations

from enum import Enum

import pytest

from companion.go_nuts.reasons import CANNOT_FORCE, NutsReason
from companion.kernel.reasons import CommonReason, Unread
from companion.refusals import Illegal
from tests.go_nuts.drawing import game
from tests.transcripts import refused

TWO = "seats Ana Bo\n"
THREE = "seats Ana Bo Cy\n"
FOUR = "seats Ana Bo Cy Di\n"
FIVE = "seats Ana Bo Cy Di Eve\n"
ROW = f"{THREE}row 1=plain 2=glazed 3=plain 4=powdered\n"
GAPS = f"{THREE}row 1=plain 4=powdered\n"
CHOCOLATE = f"{THREE}row 1=chocolate-frosted 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=2\n"
DOUBLE = f"{THREE}row 1=double-chocolate 2=chocolate-frosted 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=3\n"
KNOWN = f"{DOUBLE}Ana: draw plain eclair keep eclair\n"
VELVET = f"{THREE}pile plain glazed\nrow 1=red-velvet 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=2\n"
CRULLER = f"{THREE}row 1=french-cruller 2=glazed 3=plain 4=plain\ntable: reveal Ana=1 Bo=2 Cy=2\n"
SPRINKLED = f"{THREE}tray Ana plain\ntray Bo glazed\nrow 1=sprinkled 2=glazed 3=plain 4=plain\n"
GIVE = f"{SPRINKLED}table: reveal Ana=1 Bo=2 Cy=2\n"
OLD = f"{FOUR}pile plain plain glazed glazed\nrow 1=day-old-donuts 2=glazed 3=plain 4=plain 5=eclair\n"
TAKE = f"{OLD}table: reveal Ana=1 Bo=2 Cy=2 Di=2\n"
CLAW = f"{FOUR}tray Bo glazed\nrow 1=bear-claw 2=glazed 3=plain 4=plain 5=eclair\ntable: reveal Ana=1 Bo=2 Cy=2 Di=2\n"
MILK = f"{FOUR}tray Ana plain plain glazed\nrow 1=milk 2=glazed 3=plain 4=plain 5=eclair\n"
PAY = f"{MILK}table: reveal Ana=1 Bo=2 Cy=2 Di=2\n"
RASPBERRY = f"{FIVE}tray Ana plain glazed\nrow 1=raspberry-frosted 2=glazed 3=plain 4=plain 5=eclair 6=eclair\n"
EARLIER = f"{RASPBERRY}table: reveal Ana=1 Bo=2 Cy=2 Di=2 Eve=2\n"
TRAYS = "tray Ana eclair\ntray Bo plain\ntray Cy glazed\ntray Di powdered\n"
TWIST = f"{FOUR}{TRAYS}row 1=cinnamon-twist 2=glazed 3=plain 4=plain 5=powdered\n"
PASS = f"{TWIST}table: reveal Ana=1 Bo=2 Cy=2 Di=2\n"
OVER = f"{THREE}row 1=plain\ndeck 2\n"
GONE = f"{ROW}table: leaves Bo\n"

WHY = NutsReason
# The case, the game before, the last line, the reason. Where `!` is a way on, it is tried; else it must fail.
ROWS: list[tuple[str, str, str, Enum]] = [
    ("a refill after the end", OVER, "table: refill 2=plain", CommonReason.OVER),
    ("a bid after the end", OVER, "Ana: select 1 in 1", CommonReason.OVER),
    ("bids turned over after the end", OVER, "table: reveal Ana=1 Bo=1 Cy=1", CommonReason.OVER),
    ("an answer after the end", OVER, "Ana: draw plain", CommonReason.OVER),
    ("a bid of a seat that left", GONE, "Bo: select 1 in 1", CommonReason.LEFT),
    ("a seat that left named at the reveal", GONE, "table: reveal Ana=1 Bo=2 Cy=3", CommonReason.LEFT),
    ("an answer of a seat that left", GONE, "Bo: draw plain", CommonReason.LEFT),
    ("a pass of a seat that left", f"{PASS}table: leaves Bo\n", "Bo: pass plain", CommonReason.LEFT),
    (
        "a pass told for a seat that left",
        f"{PASS}table: leaves Bo\n",
        "table: pass Ana=eclair Bo=plain",
        CommonReason.LEFT,
    ),
    (
        "a count where the game was followed",
        f"{GAPS}table: refill 2=plain\n",
        "table: final Ana plain",
        CommonReason.COUNTED,
    ),
    ("a refill while somebody is asked", CHOCOLATE, "table: refill 1=plain", WHY.CHOICE_FIRST),
    (
        "a refill while somebody is asked, on a number the row has not",
        CHOCOLATE,
        "table: refill 9=plain",
        WHY.CHOICE_FIRST,
    ),
    ("a bid while somebody is asked", CHOCOLATE, "Bo: select 1 in 2", WHY.CHOICE_FIRST),
    ("bids turned over while somebody is asked", CHOCOLATE, "table: reveal Ana=1 Bo=1 Cy=1", WHY.CHOICE_FIRST),
    ("a refill while some have not passed", f"{PASS}Ana: pass eclair\n", "table: refill 1=plain", WHY.CHOICE_FIRST),
    ("an answer to nothing", ROW, "Ana: draw plain", WHY.NOT_ASKED),
    ("an answer said again", f"{CHOCOLATE}Ana: draw plain\n", "Ana: draw plain", WHY.NOT_ASKED),
    (
        "an answer to an eclair",
        f"{TWO}pile plain plain\nrow 1=eclair 2=plain 3=plain\ntable: reveal Ana=1 Bo=2",
        "Ana: take plain",
        WHY.NOT_ASKED,
    ),
    (
        "a pass where there is no twist",
        f"{ROW}tray Ana eclair\n".replace("row", "tray Bo plain\nrow"),
        "Ana: pass eclair",
        WHY.NOT_ASKED,
    ),
    ("a pass told by the table where there is no twist", ROW, "table: pass Ana=plain", WHY.NOT_ASKED),
    ("a pass told by the table to another question", CHOCOLATE, "table: pass Ana=plain", WHY.NOT_ASKED),
    ("an answer of another seat", CHOCOLATE, "Bo: draw plain", WHY.WRONG_SEAT),
    (
        "another seat's wrong answer is of another seat first",
        CHOCOLATE.replace("row", "pile plain\nrow"),
        "Bo: take plain",
        WHY.WRONG_SEAT,
    ),
    ("another kind of answer", VELVET, "Ana: draw plain", WHY.WRONG_ANSWER),
    ("a pass to another question", GIVE, "Ana: pass plain", WHY.WRONG_ANSWER),
    ("cards of one's own where the row is asked", CRULLER, "Ana: discard french-cruller", WHY.WRONG_ANSWER),
    ("none of the row where one's own cards are asked", PAY, "Ana: discard none", WHY.WRONG_ANSWER),
    (
        "an opponent's card where the pile is asked",
        CLAW.replace("bear-claw", "red-velvet").replace("tray Bo", "pile plain\ntray Bo"),
        "Ana: take glazed from Bo",
        WHY.WRONG_ANSWER,
    ),
    ("discarding an opponent's card where it is taken", CLAW, "Ana: discard glazed from Bo", WHY.WRONG_ANSWER),
    ("a draw where everybody passes", PASS, "Ana: draw plain", WHY.WRONG_ANSWER),
    ("a bid before the row is full", GAPS, "Ana: select 1 in 1", WHY.ROW_NOT_FULL),
    ("bids turned over before the row is full", GAPS, "table: reveal Ana=1 Bo=1 Cy=1", WHY.ROW_NOT_FULL),
    ("a refill of a full row", ROW, "table: refill 1=plain", WHY.ROW_FULL),
    ("a refill of a number the row has not", GAPS, "table: refill 5=plain", WHY.NO_SUCH_NUMBER),
    ("a refill of number nought", GAPS, "table: refill 0=plain", WHY.NO_SUCH_NUMBER),
    ("a bid on a number the row has not", ROW, "Ana: select 5 in 1", WHY.NO_SUCH_NUMBER),
    ("a bid told on a number the row has not", ROW, "table: reveal Ana=1 Bo=2 Cy=5", WHY.NO_SUCH_NUMBER),
    ("clearing a number the row has not", CRULLER, "Ana: discard 3 7", WHY.NO_SUCH_NUMBER),
    ("a refill of a number with a card", GAPS, "table: refill 1=plain 2=plain", WHY.NUMBER_TAKEN),
    ("a bid for the next round", ROW, "Ana: select 1 in 2", WHY.OTHER_ROUND),
    (
        "a bid for the round before",
        f"{ROW}table: reveal Ana=1 Bo=1 Cy=1\ntable: refill 1=plain\n",
        "Ana: select 1 in 1",
        WHY.OTHER_ROUND,
    ),
    ("a seat not named at the reveal", ROW, "table: reveal Ana=1 Cy=2", WHY.BID_MISSING),
    ("nobody named at the reveal", f"{ROW}Ana: select 1 in 1\nBo: select 1 in 1\n", "table: reveal", WHY.BID_MISSING),
    (
        "another number than the one bid secretly",
        f"{ROW}Ana: select 1 in 1\n",
        "table: reveal Ana=2 Bo=2 Cy=2",
        WHY.BID_DIFFERS,
    ),
    ("a refill with a card of a bigger deck", GAPS, "table: refill 2=milk", WHY.NOT_IN_DECK),
    ("a draw of a card of a bigger deck", CHOCOLATE, "Ana: draw milk", WHY.NOT_IN_DECK),
    ("a refill with an eighth plain", f"{THREE}tray Ana {'plain ' * 7}\n", "table: refill 1=plain", WHY.ONE_TOO_MANY),
    (
        "a refill with two where one is left",
        f"{THREE}tray Ana eclair eclair\n",
        "table: refill 1=eclair 2=eclair",
        WHY.ONE_TOO_MANY,
    ),
    (
        "a draw of a card used up",
        CHOCOLATE.replace("row", "tray Bo eclair eclair eclair\nrow"),
        "Ana: draw eclair",
        WHY.ONE_TOO_MANY,
    ),
    (
        "two drawn where one is left",
        DOUBLE.replace("row", "tray Bo eclair eclair\nrow"),
        "Ana: draw eclair eclair keep eclair",
        WHY.ONE_TOO_MANY,
    ),
    (
        "the other one secret, the one kept used up",
        DOUBLE.replace("row", "tray Bo eclair eclair eclair\nrow"),
        "Ana: draw ? eclair keep eclair",
        WHY.ONE_TOO_MANY,
    ),
    ("another card than the known one drawn", KNOWN, "Bo: draw glazed", WHY.KNOWN_TOP),
    (
        "the known card drawn second",
        f"{KNOWN.replace('chocolate-frosted', 'double-chocolate')}",
        "Bo: draw glazed plain keep plain",
        WHY.KNOWN_TOP,
    ),
    (
        "the known card drawn as a secret",
        f"{KNOWN.replace('chocolate-frosted', 'double-chocolate')}",
        "Bo: draw ? glazed keep glazed",
        WHY.KNOWN_TOP,
    ),
    (
        "the known card at a higher gap",
        KNOWN.replace("2=chocolate-frosted", "2=glazed"),
        "table: refill 1=glazed 2=plain 3=plain",
        WHY.KNOWN_TOP,
    ),
    (
        "the last copy at a higher gap while it must be on top",
        f"{KNOWN.replace('2=chocolate-frosted', '2=glazed')}".replace("row", f"tray Di {'plain ' * 4}\nrow")
        .replace("Bo Cy", "Bo Cy Di")
        .replace("4=plain", "4=plain 5=glazed")
        .replace("Cy=3", "Cy=3 Di=5"),
        "table: refill 2=plain",
        WHY.KNOWN_TOP,
    ),
    ("two cards where one is drawn", CHOCOLATE, "Ana: draw plain glazed keep plain", WHY.DRAW_ONE),
    (
        "two cards where one is left",
        DOUBLE.replace("row", "deck 1\nrow"),
        "Ana: draw plain glazed keep plain",
        WHY.DRAW_ONE,
    ),
    ("one card where two are drawn", DOUBLE, "Ana: draw plain", WHY.DRAW_TWO),
    ("keeping neither", DOUBLE, "Ana: draw plain eclair keep glazed", WHY.KEEP_NEITHER),
    ("keeping what was not told", DOUBLE, "Ana: draw ? eclair keep glazed", WHY.KEEP_NEITHER),
    ("none where one must be taken", VELVET, "Ana: take none", WHY.TOO_MANY),
    ("two where one is taken", VELVET, "Ana: take plain glazed", WHY.TOO_MANY),
    ("four where three may be taken", TAKE, "Ana: take plain plain glazed glazed", WHY.TOO_MANY),
    ("a card the pile has not", VELVET, "Ana: take eclair", WHY.NOT_IN_PILE),
    (
        "two copies where the pile has one",
        f"{TAKE.replace('plain plain', 'plain')}",
        "Ana: take plain plain",
        WHY.NOT_IN_PILE,
    ),
    (
        "a card contested at a higher number is not in the pile yet",
        VELVET.replace("2=glazed", "2=powdered"),
        "Ana: take powdered",
        WHY.NOT_IN_PILE,
    ),
    ("giving a card one has not", GIVE, "Ana: give eclair to Bo", WHY.NOT_IN_TRAY),
    ("taking a card the opponent has not", CLAW, "Ana: take plain from Bo", WHY.NOT_IN_TRAY),
    ("taking a card another opponent has", CLAW, "Ana: take glazed from Cy", WHY.NOT_IN_TRAY),
    ("discarding two copies of one card", PAY, "Ana: discard glazed glazed plain", WHY.NOT_IN_TRAY),
    ("passing a card one has not", PASS, "Ana: pass plain", WHY.NOT_IN_TRAY),
    (
        "passing a card that is only coming",
        f"{PASS}Ana: pass cinnamon-twist\n",
        "Bo: pass cinnamon-twist",
        WHY.NOT_IN_TRAY,
    ),
    ("told by the table, one card of several missing", PASS, "table: pass Ana=eclair Bo=glazed", WHY.NOT_IN_TRAY),
    ("giving to oneself", GIVE, "Ana: give plain to Ana", WHY.TO_ONESELF),
    ("taking from oneself", CLAW, "Ana: take bear-claw from Ana", WHY.TO_ONESELF),
    (
        "giving to a seat that left",
        f"{SPRINKLED}table: leaves Cy\ntable: reveal Ana=1 Bo=2\n",
        "Ana: give plain to Cy",
        WHY.TO_ABSENT,
    ),
    ("giving sprinkled itself while there are others", GIVE, "Ana: give sprinkled to Bo", WHY.SPRINKLED_ITSELF),
    ("clearing a number without a card", CRULLER, "Ana: discard 1", WHY.NUMBER_EMPTY),
    ("clearing a chosen number", CRULLER, "Ana: discard 3 2", WHY.NUMBER_CHOSEN),
    ("milk paid with two", PAY, "Ana: discard plain plain", WHY.THREE_OR_MILK),
    ("milk paid with itself and two", PAY, "Ana: discard milk plain plain", WHY.THREE_OR_MILK),
    (
        "milk paid with four",
        PAY.replace("glazed\nrow", "glazed eclair\nrow"),
        "Ana: discard plain plain glazed eclair",
        WHY.THREE_OR_MILK,
    ),
    (
        "raspberry frosted discarding itself while there are others",
        EARLIER,
        "Ana: discard raspberry-frosted",
        WHY.EARLIER_CARD,
    ),
    ("raspberry frosted discarding two", EARLIER, "Ana: discard plain glazed", WHY.EARLIER_CARD),
    (
        "passing twice",
        f"{PASS.replace('Ana eclair', 'Ana eclair powdered')}Ana: pass eclair\n",
        "Ana: pass powdered",
        WHY.PASSED,
    ),
    ("passing twice, told by the table", f"{PASS}Ana: pass eclair\n", "table: pass Ana=eclair Bo=plain", WHY.PASSED),
]
PARAMS = [pytest.param(*row[1:], id=row[0]) for row in ROWS]


@pytest.mark.parametrize(("before", "line", "reason"), PARAMS)
def test_illegal(before: str, line: str, reason: Enum) -> None:
    table = game(before)
    assert refused(lambda: table.play(line)) == ("Illegal", reason.value)
    assert table.version == game(before).version, "nothing has changed"


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [pytest.param(*row[1:], id=row[0]) for row in ROWS if not row[2].startswith("table:") or "refill" in row[2]],
)
def test_force_records_what_cardboard_can_do_and_nothing_else(before: str, line: str, reason: Enum) -> None:
    table = game(before)
    if reason in CANNOT_FORCE:
        assert refused(lambda: table.play(f"{line} !")) == ("Illegal", reason.value)
    elif "9=" in line:
        assert refused(lambda: table.play(f"{line} !")) == ("Illegal", WHY.NO_SUCH_NUMBER.value)
    else:
        forced = table.play(f"{line} !").applied[-1]
        assert (forced.mark, forced.aside) == (reason.value, False)


def test_every_reason_has_a_row() -> None:
    """A new reason without a row fails here."""
    assert {reason for *_, reason in ROWS} >= set(NutsReason)


FACTS = [
    (
        "who is asked, and by which card",
        CHOCOLATE,
        "table: refill 1=plain",
        {"card": "chocolate-frosted", "seats": ["Ana"]},
    ),
    (
        "who has not passed yet",
        f"{PASS}Bo: pass plain\n",
        "table: refill 1=plain",
        {"card": "cinnamon-twist", "seats": ["Ana", "Cy", "Di"]},
    ),
    ("which numbers are empty", GAPS, "Ana: select 1 in 1", {"numbers": [2, 3]}),
    ("who has not bid", ROW, "table: reveal Ana=1 Cy=2", {"seat": "Bo"}),
    (
        "the lines that used the copies",
        f"{THREE}row 1=eclair\ntable: refill 2=eclair\ntable: refill 3=eclair\n",
        "table: refill 4=eclair",
        {"card": "eclair", "lines": [1, 2]},
    ),
    (
        "also the lines that drew them",
        f"{CHOCOLATE}Ana: draw eclair\ntable: refill 1=eclair\n".replace("row", "tray Cy eclair\nrow"),
        "table: refill 2=eclair",
        {"card": "eclair", "lines": [2, 3]},
    ),
    ("which card is known to be on top", KNOWN, "Bo: draw glazed", {"card": "plain"}),
]


@pytest.mark.parametrize(("before", "line", "facts"), [pytest.param(*row[1:], id=row[0]) for row in FACTS])
def test_a_refusal_has_its_facts(before: str, line: str, facts: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refusal:
        game(before).play(line)
    assert refusal.value.facts == facts


UNREAD = [
    ("a card nobody knows", "table: refill 1=muffin", Unread.CARD),
    ("a drawn card left unsaid", "Ana: draw ?", Unread.CARD),
    ("both cards secret", "Ana: draw ? ? keep plain", Unread.WORDS),
    ("a secret kept", "Ana: draw plain glazed keep ?", Unread.CARD),
    ("a draw without a card", "Ana: draw", Unread.WORDS),
    ("three cards drawn", "Ana: draw plain plain plain keep plain", Unread.WORDS),
    ("two cards without the one kept", "Ana: draw plain glazed", Unread.WORDS),
    ("a bid without its round", "Ana: select 3", Unread.WORDS),
    ("a bid that is no number", "Ana: select plain in 1", Unread.NUMBER),
    ("a bid below nought", "Ana: select -1 in 1", Unread.NUMBER),
    ("a number told twice in a refill", "table: refill 1=plain 1=glazed", Unread.WORDS),
    ("a refill of nothing", "table: refill", Unread.WORDS),
    ("a seat told twice at the reveal", "table: reveal Ana=1 Ana=2", Unread.WORDS),
    ("a seat nobody knows at the reveal", "table: reveal Zoe=1", Unread.SEAT),
    ("a seat told twice in a pass", "table: pass Ana=plain Ana=plain", Unread.WORDS),
    ("a pass of nothing", "table: pass", Unread.WORDS),
    ("a number cleared twice", "Ana: discard 3 3", Unread.WORDS),
    ("numbers and cards mixed", "Ana: discard 3 plain", Unread.NUMBER),
    ("digits of another script", "Ana: discard ³", Unread.NUMBER),
    ("nothing discarded, nor none", "Ana: discard", Unread.WORDS),
    ("nothing taken, nor none", "Ana: take", Unread.WORDS),
    ("a gift to nobody", "Ana: give plain", Unread.WORDS),
    ("a gift to somebody else", "Ana: give plain to Zoe", Unread.SEAT),
    ("the table's line said by a seat", "Ana: refill 1=plain", Unread.WORDS),
    ("a seat's line said by the table", "table: draw plain", Unread.WORDS),
    ("a line of the other game", "Ana: place BBVV @0,0 B", Unread.WORDS),
    ("a seat nobody has", "Zoe: draw plain", Unread.SEAT),
    ("an amount decided", "Ana: draw plain !5", Unread.WORDS),
    ("a final count without a seat", "table: final", Unread.WORDS),
    ("a ruling of the other game", "table: ruling sprinkles=donut", Unread.RULING),
    ("a repair in a repair", "table: insert 1 table: strike 1", Unread.NESTED),
]


@pytest.mark.parametrize(("line", "reason"), [pytest.param(*row[1:], id=row[0]) for row in UNREAD])
def test_malformed(line: str, reason: Enum) -> None:
    assert refused(lambda: game(GAPS).play(line)) == ("Malformed", reason.value)

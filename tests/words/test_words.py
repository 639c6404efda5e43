"""Every refusal has a sentence and a way on whose gaps the engine fills; moves, amounts, rulings in plain words.

Only what Go Nuts alone says stands in `test_words_go_nuts`.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

import pytest

from companion.commands.reasons_doc import ENUMS, Facts
from companion.commands.reasons_doc import facts_by_reason as facts_in_the_code
from companion.donut_shop.pay import PayPart, explain_box, explain_placement
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import Level, Step
from companion.editions import load_sets
from companion.games import GAMES
from companion.games import REASONS as OF_GAMES
from companion.go_nuts.reasons import NutsReason
from companion.kernel.reasons import CommonReason, Unread
from companion.refusals import Illegal, Stale, Unavailable
from companion.tables.replay import Replay, replay
from companion.words import REASONS, RULINGS, Words

EDITIONS = load_sets()
CLASSIC = EDITIONS["classic"]
ENGLISH = Words("en")

GAME = ["game donut-shop", "seats Ana Bo"]
CASE = [*GAME, "start BBVV/BBMM"]
LAID = [*CASE, "Ana: place BBBB @4,0 B"]
HOLES = [*GAME, "start BBOO/BBOO", "Ana: place BBBB @4,0 B"]
MIDDLE = [*CASE, "boxes 2x2=0", "own Bo", "Ana: place BBBB @4,0 B"]

TILE = "(Blue, Banana with sprinkles, donut holes, Vanilla)"  # BnOV
OTHER = "(Maple, Maple, Vanilla, Boston)"  # MMVC

SPRINKLES = "What does an order with sprinkles pay for? 10¢ for each sprinkled donut of its type in the box."
NUTS = ["game go-nuts", "seats Ana Bo"]
ROW = [*NUTS, "row 1=plain 2=glazed 3=powdered"]
TRAYS = ["tray Ana plain plain plain", "tray Bo glazed", "tray Cy plain", "tray Di plain", "tray Eve glazed"]


def asks(card: str, *lines: str) -> list[str]:
    """Ana has taken a card whose power asks her; the others met at number 2."""
    row = f"row 1={card} 2=eclair 3=glazed 4=powdered 5=eclair 6=jelly-filled"
    bids = "table: reveal Ana=1 Bo=2 Cy=2 Di=2 Eve=2"
    return ["game go-nuts", "seats Ana Bo Cy Di Eve", *TRAYS, "pile donut-holes", row, bids, *lines]


# For every reason a transcript whose last line raises it.
RAISES: dict[str, list[str]] = {
    Unread.WORDS: [*CASE, "Ana: dance"],
    Unread.SEAT: [*CASE, "Zoe: end"],
    Unread.NAME: [*CASE, "table: rename Ana table"],
    Unread.TEXT: [*CASE, "table: note hello"],
    Unread.NUMBER: [*CASE, "Ana: place BBBB @6 B"],
    Unread.GAME: ["game chess"],
    Unread.SEATS: ["game donut-shop", "seats Ana"],
    Unread.HEADER: [*GAME, "colour red"],
    Unread.HEADER_AGAIN: [*GAME, "follow case", "follow bank"],
    Unread.HEADER_MISSING: ["game donut-shop", "Ana: end"],
    Unread.NOTATION: ["notation 2", *GAME],
    Unread.RULING: [*CASE, "table: ruling touching=no"],
    Unread.CHOICE: [*CASE, "table: ruling sprinkles=twice"],
    Unread.NESTED: [*LAID, "table: insert 1 table: take-back"],
    Unread.TOO_LONG: [*CASE, "Ana: " + "x" * 3000],
    Unread.SET: [*GAME, "set moon"],
    Unread.DONUT: [*CASE, "Ana: place XXXX @4,0 X"],
    Unread.SIZE: [*LAID, "Ana: box 1x4 @0,0 with B"],
    Unread.PICTURE: [*GAME, "start BB/B"],
    CommonReason.OVER: [*CASE, "table: end", "Ana: place BBBB @4,0 B"],
    CommonReason.NOT_OVER: [*CASE, "follow case", "table: orders Ana 1"],
    CommonReason.LEFT: [*CASE, "table: leaves Ana", "Ana: place BBBB @4,0 B"],
    CommonReason.TURN: [*CASE, "Bo: place BBBB @4,0 B"],
    CommonReason.STEP: [*CASE, "Ana: draw ?"],
    CommonReason.LEVEL: [*CASE, "follow bank", "Ana: place BBBB @4,0 B"],
    CommonReason.NO_SUCH_LINE: [*CASE, "table: strike 7"],
    CommonReason.NOTHING_TO_PUT_BACK: [*CASE, "table: put-back"],
    CommonReason.NOTHING_TO_TAKE_BACK: [*CASE, "table: take-back"],
    CommonReason.NAME_IN_USE: [*CASE, "table: rename Ana Bo"],
    CommonReason.LAST_SEAT: [*CASE, "table: leaves Ana", "table: leaves Bo"],
    CommonReason.HAS_LEFT: [*CASE, "table: leaves Bo", "table: leaves Bo"],
    CommonReason.IS_HERE: [*CASE, "table: returns Bo"],
    CommonReason.COUNTED: [*CASE, "table: final Ana 100", "Ana: place BBBB @4,0 B"],
    Unread.CARD: [*NUTS, "table: refill 1=cronut"],
    ShopReason.ONE_BOX: [*LAID, "Ana: box 2x2 own @0,0 with B", "Ana: box 2x2 @4,0 with B"],
    ShopReason.MUST_DRAW: [*LAID, "Ana: end"],
    ShopReason.STACKS_OUT: [*CASE, "deck 0", "Ana: place BBBB @4,0 B", "Ana: draw ?"],
    ShopReason.DEALT: [*LAID, "Ana: deal tile ? order ?"],
    ShopReason.NOT_YOUR_TILE: [*CASE, "Ana: deal tile VVVV order ?", "Ana: place BBBB @4,0 B"],
    ShopReason.OVERLAP: [*CASE, "Ana: place BBBB @2,0 B"],
    ShopReason.ACROSS: [*CASE, "Ana: place BBBB @4,1 B"],
    ShopReason.OFF_EVEN: [*CASE, "Ana: place BBBB @9,9 B"],
    ShopReason.OFF_TABLE: [*CASE, "Ana: place BBBB @100,0 B"],
    ShopReason.DETACHED: [*CASE, "Ana: place BBBB @8,8 B"],
    ShopReason.TYPE: [*CASE, "Ana: place BBBB @4,0 V"],
    ShopReason.OWN_SIZE: [*LAID, "Ana: box 3x2 own @0,0 with B"],
    ShopReason.OVER_NOTHING: [*LAID, "Ana: box 2x2 @0,1 with B"],
    ShopReason.OVER_BOX: [
        *LAID,
        "Ana: box 2x2 own @0,0 with B",
        "Ana: draw ?",
        "Bo: place VVVV @0,2 V",
        "Bo: box 2x2 @0,1 with V",
    ],
    ShopReason.OVER_UNKNOWN: [*GAME, "start BB??/BBMM", "Ana: place BBBB @-2,0 B", "Ana: box 2x2 @2,0 with M"],
    ShopReason.WILD_UNLIKE: [*LAID, "Ana: box 2x2 @0,0 with B&V>B"],
    ShopReason.WILD_OWN_TYPE: [*LAID, "Ana: box 2x2 @0,0 with B&B>B"],
    ShopReason.NO_ORDERS: [*HOLES, "Ana: box 2x2 @2,0 with"],
    ShopReason.NO_ORDER: [*LAID, "Ana: box 2x2 @2,0 with M"],
    ShopReason.EXTRA_ORDER: [*LAID, "Ana: box 2x2 @0,0 with B V"],
    ShopReason.NOT_HELD: [*LAID, "Ana: box 2x2 @0,0 with B B+"],
    ShopReason.OWN_USED: [*MIDDLE, "Ana: box 2x2 own @0,0 with B"],
    ShopReason.NONE_LEFT: [*MIDDLE, "Ana: box 2x2 @0,0 with B"],
    ShopReason.NOT_FACE_UP: [
        *CASE,
        "table: reveal orders B V",
        "Ana: place BBBB @4,0 B",
        "Ana: draw order M*+ reveal B tile ?",
    ],
    ShopReason.MEND_NOTHING: [*CASE, "table: mend @9,9 b"],
    ShopReason.HALF_BLOCK: [*GAME, "start B"],
    NutsReason.CHOICE_FIRST: asks("bear-claw", "Ana: select 3 in 2"),
    NutsReason.NOT_ASKED: [*ROW, "Ana: draw plain"],
    NutsReason.WRONG_SEAT: asks("red-velvet", "Bo: take donut-holes"),
    NutsReason.WRONG_ANSWER: asks("red-velvet", "Ana: draw plain"),
    NutsReason.ROW_NOT_FULL: [*NUTS, "row 2=plain", "Ana: select 2 in 1"],
    NutsReason.ROW_FULL: [*ROW, "table: refill 1=eclair"],
    NutsReason.NO_SUCH_NUMBER: [*ROW, "Ana: select 4 in 1"],
    NutsReason.NUMBER_TAKEN: [*NUTS, "row 1=plain", "table: refill 1=eclair 2=glazed"],
    NutsReason.OTHER_ROUND: [*ROW, "Ana: select 1 in 2"],
    NutsReason.BID_MISSING: [*ROW, "table: reveal Ana=1"],
    NutsReason.BID_DIFFERS: [*ROW, "Ana: select 1 in 1", "table: reveal Ana=2 Bo=3"],
    NutsReason.NOT_IN_DECK: [*NUTS, "table: refill 1=milk"],
    NutsReason.ONE_TOO_MANY: [*NUTS, "tray Ana maple-bar maple-bar", "table: refill 1=maple-bar"],
    NutsReason.KNOWN_TOP: asks("double-chocolate", "Ana: draw plain milk keep milk", "table: refill 1=coffee 2=plain"),
    NutsReason.DRAW_ONE: asks("chocolate-frosted", "Ana: draw plain milk keep milk"),
    NutsReason.DRAW_TWO: asks("double-chocolate", "Ana: draw plain"),
    NutsReason.KEEP_NEITHER: asks("double-chocolate", "Ana: draw plain milk keep coffee"),
    NutsReason.TOO_MANY: asks("red-velvet", "Ana: take none"),
    NutsReason.NOT_IN_PILE: asks("red-velvet", "Ana: take milk"),
    NutsReason.NOT_IN_TRAY: asks("bear-claw", "Ana: take milk from Bo"),
    NutsReason.TO_ONESELF: asks("bear-claw", "Ana: take plain from Ana"),
    NutsReason.TO_ABSENT: asks("sprinkled", "table: leaves Di", "Ana: give plain to Di"),
    NutsReason.SPRINKLED_ITSELF: asks("sprinkled", "Ana: give sprinkled to Bo"),
    NutsReason.NUMBER_EMPTY: asks("french-cruller", "Ana: discard 1"),
    NutsReason.NUMBER_CHOSEN: asks("french-cruller", "Ana: discard 2"),
    NutsReason.THREE_OR_MILK: asks("milk", "Ana: discard plain"),
    NutsReason.EARLIER_CARD: asks("raspberry-frosted", "Ana: discard raspberry-frosted"),
    NutsReason.PASSED: asks("cinnamon-twist", "Ana: pass plain", "Ana: pass plain"),
}

NEVER_RAISED = {CommonReason.DECIDED}  # a mark only
# Raised in tests/tables: no transcript is of a table that the server deals, none enters several lines at once.
AT_TABLES = {
    *(CommonReason.DEALER, CommonReason.ALONE, CommonReason.FULL),
    *(CommonReason.OTHER_PHONE, CommonReason.COVERED, CommonReason.TURNS_OVER),
}
AT_DOOR = (Unread, CommonReason, *(reasons.enum for reasons in OF_GAMES.values()))
REFUSED_AT_DOOR = sorted({reason for enum in AT_DOOR for reason in enum} - NEVER_RAISED - AT_TABLES, key=str)


def replayed(lines: list[str]) -> Replay:
    return replay("\n".join(lines), EDITIONS)


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)", sentence))


# Refusals


@cache
def facts_by_reason() -> dict[str, Facts]:
    """Read off the code once: it is a second's work, and every reason asks."""
    return facts_in_the_code()


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.__name__)
def test_every_reason_has_a_sentence_and_a_way_on(enum: type[Enum]) -> None:
    for reason in enum:
        sentence, hint, *_ = ENGLISH.reason(str(reason))
        assert sentence != ENGLISH.reason("?").sentence, reason
        for message in (sentence, hint):
            assert message[0].isupper() or message[0] in "“–0", message
            assert len(message) < 120, message
        assert sentence.endswith("."), sentence


@pytest.mark.parametrize("reason", REFUSED_AT_DOOR, ids=str)
def test_a_refusal_of_each_reason_shows_its_facts(reason: str) -> None:
    done = replayed(RAISES[reason])
    assert done.refused is not None
    assert done.refused.refusal.reason == reason
    for words in (ENGLISH, Words("qps")):
        message = words.refusal(done.refused.refusal, CLASSIC)
        assert "–" not in message.sentence + message.hint, "a gap has no fact"
        assert "%(" not in message.sentence + message.hint


@pytest.mark.parametrize("reason", REFUSED_AT_DOOR, ids=str)
def test_a_refusal_has_the_facts_its_reason_is_documented_with(reason: str) -> None:
    done, facts = replayed(RAISES[reason]), facts_by_reason()[reason]
    assert done.refused is not None
    given = set(done.refused.refusal.facts)
    assert set(facts.always) <= given <= {*facts.always, *facts.sometimes}


def test_no_two_games_share_the_id_of_a_reason_or_a_ruling() -> None:
    ids = [str(reason.value) for enum in ENUMS for reason in enum]
    assert len(ids) == len(set(ids))
    rulings = [ruling.id for game in GAMES.values() for ruling in game.rulings]
    assert len(rulings) == len(set(rulings))


def test_every_gap_is_a_fact_wherever_the_reason_is_raised() -> None:
    facts = facts_by_reason()
    for reason, message in REASONS.items():
        if reason in NEVER_RAISED or reason not in facts:
            assert reason in NEVER_RAISED or not gaps(message.sentence + message.hint), reason
            continue
        always = set(facts[reason].always)
        if {"order", "tile"} <= always | set(facts[reason].sometimes):
            always.add("thing")  # one of the two is always told
        if {"fewest", "most"} <= always:
            always.add("range")
        assert gaps(message.sentence + message.hint) <= always, reason


@pytest.mark.parametrize("reason", [r for r in REFUSED_AT_DOOR if RAISES[r][-1].startswith(("Ana:", "Bo:"))], ids=str)
def test_recording_anyway_is_offered_only_where_it_works(reason: str) -> None:
    done = replayed([*RAISES[reason][:-1], RAISES[reason][-1] + " !"])
    if done.refused is None:
        assert done.table is not None
        assert done.table.applied[-1].mark == reason
    else:
        assert "anyway" not in REASONS[reason].hint


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (Illegal(ShopReason.NO_ORDER, type="V"), "This box covers Vanilla Frosted."),
        (
            Illegal(ShopReason.NO_ORDER, type="B", types=["B", "N", "V"]),
            "This box covers Blue Frosted, Banana Cream and Vanilla Frosted, and none of them is ordered.",
        ),
        (Illegal(ShopReason.NONE_LEFT, size="2x3"), "No common 2×3 box is left."),
        (
            Illegal(ShopReason.NOT_HELD, orders=["B*", "N+"]),
            "Not in hand: Blue Frosted with sprinkles and Banana Cream with coffee.",
        ),
        (
            Illegal(ShopReason.NOT_HELD, orders=["B*"], held=2),
            "More orders than there can be: by the turns entered, this hand has 2.",
        ),
        (
            Illegal(ShopReason.NOT_FACE_UP, tile="BnOV"),
            f"Not face up: {TILE}.",
        ),
        (Illegal(CommonReason.STEP, step="box"), "Now comes “box or draw”; this belongs to another step."),
        (
            Illegal(CommonReason.LEVEL, level="bank"),
            "This table follows the bank only, and this line is about something else.",
        ),
        (Illegal(Unread.WORDS, text="x" * 200), f"“{'x' * 60}…” is not a line the companion can read."),
        (Stale("moved-on", version=3), "The table moved on while you were entering this."),
        (Unavailable("full"), "The disk with the journal is full, so nothing was recorded."),
        (Unavailable("haunted"), "This cannot be recorded: haunted."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_refusal_uses_the_players_terms(refusal: Illegal, sentence: str) -> None:
    assert ENGLISH.refusal(refusal, CLASSIC).sentence == sentence


def test_without_an_edition_a_type_is_its_letter() -> None:
    assert ENGLISH.refusal(Illegal(ShopReason.NO_ORDER, type="V")).sentence == "This box covers V."


def test_a_mark_without_its_facts_has_a_sentence() -> None:
    assert ENGLISH.reason("no-order-for-type", None, CLASSIC).sentence == "This box covers –."


# Lines


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ana: place BnOV @4,0 M", f"Ana laid {TILE} for Maple Frosted"),
        (
            "Ana: place BnOV @4,0 M !",
            f"Ana laid {TILE} for Maple Frosted — the table decided so",
        ),
        (
            "Ana: place BnOV @4,0 M !25",
            f"Ana laid {TILE} for Maple Frosted — the table decided 25¢",
        ),
        ("Ana: box 3x2 @0,0 with B N*", "Ana packed a 3×2 box with Blue Frosted and Banana Cream with sprinkles"),
        ("Ana: box 2x2 own @0,0 with B", "Ana packed their own 2×2 box with Blue Frosted"),
        (
            "Ana: box 2x2 @0,0 with B V N&N+>M",
            "Ana packed a 2×2 box with Blue Frosted, Vanilla Frosted"
            " and Banana Cream & Banana Cream with coffee as Maple Frosted",
        ),
        ("Ana: box 2x2 @0,0 with", "Ana packed a 2×2 box without an order"),
        (
            "Ana: draw order B* reveal N+ tile BnOV",
            f"Ana took the order Blue Frosted with sprinkles and drew the tile {TILE};"
            " new face up: Banana Cream with coffee",
        ),
        (
            "Ana: draw order B reveal ? tile ?",
            "Ana took the order Blue Frosted and drew a tile; new face up: one not noted",
        ),
        (
            "Ana: draw tile BnOV reveal MMVC order N",
            f"Ana took the tile {TILE} and drew the order Banana Cream; new face up: {OTHER}",
        ),
        (
            "Ana: draw tile BnOV reveal MMVC order ?",
            f"Ana took the tile {TILE} and drew an order; new face up: {OTHER}",
        ),
        ("Ana: draw ?", "Ana drew, cards not noted"),
        ("Ana: end", "Ana ended the turn"),
        ("Ana: deal tile ? order ?", "Ana was dealt a tile and an order"),
        (
            "Ana: deal tile BnOV order ?",
            f"Ana was dealt: tile {TILE}, order one not noted",
        ),
        ('Ana: paid 35 "box"', "Ana got 35¢ (box)"),
        ("Ana: paid 120", "Ana got $1.20"),
        ("table: reveal tiles BnOV MMVC", f"Face up: the tiles {TILE} and {OTHER}"),
        ("table: reveal orders B ?", "Face up: the orders Blue Frosted and one not noted"),
        (
            "table: reveal tiles BnOV orders B*+",
            f"Face up: the tiles {TILE}, the orders Blue Frosted with sprinkles and coffee",
        ),
        ("table: mend @3,-2 b", "Row 1, column 4 holds Blue Frosted with sprinkles"),
        ("table: mend @3,2 O", "Row 5, column 4 holds donut holes"),
        ("table: final Ana 625 orders 2 Bo 610 orders 1", "Counted: Ana $6.25 and 2 orders and Bo $6.10 and 1 order"),
        ("table: final Ana 625", "Counted: Ana $6.25"),
        ('table: adjust Ana +15 "forgot the sprinkles"', "Corrected by hand: Ana +15¢ (forgot the sprinkles)"),
        ("table: adjust Ana -120", "Corrected by hand: Ana −$1.20"),
        ("table: rename Bo Cy", "Bo is called Cy from here on"),
        ('table: note "Ana disagrees 100%"', "Note: Ana disagrees 100%"),
        ("table: leaves Bo", "Bo left the table"),
        ("table: returns Bo", "Bo came back to the table"),
        (
            "table: ruling sprinkles=donut",
            f"From now on: {SPRINKLES}",
        ),
        (
            "table: ruling sprinkles=donut from-the-start",
            f"For the whole game: {SPRINKLES}",
        ),
        ("table: end", "The table ended the game"),
        ("table: take-back", "Taken back: the last line"),
        ("table: take-back 15", "Taken back: line 15 and all after it"),
        ("table: strike 17", "Removed: line 17"),
        ("table: put-back", "Undone: the last correction"),
        ("table: insert 17 Bo: end", "Inserted before line 17: Bo ended the turn"),
        ("table: correct 17 Bo: end", "Line 17 now reads: Bo ended the turn"),
    ],
)
def test_a_line_in_plain_words(line: str, sentence: str) -> None:
    assert ENGLISH.move(read(line), ("Ana", "Bo"), CLASSIC, (0, -2)) == sentence


def read(line: str):  # type: ignore[no-untyped-def]
    from companion.kernel.reading import read_line
    from companion.kernel.text import line_parts

    table = replayed(CASE).table
    assert table is not None
    return read_line(table.game, table.start, table.names, 1, *line_parts(line))


def test_a_name_taken_up_long_ago_and_a_line_nobody_can_read() -> None:
    from companion.kernel.repairs import Line

    assert ENGLISH.move(read("table: rename Bo Cy"), ("Ana", "Cy"), CLASSIC) == "Somebody is called Cy from here on"
    assert (
        ENGLISH.move(Line(1, "Ana", None, None, "dance 50%"), ("Ana", "Bo"), CLASSIC)
        == "Ana: a line that cannot be read"
    )


# Amounts


@pytest.mark.parametrize(
    ("cents", "money", "price", "pay"),
    [
        (0, "$0.00", "0¢", "0¢"),
        (5, "$0.05", "5¢", "+5¢"),
        (185, "$1.85", "$1.85", "+$1.85"),
        (-10, "−$0.10", "−10¢", "−10¢"),
        (-1_200, "−$12.00", "−$12.00", "−$12.00"),
    ],
)
def test_money(cents: int, money: str, price: str, pay: str) -> None:
    assert (ENGLISH.money(cents), ENGLISH.price(cents), ENGLISH.pay(cents)) == (money, price, pay)


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        ([*CASE, "Ana: place VVMM @4,0 V"], ["4 Vanilla Frosted at 5¢ each"]),
        ([*CASE, "Ana: place VMMB @4,2 V !"], ["1 Vanilla Frosted at 5¢"]),
        ([*CASE, "Ana: place OMMM @4,0 V"], ["3 Vanilla Frosted at 5¢ each, holes among them: 1"]),
        (
            [*LAID, "Ana: box 3x2 @0,0 with B* V M !"],
            ["A 2×3 box", "No sprinkled donut in the box for Blue Frosted with sprinkles"],
        ),
        (
            [*GAME, "start bBVV/BBMM", "Ana: place BBBB @4,0 B", "Ana: box 2x2 own @0,0 with B*+ B+ !"],
            ["The own 2×2 box", "Sprinkles for Blue Frosted with sprinkles and coffee", "2 orders with coffee"],
        ),
        (
            [*LAID, "Ana: box 2x2 @0,0 with V*+&V>B !"],
            [
                "A 2×2 box",
                "Sprinkles on an order used in a wild pay nothing",
                "Coffee pays from two orders on; 1 counts here",
            ],
        ),
    ],
)
def test_why_an_amount_is_what_it_is(lines: list[str], sentences: list[str]) -> None:
    table = replayed(lines).table
    assert table is not None
    before, last = table.applied[-2].state if len(table.applied) > 1 else table.start, table.applied[-1]
    move, rulings = last.line.move, before.party.rulings
    if hasattr(move, "box"):
        why = explain_box(before.case, move, rulings)
    else:
        why = explain_placement(before.case, move.tile, move.at, move.kind, rulings)
    assert [ENGLISH.why(part, CLASSIC) for part in why] == sentences
    assert sum(part.cents for part in why) == sum(last.paid.values())


def test_a_part_without_facts_has_its_name() -> None:
    assert ENGLISH.why(PayPart("decided", 30)) == "decided by the table"


# Labels and rulings


def test_every_step_level_and_part_has_a_label() -> None:
    from companion.donut_shop.game import PARTS

    assert all(ENGLISH.step(step) for step in Step)
    assert all(ENGLISH.level(level) for level in Level)
    assert all(ENGLISH.part(part) for part in PARTS)


def test_every_ruling_has_its_question_choices_and_reason() -> None:
    for ruling in (ruling for game in GAMES.values() for ruling in game.rulings):
        assert tuple(RULINGS[ruling.id].choices) in (ruling.choices, ("default",))
    for name in RULINGS:
        assert ENGLISH.ruling(name).endswith("?")
        assert ENGLISH.choice(name).endswith(".")
        assert ENGLISH.ruling_reason(name).endswith(".")
    assert ENGLISH.choice("sprinkles", "donut") == "10¢ for each sprinkled donut of its type in the box."


NUMBERS = [
    ("in a header", [*GAME, "laid 99"], "Write a whole number without a sign, from 0 to 36."),
    ("no number in a header", [*GAME, "money Ana much"], "Write a whole number without a sign, from 0 to 999999."),
    ("a count of boxes", [*GAME, "boxes 2x2=-1"], "Write a whole number without a sign, from 0 to 999999."),
    ("a deck larger than there are cards", [*NUTS, "deck 38"], "Write a whole number without a sign, from 0 to 37."),
    ("a line's number", [*CASE, "table: strike x"], "Write a whole number without a sign, from 0 to 999999."),
    (
        "an amount",
        [*CASE, "table: adjust Ana 15"],
        "An adjustment needs its sign (+15), paid money is a multiple of 5, a square is written @6,2.",
    ),
    (
        "money paid",
        [*GAME, "follow bank", "Ana: paid x"],
        "An adjustment needs its sign (+15), paid money is a multiple of 5, a square is written @6,2.",
    ),
]


@pytest.mark.parametrize(("lines", "hint"), [pytest.param(*row[1:], id=row[0]) for row in NUMBERS])
def test_the_way_on_from_a_wrong_number_fits_where_it_stands(lines: list[str], hint: str) -> None:
    refusal = replay("\n".join(lines), EDITIONS).refused
    assert refusal is not None and ENGLISH.refusal(refusal.refusal).hint == hint

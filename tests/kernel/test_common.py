"""Moves of both games: names, adjusting, leaving, rulings, force, and the door that drops what is not needed."""

from __future__ import annotations

import pytest

from companion.kernel.game import ranked
from companion.kernel.reading import read_line
from companion.kernel.table import Table
from companion.kernel.table import can_force as may_force
from companion.kernel.text import line_parts
from tests.transcripts import asides, line, loaded, marks, money, opened, played, refused, same, standing, winners

CASE = 'game donut-shop\nseats Ana Bo "Cy Lee"\nfollow case\nstart BBVV/BBMM\n'
PLACE = "Ana: place BBBB @0,2 B\n"


def shop(lines: str = "") -> Table:
    return played(CASE + lines)


# A line as it may be typed, and as it is kept.
CANONICAL = [
    ("adjust", "TABLE: Adjust ANA +015", "table: adjust Ana +15"),
    (
        "adjust with a reason",
        'table: adjust "cy lee" -5  "forgot \\"it\\""',
        'table: adjust "Cy Lee" -5 "forgot \\"it\\""',
    ),
    ("adjust by nothing", "table: adjust Ana -0", "table: adjust Ana +0"),
    ("rename", 'table: rename ana "Anna"', "table: rename Ana Anna"),
    ("note", 'table: NOTE "Ana disagrees"', 'table: note "Ana disagrees"'),
    ("leaves", 'table: leaves "CY LEE"', 'table: leaves "Cy Lee"'),
    ("a ruling", "table: ruling Sprinkles=DONUT", "table: ruling sprinkles=donut"),
    (
        "a ruling from the start",
        "table: ruling holes-join=no From-The-Start",
        "table: ruling holes-join=no from-the-start",
    ),
    ("a ruling back to its default", "table: ruling holes-join=yes", "table: ruling holes-join=yes"),
    ("the end", "Table: END", "table: end"),
]


@pytest.mark.parametrize(("typed", "kept"), [pytest.param(*row[1:], id=row[0]) for row in CANONICAL])
def test_canonical(typed: str, kept: str) -> None:
    table = shop().play(typed)
    assert f"table: {table.text(1)[1]}" == kept
    assert same(shop().play(kept), table)


@pytest.mark.parametrize("amount", ["15", "+", "-", "+1.5", "+1e3", "+1000000", "+٣", "++5", "+ 5"])
def test_an_amount_has_a_sign_and_digits(amount: str) -> None:
    assert refused(lambda: shop().play(f"table: adjust Ana {amount}"))[0] == "Malformed"


def test_adjusting_counts_at_any_time_and_after_the_end_too() -> None:
    table = shop("table: adjust Ana +15\ntable: end\ntable: adjust Bo +20\ntable: adjust Ana -1\n")
    assert money(table) == {"Ana": 14, "Bo": 20, "Cy Lee": 0}
    assert [applied.paid for applied in table.applied] == [{"adjust": 15}, {}, {"adjust": 20}, {"adjust": -1}]
    assert winners(table) == ["Bo"]


def test_after_the_end_notes_renames_rulings_from_the_start_and_repairs() -> None:
    table = shop(f"{PLACE}table: end\n")
    for entered in ('table: note "well played"', "table: rename Bo Bob", "table: ruling holes-join=no from-the-start"):
        table = table.play(entered)
    assert (marks(table), table.over) == ({}, True)
    assert not table.play("table: strike 2").over


def test_lines_keep_the_names_they_were_entered_with() -> None:
    table = shop(f'{PLACE}table: rename Ana "Ana B"\nana: end\ntable: adjust ana +5\n"ANA B": box 2x2 @0,0 with B !\n')
    assert standing(table)[0] == "Ana: place BBBB @0,2 B"
    assert standing(table)[2] == "Ana: end"
    assert standing(table)[3] == 'table: adjust "Ana B" +5'
    assert standing(table)[4].startswith('"Ana B": box')
    assert money(table)["Ana B"] == 65
    assert same(loaded(CASE, table), table)


def test_a_name_of_before_may_be_taken_up_by_another() -> None:
    table = shop("table: rename Ana Anna\ntable: rename Bo Ana\nAnna: place BBBB @0,2 B\nAna: place VVVV @2,2 V\n")
    assert [applied.line.seat for applied in table.applied] == [None, None, 0, 1]
    assert same(loaded(CASE, table), table)


def test_swapping_names_needs_a_third() -> None:
    assert refused(lambda: shop("table: rename Ana bo\n")) == ("Illegal", "name-in-use")
    table = shop("table: rename Ana X\ntable: rename Bo Ana\ntable: rename X Bo\n")
    assert table.names.now == table.state.party.names == ("Bo", "Ana", "Cy Lee")


def test_a_seat_may_be_written_another_way() -> None:
    assert shop("table: rename Ana ANA\n").state.party.names[0] == "ANA"


RENAMES = [
    ("told", "table: rename Ana Anna\n", ("Anna", "Bo", "Cy Lee")),
    ("taken back", "table: rename Ana Anna\ntable: take-back\n", ("Ana", "Bo", "Cy Lee")),
    (
        "taken back and put back",
        "table: rename Ana Anna\ntable: take-back\ntable: put-back\n",
        ("Anna", "Bo", "Cy Lee"),
    ),
    ("inserted", f"{PLACE}table: insert 1 table: rename Ana Anna\n", ("Anna", "Bo", "Cy Lee")),
    ("corrected", "table: rename Ana Anna\ntable: correct 1 table: rename Bo Bob\n", ("Ana", "Bob", "Cy Lee")),
    (
        "a name set free by a repair",
        "table: rename Ana X\ntable: rename Bo Ana\ntable: take-back 1\n",
        ("Ana", "Bo", "Cy Lee"),
    ),
    ("inserted, though it is in use", f"{PLACE}table: insert 1 table: rename Ana Bo\n", ("Ana", "Bo", "Cy Lee")),
]


@pytest.mark.parametrize(("lines", "names"), [pytest.param(*row[1:], id=row[0]) for row in RENAMES])
def test_names_follow_repairs(lines: str, names: tuple[str, ...]) -> None:
    """Whoever is shown under a name is meant by it, and a transcript keeps that."""
    table = shop(lines)
    assert table.names.now == table.state.party.names == names
    for seat, name in enumerate(names):
        table = table.play(f'table: adjust "{name}" +{seat + 1}')
        assert table.text(table.version)[1].startswith(f"adjust {table.names.write(seat)} ")
    assert [money(table)[name] for name in names[1:]] == [2, 3]
    assert same(loaded(CASE, table), table)


def test_leaving_and_returning() -> None:
    table = shop("table: leaves Ana\n")
    assert (table.state.turn, marks(table)) == (1, {}), "leaving in one's turn ends it"
    table = table.play("Bo: place BBBB @0,2 B").play('"Cy Lee": place VVVV @2,2 V')
    assert refused(lambda: table.play("Ana: place CCCC @4,0 C")) == ("Illegal", "left")
    assert table.play("Bo: place CCCC @4,0 C").state.laid == 3, "skipped from here"
    back = table.play("table: returns Ana")
    assert refused(lambda: back.play("Bo: place CCCC @4,0 C")) == ("Illegal", "turn")
    assert back.play("Ana: place CCCC @4,0 C").state.laid == 3
    assert "Ana" in money(table), "kept in the standings"


def test_leaving_out_of_turn_changes_nobodys_turn() -> None:
    table = shop("table: leaves Bo\n")
    assert table.state.turn == 0
    assert table.play("Ana: place BBBB @0,2 B").play('"Cy Lee": place VVVV @2,2 V').state.laid == 2


def test_rulings_hold_from_where_they_are_chosen() -> None:
    start = "game donut-shop\nseats Ana Bo\nfollow case\nstart VO/MM\n"
    first, second = "Ana: place VVNN @2,0 V\n", "Bo: place VVMM @4,0 V\n"
    plain = played(start + first + second)
    assert [sum(t.paid.values()) for t in plain.applied] == [20, 30]
    here = played(f"{start}{first}table: ruling holes-join=no\n{second}")
    assert [sum(t.paid.values()) for t in here.applied] == [20, 0, 20]
    whole = plain.play("table: ruling holes-join=no from-the-start")
    assert [sum(t.paid.values()) for t in whole.applied] == [10, 20, 0]
    assert same(loaded(start, whole), whole)
    again = whole.play("table: ruling holes-join=yes from-the-start")
    assert [sum(t.paid.values()) for t in again.applied] == [20, 30, 0, 0]
    overridden = here.play("table: ruling holes-join=yes from-the-start")
    assert [sum(t.paid.values()) for t in overridden.applied] == [20, 0, 30, 0], "it overrides every earlier one"
    later = whole.play("table: ruling holes-join=yes").play("Ana: place VVMM @6,0 V")
    assert sum(later.applied[-1].paid.values()) == 40, "what is told later holds from there on"
    assert [sum(t.paid.values()) for t in later.play("table: strike 3").applied] == [20, 30, 0, 40]


FORCE = [
    ("a bare one that is not needed is dropped", "Ana: place BBBB @0,2 B !", "place BBBB @0,2 B", None, 40),
    ("one that is needed stays", "Ana: place BBBB @8,8 B !", "place BBBB @8,8 B !", "detached", 20),
    (
        "an amount stays and is the table's decision",
        "Ana: place BBBB @0,2 B !15",
        "place BBBB @0,2 B !15",
        "decided",
        15,
    ),
    ("an amount with a reason to refuse", "Ana: place BBBB @8,8 B !035", "place BBBB @8,8 B !35", "detached", 35),
    ("an amount of nothing", "Ana: place BBBB @0,2 B !0", "place BBBB @0,2 B !0", "decided", 0),
    (
        "a type that is not on the tile pays nothing",
        "Ana: place BBBB @0,2 V !",
        "place BBBB @0,2 V !",
        "type-not-on-tile",
        0,
    ),
    ("out of turn", "Bo: place BBBB @0,2 B !", "place BBBB @0,2 B !", "turn", 40),
]


@pytest.mark.parametrize(("entered", "kept", "mark", "cents"), [pytest.param(*row[1:], id=row[0]) for row in FORCE])
def test_force(entered: str, kept: str, mark: str | None, cents: int) -> None:
    table = shop().play(entered)
    assert table.text(1)[1] == kept
    assert marks(table).get(1) == mark
    assert sum(table.applied[0].paid.values()) == cents
    assert same(loaded(CASE, table), table)


@pytest.mark.parametrize("force", ["!5.5", "!-5", "! 30", "!!", "!123456"])
def test_force_is_a_sign_and_perhaps_an_amount(force: str) -> None:
    assert refused(lambda: shop().play(f"Ana: place BBBB @0,2 B {force}"))[0] == "Malformed"


def test_force_alone_is_no_line() -> None:
    assert refused(lambda: shop().play("Ana: !")) == ("Malformed", "unreadable")


def test_whether_force_would_help_can_be_asked() -> None:
    table = shop(PLACE)
    asked = {
        "Bo: place CCCC @20,20 C": True,
        "Bo: place CCCC @0,0 C": False,
        "table: mend @50,0 B": False,
        "Bo: draw ?": False,
    }
    for entered, answer in asked.items():
        new = read_line(table.game, table.start, table.names, 2, *line_parts(entered))
        assert may_force(table, new) == answer, entered  # type: ignore[arg-type]


def test_a_forced_line_inside_a_repair_keeps_its_mark_and_pays() -> None:
    table = shop(PLACE).play("table: correct 1 Ana: place BBBB @8,8 B !30")
    assert line(table, 1).paid == {"decided": 30}
    assert marks(table) == {1: "detached"}
    assert asides(table) == {}


STANDINGS = [
    ("most first", [("A", 10, 0), ("B", 20, 0)], {"B": (1, True), "A": (2, False)}),
    ("equal: most orders", [("A", 10, 1), ("B", 10, 2)], {"B": (1, True), "A": (2, False)}),
    (
        "equal in both: shared",
        [("A", 10, 2), ("B", 10, 2), ("C", 5, 9)],
        {"A": (1, True), "B": (1, True), "C": (3, False)},
    ),
    ("an unknown tie-break shares", [("A", 10, 2), ("B", 10, None)], {"A": (1, True), "B": (1, True)}),
    ("unknown further down changes nothing above", [("A", 10, 2), ("B", 5, None)], {"A": (1, True), "B": (2, False)}),
]


@pytest.mark.parametrize(("rows", "ranks"), [pytest.param(*row[1:], id=row[0]) for row in STANDINGS])
def test_standings(rows: list[tuple[str, int, int | None]], ranks: dict[str, tuple[int, bool]]) -> None:
    standings = ranked([(*row, {}) for row in rows], over=True)
    assert {s.seat: (s.rank, s.winner) for s in standings} == ranks
    assert [s.seat for s in standings] == list(ranks)
    assert not any(s.winner for s in ranked([(*row, {}) for row in rows], over=False))
    assert {s.rank for s in ranked([("A", 1, 2, {}), ("B", 1, 1, {})], over=True, ties=False)} == {1}


def test_opening_names_the_seats() -> None:
    table = opened(CASE)
    assert (table.version, table.names.now) == (0, ("Ana", "Bo", "Cy Lee"))
    assert not table.over

"""Turns and the last round: who is next, who is passed over, when it is over."""

from __future__ import annotations

import pytest

from companion.donut_shop.state import ShopState
from companion.kernel.table import Table
from tests.transcripts import asides, line, loaded, marks, money, opened, played, refused, same

THREE = "game donut-shop\nseats Ana Bo Cy\nstart BBVV/BBMM\n"
TWO = "game donut-shop\nseats Ana Bo\nstart BBVV/BBMM\n"
REVEAL = "table: reveal tiles BnOV MMVC orders B* N+\n"
SPOTS = [f"@{x},{y}" for y in range(2, 40, 2) for x in (0, 2)]


def places(*seats: str, end: str = "") -> str:
    """Return lines in which these seats each lay a tile, one below the other; `end` follows each."""
    return "".join(f"{seat}: place BBBB {at} B\n" + end.format(seat) for seat, at in zip(seats, SPOTS, strict=False))


def state(table: Table) -> ShopState:
    assert isinstance(table.state, ShopState)
    return table.state


def turn(table: Table) -> str:
    return table.names.now[state(table).turn]


def test_a_turn_goes_place_box_draw_and_then_to_the_left() -> None:
    table = played(f"{THREE}first Cy\n")
    seen = []
    for text in (
        "Cy: place BBBB @0,2 B",
        "Cy: box 2x2 @0,2 with B",
        "Cy: draw ?",
        "Ana: place BBBB @0,4 B",
        "Ana: draw ?",
    ):
        table = table.play(text)
        seen.append((turn(table), str(state(table).step)))
    assert seen == [("Cy", "box"), ("Cy", "draw"), ("Ana", "place"), ("Ana", "box"), ("Bo", "place")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_stacks_run_out_together_and_then_one_round_more(seats: int) -> None:
    names = ("Ana", "Bo", "Cy", "Di")[:seats]
    headers = f"game donut-shop\nseats {' '.join(names)}\nstart BBVV/BBMM\nfirst {names[-1]}\n"
    order = [names[(seats - 1 + n) % seats] for n in range(36)]
    table = opened(headers)
    assert state(table).stacks == 36 - seats
    for n, seat in enumerate(order):
        assert turn(table) == seat
        table = table.play(f"{seat}: place BBBB @{n % 2 * 2},{2 + n // 2 * 2} B")
        last_round = n >= 36 - seats
        assert refused(lambda t=table, s=seat, r=last_round: t.play(f"{s}: {'draw ?' if r else 'end'}"))[1] == (
            "stacks-out" if last_round else "must-draw"
        )
        table = table.play(f"{seat}: {'end' if last_round else 'draw ?'}")
        assert table.over == (n == 35)
    assert state(table).laid == 36
    assert all(h.count == 1 + 36 // seats - 1 for h in state(table).hands), "the last round is without drawing"


def test_level_case_ends_turns_by_the_next_tile_and_counts_draws() -> None:
    table = played(
        f"{THREE}follow case\nAna: place BBBB @0,2 B\nBo: place BBBB @2,2 B\nBo: box 2x2 @2,2 with B*\nBo: end\n"
    )
    assert [h.count for h in state(table).hands] == [2, 1, 1]
    assert (turn(table), state(table).stacks) == ("Cy", 31)
    assert refused(lambda: table.play("Ana: box 2x2 @0,2 with B")) == ("Illegal", "turn"), (
        "a box may be entered until then"
    )
    assert refused(lambda: played(f"{THREE}follow case\nAna: place BBBB @0,2 B\nCy: place BBBB @2,2 B\n")) == (
        "Illegal",
        "turn",
    )


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Cy", "Ana Bo Cy Di"])
def test_level_case_is_36_tiles_and_one_end(seats: str) -> None:
    names = seats.split()
    headers = f"game donut-shop\nseats {seats}\nfollow case\nstart BBVV/BBMM\n"
    table = played(headers + places(*(names * 18)[:36]))
    assert not table.over
    assert refused(lambda: table.play(f"{names[0]}: place BBBB @0,38 B")) == ("Illegal", "over")
    assert table.play(f"{names[-1]}: end").over
    assert state(table).laid == 36


@pytest.mark.parametrize("seats", ["Ana Bo", "Ana Bo Cy", "Ana Bo Cy Di"])
def test_level_bank_is_over_after_36_ends(seats: str) -> None:
    names = seats.split()
    table = opened(f"game donut-shop\nseats {seats}\nfollow bank\n")
    for n in range(36):
        assert not table.over
        table = table.play(f"{names[-1]}: paid 5").play(f"{names[n % len(names)]}: end")
    assert table.over
    assert money(table)[names[-1]] == 180
    assert {s.tiebreak for s in table.game.rules.standings(table.state)} == {None}
    assert refused(lambda: table.play("Ana: paid 5")) == ("Illegal", "over")


DECK = "hand Ana B\nhand Bo N\nlaid {}\ndeck 0\n"


@pytest.mark.parametrize(
    ("laid", "turns"), [(36, ""), (35, "A"), (34, "AB"), (33, "ABC"), (32, "ABCA"), (29, "ABCABCA")]
)
def test_at_deck_nought_the_next_36_less_laid_turns_are_the_last(laid: int, turns: str) -> None:
    names = {"A": "Ana", "B": "Bo", "C": "Cy"}
    table = played(THREE + DECK.format(laid) + places(*(names[t] for t in turns), end="{}: end\n"))
    assert table.over
    if turns:
        before = played(THREE + DECK.format(laid) + places(*(names[t] for t in turns[:-1]), end="{}: end\n"))
        assert not before.over


def test_a_seat_that_leaves_in_the_last_round_has_no_turn_left() -> None:
    last = THREE + DECK.format(33)
    table = played(f"{last}table: leaves Bo\n")
    table = table.play("Ana: place BBBB @0,2 B").play("Ana: end")
    assert turn(table) == "Cy"
    assert not table.over
    assert table.play("table: leaves Cy").over, "every seat still in has ended its last turn"
    assert table.play("Cy: place BBBB @2,2 B").play("Cy: end").over


def test_a_seat_that_returns_in_the_last_round_has_its_last_turn_still() -> None:
    table = played(f"{THREE}{DECK.format(33)}table: leaves Bo\nAna: place BBBB @0,2 B\nAna: end\ntable: returns Bo\n")
    table = table.play("Cy: place BBBB @2,2 B").play("Cy: end")
    assert (turn(table), table.over) == ("Bo", False)
    assert table.play("Bo: place BBBB @0,4 B").play("Bo: end").over


def test_leaving_in_ones_last_turn_ends_it() -> None:
    table = played(f"{TWO}{DECK.format(34)}Ana: place BBBB @0,2 B\ntable: leaves Ana\n")
    assert (turn(table), table.over) == ("Bo", False)
    assert table.play("Bo: place BBBB @2,2 B").play("Bo: end").over
    back = table.play("table: returns Ana").play("Bo: place BBBB @2,2 B").play("Bo: end")
    assert back.over, "her last turn was ended by leaving"


def test_with_one_seat_left_the_game_goes_on_alone() -> None:
    table = played(f"{TWO}follow case\ntable: leaves Bo\n" + places("Ana", "Ana", "Ana"))
    assert (state(table).laid, marks(table), state(table).stacks) == (3, {}, 32)


def test_a_seat_passed_over_ends_its_turn_with_nothing_drawn() -> None:
    table = played(f"{THREE}Ana: place BBBB @0,2 B\nCy: place BBBB @2,2 B !\n")
    assert marks(table) == {2: "turn"}
    assert (turn(table), str(state(table).step), state(table).stacks) == ("Cy", "box", 33)
    assert [h.count for h in state(table).hands] == [1, 1, 1]
    assert turn(table.play("Cy: draw ?")) == "Ana"


def test_in_the_last_round_only_those_between_are_passed_over() -> None:
    table = played(f"{THREE}{DECK.format(33)}Bo: place BBBB @0,2 B !\nBo: end\n")
    assert (turn(table), table.over) == ("Cy", False)
    assert table.play("Cy: place BBBB @2,2 B").play("Cy: end").over
    four = f"{THREE.replace('Cy', 'Cy Di')}{DECK.format(32)}"
    table = played(f"{four}Ana: place BBBB @0,2 B\nAna: end\nDi: place BBBB @2,2 B !\nDi: end\n")
    assert table.over, "from Bo to Di, Bo and Cy are passed over"
    assert [h.count for h in state(table).hands] == [1, 1, None, None]
    table = played(f"{four}Ana: place BBBB @0,2 B\nAna: end\nAna: place BBBB @2,2 B !\n")
    assert table.over, "from Bo round to Ana, who had her last turn, everybody is passed over"


def test_a_seat_with_no_turn_left_passes_nobody_beyond_it() -> None:
    """Owed: Di, Ana, Bo, in this order. Cy, who has none, lays a tile after Ana's: Bo is passed over, Di is not."""
    table = played(f"{THREE.replace('Cy', 'Cy Di')}first Di\n{DECK.format(33)}Ana: place BBBB @2,2 B !\n")
    assert (marks(table), turn(table)) == ({1: "turn"}, "Ana"), "Di is passed over"
    table = played(f"{THREE.replace('Cy', 'Cy Di')}first Ana\n{DECK.format(34)}Cy: place BBBB @2,2 B !\nCy: end !\n")
    assert table.over, "Ana and Bo are passed over, and nobody else has a turn"
    table = played(
        f"{THREE.replace('Cy', 'Cy Di')}first Bo\n{DECK.format(32)}table: leaves Cy\nBo: place BBBB @2,2 B\n"
    )
    table = table.play("Bo: end").play("Cy: place BBBB @0,2 B !").play("Cy: end !")
    assert (turn(table), table.over) == ("Di", False)
    assert table.play("Di: place BBBB @0,4 B").play("Di: end").play("Ana: place BBBB @2,4 B").play("Ana: end").over


def test_a_seat_that_left_passes_nobody_over() -> None:
    """Bo has left and lays a tile all the same: whoever is next keeps the turn, in the last round too."""
    table = played(
        f"{THREE}{DECK.format(33)}table: leaves Bo\nAna: place BBBB @0,2 B\nAna: end\nBo: place BBBB @2,2 B !\n"
    )
    assert (marks(table), turn(table)) == ({4: "left"}, "Bo")
    table = table.play("Bo: end !")
    assert (turn(table), table.over) == ("Cy", False)
    assert table.play("Cy: place BBBB @0,4 B").play("Cy: end").over


def test_leaving_inserted_marks_the_lines_of_who_left_and_no_others() -> None:
    lines = places("Ana", "Bo", "Cy", "Ana", "Bo", "Cy", end="{}: draw ?\n")
    table = played(THREE + lines).play("table: insert 3 table: leaves Bo")
    assert marks(table) == dict.fromkeys((3, 4, 9, 10), "left")
    assert (turn(table), state(table).laid) == ("Ana", 6)
    assert money(table) == money(played(THREE + lines))


SET_ASIDE = [
    ("a tile: then a box may come", "Bo: place CCCC @0,2 C", "Bo", "box"),
    ("a tile out of turn", "Cy: place CCCC @0,2 C", "Cy", "box"),
    ("a box: then a draw", "Bo: box 2x2 @8,8 with B", "Bo", "draw"),
    ("a deal at another level changes nothing", "Bo: deal tile ? order ?", "Bo", "place"),
    ("a draw at another level: then the next seat", "Bo: draw ?", "Cy", "place"),
    ("money at another level changes nothing", "Bo: paid 5", "Bo", "place"),
]


@pytest.mark.parametrize(("text", "seat", "step"), [pytest.param(*row[1:], id=row[0]) for row in SET_ASIDE])
def test_after_a_line_set_aside_its_seat_is_at_the_step_after_it(text: str, seat: str, step: str) -> None:
    """Inserted between Ana's end and a note; whatever it was, it changed no case and no money."""
    headers = f"{THREE}follow case\n"
    before = played(f'{headers}Ana: place BBBB @0,2 B\nAna: end\ntable: note "x"\n')
    table = before.play(f"table: insert 3 {text}")
    assert list(asides(table)) == [4]
    assert (turn(table), str(state(table).step)) == (seat, step)
    assert (state(table).case, state(table).laid, money(table)) == (state(before).case, 1, money(before))
    assert same(loaded(headers, table), table)


def test_a_game_followed_on_paper_is_only_counted() -> None:
    table = played(f"{THREE}table: final Ana 625 orders 2 Bo 610\n")
    assert not table.over
    assert refused(lambda: table.play("Ana: place BBBB @0,2 B")) == ("Illegal", "counted")
    table = table.play("table: final Bo 620 orders 1").play("table: adjust Bo +5").play("table: final cy 10 orders 0")
    assert table.over
    assert money(table) == {"Ana": 625, "Bo": 625, "Cy": 10}
    assert [(s.seat, s.winner, s.parts) for s in table.game.rules.standings(table.state)][:2] == [
        ("Ana", True, {"counted": 625}),
        ("Bo", False, {"counted": 620, "adjust": 5}),
    ]


GAME_LINES = [
    "Ana: place BBBB @0,2 B",
    "Bo: deal tile ? order ?",
    REVEAL.strip(),
    "table: mend @0,0 V",
    "Ana: draw ? !",
]


@pytest.mark.parametrize("text", [*GAME_LINES, "Ana: box 2x2 @0,0 with B !"])
def test_a_count_stands_only_where_no_game_line_does(text: str) -> None:
    assert refused(lambda: played(f"{TWO}{text}\ntable: final Ana 5\n")) == ("Illegal", "counted")
    assert played(f"{TWO}{text}\ntable: strike 1\ntable: final Ana 5 Bo 10\n").over
    mixed = played(f"{TWO}table: final Ana 5 Bo 10\n").play(f"table: insert 1 {text}")
    assert asides(mixed) == {1: "counted"}
    assert not line(mixed, 2).aside


@pytest.mark.parametrize(
    "text", ['table: note "x"', "table: adjust Ana +5", "table: ruling holes-join=no", "table: leaves Bo"]
)
def test_other_lines_may_stand_beside_a_count(text: str) -> None:
    table = played(f"{TWO}{text}\ntable: final Ana 5 Bo 10\n")
    assert table.over

"""Points at the end, card by card, under every ruling; and who has won."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from companion.go_nuts.cards import CARDS
from companion.go_nuts.notation import RULINGS
from companion.go_nuts.score import points
from tests.go_nuts.drawing import game
from tests.properties import given, st
from tests.transcripts import money, winners

DEFAULTS = {ruling.id: ruling.default for ruling in RULINGS}


def scores(trays: str, **rulings: str) -> list[int]:
    """Points of trays drawn as `3 plain, glazed | powdered | `: cards with their number, seats apart by a bar."""
    chosen = {**DEFAULTS, **{name.replace("_", "-"): choice for name, choice in rulings.items()}}
    return [sum(parts.values()) for parts in points([tray(one) for one in trays.split("|")], chosen)]


def tray(text: str) -> list[str]:
    cards: list[str] = []
    for word in filter(None, map(str.strip, text.split(","))):
        count, _, card = word.rpartition(" ")
        cards += [card] * int(count or 1)
    return cards


SEVEN = "powdered, glazed, eclair, 2 chocolate-frosted, donut-holes, french-cruller"  # six types
NINE = "2 old-fashioned, 5 glazed, 2 chocolate-frosted"
ROWS: list[tuple[str, str, list[int]]] = [
    *((f"{n} donut holes", f"{n} donut-holes | eclair", [p, 0]) for n, p in enumerate((1, 3, 6, 10, 15, 15), 1)),
    *((f"{n} jelly-filled", f"{n} jelly-filled | eclair", [p, 0]) for n, p in enumerate((0, 5, 5, 10, 10, 15), 1)),
    *((f"{n} boston cream", f"{n} boston-cream | eclair", [p, 0]) for n, p in enumerate((0, 6, 0, 15, 0, 25), 1)),
    ("empty trays", " | ", [0, 0]),
    ("glazed, powdered and cruller", "5 glazed, 4 powdered, 4 french-cruller | ", [30, 0]),
    ("the most plain alone: three more", "plain, glazed | 2 plain | plain, 2 glazed", [3, 5, 5]),
    ("two tied for most plain: one more each", "2 plain | 2 plain | ", [3, 3, 0]),
    ("all tied for most plain", "plain | plain | plain", [2, 2, 2]),
    ("nobody has plain: no bonus", " | glazed", [0, 2]),
    ("one plain may be the most", "plain | ", [4, 0]),
    (
        "maple bar with six types",
        f"{SEVEN.replace('donut-holes, french-cruller', 'donut-holes')}, maple-bar | ",
        [6, 0],
    ),
    ("maple bars with seven types, they too are a type", f"{SEVEN}, 2 maple-bar | ", [14, 0]),
    ("mucho matcha with two types", "2 mucho-matcha, glazed | ", [8, 0]),
    (
        "with seven types the bar pays, the matcha does not",
        "mucho-matcha, maple-bar, glazed, powdered, plain, chocolate-frosted, eclair | 2 plain",
        [9, 5],
    ),
    (
        "with six types the matcha pays, the bar does not",
        "mucho-matcha, maple-bar, glazed, powdered, plain, chocolate-frosted | 2 plain",
        [9, 5],
    ),
    ("old fashioned with nine cards", f"{NINE} | ", [20, 0]),
    ("old fashioned with ten cards", f"{NINE}, eclair | ", [10, 0]),
    ("maple frosted with the fewest cards", "maple-frosted | 2 glazed | 3 glazed", [5, 4, 6]),
    ("maple frosted tied for the fewest", "maple-frosted | glazed | 3 glazed", [5, 2, 6]),
    ("maple frosted beside an empty tray", "maple-frosted | ", [0, 0]),
    ("maple frosted with more cards than another", "2 maple-frosted | glazed", [0, 2]),
    ("two maple frosted with the fewest", "2 maple-frosted | 3 glazed", [10, 6]),
    ("coffee beside three negative cards", "coffee, 2 red-velvet, bear-claw | ", [-3, 0]),
    ("two coffees", "2 coffee, day-old-donuts, 2 strawberry-glazed | ", [-5, 0]),
    ("coffee beside nothing negative", "2 coffee | ", [0, 0]),
    (
        "all seven negative cards and both coffees",
        "2 coffee, 2 red-velvet, 2 bear-claw, day-old-donuts, 2 strawberry-glazed | ",
        [-5, 0],
    ),
    ("sprinkled, twist and milk", "2 sprinkled, 2 cinnamon-twist, milk | ", [11, 0]),
    ("cards without points", "3 chocolate-frosted, 3 eclair, 2 double-chocolate, 2 raspberry-frosted | ", [0, 0]),
    (
        "three whole trays",
        "4 boston-cream, 3 donut-holes, coffee, red-velvet, 2 plain | 6 jelly-filled, 2 plain, maple-bar"
        " | 5 glazed, plain, 2 powdered",
        [23, 18, 17],
    ),
    (
        "three trays of seven and five",
        "2 plain, glazed, 2 donut-holes | powdered, jelly-filled, french-cruller, eclair, maple-bar"
        " | glazed, chocolate-frosted, maple-bar, jelly-filled, donut-holes, powdered, plain",
        [10, 5, 10],
    ),
]


@pytest.mark.parametrize(("trays", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_points(trays: str, expected: list[int]) -> None:
    assert scores(trays) == expected


def ruled(trays: str, default: list[int], other: list[int], **ruling: str) -> tuple[object, ...]:
    return trays, ruling, default, other


RULED = [
    ("a pair of Boston Creams", *ruled("2 boston-cream | ", [6, 0], [3, 0], boston_pair="3")),
    ("three Boston Creams are no pair", *ruled("3 boston-cream | ", [0, 0], [0, 0], boston_pair="3")),
    ("tied for fewest", *ruled("maple-frosted | glazed | 3 glazed", [5, 2, 6], [0, 2, 6], maple_frosted_tie="none")),
    ("alone with the fewest", *ruled("maple-frosted | 2 glazed", [5, 4], [5, 4], maple_frosted_tie="none")),
    ("coffee as the seventh type", *ruled(f"{SEVEN}, coffee, maple-bar | ", [11, 0], [11, 0], types="no")),
    (
        "coffee as the very seventh type",
        *ruled(
            "glazed, powdered, plain, eclair, chocolate-frosted, maple-bar, coffee | 2 plain",
            [9, 5],
            [6, 5],
            types="no",
        ),
    ),
    (
        "milk as the seventh type against matcha",
        *ruled(
            "glazed, powdered, eclair, chocolate-frosted, donut-holes, mucho-matcha, milk | ",
            [11, 0],
            [14, 0],
            types="no",
        ),
    ),
    ("milk as the tenth card", *ruled(f"{NINE}, milk | ", [15, 0], [25, 0], types="no")),
    ("coffee and milk among the fewest", *ruled("maple-frosted, coffee, milk | 2 glazed", [5, 4], [10, 4], types="no")),
    ("coffee pays all the same", *ruled("coffee, red-velvet | ", [-1, 0], [-1, 0], types="no")),
]


@pytest.mark.parametrize(("trays", "ruling", "default", "other"), [pytest.param(*row[1:], id=row[0]) for row in RULED])
def test_a_ruling(trays: str, ruling: dict[str, str], default: list[int], other: list[int]) -> None:
    assert scores(trays) == default
    assert scores(trays, **ruling) == other


WON = [
    ("equal points: the most cards", "", "5 glazed | 2 powdered, 2 sprinkled", ["Ana"]),
    ("equal points: shared at once", "tie=shared", "5 glazed | 2 powdered, 2 sprinkled", ["Ana", "Bo"]),
    ("equal points and cards", "", "3 glazed | 2 powdered, eclair", ["Ana", "Bo"]),
    ("coffee counts in the tie-break", "", "3 glazed, coffee | 2 powdered, eclair", ["Ana"]),
    ("coffee does not count in the tie-break", "types=no", "3 glazed, coffee | 2 powdered, eclair", ["Ana", "Bo"]),
    ("the tie-break never beats points", "", "3 eclair, jelly-filled | plain", ["Bo"]),
    ("below nought one may win too", "", "red-velvet | day-old-donuts", ["Ana"]),
]


@pytest.mark.parametrize(("rulings", "trays", "who"), [pytest.param(*row[1:], id=row[0]) for row in WON])
def test_who_has_won(rulings: str, trays: str, who: list[str]) -> None:
    one, other = (" ".join(tray(text)) for text in trays.split("|"))
    header = f"rulings {rulings}\n" if rulings else ""
    far_behind = "table: adjust Cy -90\ntable: adjust Di -90\n"
    table = game(f"seats Ana Bo Cy Di\n{header}tray Ana {one}\ntray Bo {other}\n{far_behind}table: end\n")
    assert winners(table) == who


def test_adjusted_points_count_and_are_a_part_of_their_own() -> None:
    table = game('seats Ana Bo\ntray Ana glazed\ntable: adjust Ana -3 "peeked"\ntable: adjust Ana +1\n')
    standing = next(s for s in table.game.rules.standings(table.state) if s.seat == "Ana")
    assert (standing.score, dict(standing.parts)) == (0, {"glazed": 2, "adjust": -2})


def test_a_ruling_from_here_on_counts_at_the_end() -> None:
    table = game("seats Ana Bo Cy\ntray Ana boston-cream boston-cream\n")
    assert money(table)["Ana"] == 6
    assert money(table.play("table: ruling boston-pair=3"))["Ana"] == 3


@given(st.integers(0, 2**32), st.integers(2, 6))
def test_the_points_of_a_tray_do_not_depend_on_the_order_of_its_cards_or_of_the_seats(seed: int, seats: int) -> None:
    rng = Random(seed)
    trays = [rng.choices([card.name for card in CARDS], k=rng.randrange(12)) for _ in range(seats)]
    chosen = {ruling.id: rng.choice(ruling.choices) for ruling in RULINGS}
    found = points(trays, chosen)
    order = rng.sample(range(seats), seats)
    mixed = points([rng.sample(trays[seat], len(trays[seat])) for seat in order], chosen)
    assert mixed == [found[seat] for seat in order]
    for cards, parts in zip(trays, found, strict=True):
        assert parts.keys() == Counter(cards).keys()


def test_every_card_scores_the_same_alone_under_rulings_that_do_not_name_it() -> None:
    """Rulings change only what they are about: a lone card beside a fuller tray is worth the same under all of them."""
    for card, *choice in product(CARDS, *(ruling.choices for ruling in RULINGS)):
        chosen = dict(zip(DEFAULTS, choice, strict=True))
        alone = points([[card.name], ["eclair", "eclair"]], chosen)
        assert alone == points([[card.name], ["eclair", "eclair"]], DEFAULTS)

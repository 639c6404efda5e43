"""Whole games as transcripts: a comment `# expect …` is a promise about the line above it, or about the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kernel.table import Table
from companion.kernel.transcript import read_transcript
from companion.refusals import Refusal
from tests.transcripts import (
    GOLDEN,
    Expected,
    asides,
    expectations,
    headers_of,
    loaded,
    marks,
    opened,
    played,
    same,
    standing,
    transcript_of,
    winners,
)

GAMES = [path for path in sorted(GOLDEN.glob("*.txt")) if "game donut-shop\n" in path.read_text()]
REFUSED = {
    "box-on-box": "box-over-box",
    "detached": "detached",
    "draw-before-place": "step",
    "end-too-early": "must-draw",
    "extra-order": "extra-order",
    "hang-off": "box-over-nothing",
    "missing-order": "no-order-for-type",
    "no-such-box": "unknown-size",
    "not-your-tile": "not-your-tile",
    "order-not-held": "order-not-held",
    "overlap": "overlap",
    "own-box-twice": "own-box-used",
    "straddle": "across-two-tiles",
    "two-boxes": "one-box-a-turn",
    "type-not-on-tile": "type-not-on-tile",
    "unlisted-face-up": "not-face-up",
    "wild-own-type": "wild-own-type",
    "wild-unlike": "wild-unlike",
    "wrong-turn": "turn",
}


def stem(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", GAMES, ids=stem)
def test_a_game_agrees_with_its_comments(path: Path) -> None:
    text = path.read_text()
    table = played(text)
    numbers = {number: seq for seq, (number, _) in enumerate(read_transcript(text).moves, 1)}
    expected = list(expectations(text))
    assert expected, "a golden game promises something"
    for promise in expected:
        assert holds(promise, table, numbers), f"{path.name}:{promise.at}: {' '.join(promise.words)}"


def holds(promise: Expected, table: Table, numbers: dict[int, int]) -> bool:
    """Whether one comment is true."""
    match promise.words:
        case ["money", seat, cents, "orders", orders]:
            standings = {s.seat: s for s in table.game.rules.standings(table.state)}
            found = standings[seat.strip('"')]
            return (str(found.score), found.tiebreak) == (cents, None if orders == "?" else int(orders))
        case ["winners", *seats]:
            return winners(table) == [seat.strip('"') for seat in seats]
        case ["marked", *pairs]:
            return {f"{seq}={mark}" for seq, mark in marks(table).items()} == set(pairs)
        case ["aside", *pairs]:
            return {f"{seq}={mark}" for seq, mark in asides(table).items()} == set(pairs)
        case ["standing", count]:
            return len(table.applied) == int(count)
        case ["placements", count]:
            return bool(table.state.laid == int(count))
        case ["turn", seat]:
            return bool(table.game.rules.show(table.state)["turn"] == seat)
        case ["line", number, *words]:
            return next(text for text in standing_by_number(table, int(number))) == " ".join(words)
        case [amount]:
            number = numbers[promise.after]
            return sum(next(t.paid for t in table.applied if t.line.seq == number).values()) == int(amount)
    raise AssertionError(promise)


def standing_by_number(table: Table, number: int) -> list[str]:
    return [
        text
        for text, entered_line in zip(standing(table), table.applied, strict=True)
        if entered_line.line.seq == number
    ]


@pytest.mark.parametrize("path", GAMES, ids=stem)
def test_loading_the_journal_is_playing_line_by_line(path: Path) -> None:
    text = path.read_text()
    assert same(loaded(headers_of(text), played(text)), played(text))


@pytest.mark.parametrize("path", GAMES, ids=stem)
def test_the_canonical_text_is_a_fixed_point(path: Path) -> None:
    text = path.read_text()
    headers = headers_of(text)
    table = played(text)
    canonical = transcript_of(headers, table)
    assert same(played(canonical), table)
    assert transcript_of(headers, played(canonical)) == canonical


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_exactly_36_placements(seats: int) -> None:
    table = played((GOLDEN / f"donut-shop-{seats}.txt").read_text())
    assert table.over
    assert table.state.laid == 36
    assert [sum(f"{name}: place" in row for row in standing(table)) for name in table.names.now] == [
        36 // seats
    ] * seats
    before_last = [applied.state for applied in table.applied if applied.state.stacks][-1]
    assert before_last.laid == 36 - seats, "the last round is a turn each"


@pytest.mark.parametrize(
    ("name", "reason"), [pytest.param(f"donut-shop-{name}", reason, id=name) for name, reason in REFUSED.items()]
)
def test_only_the_last_line_is_refused_and_with_its_reason(name: str, reason: str) -> None:
    text = (GOLDEN / "refused" / f"{name}.txt").read_text()
    *before, (_, last) = read_transcript(text).moves
    table = opened(text).play_all(row for _, row in before)
    with pytest.raises(Refusal) as refusal:
        table.play(last)
    assert str(refusal.value.reason) == reason
    assert refusal.value.kind == ("Malformed" if reason == "unknown-size" else "Illegal")


def test_every_refused_game_has_a_row() -> None:
    assert {path.stem for path in (GOLDEN / "refused").glob("donut-shop-*.txt")} == {f"donut-shop-{n}" for n in REFUSED}

"""Whole Go Nuts games as transcripts: a comment `# expect …` is a promise about the end."""

from __future__ import annotations

from pathlib import Path

import pytest

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

GAMES = [path for path in sorted(GOLDEN.glob("*.txt")) if "game go-nuts\n" in path.read_text()]
REFUSED = {
    "bid-missing": "bid-missing",
    "bid-too-high": "no-such-number",
    "claw-unowned": "not-in-tray",
    "cruller-chosen": "number-chosen",
    "give-self": "to-oneself",
    "give-unowned": "not-in-tray",
    "keep-neither": "keep-neither",
    "milk-two": "three-or-milk",
    "one-too-many": "one-too-many",
    "refill-before-choice": "choice-first",
    "refill-short": "row-not-full",
    "refill-taken": "number-taken",
    "sprinkled-itself": "sprinkled-itself",
    "take-not-in-pile": "not-in-pile",
    "wrong-seat": "wrong-seat",
}


def stem(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", GAMES, ids=stem)
def test_a_game_ends_as_in_its_comments(path: Path) -> None:
    text = path.read_text()
    table = played(text)
    expected = list(expectations(text))
    assert expected, "a golden game promises something"
    standings = {s.seat: (s.score, s.tiebreak) for s in table.game.rules.standings(table.state)}
    for promise in expected:
        match promise.words:
            case ["points", seat, points, "cards", cards]:
                assert standings[seat.strip('"')] == (int(points), int(cards)), about(path, promise)
            case ["winners", *seats]:
                assert winners(table) == [seat.strip('"') for seat in seats], about(path, promise)
            case ["marked", *pairs]:
                assert {f"{seq}={mark}" for seq, mark in marks(table).items()} == set(pairs), about(path, promise)
            case ["aside", *pairs]:
                assert {f"{seq}={mark}" for seq, mark in asides(table).items()} == set(pairs), about(path, promise)
            case ["standing", count]:
                assert len(standing(table)) == int(count), about(path, promise)
            case _:
                raise AssertionError(about(path, promise))
    assert table.over


def about(path: Path, promise: Expected) -> str:
    return f"{path.name}:{promise.at}: {' '.join(promise.words)}"


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


@pytest.mark.parametrize(("name", "reason"), REFUSED.items(), ids=list(REFUSED))
def test_only_the_last_line_is_refused_and_with_its_reason(name: str, reason: str) -> None:
    text = (GOLDEN / "refused" / f"go-nuts-{name}.txt").read_text()
    *before, (_, last) = read_transcript(text).moves
    table = opened(text).play_all(row for _, row in before)
    with pytest.raises(Refusal) as refusal:
        table.play(last)
    assert (refusal.value.kind, str(refusal.value.reason)) == ("Illegal", reason)


def test_every_refused_game_has_a_row() -> None:
    assert {path.stem for path in (GOLDEN / "refused").glob("go-nuts-*.txt")} == {f"go-nuts-{n}" for n in REFUSED}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_there_is_a_whole_game_for_every_number_of_seats(seats: int) -> None:
    table = played((GOLDEN / f"go-nuts-{seats}.txt").read_text())
    assert len(table.names.now) == seats
    assert len(table.state.gaps) > table.state.deck

"""The standings over an evening: games won first, then everything together."""

from __future__ import annotations

from companion.records.history import FinishedGame, PersonScore, people_of, same
from companion.records.tonight import evening_standings


def row(seat: str, score: int, winner: bool = False) -> PersonScore:
    return PersonScore(seat, score, 1, winner)


def test_games_won_come_before_the_score_and_people_come_and_go() -> None:
    games = [
        [row("Ana", 500, True), row("Bo", 480)],
        [row("bo", 400, True), row("ANA", 390), row("Cy", 395)],
        [row("Ana", 300), row("Cy", 310, True)],
    ]
    players = [(one.name, one.won, one.score, one.scores) for one in evening_standings(games)]
    assert players == [
        ("Ana", 1, 1190, [500, 390, 300]),
        ("Bo", 1, 880, [480, 400, None]),
        ("Cy", 1, 705, [None, 395, 310]),
    ]


def test_a_shared_game_counts_for_both_and_less_than_one_won_alone() -> None:
    games = [[row("Ana", 5, True), row("Bo", 5, True), row("Cy", 4)], [row("Ana", 1), row("Bo", 1), row("Cy", 2, True)]]
    players = [(one.name, one.won, one.shared) for one in evening_standings(games)]
    assert players == [("Cy", 1, 0), ("Ana", 0, 1), ("Bo", 0, 1)]
    records = [(one.name, one.won, one.shared) for one in people_of([FinishedGame("", "", "", game) for game in games])]
    assert records == players


def test_an_apostrophe_makes_nobody_another_person() -> None:
    games = [[row("D’Arcy", 500, True)], [row("d'arcy", 400, True)]]
    assert [(one.name, one.won) for one in evening_standings(games)] == [("D’Arcy", 2)]
    assert same("D’Arcy ") == same("d'arcy")

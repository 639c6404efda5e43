"""Requests to take over a seat and notices about seats, by a clock of the test's own, on every kind of store."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store.takeovers import AGAIN, SHOWN, WAIT, NoticeKind, Takeovers
from tests.clocks import Clock
from tests.store.kinds import Kind


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def takeovers(kind: Kind, tmp_path: Path, clock: Clock) -> Takeovers:
    return kind.takeovers(tmp_path, clock)


def test_a_request_waits_for_a_no_and_is_then_due(takeovers: Takeovers, clock: Clock) -> None:
    assert takeovers.ask("T", 1, "cy", "bo") == 0
    assert [(one.seat, one.phone, one.holder) for one in takeovers.waiting("T")] == [(1, "cy", "bo")]
    clock.go(WAIT - 0.1)
    assert takeovers.due() == []
    clock.go(0.1)
    assert [one.phone for one in takeovers.due()] == ["cy"]
    assert (takeovers.due(), takeovers.waiting("T")) == ([], [])


def test_asking_twice_is_asking_once_and_makes_it_no_later(takeovers: Takeovers, clock: Clock) -> None:
    takeovers.ask("T", 1, "cy", "bo")
    clock.go(5)
    assert takeovers.ask("T", 1, "cy", "bo") == 0
    clock.go(5)
    assert len(takeovers.due()) == 1


def test_a_phone_waits_for_one_answer_and_a_seat_is_asked_for_once(takeovers: Takeovers) -> None:
    takeovers.ask("T", 1, "cy", "bo")
    assert takeovers.ask("T", 0, "cy", "ana") == WAIT, "it waits for Bo's answer"
    assert takeovers.ask("T", 1, "di", "bo") == WAIT, "Cy asks for it"
    assert takeovers.ask("T", 0, "di", "ana") == takeovers.ask("U", 1, "cy", "bo") == 0


def test_a_refused_phone_asks_nobody_at_this_table_for_a_while(takeovers: Takeovers, clock: Clock) -> None:
    takeovers.ask("T", 1, "cy", "bo")
    takeovers.refuse("T", 1)
    assert takeovers.waiting("T") == []
    assert takeovers.ask("T", 1, "cy", "bo") == takeovers.ask("T", 0, "cy", "ana") == AGAIN
    assert takeovers.ask("T", 1, "di", "bo") == takeovers.ask("U", 1, "cy", "bo") == 0
    clock.go(AGAIN)
    assert takeovers.ask("T", 0, "cy", "ana") == 0


def test_only_the_phone_that_asked_is_told_of_a_no(takeovers: Takeovers, clock: Clock) -> None:
    takeovers.ask("T", 1, "cy", "bo")
    takeovers.refuse("T", 1)
    assert [one.kind for one in takeovers.notices("T", "cy")] == [NoticeKind.REFUSED]
    assert takeovers.notices("T", "bo") == takeovers.notices("U", "cy") == []
    clock.go(SHOWN)
    assert takeovers.notices("T", "cy") == []


def test_of_several_notices_about_a_seat_the_last_is_told(takeovers: Takeovers) -> None:
    takeovers.notify("T", NoticeKind.TAKEN, 0)
    takeovers.notify("T", NoticeKind.LOCKED)
    takeovers.notify("T", NoticeKind.UNLOCKED)
    assert [one.kind for one in takeovers.notices("T", "bo")] == [NoticeKind.TAKEN, NoticeKind.UNLOCKED]


def test_notices_of_a_table_are_bounded(takeovers: Takeovers) -> None:
    for seat in range(9):
        takeovers.notify("T", NoticeKind.TAKEN, seat)
    assert [one.seat for one in takeovers.notices("T", "bo")] == [5, 6, 7, 8]

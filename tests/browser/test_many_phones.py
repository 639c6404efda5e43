"""Games on two and on six phones: one sleeps, one loses its connection, the server starts again, and all are right."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.kernel.text import words
from tests.browser.nuts_player import NutsPlayer
from tests.browser.phone import DOCK
from tests.browser.player import Player
from tests.browser.test_own_phones import answer
from tests.browser.together import OUTLINES, Evening, evening, seconds, shuffled, wait_right
from tests.transcripts import GOLDEN, expectations, headers_of

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

BUSY = 3  # so many times what is required may pass on a machine that has other things to do
WAKING, RESTART, THAWED = 1.0 * BUSY, 5.0 * BUSY, 5.0 * BUSY  # seconds
ENDS = '[data-dock] button[value$=": end"]'
OTHERS = '[data-key="own or others"]'


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if ": " in line and not line.startswith("#")]


def wake(phone: Phone) -> float:
    """Take a phone up again that has slept through news; return the seconds until it is right."""
    shown, fresh = phone.page.evaluate(OUTLINES)
    assert shown != fresh, "it slept"
    phone.show()
    return seconds(lambda: wait_right(phone))


# Two phones

TAKEN_OVER = "Bo: place cVvm @10,2 V"  # six lines before the end


@pytest.mark.parametrize("begun", [TAKEN_OVER, pytest.param("", marks=pytest.mark.long)], ids=["the end", "all of it"])
def test_two_phones(phones: NewPhone, tmp_path: Path, begun: str) -> None:
    """Bo's phone sleeps half of the game, while Ana enters for both; in the other half the server starts again."""
    text = (GOLDEN / "told-shop-case-0.txt").read_text("utf-8")
    start, _, rest = text.partition(begun) if begun else ("", "", text)
    lines = [line for line in lines_of(rest) if not line.endswith(": end")]
    with evening(tmp_path, phones) as party:
        code = party.house.table(f"{start}{begun}\n" if begun else headers_of(text))
        hands = party.seated(code, ["Ana", "Bo"])
        ana, bo = hands.values()
        players = {phone: Player(phone) for phone in hands.values()}
        half, later, last = len(lines) // 2, len(lines) * 3 // 4, ana
        bo.hide()
        for number, line in enumerate(lines):
            name = line.partition(":")[0]
            entering = ana if number < half else hands[name]
            if number == half:
                woken = wake(bo)
                assert woken < WAKING
            if number == later:
                party.restart()
                again = time.monotonic()
            if ": place " in line and last.find(ENDS).count():  # no box
                last.commit()
                party.all_right([ana] if number < half else [ana, bo])
            if number < half and name == "Bo" and ana.text("#own").count("Enter for Bo"):
                ana.tap(OTHERS)
            players[entering].say(line)
            party.all_right([ana] if number < half else [ana, bo])
            last = entering
            if number == later:
                back = time.monotonic() - again
                assert back < RESTART
        assert [line for line in party.house.lines(code) if line in lines] == lines
        print(f"right {woken:.2f} s after waking, a line later {back:.2f} s after the restart")
        for row in expectations(text):
            if row.words[0] == "money":
                for phone in hands.values():
                    cents = re.sub(r"\D", "", phone.text(f'.person:has(.name:text-is("{row.words[1]}")) .money'))
                    assert int(cents) == int(row.words[2])


# Six phones

SIX = ["Ana", "Bo", "Cy", "Di", "Eve", "Fay"]
ROUNDS = 2


def play_round(party: Evening, hands: dict[str, Phone], bids: dict[str, str], number: int) -> float:
    """All bid on their own phones, in any order, while news of the bids before are on their way; Fay's phone sleeps
    but for her bid. Return how long it took to wake.
    """
    woken = 0.0
    for name in shuffled(list(bids), number):
        if name == "Fay":
            woken = wake(hands["Fay"])
        hands[name].tap(f'.row-cards button[data-key="{bids[name]}"]')
        last = party.house.lines(hands[name].code)[-1]
        assert last.startswith(f"{name}: select {bids[name]}"), (number, last, hands[name].text("main"))
        if name == "Fay":
            wait_right(hands["Fay"])
            hands["Fay"].hide()
    awake = [phone for name, phone in hands.items() if name != "Fay"]
    party.all_right(awake)
    hands[SIX[number % 5]].tap(DOCK)
    party.all_right(awake)
    return woken


@pytest.mark.long
@pytest.mark.parametrize("most", [ROUNDS, 99], ids=["begun", "all of it"])
def test_six_phones(phones: NewPhone, tmp_path: Path, most: int) -> None:
    """Di's connection falls silent after round 1 and comes back; in round 2 the server starts again."""
    text = (GOLDEN / "go-nuts-6.txt").read_text("utf-8")
    with evening(tmp_path, phones) as party:
        code = party.house.table(headers_of(text))
        hands = party.seated(code, SIX)
        di = hands["Di"]
        di.page.clock.install()
        di.open(f"/t/{code}")
        hands["Fay"].hide()
        awake = [phone for name, phone in hands.items() if name != "Fay"]
        rounds, woken, back, thawed = 0, list[float](), 0.0, 0.0
        for line in lines_of(text):
            who, _, move = line.partition(": ")
            if " reveal " in line and rounds == most:
                break
            if " reveal " in line:
                rounds += 1
                if rounds == 2:
                    party.restart()
                    again = time.monotonic()
                bids = dict(pair.split("=") for pair in words(move)[1:])
                woken.append(play_round(party, hands, bids, rounds))
                assert woken[-1] < WAKING
                if rounds == 2:
                    back = time.monotonic() - again
                    assert back < 2 * RESTART, "seven lines"
            elif who == "table":
                if rounds == 1:
                    party.networks[di].freeze()
                NutsPlayer(hands["Ana"], SIX).refill(who, words(move)[1:])
                if rounds == 1:
                    party.all_right([phone for phone in awake if phone is not di])
                    di.page.clock.fast_forward(42_000)
                    thawed = seconds(lambda: party.all_right([di]))
                    assert thawed < THAWED
                party.all_right(awake)
            else:
                if who == "Fay":
                    wake(hands["Fay"])
                answer(hands[who], SIX, line)
                if who == "Fay":
                    wait_right(hands["Fay"])
                    hands["Fay"].hide()
                party.all_right(awake)
        assert wake(hands["Fay"]) < WAKING
        party.all_right(list(hands.values()))
        print(
            f"right {max(woken):.2f} s after waking at most, {thawed:.2f} s after a silent connection was noticed, "
            f"seven lines later {back:.2f} s after the restart"
        )
        assert len(woken) == rounds
        shown = [phone.find(".person b.money").all_inner_texts() for phone in hands.values()]
        assert all(one == shown[0] for one in shown)
        if most > rounds:
            points = {row.words[1]: row.words[2] for row in expectations(text) if row.words[0] == "points"}
            assert dict(zip(SIX, (one.split()[0].replace("−", "-") for one in shown[0]), strict=True)) == points

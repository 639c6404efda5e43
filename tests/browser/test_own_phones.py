"""A phone in every hand: turns entered ahead, bids of all at once, each on a phone of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from companion.donut_shop.parts import SIZES, Tile
from companion.kernel.text import words
from tests.browser.nuts_player import NutsPlayer
from tests.browser.phone import DOCK
from tests.browser.player import TURN, Player, leads_to, tile_on
from tests.servers import House
from tests.transcripts import GOLDEN

if TYPE_CHECKING:
    from tests.browser.conftest import NewPhone
    from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TURNS = 12  # of the game entered ahead; boxes of every kind are among them
LATER = 22  # in the turn after them two orders are given as one that need not be, which the app does not offer
ROUNDS = 8
SEATS = ["Ana", "Bo", "Cy"]


def seated(phones: NewPhone, house: House, code: str, names: list[str], **how: object) -> dict[str, Phone]:
    """Return a phone for each seat of a table, which says on that phone who it is."""
    hands = {}
    for name in names:
        phone = phones(**how).open(f"/t/{code}")
        phone.sit(name)
        hands[name] = phone
    return hands


def catch_up(phone: Phone, house: House) -> None:
    """Wait until a phone shows the newest line."""
    ends = f".{len(house.lines(phone.code))}"
    phone.page.wait_for_function("(ends) => document.getElementById('table').dataset.version.endsWith(ends)", arg=ends)


# Donut Shop


def case_game(name: str, most: int) -> tuple[str, list[list[str]]]:
    """Return the headers of a golden game, played at level `case`, and its first turns, each a tile and maybe a box."""
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    headers = [line for line in lines if line.split()[0] in ("game", "set", "seats", "first", "rulings", "start")]
    turns: list[list[str]] = []
    for line in lines:
        if ": place " in line:
            turns.append([line])
        elif ": box " in line:
            turns[-1].append(line)
    return "\n".join([*headers, "follow case", ""]), turns[:most]


def type_tile_ahead(phone: Phone, line: str, spot: bool) -> None:
    """Type the tile of a turn that has not come; its spot too, where a box lies over it."""
    tile, at = words(line.partition(": ")[2])[1:3]
    Player(phone).type_tile(Tile(tile).turned(1).donuts)
    for _ in range(3):
        if tile_on(phone) != tile:
            phone.tap(TURN)
    assert tile_on(phone) == tile
    if spot:
        phone.tap(f".spots .key{leads_to(at=at[1:])}")


def pack_ahead(phone: Phone, line: str) -> None:
    """Enter the box of that turn."""
    size, *rest = words(line.partition(": ")[2])[1:]
    own = rest[0] == "own"
    at = rest[1 if own else 0]
    cards = re.findall(r"[A-Z]\*?\+?", re.sub(r">[A-Z]", "", " ".join(rest[rest.index("with") + 1 :])))
    phone.tap('[data-key="box or tile"]')
    lies = size if size in SIZES else "x".join(reversed(size.split("x")))
    phone.tap('a.choice[href*="own=1"]' if own else f'a.choice[href*="box={lies}&"]:not([href*="own=1"])')
    if phone.said["my-box-box"] != size:
        phone.tap('.step .row a:has-text("turn")')
    x, y = at[1:].split(",")
    Player(phone).bring_near(at[1:])
    phone.lay(int(x), int(y))
    for number in range(len(cards)):
        phone.tap(f".step a{leads_to(**{'with': ' '.join(cards[: number + 1])})}")


def overlaps(turn: list[str]) -> bool:
    """Return whether the box of a turn lies over its tile."""
    if len(turn) == 1:
        return False
    x, y = map(int, words(turn[0].partition(": ")[2])[2][1:].split(","))
    size, *rest = words(turn[1].partition(": ")[2])[1:]
    left, top = map(int, next(word for word in rest if word[0] == "@")[1:].split(","))
    wide, high = map(int, size.split("x"))
    return x - 1 <= left + wide - 1 and left <= x + 1 and y <= top + high - 1 and top <= y + 1


def take_turn(phone: Phone, house: House, turn: list[str]) -> int:
    """Play a turn entered ahead, now that it comes; return its taps."""
    before = phone.taps
    _, at, kind = words(turn[0].partition(": ")[2])[1:]
    if "at" not in phone.said:
        phone.tap(f"svg .spot{leads_to(at=at[1:])}")
    if phone.find(f'[data-dock] button[value="{turn[0]}"]').count() == 0:
        phone.tap(f'.choices [data-key="pays {kind}"]')  # a game of paper may choose another than the best
        before += 1
    phone.commit()
    if len(turn) > 1:
        ways = phone.find(".ways .choice").count()
        for way in range(1, ways):
            if phone.find(f'[data-dock] button[value="{turn[1]}"]').count():
                break
            phone.tap(f'.ways [data-key="way {way}"]')
            before += 1
    phone.commit()  # the box, or the end of the turn
    return phone.taps - before


@pytest.mark.parametrize("most", [TURNS, pytest.param(LATER, marks=pytest.mark.long)])
def test_game_entered_ahead_on_three_phones(phones: NewPhone, house: House, most: int) -> None:
    headers, turns = case_game("donut-shop-3", most)
    code = house.table(headers)
    hands = seated(phones, house, code, SEATS)
    taps = []
    for number, turn in enumerate(turns):
        if number:  # while the one before is at it
            waiting = hands[turn[0].partition(":")[0]]
            catch_up(waiting, house)
            assert waiting.find("[data-my-turn]").count() == 0
            type_tile_ahead(waiting, turn[0], overlaps(turn))
            if len(turn) > 1:
                pack_ahead(waiting, turn[1])
            assert waiting.find(DOCK).count() == 0, "nothing commits while others play"
            taps.append(take_turn(hands[turns[number - 1][0].partition(":")[0]], house, turns[number - 1]))
            catch_up(waiting, house)
            assert waiting.find("[data-my-turn]").count() == 1
        else:
            Player(hands["Ana"]).type_tile(words(turn[0].partition(": ")[2])[1])
    assert max(taps) <= 3, taps
    played = [line for line in house.lines(code) if not line.endswith(": end")]
    assert played == [line for turn in turns[:-1] for line in turn]


def test_nothing_moves_under_the_thumb_when_the_turn_comes(phones: NewPhone, house: House) -> None:
    headers, turns = case_game("donut-shop-3", 1)
    hands = seated(phones, house, house.table(headers), ["Ana", "Bo"])
    bo, ana = hands["Bo"], hands["Ana"]
    Player(bo).type_tile("BN")

    def places() -> list[object]:
        keys = ".pad > [data-key], [data-dock] button, .take-back"
        return list(
            bo.page.evaluate(f"[...document.querySelectorAll('{keys}')].map((k) => k.getBoundingClientRect().y)")
        )

    before = places()
    bo.tap('[data-key="own or others"]')
    assert places() == before
    bo.tap('[data-key="own or others"]')
    Player(ana).place(turns[0][0], words(turns[0][0].partition(": ")[2])[1:])
    ana.commit()
    catch_up(bo, house)
    bo.page.wait_for_selector("[data-my-turn]")
    assert places() == before and bo.said["tile"] == "BN"


def test_dealt_game_on_three_phones(phones: NewPhone, house: House) -> None:
    opener = phones()
    page = opener.open("/new/donut-shop").page
    for number, name in enumerate(SEATS, 1):
        page.fill(f"#seat{number}", name)
    page.check("[name=deal]")
    opener.follow("button.primary")
    code = opener.code
    hands = seated(phones, house, code, SEATS)
    for turn in range(6):
        name = SEATS[turn % len(SEATS)]
        phone, following = hands[name], hands[SEATS[(turn + 1) % len(SEATS)]]
        for other in hands.values():
            catch_up(other, house)
        tile, tiles = tile_on(phone), {tile_on(other) for other in hands.values()}
        assert len(tiles) >= 2 and phone.find(".ticket").count() >= 1, "each has the own hand in front"
        following.tap("svg .spot")  # ahead: the tile is known
        before = phone.taps
        if "at" not in phone.said:
            phone.tap("svg .spot")
        phone.commit()
        assert f"{name}: place " in house.lines(code)[-1] and Tile(words(house.lines(code)[-1])[2]).is_same(Tile(tile))
        phone.tap(".choices .choice")
        phone.commit()
        assert phone.taps - before <= 4
        assert opener.find(".ticket").count() == 0, "a shared phone shows no hand"


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 667, "height": 375}])
def test_own_pages_fit(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    long = ["Anastasia Wintersberger!", "Bartholomew van den Berg"]
    quoted = " ".join(f'"{name}"' for name in long)
    for headers in (
        "game donut-shop\nseats {}\nfollow case\n",
        "game go-nuts\nseats {}\ntable: refill 1=plain 2=glazed 3=eclair\n",
    ):
        (phone,) = seated(phones, house, house.table(headers.format(quoted)), long[1:], size=size).values()
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = phone.find("[data-dock]").bounding_box()
        assert box and box["y"] + box["height"] <= size["height"]


# Go Nuts


def answer(phone: Phone, seats: list[str], line: str) -> None:
    """What a card asks, on the phone of its seat."""
    who, _, move = line.partition(": ")
    word, *rest = words(move)
    phone.page.wait_for_selector("[data-my-turn]")
    if word == "pass":
        NutsPlayer(phone, seats).key(rest[0], ".owner .cards")
        phone.tap(DOCK)
    else:
        getattr(NutsPlayer(phone, seats), word)(who, rest)


@pytest.mark.parametrize(
    "size", [{"width": 390, "height": 844}, pytest.param({"width": 320, "height": 568}, marks=pytest.mark.long)]
)
def test_game_of_secret_bids_on_four_phones(phones: NewPhone, house: House, size: dict[str, int]) -> None:
    lines = [
        line for line in (GOLDEN / "go-nuts-4.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")
    ]
    headers = [line for line in lines if ": " not in line]
    seats = next(line for line in headers if line.startswith("seats")).split()[1:]
    code = house.table("\n".join([*headers, ""]))
    hands = seated(phones, house, code, seats, size=size)
    rounds = 0
    for line in lines[len(headers) :]:
        who, _, move = line.partition(": ")
        for phone in hands.values():
            catch_up(phone, house)
        if " reveal " in line:
            if rounds == ROUNDS:
                break
            rounds += 1
            for pair in words(move)[1:]:
                name, _, number = pair.partition("=")
                hands[name].tap(f'.row-cards button[data-key="{number}"]')
            turning = hands[seats[rounds % len(seats)]]
            catch_up(turning, house)
            turning.tap(DOCK)
            assert house.lines(code)[-1] == "table: reveal"
        elif who == "table":
            NutsPlayer(hands[seats[0]], seats).refill(who, words(move)[1:])
        else:
            answer(hands[who], seats, line)
    told = [line for line in house.lines(code) if ": select " in line]
    assert len(told) == rounds * len(seats)
    kept = [line for line in house.lines(code) if ": select " not in line and line != "table: reveal"]
    assert kept == [line for line in lines[len(headers) :] if " reveal " not in line][: len(kept)]

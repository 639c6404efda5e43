"""The headers of a Donut Shop table: a game from its set-up, or one entered from the middle."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.case import BOXED, EMPTY, Case, Problem, problems, read_rows
from companion.donut_shop.notation import read_box, read_order_or_unknown
from companion.donut_shop.parts import COPIES, SIZES, UNKNOWN, Edition
from companion.donut_shop.reasons import ShopReason
from companion.donut_shop.state import PLACEMENTS, FaceUp, Hand, Level, Money, ShopState, Step
from companion.kernel.common import Party
from companion.kernel.reasons import Unread
from companion.kernel.text import Names, read_number
from companion.kernel.transcript import Headers
from companion.refusals import Illegal, Malformed

HEADERS = frozenset({"set", "first", "start", "follow", "boxes", "laid", "deck"})
SEAT_HEADERS = frozenset({"money", "hand", "own"})
SHIPPED = "classic"
UNKNOWN_CROSS = ("..??..", "..??..", "??????", "??????", "..??..", "..??..")
CROSS_BLOCKS = 5


def setup(headers: Headers, party: Party, editions: Mapping[str, object]) -> ShopState:
    """Return the state before the first line. Raises transcript.Refused where a header cannot be read or be true."""
    names = Names.of(party.names)
    edition = _edition(headers, editions)
    case, drawn_boxes = _start(headers, edition)
    middle = drawn_boxes or _is_middle(headers, names)
    laid = _number(headers, "laid", max(0, len(case.blocks()) - CROSS_BLOCKS))
    stacks = _number(headers, "deck", max(0, PLACEMENTS - len(party.names) - laid))
    first = headers.one_seat("first", names) or 0
    return ShopState(
        party=party,
        edition=edition,
        level=_level(headers),
        case=case,
        turn=first,
        step=Step.PLACE,
        laid=laid,
        stacks=stacks,
        owed=None if stacks else _last_turns(len(party.names), first, PLACEMENTS - laid),
        hands=_hands(headers, names, edition, middle),
        face_up=FaceUp(),
        boxes=_boxes(headers, len(party.names), middle),
        own=_own(headers, names, middle),
        money=_money(headers, names),
    )


def _is_middle(headers: Headers, names: Names) -> bool:
    """Return whether a header describes the middle of a game."""
    for word in ("boxes", "laid", "deck"):
        with headers.get(word) as rest:
            if rest is not None:
                return True
    return any(any(headers.each_seat(word, names)) for word in SEAT_HEADERS)


def _edition(headers: Headers, editions: Mapping[str, object]) -> Edition:
    with headers.get("set") as rest:
        name = headers.only("set", rest).casefold() if rest is not None else SHIPPED
        edition = editions.get(name)
        if not isinstance(edition, Edition):
            raise Malformed(Unread.SET, text=name)
        return edition


def _level(headers: Headers) -> Level:
    with headers.get("follow") as rest:
        if rest is None:
            return Level.EVERYTHING
        word = headers.only("follow", rest).casefold()
        if word not in set(map(str, Level)):
            raise Malformed(Unread.WORDS, text=word)
        return Level(word)


def _number(headers: Headers, word: str, otherwise: int) -> int:
    with headers.get(word) as rest:
        if rest is None:
            return otherwise
        return read_number(headers.only(word, rest), PLACEMENTS)


def _start(headers: Headers, edition: Edition) -> tuple[Case, bool]:
    """Return the case at the start, and whether its picture has boxes."""
    with headers.get("start") as rest:
        if rest is None:
            return read_rows(edition.cross or UNKNOWN_CROSS), False
        case = read_picture(headers.only("start", rest), edition)
        return case, bool(case.boxed)


def read_picture(text: str, edition: Edition) -> Case:
    """Read a case from rows joined by `/`. Raises Malformed, or Illegal where the picture is no case."""
    rows = text.split("/")
    if len({len(row) for row in rows}) > 1:
        raise Malformed(Unread.PICTURE, text=text[:80])
    for letter in text.replace("/", ""):
        if letter not in (BOXED, EMPTY, UNKNOWN) and not edition.is_square(letter):
            raise Malformed(Unread.DONUT, text=letter)
    case = read_rows(rows)
    if problems(case, "".join(edition.types)) & (Problem.HALF_BLOCK | Problem.OFF_TABLE):
        raise Illegal(ShopReason.HALF_BLOCK)
    return case


def _hands(headers: Headers, names: Names, edition: Edition, middle: bool) -> tuple[Hand, ...]:
    """Return the hands: one unknown order each from the set-up, or those entered; in the middle others are unknown."""
    hands = [Hand(unknown=None if middle else 1) for _ in names.now]
    for header, seat in headers.each_seat("hand", names):
        with headers.line(header):
            cards = [read_order_or_unknown(word, edition) for word in header.rest[1:]]
            known = tuple(card for card in cards if card is not None)
            hands[seat] = Hand(None, known, len(cards) - len(known))
    return tuple(hands)


def _boxes(headers: Headers, seats: int, middle: bool) -> dict[str, int]:
    """Return the common boxes left by size: from the set-up each seat keeps one 2x2 as its own."""
    with headers.get("boxes") as rest:
        if rest is None:
            return {} if middle else {size: COPIES - (seats if size == "2x2" else 0) for size in SIZES}
        left: dict[str, int] = {}
        for pair in rest:
            word, _, count = pair.partition("=")
            size = read_box(word).size
            if size in left:
                raise Malformed(Unread.SIZE, text=word)
            left[size] = read_number(count)
        return left


def _own(headers: Headers, names: Names, middle: bool) -> frozenset[int]:
    """Return the seats that still have their own box."""
    named: set[int] = set()
    for header, seat in headers.each_seat("own", names):
        with headers.line(header):
            headers.only("own", header.rest)
        named.add(seat)
    return frozenset(named if middle else range(len(names.now)))


def _money(headers: Headers, names: Names) -> tuple[Money, ...]:
    """Return the money entered by seat, in cents."""
    money: list[Money] = [{} for _ in names.now]
    for header, seat in headers.each_seat("money", names):
        with headers.line(header):
            cents = read_number(headers.only("money", header.rest[1:]))
        if cents:
            money[seat] = {"start": cents}
    return tuple(money)


def _last_turns(seats: int, first: int, turns: int) -> tuple[int, ...]:
    """Return the last turns of each seat where the stacks are already out: clockwise from the first."""
    owed = [0] * seats
    for turn in range(max(0, turns)):
        owed[(first + turn) % seats] += 1
    return tuple(owed)

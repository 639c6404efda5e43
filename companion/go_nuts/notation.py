"""Reader and writer of Go Nuts lines, side by side. `write(read(text))` is a fixed point."""

from __future__ import annotations

from companion.go_nuts.cards import BY_NAME
from companion.go_nuts.moves import (
    Discard,
    DiscardFrom,
    DiscardRow,
    Draw,
    FinalTray,
    Give,
    Move,
    Pass,
    PassAll,
    Refill,
    Reveal,
    Select,
    Take,
    TakeFrom,
)
from companion.kernel.common import COMMON, Ruling, read_common, write_common
from companion.kernel.reasons import Unread
from companion.kernel.text import Names, read_number
from companion.refusals import Malformed

RULINGS = (
    Ruling("tie", ("cards", "shared")),
    Ruling("maple-frosted-tie", ("all", "none")),
    Ruling("types", ("yes", "no")),
    Ruling("sprinkled-self", ("no", "yes")),
    Ruling("boston-pair", ("6", "3")),
)
UNTOLD = "?"
MOST_CARDS = 80


def read_card(word: str) -> str:
    """A card's name, in any letter case."""
    name = word.casefold()
    if name not in BY_NAME:
        raise Malformed(Unread.CARD, text=word)
    return name


def read_cards(said: list[str]) -> tuple[str, ...]:
    """Cards, or `none`."""
    if [word.casefold() for word in said] == ["none"]:
        return ()
    if not 1 <= len(said) <= MOST_CARDS:
        raise Malformed(Unread.WORDS, text=" ".join(said))
    return tuple(read_card(word) for word in said)


def read_pairs(said: list[str]) -> list[tuple[str, str]]:
    """`a=b` words; the name before the sign may be quoted."""
    pairs = []
    for word in said:
        name, sign, value = word.rpartition("=")
        if not sign or not name or not value:
            raise Malformed(Unread.WORDS, text=word)
        pairs.append((name, value))
    return pairs


def read(seat: int | None, said: list[str], names: Names) -> Move:
    """The move in a line's words. Raises Malformed where they are no move of this speaker."""
    return _read_table(said, names) if seat is None else _read_seat(said, names)


def _read_seat(said: list[str], names: Names) -> Move:
    match [said[0].casefold(), *said[1:]]:
        case ["select", number, word, round_] if word.casefold() == "in":
            return Select(None if number == UNTOLD else read_number(number), read_number(round_))
        case ["draw", card]:
            return Draw((read_card(card),))
        case ["draw", first, second, word, kept] if word.casefold() == "keep":
            return _read_two(first, second, kept)
        case ["take", card, word, who] if word.casefold() == "from":
            return TakeFrom(read_card(card), names.seat(who))
        case ["take", *cards] if cards:
            return Take(read_cards(cards))
        case ["give", card, word, who] if word.casefold() == "to":
            return Give(read_card(card), names.seat(who))
        case ["pass", card]:
            return Pass(read_card(card))
        case ["discard", card, word, who] if word.casefold() == "from":
            return DiscardFrom(read_card(card), names.seat(who))
        case ["discard", *cards] if cards:
            return _read_discard(cards)
    raise Malformed(Unread.WORDS, text=" ".join(said))


def _read_two(first: str, second: str, kept: str) -> Draw:
    """Two cards off the deck, at most one of them secret, and the one kept."""
    cards = tuple(None if word == UNTOLD else read_card(word) for word in (first, second))
    if cards == (None, None):
        raise Malformed(Unread.WORDS, text=f"{first} {second}")
    return Draw(cards, read_card(kept))


def _read_discard(said: list[str]) -> Move:
    """Numbers of the row, `none` of them, or cards."""
    if [word.casefold() for word in said] == ["none"]:
        return DiscardRow(())
    if said[0].isdigit():
        numbers = tuple(read_number(word) for word in said)
        _check_once(numbers, said)
        return DiscardRow(numbers)
    return Discard(read_cards(said))


def _check_once(keys: tuple[object, ...], said: list[str]) -> None:
    if not keys or len(set(keys)) < len(keys):
        raise Malformed(Unread.WORDS, text=" ".join(said))


def _read_table(said: list[str], names: Names) -> Move:
    match [said[0].casefold(), *said[1:]]:
        case ["refill", *rest]:
            cards = [(read_number(number), read_card(card)) for number, card in read_pairs(rest)]
            _check_once(tuple(number for number, _ in cards), rest)
            return Refill(tuple(sorted(cards)))
        case ["reveal", *rest]:
            bids = [(names.seat(who), read_number(number)) for who, number in read_pairs(rest)]
            if rest:
                _check_once(tuple(seat for seat, _ in bids), rest)
            return Reveal(tuple(bids))
        case ["pass", *rest]:
            passes = [(names.seat(who), read_card(card)) for who, card in read_pairs(rest)]
            _check_once(tuple(seat for seat, _ in passes), rest)
            return PassAll(tuple(passes))
        case ["final", who, *cards]:
            return FinalTray(names.seat(who), read_cards(cards) if cards else ())
    move = read_common(said, names, RULINGS)
    if move is None:
        raise Malformed(Unread.WORDS, text=" ".join(said))
    return move


def write(move: Move, names: Names) -> str:
    """The canonical text of a move, without `who:`."""
    match move:
        case Select(number, round_):
            return f"select {UNTOLD if number is None else number} in {round_}"
        case Draw(cards, keep):
            told = " ".join(card or UNTOLD for card in cards)
            return f"draw {told}" + (f" keep {keep}" if keep else "")
        case Take(cards):
            return f"take {' '.join(cards) or 'none'}"
        case TakeFrom(card, seat):
            return f"take {card} from {names.write(seat)}"
        case Give(card, seat):
            return f"give {card} to {names.write(seat)}"
        case Pass(card):
            return f"pass {card}"
        case DiscardRow(numbers):
            return f"discard {' '.join(map(str, numbers)) or 'none'}"
        case Discard(cards):
            return f"discard {' '.join(cards)}"
        case DiscardFrom(card, seat):
            return f"discard {card} from {names.write(seat)}"
        case Refill() | Reveal() | PassAll() | FinalTray():
            return _write_table(move, names)
    assert isinstance(move, COMMON)
    return write_common(move, names)


def _write_table(move: Refill | Reveal | PassAll | FinalTray, names: Names) -> str:
    match move:
        case Refill(cards):
            return " ".join(("refill", *(f"{number}={card}" for number, card in cards)))
        case Reveal(bids):
            return " ".join(("reveal", *(f"{names.write(seat)}={number}" for seat, number in bids)))
        case PassAll(passes):
            return " ".join(("pass", *(f"{names.write(seat)}={card}" for seat, card in passes)))
        case FinalTray(seat, cards):
            return " ".join(("final", names.write(seat), *cards))

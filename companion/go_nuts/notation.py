"""Reader and writer of Go Nuts lines, side by side. `write(read(text))` is a fixed point."""

from __future__ import annotations

from companion.go_nuts.cards import BY_NAME
from companion.go_nuts.moves import (
    HIDDEN,
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
UNKNOWN = "?"
MOST_CARDS = 80


def read_card(word: str) -> str:
    """Read a card's name, in any letter case. Raises Malformed."""
    name = word.casefold()
    if name not in BY_NAME:
        raise Malformed(Unread.CARD, text=word)
    return name


def read_cards(words: list[str]) -> tuple[str, ...]:
    """Read cards, or `none`. Raises Malformed."""
    if [word.casefold() for word in words] == ["none"]:
        return ()
    if not 1 <= len(words) <= MOST_CARDS:
        raise Malformed(Unread.WORDS, text=" ".join(words))
    return tuple(read_card(word) for word in words)


def read_pairs(words: list[str]) -> list[tuple[str, str]]:
    """Read words of the form `a=b`; the name before the sign may be quoted. Raises Malformed."""
    pairs = []
    for word in words:
        name, sign, value = word.rpartition("=")
        if not sign or not name or not value:
            raise Malformed(Unread.WORDS, text=word)
        pairs.append((name, value))
    return pairs


def read(seat: int | None, words: list[str], names: Names) -> Move:
    """Read a move from the words of a line. `seat` is None for the table. Raises Malformed."""
    return _read_table(words, names) if seat is None else _read_seat(words, names)


def _read_seat(words: list[str], names: Names) -> Move:
    match [words[0].casefold(), *words[1:]]:
        case ["select", number, word, round_] if word.casefold() == "in":
            return Select(None if number == UNKNOWN else read_number(number), read_number(round_))
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
    raise Malformed(Unread.WORDS, text=" ".join(words))


def _read_two(first: str, second: str, kept: str) -> Draw:
    """Read two cards drawn, at most one of them secret, and the one kept."""
    cards = tuple(None if word == UNKNOWN else read_card(word) for word in (first, second))
    if cards == (None, None):
        raise Malformed(Unread.WORDS, text=f"{first} {second}")
    return Draw(cards, read_card(kept))


def _read_discard(words: list[str]) -> Move:
    """Read numbers of the row, `none` of them, or cards."""
    if [word.casefold() for word in words] == ["none"]:
        return DiscardRow(())
    if words[0].isdigit():
        numbers = tuple(read_number(word) for word in words)
        _check_once(numbers, words)
        return DiscardRow(numbers)
    return Discard(read_cards(words))


def _check_once(keys: tuple[object, ...], words: list[str]) -> None:
    """Raise Malformed unless there is a key, and each only once."""
    if not keys or len(set(keys)) < len(keys):
        raise Malformed(Unread.WORDS, text=" ".join(words))


def _read_table(words: list[str], names: Names) -> Move:
    match [words[0].casefold(), *words[1:]]:
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
    move = read_common(words, names, RULINGS)
    if move is None:
        raise Malformed(Unread.WORDS, text=" ".join(words))
    return move


def write(move: Move, names: Names) -> str:
    """Write the canonical text of a move, without `who:`. `read` reads it back."""
    match move:
        case Select(number, round_):
            return f"select {UNKNOWN if number in (None, HIDDEN) else number} in {round_}"
        case Draw(cards, keep):
            drawn = " ".join(card or UNKNOWN for card in cards)
            return f"draw {drawn}" + (f" keep {keep}" if keep else "")
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


def write_line(seat: int | None, move: Move, names: Names) -> str:
    """Write a whole line: who enters the move, None for the table, and its canonical text."""
    return names.line(seat, write(move, names))


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

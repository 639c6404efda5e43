"""Words, names and quoted texts: what every line is made of. Reading is tolerant, writing canonical."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from companion.kernel.reasons import Unread
from companion.refusals import Malformed

LONGEST_LINE = 2_000
LONGEST_NAME = 24
LONGEST_TEXT = 200
LARGEST = 999_999  # a number has six digits at most
TABLE = "table"

_WORD = re.compile(r'(?:"(?:\\["\\]|[^"\\])*"|[^\s"])+')
_LINE = re.compile(r'\s*("(?:\\["\\]|[^"\\])*"|[^\s":]+)\s*:(.*)', re.DOTALL)
_BARE = re.compile(r"(?:[^\W_]|['-])+")
_QUOTED = re.compile(r'"(?:\\["\\]|[^"\\])*"')
_TYPOGRAPHIC = re.compile("[“”’]")  # as the keyboards of phones write quotes
_QUOTES = {"“": '"', "”": '"'}
_APOSTROPHE = "’"
_NUMBER = re.compile(r"[0-9]{1,6}")
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that look like nothing
_JOINER, _KEYCAP = "\u200d", "\u20e3"
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))  # which drawing of the sign before
_VIRAMA = 9  # the combining class of a mark that lets a joiner after it change what is seen


def straight(text: str) -> str:
    """A text with straight quotes for the typographic ones of phones; what stands in straight quotes stays as it is."""
    if not _TYPOGRAPHIC.search(text):
        return text
    signs: list[str] = []
    inside = escaped = kept = False  # in quotes of either kind; after a backslash there; in straight ones
    for sign in text:
        plain = sign if kept else _QUOTES.get(sign, "'" if sign == _APOSTROPHE else sign)
        signs.append(plain)
        if escaped:
            escaped = False
        elif inside and sign == "\\":
            escaped = True
        elif plain == '"':
            inside = not inside
            kept = inside and sign == plain
    return "".join(signs)


def words(text: str) -> list[str]:
    """The words of a line; a quoted run, blanks and all, stays in its word.

    Raises Malformed where a quote is left open.
    """
    text = straight(text)
    if '"' not in text:
        return text.split()
    if _WORD.sub("", text).strip():
        raise Malformed(Unread.WORDS, text=text)
    return _WORD.findall(text)


def line_parts(line: str) -> tuple[str, str]:
    """`who: move` as its two halves, with straight quotes. Raises Malformed where there is no `who:`."""
    if len(line) > LONGEST_LINE:
        raise Malformed(Unread.TOO_LONG, text=line[:40], limit=LONGEST_LINE)
    match = _LINE.fullmatch(straight(line))
    if match is None:
        raise Malformed(Unread.WORDS, text=line.strip())
    return match.group(1), match.group(2).strip()


def unquoted(word: str) -> str:
    """A word without its quotes and escapes; a bare word is itself."""
    if _QUOTED.fullmatch(word):
        return re.sub(r"\\(.)", r"\1", word[1:-1])
    return word


def quoted(text: str) -> str:
    r"""A text in quotes, `\"` and `\\` escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def has_control(text: str) -> bool:
    """Return whether the text holds controls, half letters, or turns of the writing's direction."""
    return any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in _DIRECTION for c in text)


def has_unseen(name: str) -> bool:
    """Return whether the text holds invisible signs, so that names might look alike. An emoji's parts may be joined.

    A note may hold such signs: there they only say how words are drawn.
    """
    return not name.isascii() and any(_is_unseen(name, place) for place in range(len(name)))


def _is_unseen(name: str, place: int) -> bool:
    sign, before, after = name[place], name[place - 1 : place], name[place + 1 : place + 2]
    if sign == _JOINER:
        joins = (_is_picture(before) or before in _SELECTORS) and _is_picture(after)
        return not joins and not (before and unicodedata.combining(before) == _VIRAMA)
    if sign in _SELECTORS:
        return not _is_picture(before) and after != _KEYCAP
    return sign in _FILLERS or unicodedata.category(sign) == "Cf"


def _is_picture(sign: str) -> bool:
    """Return whether an emoji can begin with this sign, or be coloured by it."""
    return not sign.isascii() and unicodedata.category(sign) in ("So", "Sm", "Sk")


def read_name(word: str) -> str:
    """A seat's name, quoted or bare; raises Malformed(`bad-name`) for what no seat may be called."""
    word = unicodedata.normalize("NFC", word)
    if not _QUOTED.fullmatch(word) and not _BARE.fullmatch(word):
        raise Malformed(Unread.NAME, text=word)
    name = unquoted(word)
    if not 1 <= len(name) <= LONGEST_NAME or name != name.strip() or name.casefold() == TABLE:
        raise Malformed(Unread.NAME, text=name)
    if has_control(name) or has_unseen(name):
        raise Malformed(Unread.NAME, text=name)
    return name


def write_name(name: str) -> str:
    """A name as a line shows it: bare where it is letters, digits, `-` and `'`, else quoted."""
    return name if _BARE.fullmatch(name) else quoted(name)


def read_text(word: str) -> str:
    """A quoted text of 1–200 characters."""
    if not _QUOTED.fullmatch(word):
        raise Malformed(Unread.TEXT, text=word)
    text = unquoted(word)
    if not text.strip() or len(text) > LONGEST_TEXT or has_control(text):
        raise Malformed(Unread.TEXT, text=text[:40])
    return text


def read_number(word: str, most: int = LARGEST) -> int:
    """A whole number without a sign, from 0 to `most`. Raises Malformed."""
    if not _NUMBER.fullmatch(word) or int(word) > most:
        raise Malformed(Unread.NUMBER, text=word, most=most)
    return int(word)


def folded(name: str) -> str:
    """A name as names are compared: in small letters, with a straight apostrophe."""
    return name.casefold().replace(_APOSTROPHE, "'")


def plain_letters(text: str) -> str:
    """Return a text in small letters without accents, as names are sorted and looked for: `éclair` is `eclair`."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the seats. Names a seat had before still mean it, until another seat takes one up.

    A rename that a repair undid leaves nothing behind but the name, as one the seat had before.
    """

    now: tuple[str, ...]
    ever: dict[str, tuple[int, str]] = field(default_factory=dict)  # name in small letters -> seat, name as written

    @classmethod
    def of(cls, names: tuple[str, ...]) -> Names:
        by_name = {folded(name): (seat, name) for seat, name in enumerate(names)}
        return cls(names, by_name | {name.casefold(): (seat, name) for seat, name in enumerate(names)})

    def taken_up(self, now: tuple[str, ...]) -> Names:
        """The names after the seats are called so."""
        return self if now == self.now else Names(now, {**self.ever, **Names.of(now).ever})

    def find(self, word: str) -> tuple[int, str]:
        """Seat and name a word means; raises Malformed(`unknown-seat`)."""
        bare = word.isascii() and word[0] != '"'
        name = word if bare else unicodedata.normalize("NFC", unquoted(word))
        found = self.ever.get(name.casefold()) or self.ever.get(folded(name))
        if found is None:
            raise Malformed(Unread.SEAT, text=unquoted(word))
        return found

    def line(self, seat: int | None, text: str) -> str:
        """Return a whole line: who enters it, None for the table, and the text of the move."""
        return f"{TABLE if seat is None else self.write(seat)}: {text}"

    def stored(self, name: str) -> tuple[int, str]:
        """The same for a name as the journal keeps it, without quotes."""
        return self.ever.get(name.casefold()) or self.find(write_name(name))

    def seat(self, word: str) -> int:
        return self.find(word)[0]

    def write(self, seat: int) -> str:
        return write_name(self.now[seat])

"""The search of the rules reference: how much of what is asked a page has, and which page comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# The plural -s and -es go: as a word is looked for at the beginning of others, what is left finds both forms.
_PLURAL = re.compile(r"(?<=\w[xsz])es$|(?<=\w\w)(?<!s)s$")


class Texts(NamedTuple):
    """What is searched of a page: its title, the other words people use for it, and all else it says."""

    title: str
    others: str
    rest: str


class Found(NamedTuple):
    """How many of the words asked for stand somewhere on a page, in its title, and in its title or other words."""

    words: int
    title: int
    named: int


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters; 2×2 is one word, however it is typed."""
    return re.findall(r"\w+", text.casefold().replace("×", "x"))


def asked_words(asked: str) -> list[str]:
    """The words looked for, each once and without its plural; “in” or “a” only where nothing longer is asked."""
    words = list(dict.fromkeys(_PLURAL.sub("", word) for word in words_of(asked)))
    return [word for word in words if len(word) > 2 or word.isdigit()] or words


def found(asked: Sequence[str], texts: Texts) -> Found:
    """How much of what is asked a page has, a word counting where one on the page begins with it."""
    title, others, rest = ({word for word in asked if _begins(word, words_of(text))} for text in texts)
    return Found(len(title | others | rest), len(title), len(title | others))


def _begins(word: str, words: Iterable[str]) -> bool:
    return any(other.startswith(word) for other in words)

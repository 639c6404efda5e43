"""The search of the rules: how well a page matches the words looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.kernel.text import plain_letters

# Plural endings are cut off; since a word matches the beginning of others, singular and plural both match.
_PLURAL = re.compile(r"(?<=\w[xsz])es$|(?<=\w\w)(?<!s)s$")


class Texts(NamedTuple):
    """The searched texts of a page: its title, synonyms people use for it, and the rest of its text."""

    title: str
    synonyms: str
    rest: str


class Matches(NamedTuple):
    """The number of words found on a page, in its title, and in its title or synonyms."""

    words: int
    title: int
    named: int


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents; `2×2` is the one word `2x2`."""
    return re.findall(r"\w+", plain_letters(text).replace("×", "x"))


def search_words(query: str) -> list[str]:
    """Return the words to look for, each once, without plural ending; short ones only if there are no others."""
    words = list(dict.fromkeys(_PLURAL.sub("", word) for word in words_of(query)))
    return [word for word in words if len(word) > 2 or word.isdigit()] or words


def matches(words: Sequence[str], texts: Texts) -> Matches:
    """Count the words a page has; a word matches if a word of the page begins with it."""
    title, synonyms, rest = ({word for word in words if _begins(word, words_of(text))} for text in texts)
    return Matches(len(title | synonyms | rest), len(title), len(title | synonyms))


def _begins(word: str, words: Iterable[str]) -> bool:
    return any(other.startswith(word) for other in words)

"""The members of a question in JSON, each read as the type it should have; anything else raises Malformed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.judge.limits import QuestionReason, check_limit
from companion.kernel.text import LONGEST_LINE
from companion.refusals import Malformed

WHOLE = "(all)"  # the name of the question itself, if it is no object


class Fields:
    """The members of one question. A member that is null counts as left out; unknown members are not read."""

    def __init__(self, question: object) -> None:
        if not isinstance(question, dict):
            raise bad(WHOLE)
        self._members: Mapping[str, object] = question

    def has(self, name: str) -> bool:
        return self._members.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        return _text(name, self._get(name, default))

    def flag(self, name: str, default: bool) -> bool:
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise bad(name)
        return value

    def number(self, name: str, default: int, fewest: int, most: int) -> int:
        value = _whole(name, self._get(name, default))
        if not fewest <= value <= most:
            raise bad(name)
        return value

    def square(self, name: str) -> tuple[int, int]:
        """`[x, y]`."""
        value = self._get(name)
        if not isinstance(value, list) or len(value) != 2:
            raise bad(name)
        return _whole(name, value[0]), _whole(name, value[1])

    def texts(self, name: str) -> list[str]:
        return _texts(name, self._get(name))

    def texts_by_name(self, name: str) -> dict[str, list[str]]:
        """`{"Ana": ["plain", …], …}`."""
        return {key: _texts(name, value) for key, value in self._object(name, None).items()}

    def text_by_name(self, name: str) -> dict[str, str]:
        """`{"sprinkles": "donut", …}`, empty if left out."""
        return {key: _text(name, value) for key, value in self._object(name, {}).items()}

    def counts(self, name: str) -> dict[str, int]:
        """`{"2x2": 1, …}`, none of them negative."""
        found = {key: _whole(name, value) for key, value in self._object(name, None).items()}
        if any(count < 0 for count in found.values()):
            raise bad(name)
        return found

    def _object(self, name: str, default: Mapping[str, object] | None) -> Mapping[str, object]:
        value = self._get(name, default)
        if not isinstance(value, dict):
            raise bad(name)
        return value

    def _get(self, name: str, default: object = None) -> object:
        value = self._members.get(name)
        value = default if value is None else value
        if value is None:
            raise bad(name)
        return value


def bad(name: str) -> Malformed:
    return Malformed(QuestionReason.FIELD, field=name)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise bad(name)
    check_limit(name, len(value), LONGEST_LINE)
    return value


def _texts(name: str, value: object) -> list[str]:
    if not isinstance(value, list):
        raise bad(name)
    return [_text(name, one) for one in value]


def _whole(name: str, value: object) -> int:
    """A whole number; `4.0` is one too, `true` is none."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad(name)
    return value

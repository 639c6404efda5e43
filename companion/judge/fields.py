"""The members of a JSON object, each asked for as what it should be. What is missing or something else is Malformed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.kernel.text import LONGEST_LINE
from companion.refusals import Malformed, Reason

Json = Mapping[str, Any]

WHOLE = "(all)"  # how the object itself is named where it is none


class QuestionReason(Reason):
    """Why a question in JSON cannot be read. Facts: `field`, the member."""

    FIELD = "bad-field"  # missing, or not what it should be
    LIMIT = "over-limit"  # more of something than one question may hold


class Fields:
    """What a question says, member by member; a member that is null counts as left out, unknown ones are not read."""

    def __init__(self, said: object) -> None:
        if not isinstance(said, dict):
            raise bad(WHOLE)
        self._said: Json = said

    def has(self, name: str) -> bool:
        return self._said.get(name) is not None

    def text(self, name: str, otherwise: str | None = None) -> str:
        return _text(name, self._get(name, otherwise))

    def flag(self, name: str, otherwise: bool) -> bool:
        value = self._get(name, otherwise)
        if not isinstance(value, bool):
            raise bad(name)
        return value

    def number(self, name: str, otherwise: int, fewest: int, most: int) -> int:
        value = _whole(name, self._get(name, otherwise))
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
        """`{"sprinkles": "donut", …}`, empty where left out."""
        return {key: _text(name, value) for key, value in self._object(name, {}).items()}

    def counts(self, name: str) -> dict[str, int]:
        """`{"2x2": 1, …}`, none of them negative."""
        found = {key: _whole(name, value) for key, value in self._object(name, None).items()}
        if any(count < 0 for count in found.values()):
            raise bad(name)
        return found

    def _object(self, name: str, otherwise: Json | None) -> Json:
        value = self._get(name, otherwise)
        if not isinstance(value, dict):
            raise bad(name)
        return value

    def _get(self, name: str, otherwise: object = None) -> Any:
        value = self._said.get(name)
        value = otherwise if value is None else value
        if value is None:
            raise bad(name)
        return value


def bad(name: str) -> Malformed:
    return Malformed(QuestionReason.FIELD, field=name)


def check_room(name: str, count: int, limit: int) -> None:
    """Raises Malformed where there is more of something than one question may hold."""
    if count > limit:
        raise Malformed(QuestionReason.LIMIT, field=name, limit=limit)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise bad(name)
    check_room(name, len(value), LONGEST_LINE)
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

"""Signed links that hand a phone's seats, tables and settings over to another browser."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import time
from typing import Any

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

SECONDS = 600  # a link is valid for
LONGEST = 4_000  # characters of a link's token


class NoLink(Exception):
    """A token that is none of ours, or was signed longer than SECONDS ago."""


@dataclass(frozen=True, slots=True)
class Handover:
    """The content of a link: a phone's id, its tables and settings. `number` is the link's own, and random."""

    number: str
    phone: str
    tables: Sequence[str]
    names: Sequence[str]
    likes: dict[str, str]


def handover_of(phone: str, tables: Sequence[str], names: Sequence[str], likes: dict[str, str]) -> Handover:
    return Handover(secrets.token_hex(8), phone, tables, names, likes)


def written(handover: Handover, key: str) -> str:
    """Return the token of a link: its content, when it was made, and a signature."""
    return str(_signer(key).dumps(asdict(handover)))


def read(token: str, key: str) -> Handover:
    """Return the content of a token. Raises NoLink."""
    try:
        if len(token) > LONGEST:
            raise NoLink
        content: dict[str, Any] = _signer(key).loads(token, max_age=SECONDS)
        return Handover(**content)
    except (BadSignature, SignatureExpired, TypeError) as error:  # the last: signed by another version
        raise NoLink from error


def _signer(key: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="take-along")


class UsedLinks:
    """The links used while they were valid, each with the phone that did; one for the whole process."""

    def __init__(self, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._used: dict[str, tuple[str, float]] = {}  # by number: the phone, and until when it is kept

    def use(self, number: str, phone: str) -> str:
        """Note that a phone uses a link; return the phone that did first."""
        with self._lock:
            at = self._clock()
            self._used = {used: kept for used, kept in self._used.items() if kept[1] > at}
            return self._used.setdefault(number, (phone, at + 2 * SECONDS))[0]  # twice: the clock may be set meanwhile

    def user(self, number: str) -> str:
        """Return the phone that used a link; empty for none."""
        with self._lock:
            return self._used.get(number, ("", 0.0))[0]

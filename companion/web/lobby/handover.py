"""Signed links that hand a phone's seats, tables and settings over to another browser."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
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

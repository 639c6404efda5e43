"""Refusals of a line: it cannot be read, may not be entered, comes too late, or cannot be stored.

Every refusal carries a reason a program can test and the facts a sentence needs; `companion.words` makes the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    """Base of the enums of reasons, one enum a game; the value is the id printed by `replay --json`."""


class Refusal(Exception):
    """Base of every refusal. Nothing was changed when one is raised."""

    kind = "Refusal"

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(f"{reason} {facts}" if facts else str(reason))
        self.reason = reason
        self.facts: Mapping[str, object] = facts


class Malformed(Refusal):
    """The text cannot be read; the reason names the part that could not."""

    kind = "Malformed"


class Illegal(Refusal):
    """The text can be read, but a rule or the state of the table forbids it."""

    kind = "Illegal"


class Stale(Refusal):
    """The phone spoke about an older page, and what came since does not commute with its line."""

    kind = "Stale"


class Forbidden(Refusal):
    """This phone may not do that at this table: it is locked, say, and the phone has no seat."""

    kind = "Forbidden"


class Limited(Refusal):
    """The host allows an address no more of this for now; the fact `seconds`: until there is one more."""

    kind = "Limited"


class Unavailable(Refusal):
    """A file or a database cannot be used just now.

    The reasons: `busy`, `read-only`, `full`, `corrupt`, `missing`, `away` for a server, or `failed` for another cause.
    Without facts it is the journal; `path` names another file, `file` the one of what photos taught.
    """

    kind = "Unavailable"

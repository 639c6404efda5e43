"""The contract of a game's state, and the type variables of everything that holds states or moves.

A bare `Table`, `Line` … in an annotation is one of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.kernel.common import Party

if TYPE_CHECKING:
    from typing import Any, Self

    from typing_extensions import TypeVar  # knows defaults on every Python


class State(Protocol):
    """A game's state: an immutable value that holds the party."""

    @property
    def party(self) -> Party: ...

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""

    def with_party(self, party: Party) -> Self:
        """Return the same state with another party."""


if TYPE_CHECKING:
    S = TypeVar("S", bound=State, default=Any)
    M = TypeVar("M", default=Any)
    S_co = TypeVar("S_co", bound=State, covariant=True, default=Any)
    M_co = TypeVar("M_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    S, M, S_co, M_co = TypeVar("S"), TypeVar("M"), TypeVar("S_co"), TypeVar("M_co")

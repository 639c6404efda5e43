"""The values of a dock, and what it depends on besides its game's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.donut_shop.parts import Edition
from companion.go_nuts.screen.prompts import BidderView
from companion.web.photo.eye import EyeView

CHECK, MONEY, BOX, PLUS = "check", "money", "icon-box", "plus"  # icons


@dataclass(frozen=True, slots=True)
class Dock:
    """A dock's button. `text`: the line a tap records, in the form's field `name`; empty: the tap does nothing.

    `ready`: it submits what the fields of the form say. `action`, `method`: others than the form's. Before the words
    stand an `icon`, a `donut` by its letter, a `card` or the `bidders`, pale where numbers are missing. `pips`: how
    many of four donuts are entered, None for none shown. `offers`: the tap may be made, but something else is likelier.
    """

    words: str
    text: str = ""
    name: str = "text"
    action: str = ""
    method: str = ""
    ready: bool = False
    icon: str = ""
    donut: str = ""
    card: str = ""
    bidders: Sequence[BidderView] = ()
    pips: int | None = None
    offers: bool = False


@dataclass(frozen=True, slots=True)
class DockPage:
    """A page of a table. `mend`: the repair that a line entered here belongs to, empty for none; `undo`: it asks what
    is taken back; `dealt`: the server deals, `peek`: what it shows of the stock. `promise`: the words for what a line
    will do. `watches`: this phone may only read.
    """

    code: str
    edition: Edition | None
    mend: str = ""
    undo: bool = False
    dealt: bool = False
    peek: Sequence[str] = ()
    promise: Callable[[str], str] = str
    eye: EyeView | None = None
    watches: bool = False

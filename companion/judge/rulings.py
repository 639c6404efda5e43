"""The rulings a question is asked under, as its address holds them: only the choices that differ from the defaults."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.notation import RULINGS as SHOP_RULINGS
from companion.go_nuts.notation import RULINGS as NUTS_RULINGS
from companion.kernel.common import Ruling, read_ruling
from companion.refusals import Malformed

SHOP_DEFAULTS: Mapping[str, str] = {ruling.id: ruling.default for ruling in SHOP_RULINGS}
NUTS_DEFAULTS: Mapping[str, str] = {ruling.id: ruling.default for ruling in NUTS_RULINGS}


def changed(rulings: Mapping[str, str], defaults: Mapping[str, str]) -> dict[str, str]:
    """Return the rulings whose choice is not the default."""
    return {name: choice for name, choice in rulings.items() if choice != defaults[name]}


def read_changed(text: str, known: tuple[Ruling, ...]) -> dict[str, str]:
    """Return the changed rulings of an address, `tie=shared types=no`; words that name no choice are left out."""
    defaults = {ruling.id: ruling.default for ruling in known}
    chosen: dict[str, str] = {}
    for word in text.split()[: 2 * len(known)]:
        try:
            ruling, choice = read_ruling(word, known)
        except Malformed:
            continue
        chosen[ruling] = choice
    return changed(chosen, defaults)


def write_changed(rulings: Mapping[str, str]) -> str:
    """Return the rulings as an address holds them."""
    return " ".join(f"{ruling}={choice}" for ruling, choice in rulings.items())

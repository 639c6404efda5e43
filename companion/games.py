"""The lists of games: one line each in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.donut_shop.game import GAME as DONUT_SHOP
from companion.donut_shop.reasons import CANNOT_FORCE as SHOP_FIRM
from companion.donut_shop.reasons import ShopReason
from companion.go_nuts.game import GAME as GO_NUTS
from companion.go_nuts.reasons import CANNOT_FORCE as NUTS_FIRM
from companion.go_nuts.reasons import NutsReason
from companion.kernel.game import Game
from companion.refusals import Reason


class Reasons(NamedTuple):
    """A game's reasons to refuse a line, and those that no table can decide away."""

    enum: type[Reason]
    firm: frozenset[Reason]


GAMES: Mapping[str, Game] = {game.id: game for game in (DONUT_SHOP, GO_NUTS)}
REASONS: Mapping[str, Reasons] = {
    DONUT_SHOP.id: Reasons(ShopReason, SHOP_FIRM),
    GO_NUTS.id: Reasons(NutsReason, NUTS_FIRM),
}

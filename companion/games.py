"""The list of games: one line each."""

from __future__ import annotations

from collections.abc import Mapping

from companion.donut_shop.game import GAME as DONUT_SHOP
from companion.go_nuts.game import GAME as GO_NUTS
from companion.kernel.game import Game

GAMES: Mapping[str, Game] = {game.id: game for game in (DONUT_SHOP, GO_NUTS)}

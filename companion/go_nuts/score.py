"""Points of the trays, by card. Rulings: types, maple-frosted-tie, boston-pair, tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.go_nuts.cards import CARDS, NEGATIVE, UNCOUNTED, Tally

Tray = Sequence[str]
Rulings = Mapping[str, str]


def counted(tray: Tray, rulings: Rulings) -> list[str]:
    """Return the cards that count as types and as cards (ruling types)."""
    return [card for card in tray if rulings["types"] == "yes" or card not in UNCOUNTED]


def tallies(trays: Sequence[Tray], rulings: Rulings) -> list[Tally]:
    """Return the counts by which each tray is scored against the others."""
    cards = [counted(tray, rulings) for tray in trays]
    plains = [tray.count("plain") for tray in trays]
    most, fewest = max(plains), min(map(len, cards))
    alone = plains.count(most) == 1
    tied_counts = rulings["maple-frosted-tie"] == "all" or list(map(len, cards)).count(fewest) == 1
    return [
        Tally(
            cards=len(mine),
            kinds=len(set(mine)),
            negatives=sum(card in NEGATIVE for card in tray),
            plain_bonus=(3 if alone else 1) if most and plain == most else 0,
            fewest=len(mine) == fewest and tied_counts,
            boston_pair=int(rulings["boston-pair"]),
        )
        for tray, mine, plain in zip(trays, cards, plains, strict=True)
    ]


def points(trays: Sequence[Tray], rulings: Rulings) -> list[dict[str, int]]:
    """Return the points of each tray by card, in the order of CARDS; cards worth nothing have 0."""
    return [
        {card.name: card.score(tray.count(card.name), tally) for card in CARDS if card.name in tray}
        for tray, tally in zip(trays, tallies(trays, rulings), strict=True)
    ]

"""Every page and panel of Go Nuts for Donuts, by its name, with six at the table."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.servers import House

SHORT = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay")
LONG = (
    "Anastasia Wintersberger!",
    "Bartholomew van den Berg",
    "Cymbeline-Mae O'Sullivan",
    "Dietlinde Charlottenburg",
    "Evangeline Featherstones",
    "Fayette de la Montagne-X",
)
ROW = "1=glazed 2=donut-holes 3=powdered 4=boston-cream 5=eclair 6=jelly-filled 7=maple-frosted"
TRAYS = (
    "glazed plain donut-holes maple-bar jelly-filled powdered coffee",
    "plain mucho-matcha red-velvet raspberry-frosted boston-cream french-cruller",
    "jelly-filled old-fashioned bear-claw",
    "eclair strawberry-glazed day-old-donuts",
    "maple-bar chocolate-frosted",
    "plain jelly-filled",
)
PILE = "pile plain sprinkled glazed mucho-matcha"
# The card that asks, at number 4 in a row of a game under way; Bo takes it, and nobody is in the way.
ASKING = {
    "draw": "chocolate-frosted",
    "draw two": "double-chocolate",
    "take one": "red-velvet",
    "take three": "day-old-donuts",
    "clear row": "french-cruller",
    "give": "sprinkled",
    "take from": "bear-claw",
    "discard from": "strawberry-glazed",
    "pass": "cinnamon-twist",
    "milk": "milk",
    "pay one": "raspberry-frosted",
}
PASSED = "maple-bar.plain.old-fashioned.eclair.maple-bar.plain"


def under_way(names: tuple[str, ...], card: str = "boston-cream") -> str:
    """Six people, trays of some cards, and a full row with this card at 4."""
    quoted = [f'"{name}"' for name in names]
    trays = "\n".join(
        f"tray {name} {cards.replace('day-old-donuts', 'glazed') if card == 'day-old-donuts' else cards}"
        for name, cards in zip(quoted, TRAYS, strict=True)
    )
    row = ROW.replace("4=boston-cream", f"4={card}")
    return f"game go-nuts\nseats {' '.join(quoted)}\n{trays}\n{PILE}\nrow {row}\n"


def reveal(names: tuple[str, ...], bids: str) -> str:
    """`2 4 …`, a number a seat."""
    pairs = [f'"{name}"={bid}' for name, bid in zip(names, bids.split(), strict=True)]
    return f"table: reveal {' '.join(pairs)}\n"


def choices(house: House, names: tuple[str, ...]) -> dict[str, str]:
    """Each power, waiting for Bo."""
    return {
        name: "/t/" + house.table(under_way(names, card) + reveal(names, "2 4 6 6 1 1"))
        for name, card in ASKING.items()
    }


def nuts_pages(house: House, names: tuple[str, ...] = SHORT) -> dict[str, str]:
    """Name -> address."""
    return {f"nuts {name}": path for name, path in {**_rounds(house, names), **_counted(house, names)}.items()}


def _rounds(house: House, names: tuple[str, ...]) -> dict[str, str]:
    quoted = " ".join(f'"{name}"' for name in names)
    fresh = "/t/" + house.table(f"game go-nuts\nseats {quoted}\n")
    bid = "/t/" + house.table(under_way(names))
    secret = "/t/" + house.table(f'{under_way(names)}"{names[1]}": select 3 in 1\n')
    busy = under_way(names, "french-cruller") + reveal(names, "2 4 6 6 1 5") + f'"{names[1]}": discard 3 7\n'
    story = "/t/" + house.table(busy)
    put_back = under_way(names, "double-chocolate") + reveal(names, "2 4 6 6 1 1")
    put_back = "/t/" + house.table(f'{put_back}"{names[1]}": draw milk plain keep milk\n')
    choice = choices(house, names)
    return {
        "refill": fresh,
        "refill half told": f"{fresh}?cards=plain.glazed.coffee",
        "story": story,
        "put back": put_back,
        "bid": bid,
        "bid half told": f"{bid}?bids=3.1.0.0.0.0",
        "bid told": f"{bid}?bids=3.1.4.4.7.5",
        "bid mixed": f"{secret}?bids=3.0.2.0.0.0",
        "cover": f"{bid}?do=cover&seat=1",
        "secret": f"{bid}?do=secret&seat=1",
        **choice,
        "draw two told": f"{choice['draw two']}?cards=plain.milk",
        "take three picked": f"{choice['take three']}?cards=plain.glazed",
        "clear row picked": f"{choice['clear row']}?numbers=7.3",
        "give whom": f"{choice['give']}?cards=plain",
        "pass told": f"{choice['pass']}?pass={PASSED}",
        "milk paid": f"{choice['milk']}?cards=plain.red-velvet.boston-cream",
        "take back": f"{story}?do=undo",
        "journal": f"{story}/journal",
        "replay": f"{story}/journal?at=2",
        "line": f"{story}/line/1",
        "line again": f"{story}/line/1/again?bids=1.2.3.4.5.5",
        "line missing": f"{story}/line/1/before",
        "try": f"{story}/try?text=table%3A+take-back+1",
        "more": f"{story}/more",
    }


def _counted(house: House, names: tuple[str, ...]) -> dict[str, str]:
    quoted = " ".join(f'"{name}"' for name in names)
    fresh = "/t/" + house.table(f"game go-nuts\nseats {quoted}\n")
    some = f'game go-nuts\nseats {quoted}\ntable: final "{names[0]}" plain plain coffee\n'
    count = "/t/" + house.table(some) + "/count"
    over = "/t/" + house.table(f"{under_way(names)}{reveal(names, '1 2 3 4 5 5')}table: end\n")
    three = " ".join(f'"{name}"' for name in names[:3])
    money = house.table(f"game donut-shop\nseats {three}\n")
    tie = "cents0=125&cents1=610&t100-2=6&t10-2=1"
    return {
        "start": f"/new/go-nuts?{urlencode({'seat': names}, doseq=True)}",
        "phones": f"{fresh}/phones",
        "count": f"{fresh}/count",
        "count some": f"{count}?cards=plain.plain.plain.jelly-filled.red-velvet.donut-holes.donut-holes",
        "count money": f"/t/{money}/count",
        "count tie": f"/t/{money}/count?{tie}",
        "count whole": f"/t/{money}/count?{tie}&orders1=2&orders2=3",
        "counted": f"{over}/counted",
        "counted more": f"{over}/counted?{urlencode({'seat': names[1], 'counted': '30'})}",
        "over": over,
        "result": f"{over}/result",
        "review": f"{over}/review",
        "screen": f"{over}/screen",
        "paper": f"{over}/paper",
    }

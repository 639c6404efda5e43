"""Every page and panel there is, by its name: what the tests of looks and the screenshots walk through."""

from __future__ import annotations

from urllib.parse import urlencode

from tests.browser import nuts_pages
from tests.servers import House
from tests.transcripts import GOLDEN, played

SHORT = ("Ana", "Bo", "Cy")
LONG = ("Anastasia Wintersberger!", "Bartholomew van den Berg", "Cymbeline-Mae O'Sullivan")

ROUND = {"row1": "red-velvet", "row2": "plain", "row3": "eclair", "row4": "powdered", "pile": "glazed"}
ROUND |= {"seats": "3", "bid0": "1", "bid1": "2", "bid2": "2"}


def renamed(text: str, names: tuple[str, ...]) -> str:
    """The same game with other people."""
    for old, new in zip(SHORT, names, strict=False):
        quoted = f'"{new}"' if new != old else new
        text = text.replace(f" {old} ", f" {quoted} ").replace(f" {old}\n", f" {quoted}\n")
        text = text.replace(f"\n{old}:", f"\n{quoted}:")
    return text


def until(name: str, line: str) -> str:
    """A golden game up to and with this line."""
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    return text[: text.index(line) + len(line)] + "\n"


def pages(house: House, names: tuple[str, ...] = SHORT) -> dict[str, str]:
    """Name -> address, of tables of both games that stand where the page is worth a look."""
    return shop_pages(house, names) | nuts_pages.nuts_pages(
        house, nuts_pages.SHORT if names == SHORT else nuts_pages.LONG
    )


def shop_pages(house: House, names: tuple[str, ...] = SHORT) -> dict[str, str]:
    """Name -> address, of all pages but those of Go Nuts' tables."""
    return {
        "home": "/",
        "start": f"/new/donut-shop?{urlencode({'seat': names}, doseq=True)}",
        "score sheet": "/new/donut-shop/score-sheet?seats=4",
        "score sheet of cards": "/new/go-nuts/score-sheet?seats=6",
        "judge round": f"/judge/go-nuts/round?{urlencode(ROUND)}",
        "no table": "/t/XXXXX",
        "no page": "/nowhere",
        **_case(house, names),
        **_everything(house, names),
        **_others(house, names),
        "records": "/records",
        "forget": "/records/forget",
        "privacy": "/privacy",
    }


def _case(house: House, names: tuple[str, ...]) -> dict[str, str]:
    fresh = "/t/" + house.table(renamed("game donut-shop\nseats Ana Bo Cy \nfollow case\n", names))
    mended = "/t/" + house.table(renamed("game donut-shop\nseats Ana Bo Cy \nfollow case\ntable: mend @2,0 b\n", names))
    text = renamed(until("told-shop-case-0", "Bo: place VcVM @4,8 C"), names)
    late = "/t/" + house.table(text)
    seq = played(text).version
    five = "VVNB VONV OBNV MCBm nBcC"
    box = "?do=box&at=4%2C2&box=2x3"
    return {
        "case untold": fresh,
        "cross": f"{fresh}?do=cross&say=BBBB&tile=bn",
        "cross told": f"{fresh}?{urlencode({'do': 'cross', 'say': five})}",
        "tile": late,
        "tile half told": f"{late}?tile=BO",
        "tile to lay": f"{late}?tile=BcOV&turn=1",
        "spots that tell": f"{late}?tile=BcOV&turn=1&pays=1&quarters=1",
        "pay": f"{late}?tile=BcOV&turn=1&at=8%2C2",
        "a coin is gone": f"{late}?gone=10",
        "box": f"{late}?do=box",
        "box size": f"{late}?do=box&box=2x3",
        "box laid": late + box,
        "box with orders": f"{late}{box}&with=C+M%2A",
        "box packed": f"{late}{box}&with=C+C+M%2A+V%2B+C",
        "box forgotten": f"{late}?do=forgotten",
        "forgotten box": f"{late}?do=box&of=39&box=2x2&at=4%2C2&with=C",
        "take back": f"{late}?do=undo",
        "journal": f"{late}/journal",
        "replay": f"{late}/journal?at={seq}",
        "line": f"{late}/line/{seq}",
        "line again": f"{late}/line/{seq}/again?tile=VcVM&at=4,8",
        "line again elsewhere": f"{late}/line/{seq}/again?tile=VcVM",
        "line again, a donut": f"{late}/line/{seq}/again?tile=VcVM&at=4,8&wrong=2",
        "line missing": f"{late}/line/{seq}/before",
        "square again": f"{mended}/line/1/again?do=mend&at=2,0",
        "line tried": f"{late}/try?correct={seq}&text=Bo:+place+VcVM+@4,8+V",
        "line refused": f"{late}/try?say=table:+correct+{seq}&tail=dances",
        "more": f"{late}/more",
        "as it stands": f"{late}/result",
        "phones": f"{late}/phones",
        "on paper": f"{late}/paper",
        "sign": f"{late}/tent",
        "set up": f"{fresh}/setup",
        "counted": f"{late}/counted",
    }


def _everything(house: House, names: tuple[str, ...]) -> dict[str, str]:
    fresh = house.table(renamed(until("donut-shop-3", "orders B M+"), names))
    text = renamed(until("donut-shop-3", "Bo: place MVVB @8,2 M"), names)
    turn = "/t/" + house.table(text)
    lay = "/t/" + house.table(renamed(until("donut-shop-3", "reveal M* tile Mcbm"), names))
    mended = "/t/" + house.table(f"{text}table: strike 5\ntable: take-back\n")
    boxed = next(seq for seq, line in enumerate(text[text.index("table:") :].split("\n")) if ": box" in line)
    return {
        "to be dealt": f"/t/{fresh}",
        "deal": f"/t/{fresh}?do=deal&seat={names[0].replace(' ', '+')}&tile=B",
        "reveal": f"/t/{fresh}?do=reveal&say=BBBB+NNNN",
        "turn": turn,
        "catching up": f"{turn}?catch=1",
        "draw order": f"{turn}?do=order&say=N",
        "draw told": f"{turn}?do=order&say=N+B+BNMV",
        "box from the hand": f"{turn}?do=box&at=5%2C1&box=2x3&with=N",
        "held tile": lay,
        "held tile pays": f"{lay}?at=0%2C4",
        "repaired journal": f"{mended}/journal",
        "repaired line": f"{mended}/line/5",
        "box line": f"{turn}/line/{boxed}",
    }


def _others(house: House, names: tuple[str, ...]) -> dict[str, str]:
    bank = renamed("game donut-shop\nseats Ana Bo Cy \nfollow bank\nAna: paid 35\nAna: end\n", names)
    over = house.table(renamed(f"{until('told-shop-case-0', 'Ana: place VCmN @2,-2 M')}table: end\n", names))
    return {
        "bank": f"/t/{house.table(bank)}",
        "bank more": f"/t/{house.table(bank)}/more",
        "over": f"/t/{over}",
        "result": f"/t/{over}/result",
        "result replay": f"/t/{over}/result?at=20",
        "review": f"/t/{over}/review",
        "screen": f"/t/{over}/screen",
    }

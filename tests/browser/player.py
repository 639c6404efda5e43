"""Plays a told game by taps alone: it reads notation, but never types any."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from companion.donut_shop.parts import SIZES, Tile
from companion.donut_shop.screen.zoom import PART
from companion.editions import load_sets
from companion.kernel.text import words
from companion.web.pictures import pad_letters
from companion.words import Words
from tests.browser.phone import YES, Phone

TURN, TURN_LEFT = 'a[aria-label="Turn the tile"]', 'a[aria-label="Turn the tile to the left"]'


CLASSIC = load_sets()["classic"]
ENGLISH = Words("en")
NAMES = {ENGLISH.tile(letter, CLASSIC)[1:-1]: letter for letter in pad_letters(CLASSIC)}


def tile_on(phone: Phone) -> str:
    """Return the tile, or the letters so far, that a step's picture names, as letters of the classic set."""
    name = str(phone.find(".so-far svg").first.get_attribute("aria-label"))
    return "".join(NAMES[donut] for donut in name.removeprefix("(").removesuffix(")").split(", "))


def so_far(letters: str) -> str:
    """Return the selector of a step's picture of these letters of the classic set."""
    return f'.so-far svg[aria-label="{ENGLISH.tile(letters, CLASSIC)}"]'


class Player:
    """One phone for a whole table."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.told = 0

    def start(self, seats: list[str], first: str = "", follow: str = "") -> None:
        """The start page: who plays, who starts, how much to follow."""
        page = self.phone.open("/new/donut-shop").page
        for number, name in enumerate(seats, 1):
            page.fill(f"#seat{number}", name)
        if first:
            page.check(f"#first{seats.index(first) + 1}", force=True)
        if follow:
            page.check(f"#follow-{follow}", force=True)
        self.phone.follow("button.primary")

    def tell_cross(self, drawing: str) -> None:
        """Twenty taps and a yes."""
        rows = drawing.split("/")
        self.phone.tap('a[href$="?do=cross"]')
        for x, y in ((2, 0), (0, 2), (2, 2), (4, 2), (2, 4)):
            self.type_tile(rows[y][x : x + 2] + rows[y + 1][x : x + 2])
        self.yes()

    def say(self, line: str) -> None:
        """One line of the transcript."""
        self.told += 1
        who, _, move = line.partition(": ")
        word, *rest = words(move)
        tell = {"place": self.place, "box": self.box, "draw": self.draw, "deal": self.deal, "reveal": self.reveal}
        if line == "table: end":
            self.phone.follow('.bar a[href*="/more"]')
            self.phone.follow('button:has-text("End the game now")')
            self.phone.follow(YES)
        elif word == "end":
            self.press(line)
        elif word in ("deal", "reveal"):
            tell[word](who, rest)
        else:
            tell[word](line, rest)

    # How this player does what may be done in several ways

    @property
    def read_from(self) -> int:
        """Quarters by which the next tile is told turned: people read it from any side, as it lies in the hand."""
        return self.told % 4

    @property
    def by_map(self) -> bool:
        """Whether a spot is tapped in the drawing, on a map too: the tile lies there, and its part comes near."""
        return bool(self.told % 2)

    @property
    def by_arrow(self) -> bool:
        """Whether a box is laid beside its place first and moved."""
        return self.told % 3 == 0

    # Keys

    def type_tile(self, letters: str) -> None:
        for letter in letters:
            self.phone.tap(f'.pad > [data-key="{letter}"]')

    def type_order(self, order: str) -> None:
        self.phone.order(order)

    def type_thing(self, thing: str) -> None:
        (self.type_tile if re.fullmatch("[A-Za-z]{4}", thing) else self.type_order)(thing)

    def press(self, line: str) -> None:
        """The dock, where it says this line."""
        self.phone.tap(f'[data-dock] button[value="{line}"]')

    def yes(self) -> None:
        self.phone.commit()

    # Moves

    def place(self, line: str, rest: list[str]) -> None:
        tile, at, kind = rest
        if self.phone.find(".pad").count():
            self.type_tile(Tile(tile).turned(self.read_from).donuts)
        held = Tile(tile_on(self.phone))
        turns = next(turns for turns in range(4) if held.turned(turns).donuts == tile)
        for _ in range(turns if turns < 3 else 1):
            self.phone.tap(TURN if turns < 3 else TURN_LEFT)
        if self.by_map:
            self.phone.tap(f"svg .spot{leads_to(at=at[1:])}")
        else:
            self.phone.tap(f".spots .key{leads_to(at=at[1:])}")
        if self.phone.find(f'[data-dock] button[value="{line}"]').count() == 0:
            self.phone.tap(f'.choices [data-key="pays {kind}"]')  # the best is chosen already
        self.press(line)

    def bring_near(self, at: str) -> None:
        """A drawing that is only a map is tapped once more: first the part of it, four by four squares."""
        middle = ",".join(str(int(along) // PART * PART + PART // 2) for along in at.split(","))
        part = f"svg .tap{leads_to(part=middle)}"
        if self.phone.find(part).count():
            self.phone.tap(part)

    def box(self, line: str, rest: list[str]) -> None:
        size, *rest = rest
        own = rest[0] == "own"
        at = rest[1 if own else 0]
        cards = re.findall(r"[A-Z]\*?\+?", re.sub(r">[A-Z]", "", " ".join(rest[rest.index("with") + 1 :])))
        self.phone.tap(f"a{leads_to(do='box')}")
        lies = size if size in SIZES else "x".join(reversed(size.split("x")))
        self.phone.tap('a.choice[href*="own=1"]' if own else f"a.choice{leads_to(box=lies)}:not([href*='own=1'])")
        if self.phone.said["box"] != size:  # one that only fits turned lies turned already
            self.phone.tap('.step .row a:has-text("turn")')
        self.lay_box(*map(int, at[1:].split(",")))
        for card in cards:
            self.phone.order(card)
        # Where plain orders do, a wild made of the same cards is not offered; it pays the same.
        ways = self.phone.find(".ways .choice").count()
        for way in range(1, ways):
            if self.phone.find(f'[data-dock] button[value="{line}"]').count():
                break
            self.phone.tap(f'.ways [data-key="way {way}"]')
        self.phone.commit()

    def lay_box(self, x: int, y: int) -> None:
        """Onto its place at once, or beside it and then moved by an arrow."""
        self.bring_near(f"{x},{y}")
        if self.by_arrow and self.phone.can_lay(x - 1, y):
            self.phone.lay(x - 1, y)
            self.phone.tap('a[aria-label="right"]')
        else:
            self.phone.lay(x, y)

    def draw(self, line: str, rest: list[str]) -> None:
        """`order B reveal M tile McOM`, or the other way round: the thing taken lies face up."""
        kind, taken, _, revealed, _, drawn = rest
        self.phone.tap(f'a.choice[href$="{urlencode({"do": kind, "say": taken})}"]')
        self.type_thing(revealed)
        self.type_thing(drawn)
        self.yes()

    def deal(self, who: str, rest: list[str]) -> None:
        self.phone.tap(f'a[href*="do=deal&seat={who}"]')
        self.type_thing(rest[1])
        self.type_thing(rest[3])
        self.yes()

    def reveal(self, who: str, rest: list[str]) -> None:
        self.phone.tap('a[href$="?do=reveal"]')
        for thing in (*rest[1:3], *rest[4:6]):
            self.type_thing(thing)
        self.yes()


def leads_to(**draft: str) -> str:
    """A link whose address has this part of a draft, wherever it stands in it."""
    part = urlencode(draft)
    return f':is([href$="{part}"], [href*="{part}&"])'

"""Plays a told game of Go Nuts by taps alone: it reads notation, but never types any."""

from __future__ import annotations

from urllib.parse import urlencode

from companion.kernel.text import words
from tests.browser.phone import DOCK, Phone


class NutsPlayer:
    """One phone for a whole table."""

    def __init__(self, phone: Phone, seats: list[str]) -> None:
        self.phone = phone
        self.seats = seats

    def start(self, deal: bool = False) -> None:
        """From home to the first card turned up."""
        self.phone.open().follow('a[href$="/new/go-nuts"]')
        for number, name in enumerate(self.seats, 1):
            self.phone.page.fill(f"#seat{number}", name)
        if deal:
            self.phone.page.check("[name=deal]")
        self.phone.follow("button.primary")

    def play(self, lines: list[str]) -> None:
        """Lines of a transcript; those that say one Cinnamon Twist are one sheet."""
        passes: list[tuple[str, str]] = []
        for line in lines:
            who, _, move = line.partition(": ")
            word, *rest = words(move)
            if word == "pass":
                passes.append((who, rest[0]))
                if len(passes) == len(self.seats):
                    self.twist(passes)
                    passes = []
            else:
                getattr(self, word)(who, rest)

    # Keys

    def key(self, card: str, where: str = ".step .cards") -> None:
        """The key with this card's picture."""
        self.phone.tap(f'{where} .card:is(a, button):has(use[href$="#card-{card}"])')

    def press(self, line: str) -> None:
        """The key that chooses this answer, and the dock that says it."""
        answer = urlencode({"pick": line.partition(": ")[2]})
        self.phone.tap(f'.step a:is([href$="{answer}"], [href*="{answer}&"])')
        self.phone.tap(f'[data-dock] button[value="{line}"]')

    # Moves

    def refill(self, who: str, rest: list[str]) -> None:
        for pair in rest:
            self.key(pair.partition("=")[2])

    def reveal(self, who: str, rest: list[str]) -> None:
        for pair in rest:
            self.bid(pair.partition("=")[2])
        self.phone.tap(DOCK)

    def bid(self, number: str) -> None:
        """The card with this number in the row: bid on, or picked."""
        self.phone.tap(f'.row-cards :is(a, button)[data-key="{number}"]')

    def twist(self, passes: list[tuple[str, str]]) -> None:
        """The last one comes first: a sheet has no order."""
        for who, card in reversed(passes):
            row = f'.owner:has(h3:has-text("{who}")) .cards'
            self.key(card, row)
        self.phone.tap(DOCK)

    def draw(self, who: str, rest: list[str]) -> None:
        for card in rest if len(rest) == 1 else (rest[0], rest[1], rest[3]):
            self.key(card)
        self.phone.commit()

    def discard(self, who: str, rest: list[str]) -> None:
        if "from" in rest:
            self.rob(who, "discard", rest)
        elif len(rest) == 1 and not rest[0].isdigit():
            self.press(f"{who}: discard {rest[0]}")
        else:
            for thing in rest:
                (self.bid if thing.isdigit() else self.key)(thing)
            self.phone.tap(DOCK)

    def take(self, who: str, rest: list[str]) -> None:
        if "from" in rest:
            self.rob(who, "take", rest)
        elif self.phone.find(".given").count():
            for card in rest:
                self.key(card)
            self.phone.tap(DOCK)
        else:
            self.press(f"{who}: take {rest[0]}")

    def rob(self, who: str, verb: str, rest: list[str]) -> None:
        card, _, other = rest
        self.press(f"{who}: {verb} {card} from {other}")

    def give(self, who: str, rest: list[str]) -> None:
        card, _, other = rest
        line = f"{who}: give {card} to {other}"
        if len(self.seats) > 2:
            self.key(card)
        self.press(line)

"""All sentences for people: reasons with their facts, moves and labels become words here, in a language.

From outside: `Words("en")` is English, `Words("qps")` a made-up language, `languages()` lists those people can choose;
and the tables of sentences in the modules. `language.mark` marks a sentence in other rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.donut_shop.notation import read_cards
from companion.donut_shop.parts import Edition
from companion.donut_shop.pay import PayPart
from companion.donut_shop.reasons import ShopReason
from companion.go_nuts.cards import BY_NAME
from companion.kernel.common import Common, Rule
from companion.kernel.repairs import Correct, Insert, Line, PutBack, Repair, Strike, TakeBack
from companion.refusals import Refusal
from companion.words import donut_shop, go_nuts, seats, shared
from companion.words.catalogues import ENGLISH, languages, own_names
from companion.words.donut_shop_moves import (
    ShopMove,
    deed,
    move_sentence,
    why_sentence,
)
from companion.words.go_nuts_moves import (
    NutsMove,
    counted_cards,
    event_sentence,
    numbered_cards,
    nuts_latest,
    nuts_promise,
    nuts_sentence,
    story_sentence,
)
from companion.words.language import mark as _
from companion.words.language import plural
from companion.words.shared import (
    DISK,
    FILES,
    QUESTIONS,
    SHARED,
    STALE,
    TAUGHT,
    UNAVAILABLE,
    UNKNOWN,
    UNREAD,
    Message,
    RulingWords,
    around_sentence,
    common_sentence,
    repair_sentence,
    rule_sentence,
)
from companion.words.slips import slip_sentence
from companion.words.things import Things

__all__ = ["ENGLISH", "REASONS", "Message", "Words", "languages", "own_names"]

REASONS: Mapping[str, Message] = {
    **UNREAD,
    **FILES,
    **QUESTIONS,
    **SHARED,
    **donut_shop.REASONS,
    **go_nuts.REASONS,
    **seats.MALFORMED,
    **seats.FORBIDDEN,
    **seats.LIMITED,
    **STALE,
    **seats.STALE,
    **UNAVAILABLE,
}
FULLER = {**shared.FULLER, **donut_shop.FULLER, **go_nuts.FULLER}
RULINGS: Mapping[str, RulingWords] = {**donut_shop.RULINGS, **go_nuts.RULINGS}
GO_NUTS = "go-nuts"
LONGEST_QUOTE = 60  # characters a sentence quotes of a text that cannot be read


class Words(Things):
    """All sentences of the companion in one language."""

    def refusal(self, refusal: Refusal, edition: Edition | None = None) -> Message:
        """Return what is wrong and what to do next."""
        return self.reason(refusal.reason, refusal.facts, edition)

    def reason(self, reason: str, facts: Mapping[str, object] | None = None, edition: Edition | None = None) -> Message:
        """Return the same for the reason a line is marked with. Never fails: a gap without a fact shows a dash."""
        message = REASONS.get(reason, UNKNOWN)
        fact, fuller = FULLER.get(reason, ("", message))
        if (facts or {}).get(fact) not in (None, []):
            message = fuller
        rule = reason
        if reason in TAUGHT and (facts or {}).get("file"):
            message, rule = TAUGHT[reason], ""  # no rule of a game is about that file
        elif reason in DISK and "path" in (facts or {}):
            message, rule = DISK[reason], ""
        gaps = _Gaps({"reason": str(reason), **self._gaps(facts or {}, edition)})
        sentence, hint = (self.fill(self.gettext(text), gaps) for text in (message.sentence, message.hint))
        return Message(sentence, hint, str(rule), "“Phones”" in message.hint)

    def move(
        self,
        line: Line | Repair,
        names: Sequence[str],
        edition: Edition | None = None,
        origin: tuple[int, int] | None = None,
    ) -> str:
        """Return a line of the journal in plain words; `names` as they were before it.

        `origin`: the top left square of the case at that moment, from which rows and columns are counted; without it
        squares are not named.
        """
        match line:
            case Insert(_line, new) | Correct(_line, new):
                return around_sentence(self, line, self.move(new, names, edition, origin))
            case TakeBack() | Strike() | PutBack():
                return repair_sentence(self, line)
        return self._decided(line, self._line(line, names, edition, origin))

    def deed(self, line: Line | Repair, edition: Edition | None) -> str:
        """Return what a seat did, for where its name stands beside it; empty where only `move` has words for it."""
        done = deed(self, line.move, edition) if isinstance(line, Line) and isinstance(line.move, ShopMove) else ""
        return self._decided(line, done) if isinstance(line, Line) and done else ""

    def latest(self, line: Line, story: Sequence[tuple[object, ...]]) -> str:
        """Return a line of Go Nuts in few words, after the events of its round; see `nuts_latest`."""
        return self._decided(line, nuts_latest(self, line.move, story)) if isinstance(line.move, NutsMove) else ""

    def _decided(self, line: Line, sentence: str) -> str:
        """Return the words of a line with what the table decided about it."""
        if line.decided is not None:
            amount = self.price(line.decided)
            return self.text(_("%(line)s — the table decided %(amount)s"), line=sentence, amount=amount)
        return self.text(_("%(line)s — the table decided so"), line=sentence) if line.forced else sentence

    def missing(self, refusal: Refusal, edition: Edition | None) -> str:
        """Return what a box lacks, short enough for a button; if nothing is missing, what is wrong with it."""
        types = refusal.facts.get("types") or [refusal.facts.get("type")]
        match refusal.reason:
            case ShopReason.NO_ORDER if isinstance(types, list):
                kinds = self.listing(self.short(str(kind), edition) for kind in types)
                return self.plural_text(
                    plural("Needs an order for %(kinds)s", "Needs orders for %(kinds)s"), len(types), kinds=kinds
                )
            case ShopReason.NO_ORDERS:
                return self.text(_("Needs an order"))
            case ShopReason.EXTRA_ORDER:
                return self.text(_("One order too many"))
        return self.refusal(refusal, edition).sentence

    def slip(self, what: str, detail: str, seat: str, edition: Edition | None) -> str:
        """Return a mistake that explains a difference somebody counted; `detail` in notation."""
        return slip_sentence(self, what, detail, seat, edition)

    def promise(self, line: Line, names: Sequence[str]) -> str:
        """Return what recording an answer of Go Nuts will do, for the button that records it."""
        return nuts_promise(self, line.who, line.move, names)

    def why(self, why: PayPart, edition: Edition | None = None) -> str:
        """Return one part of an amount in plain words, without its cents."""
        return why_sentence(self, why, edition)

    def ruling(self, ruling: str) -> str:
        """Return the question a ruling answers."""
        return self.text(RULINGS[ruling].question)

    def choice(self, ruling: str, choice: str = "") -> str:
        """Return what a choice means, by default the first one."""
        choices = RULINGS[ruling].choices
        return self.text(choices[choice or next(iter(choices))])

    def ruling_reason(self, ruling: str) -> str:
        """Return why the default is the default."""
        return self.text(RULINGS[ruling].reason)

    def part(self, part: str, game: str = "") -> str:
        """Return what a part of an amount came from; `coffee` is a card in `go-nuts`, else a kind of order."""
        if part in donut_shop.PARTS and not (game == GO_NUTS and part in BY_NAME):
            return self.text(donut_shop.PARTS[part])
        return self.card(part)

    def step(self, step: str) -> str:
        return self.text(donut_shop.STEPS[step])

    def level(self, level: str) -> str:
        """Return how much of the game a table follows."""
        return self.text(donut_shop.LEVELS[level])

    def level_hint(self, level: str) -> str:
        """Return what a table enters that follows so much."""
        return self.text(donut_shop.LEVEL_HINTS[level])

    def cards_given(self, text: str, edition: Edition) -> str:
        """Return orders and wilds of a box in plain words; `text` has them in notation."""
        orders, wilds = read_cards(text.split(), edition)
        given = [self.order(order, edition) for order in orders] + [self.wild(wild, edition) for wild in wilds]
        return self.listing(given or ["–"])

    def card_points(self, card: str) -> str:
        """Return what a card scores."""
        return self.text(go_nuts.CARDS[card].points)

    def card_power(self, card: str) -> str:
        """Return what happens when a card is taken from the row; empty if nothing does."""
        power = go_nuts.CARDS[card].power
        return self.text(power) if power else ""

    def cards(self, cards: Iterable[str]) -> str:
        """Return `2 Plain, 1 Milk`, in order of first appearance."""
        return counted_cards(self, cards)

    def row(self, cards: Iterable[tuple[int, str | None]]) -> str:
        """Return `1 Plain, 2 –`: cards by number."""
        return numbered_cards(self, cards)

    def asks(self, question: str, seat: str, other: str = "", card: str = "", *, own: bool = False) -> str:
        """Return what a card's power asks a seat; `other`, `card`: another seat and a card it is about, if any.

        `own`: it is asked on its own phone.
        """
        words = (go_nuts.OWN_QUESTIONS if own else go_nuts.QUESTIONS)[question]
        return self.text(words, seat=seat, other=other, card=card and self.card(card))

    def story(self, events: Iterable[tuple[object, ...]]) -> list[str]:
        """Return a round card by card, a sentence an event.

        `("takes", seat, card, number)` · `("collide", [seats], card, number)` ·
        `("top", seat, card)` off the discard pile by an Eclair · `("draws", seat, card)` off the deck, and kept ·
        `("returns", seat)` the other of two, back on the deck · `("picks", seat, cards)` out of the discard pile ·
        `("takes-from" | "gives" | "passes" | "discards-of", seat, card, other seat)` · `("discards", seat, cards)` ·
        `("clears", seat, cards)` off the row · `("gone", seat, card)` had to be discarded at once ·
        `("nothing", seat, card)` its power had nothing to move.
        """
        return [story_sentence(self, event) for event in events]

    def event(self, event: tuple[object, ...]) -> str:
        """Return an event of `story` beside its number and the picture of its card."""
        return event_sentence(self, event)

    def _line(self, line: Line, names: Sequence[str], edition: Edition | None, origin: tuple[int, int] | None) -> str:
        move = line.move
        if isinstance(move, Common):
            if isinstance(move, Rule):
                return rule_sentence(self, move, RULINGS[move.ruling])
            return common_sentence(self, move, names, cents=edition is not None)
        if isinstance(move, ShopMove):
            return move_sentence(self, line.who, move, names, edition, origin)
        if isinstance(move, NutsMove):
            return nuts_sentence(self, line.who, move, names)
        # The text is not shown: a line that cannot be read may be a secret bid.
        return self.text(_("%(who)s: a line that cannot be read"), who=line.who)

    def _gaps(self, facts: Mapping[str, object], edition: Edition | None) -> dict[str, str]:
        """Return the facts of a refusal in the words of a sentence."""
        write: dict[str, Callable[[object], str]] = {
            "type": lambda kind: self.kind(str(kind), edition),
            "types": lambda kinds: self.listing(self.kind(kind, edition) for kind in _several(kinds)),
            "tile": lambda tile: self.tile(str(tile), edition),
            "order": lambda order: self.order(order, edition),
            "orders": lambda orders: self.listing(self.order(order, edition) for order in _several(orders)),
            "choices": lambda choices: self.listing(_several(choices)),
            "size": self.size,
            "step": lambda step: self.step(str(step)),
            "level": lambda level: self.level(str(level)),
            "card": lambda card: self.card(str(card)),
            "seats": lambda seats: self.listing(_several(seats)),
            "numbers": lambda numbers: self.listing(_several(numbers)),
            "lines": lambda lines: self.listing(_several(lines)),
            "at": lambda at: ", ".join(_several(at)),
            "text": lambda text: str(text) if len(str(text)) <= LONGEST_QUOTE else f"{str(text)[:LONGEST_QUOTE]}…",
        }
        gaps = {fact: write.get(fact, str)(value) for fact, value in facts.items()}
        made = {"thing": gaps.get("order") or gaps.get("tile"), "range": self._range(gaps)}
        return {**gaps, **{gap: text for gap, text in made.items() if text}}

    def _range(self, gaps: Mapping[str, str]) -> str | None:
        """Return `1`, or `0 to 3`."""
        fewest, most = gaps.get("fewest"), gaps.get("most")
        return most if fewest in (None, most) else self.text(_("%(fewest)s to %(most)s"), fewest=fewest, most=most)


class _Gaps(dict[str, str]):
    """Gaps of which none is missing: a mark may have been stored before its sentence used a fact."""

    def __missing__(self, gap: str) -> str:
        return "–"


def _several(values: object) -> list[str]:
    several = values if isinstance(values, list | tuple) else [values]
    return [str(value) for value in several] or ["–"]

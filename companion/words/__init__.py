"""Every sentence for people. Engines have none: they give a reason and its facts, and here they become words.

`Words("en")` speaks English, `Words("qps")` the made-up language; `languages()` names all there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.donut_shop.parts import Edition
from companion.donut_shop.pay import Why
from companion.kernel.common import Common
from companion.kernel.repairs import Correct, Insert, Line, PutBack, Repair, Strike, TakeBack
from companion.refusals import Refusal
from companion.words import donut_shop
from companion.words.donut_shop_moves import (
    ShopMove,
    kind_name,
    move_sentence,
    order_text_name,
    size_name,
    why_sentence,
)
from companion.words.language import Language, languages
from companion.words.language import mark as _
from companion.words.shared import (
    FILES,
    SHARED,
    STALE,
    UNAVAILABLE,
    UNKNOWN,
    UNREAD,
    Said,
    around_sentence,
    common_sentence,
    repair_sentence,
)

__all__ = ["REASONS", "Said", "Words", "languages"]

REASONS: Mapping[str, Said] = {**UNREAD, **FILES, **SHARED, **donut_shop.REASONS, **STALE, **UNAVAILABLE}
LONGEST_QUOTE = 60  # what a sentence quotes of a text that could not be read


class Words(Language):
    """All the companion says, in one language."""

    def refusal(self, refusal: Refusal, edition: Edition | None = None) -> Said:
        """What is wrong and what to do next."""
        return self.reason(refusal.reason, refusal.facts, edition)

    def reason(self, reason: str, facts: Mapping[str, object] | None = None, edition: Edition | None = None) -> Said:
        """The same for the reason a line is marked with. Never fails: a gap nobody gave a fact for shows a dash."""
        said = REASONS.get(reason, UNKNOWN)
        gaps = _Gaps({"reason": str(reason), **self._gaps(facts or {}, edition)})
        return Said(self.gettext(said.sentence) % gaps, self.gettext(said.way_on) % gaps)

    def move(self, said: Line | Repair, names: Sequence[str], edition: Edition | None = None) -> str:
        """A line of the journal in plain words; `names` as they were before it."""
        match said:
            case Insert(_line, new) | Correct(_line, new):
                return around_sentence(self, said, self.move(new, names, edition))
            case TakeBack() | Strike() | PutBack():
                return repair_sentence(self, said)
        sentence = self._line(said, names, edition)
        if said.decided is not None:
            amount = self.price(said.decided)
            return self.say(_("%(line)s — the table decided %(amount)s"), line=sentence, amount=amount)
        return self.say(_("%(line)s — the table decided so"), line=sentence) if said.forced else sentence

    def why(self, why: Why, edition: Edition | None = None) -> str:
        """One part of an amount in plain words, without its cents."""
        return why_sentence(self, why, edition)

    def ruling(self, ruling: str) -> str:
        """The question a ruling answers."""
        return self.say(donut_shop.RULINGS[ruling].question)

    def choice(self, ruling: str, choice: str = "") -> str:
        """What a choice means; left out, what the companion does unless the table chooses otherwise."""
        choices = donut_shop.RULINGS[ruling].choices
        return self.say(choices[choice or next(iter(choices))])

    def ruling_reason(self, ruling: str) -> str:
        """Why the default is the default."""
        return self.say(donut_shop.RULINGS[ruling].reason)

    def part(self, part: str) -> str:
        """What a part of somebody’s money came from."""
        return self.say(donut_shop.PARTS[part])

    def step(self, step: str) -> str:
        return self.say(donut_shop.STEPS[step])

    def level(self, level: str) -> str:
        """How much the table tells."""
        return self.say(donut_shop.LEVELS[level])

    def kind(self, kind: str, edition: Edition | None) -> str:
        """A type as it is printed."""
        return kind_name(kind, edition)

    def order(self, order: object, edition: Edition | None) -> str:
        """An order: the type as it is printed, `*` for sprinkles, `+` for coffee."""
        return order_text_name(str(order), edition)

    def size(self, size: object) -> str:
        """`2×3`."""
        return size_name(str(size))

    def _line(self, line: Line, names: Sequence[str], edition: Edition | None) -> str:
        if isinstance(line.move, Common):
            return common_sentence(self, line.move, names, cents=edition is not None)
        if isinstance(line.move, ShopMove):
            return move_sentence(self, line.who, line.move, names, edition)
        return self.say(_("%(who)s: %(text)s"), who=line.who, text=line.text)

    def _gaps(self, facts: Mapping[str, object], edition: Edition | None) -> dict[str, str]:
        """The facts of a refusal as they are written in a sentence."""
        write: dict[str, Callable[[object], str]] = {
            "type": lambda kind: kind_name(str(kind), edition),
            "order": lambda order: order_text_name(str(order), edition),
            "orders": lambda orders: self.listing(order_text_name(order, edition) for order in _several(orders)),
            "choices": lambda choices: self.listing(_several(choices)),
            "size": lambda size: size_name(str(size)),
            "step": lambda step: self.step(str(step)),
            "level": lambda level: self.level(str(level)),
            "at": lambda at: ", ".join(_several(at)),
            "text": lambda text: str(text) if len(str(text)) <= LONGEST_QUOTE else f"{str(text)[:LONGEST_QUOTE]}…",
        }
        gaps = {fact: write.get(fact, str)(value) for fact, value in facts.items()}
        thing = gaps.get("order") or gaps.get("tile")
        return {**gaps, "thing": thing} if thing else gaps


class _Gaps(dict[str, str]):
    """Gaps that never miss: a stored mark may have been made before a sentence named a fact."""

    def __missing__(self, gap: str) -> str:
        return "–"


def _several(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list | tuple) else [str(values)]

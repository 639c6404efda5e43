"""`python -m companion.commands.reasons_doc` writes `docs/reasons.md` from the reasons, their words and facts."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from companion.games import GAMES
from companion.games import REASONS as OF_GAMES
from companion.judge.limits import QuestionReason
from companion.kernel.reasons import CANNOT_FORCE as SHARED_FIRM
from companion.kernel.reasons import CommonReason, Unread
from companion.tables.limits import LimitReason
from companion.tables.seats import SeatReason
from companion.tables.transcript_file import FileReason
from companion.words import REASONS, seats
from companion.words.shared import STALE, UNAVAILABLE

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "reasons.md"
ENUMS: tuple[type[Enum], ...] = (
    Unread,
    FileReason,
    QuestionReason,
    CommonReason,
    SeatReason,
    LimitReason,
    *(reasons.enum for reasons in OF_GAMES.values()),
)
KINDS = ("Malformed", "Illegal", "Stale", "Forbidden", "Limited", "Unavailable")
FIRM = frozenset[str](SHARED_FIRM).union(*(reasons.firm for reasons in OF_GAMES.values()))
ADDED = {"one-too-many": "lines"}  # a fact the game adds from earlier lines after the refusal was raised


class Facts(NamedTuple):
    """The facts of a reason: those it always has, and those it has only where they apply."""

    always: tuple[str, ...] = ()
    sometimes: tuple[str, ...] = ()


def facts_by_reason(root: Path = ROOT / "companion") -> dict[str, Facts]:
    """Return the facts each reason is raised with, found in the source code."""
    raised: dict[str, list[frozenset[str]]] = {}
    for path in sorted(root.rglob("*.py")):
        for reason, facts in _raised(ast.parse(path.read_text(encoding="utf-8"))):
            raised.setdefault(reason, []).append(facts)
    facts_of = {}
    for reason, sites in raised.items():
        always = frozenset.intersection(*sites)
        sometimes = frozenset.union(*sites, {ADDED[reason]} if reason in ADDED else ()) - always
        facts_of[reason] = Facts(tuple(sorted(always)), tuple(sorted(sometimes)))
    return facts_of


def _raised(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield reason and facts of every refusal that a file makes."""
    shared = _returned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS and node.args:
            facts = frozenset(fact for keyword in node.keywords for fact in _facts(keyword, shared))
            yield from ((reason, facts) for reason in _reasons(node.args[0]))


def _returned(tree: ast.Module) -> dict[str, list[str]]:
    """Return the keys of the dict displays that each function returns."""
    return {
        function.name: [str(key.value) for key in node.value.keys if isinstance(key, ast.Constant)]
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Dict)
    }


def _facts(keyword: ast.keyword, shared: Mapping[str, list[str]]) -> list[str]:
    """Return the facts of `seat=…`, or of `**asked_facts(…)`."""
    match keyword:
        case ast.keyword(arg=str(fact)):
            return [fact]
        case ast.keyword(value=ast.Call(func=ast.Name(id=name))):
            return shared[name]
    return []


def _reasons(node: ast.expr) -> Iterator[str]:
    """Yield the reasons an argument may be: a member of an enum, a string, or one of two by a condition."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            yield from _reasons(body)
            yield from _reasons(orelse)
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            yield from (str(enum[attr].value) for enum in ENUMS if enum.__name__ == name)
        case ast.Constant(value=str(word)):
            yield word


def page() -> str:
    """Return the text of `docs/reasons.md`."""
    facts = facts_by_reason()
    parts = [
        INTRODUCTION,
        _section("Malformed: the line cannot be read", [str(m.value) for m in Unread], facts),
        _section("Malformed: the file cannot be read", [str(m.value) for m in FileReason], facts),
        _section("Malformed: the question in JSON cannot be read", [str(m.value) for m in QuestionReason], facts),
        _section("Illegal: in every game", [str(m.value) for m in CommonReason], facts),
        *(
            _section(f"Illegal: {GAMES[game].name}", [str(m.value) for m in reasons.enum], facts)
            for game, reasons in OF_GAMES.items()
        ),
        _section("Stale: a phone spoke about an older page", [*STALE, *seats.STALE], facts),
        _section("Forbidden: this phone may not do that at this table", list(seats.FORBIDDEN), facts),
        _section("Limited: the host allows an address no more for now", list(seats.LIMITED), facts),
        _section("Unavailable: the journal cannot be used just now", list(UNAVAILABLE), facts),
    ]
    return "\n".join(parts)


INTRODUCTION = """# Reasons

Why a line is refused. Written by `python -m companion.commands.reasons_doc` from the code; a test keeps it fresh.

The id is what `replay --json` prints as `reason`; the facts are its `facts`, those in brackets only where they apply.
In the sentences a fact stands in *slanted letters*. “Forced” tells whether `!` at the end of a seat’s line records it
all the same, marked as the table’s decision; what cardboard cannot do is never forced. Of the table’s own lines only
`refill` may end in `!`.
"""


def _section(title: str, reasons: list[str], facts: Mapping[str, Facts]) -> str:
    rows = [_row(reason, facts.get(reason, Facts())) for reason in reasons]
    return "\n".join(
        [f"## {title}", "", "| id | facts | when | way on | forced |", "| --- | --- | --- | --- | --- |", *rows, ""]
    )


def _row(reason: str, facts: Facts) -> str:
    message = REASONS[reason]
    names = [f"`{fact}`" for fact in facts.always] + [f"(`{fact}`)" for fact in facts.sometimes]
    cells = [f"`{reason}`", " ".join(names), _shown(message.sentence), _shown(message.hint), _forced(reason)]
    return f"| {' | '.join(cells)} |"


def _shown(sentence: str) -> str:
    return re.sub(r"%\((\w+)\)[sd]", r"*\1*", sentence).replace("|", "\\|")


def _forced(reason: str) -> str:
    if reason == CommonReason.DECIDED:
        return "only a mark"
    enums: tuple[type[Enum], ...] = (CommonReason, *(reasons.enum for reasons in OF_GAMES.values()))
    can = reason not in FIRM and reason in {str(m.value) for enum in enums for m in enum}
    return "yes" if can else "no"


def main() -> int:
    DOC.parent.mkdir(exist_ok=True)
    DOC.write_text(page(), encoding="utf-8")
    print(f"{DOC.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

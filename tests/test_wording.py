"""The product's docstrings begin with what a thing is or does, its functions stay short, a class name stands once."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
PRODUCT = sorted([*ROOT.glob("*.py"), *(ROOT / "companion").rglob("*.py"), *(ROOT / "vision").rglob("*.py")])
RIDDLE = re.compile(r"(?:What|Who|Whose|Whether|Which|Why|Where|When|How|Is|Are|Does|Do|Has|Can|May|Must|Will)\b")
YET = {"companion/tables/play.py"}  # two docstrings there begin with "What" still
MEDIAN_FUNCTION = 8  # lines
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Yield (file, node) for everything in the product."""
    for path in PRODUCT:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path.relative_to(ROOT).as_posix(), node


def docstrings() -> Iterator[tuple[str, str]]:
    for file, node in nodes():
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield file, text


def test_no_docstring_begins_like_a_question() -> None:
    assert [(file, text.splitlines()[0]) for file, text in docstrings() if RIDDLE.match(text) and file not in YET] == []


def test_no_docstring_ends_its_first_sentence_with_a_question_mark() -> None:
    firsts = ((file, text.splitlines()[0]) for file, text in docstrings())
    assert [(file, first) for file, first in firsts if first.endswith("?")] == []


def test_no_class_name_stands_twice() -> None:
    names = Counter(node.name for _, node in nodes() if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []


def test_functions_are_short_in_the_middle() -> None:
    functions = (node for _, node in nodes() if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = [(node.end_lineno or 0) - node.lineno + 1 for node in functions]
    assert median(lengths) <= MEDIAN_FUNCTION


def test_every_room_has_a_face() -> None:
    rooms = [path for path in PRODUCT if path.name == "__init__.py"]
    assert [path for path in rooms if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []

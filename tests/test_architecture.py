"""The documents name real files and real names, and the drawing of the rooms is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.documents import DOCS, ROOT
from tests.test_walls import read_modules

PAGES = sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md")])
ROOTS = ("companion/", "vision/", "templates/", "tests/", "docs/")
DRAWING = (DOCS / "architecture.md").read_text(encoding="utf-8").split("```mermaid\n")[1].split("```")[0]
BY_FILE = ("architecture.md", "glossary.md")  # on a line of these, names in code follow the file they are in


def spans(text: str) -> list[str]:
    """The code spans of some text, fenced blocks left out."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_a_document_names_is_there(page: Path) -> None:
    named = [span for span in spans(page.read_text(encoding="utf-8")) if span.startswith(ROOTS)]
    assert [span for span in named if " " not in span and not (ROOT / span).exists()] == []


def test_every_make_target_a_document_names_exists() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    targets = set(phony[1].split()) if phony else set()
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = {word for words in re.findall(r"(?:`|^    )make ([a-z ]+)", text, re.MULTILINE) for word in words.split()}
    assert {"quick", "test"} <= named <= targets


def names_in(path: str) -> set[str]:
    """Everything defined in a module: functions, classes, `Class.method`, constants."""
    return set(defined(ast.parse((ROOT / path).read_text(encoding="utf-8")).body))


def defined(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield within + name
            case ast.ClassDef(name=name):
                yield name
                yield from defined(node.body, f"{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield within + name


@pytest.mark.parametrize("name", BY_FILE)
def test_every_name_beside_a_file_is_defined_in_it(name: str) -> None:
    absent = []
    for line in (DOCS / name).read_text(encoding="utf-8").splitlines():
        path = ""
        for span in spans(line):
            if "/" in span and span.startswith(ROOTS):
                path = span if span.endswith(".py") else ""
            elif path and span not in names_in(path):
                absent.append(f"{path}: {span}")
    assert absent == []


def room_of(name: str) -> str:
    """The room a module is in, or an empty text for the package above the rooms."""
    parts = name.split(".")
    return "vision" if parts[0] == "vision" else ".".join(parts[1:2])


@cache
def imports() -> set[tuple[str, str]]:
    """Every pair of rooms of which one imports from the other."""
    return {
        (room_of(module.name), room_of(imported.name))
        for module in read_modules(ROOT)
        for imported in module.imports
        if imported.name.startswith(("companion.", "vision")) and not module.inside("vision.training")
    }


FLOORS = {
    room: int(floor)
    for floor, inside in re.findall(r"subgraph floor(\d).*?\n(.*?)\n  end", DRAWING, re.DOTALL)
    for room in re.findall(r"^ +(\w+)\[", inside, re.MULTILINE)
}


def test_every_room_is_drawn() -> None:
    assert set(FLOORS) == {room for pair in imports() for room in pair if room}


def test_no_room_imports_from_a_higher_floor() -> None:
    assert [(one, other) for one, other in sorted(imports()) if one and other and FLOORS[one] < FLOORS[other]] == []


def test_every_arrow_drawn_is_an_import() -> None:
    drawn = {
        (one, other)
        for one, others in re.findall(r"^ +(\w+) --> (.*)$", DRAWING, re.MULTILINE)
        for other in others.split(" & ")
    }
    assert drawn
    assert drawn - imports() == set()

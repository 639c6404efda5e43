"""The walls of the house: who may import whom, how long things may grow, what a region is called.

A room is a folder or a module right inside `companion`, or `vision`. `violations` reads a tree without running it and
answers in sentences; the tests below ask it about this tree, and about small bad trees that it must not let pass.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

GAMES = ("companion.donut_shop", "companion.go_nuts")
# Modules with which the same lines could make different games.
NOT_FOR_GAMES = {"time", "random", "os", "sqlite3", "datetime", "pathlib"}
SQL = {"sqlite3": "embedded", "sqlite_utils": "embedded", "psycopg": "postgres", "psycopg_pool": "postgres"}
STORES = (
    "companion.store.embedded",
    "companion.store.postgres",
)  # each fulfils the contract; only `open_store` chooses one
KNOWS_JOURNAL_AND_GAMES = ("companion.tables.play", "companion.games")
KERNEL_KNOWS = ("companion.kernel", "companion.refusals", "typing_extensions")  # the last for types only
JOURNALS = (
    "companion.store.journal",
    "companion.store.embedded.connection",
    "companion.store.embedded.journal",
    "companion.store.embedded.schema",
    "companion.store.postgres.connection",
    "companion.store.postgres.journal",
    "companion.store.postgres.schema",
)
JOURNAL_KNOWS = (
    *JOURNALS,
    "companion.kernel.entry",
    "companion.refusals",
    "companion.store.embedded.database",
    "companion.store.embedded.identity",
    "companion.store.postgres.database",
    "companion.store.postgres.notifications",
    "companion.files",
)
VISION_KNOWS = ("companion.donut_shop.case", "companion.donut_shop.parts")
TRAINING_KNOWS = (*VISION_KNOWS, "companion.editions")
TRAINING = "vision.training"
BESIDE_ROOMS = {"__init__.py", "games.py", "refusals.py", "files.py", "secret_key.py"}
MOST_MODULES = 16
LONGEST_FUNCTION = 45
LONGEST_FILE = 400
TEMPLATES = ("templates", "companion/templates", "companion/web/templates")


class Import(NamedTuple):
    """One thing imported: its dotted name, where, and whether importing the file imports it."""

    name: str
    line: int
    at_start: bool


@dataclass(frozen=True)
class Module:
    """One file of the tree, read but not run."""

    path: str
    name: str
    text: str
    tree: ast.Module
    imports: tuple[Import, ...]

    def inside(self, *rooms: str) -> bool:
        return within(self.name, *rooms)


def within(name: str, *rooms: str) -> bool:
    """Whether a dotted name is one of these rooms or lies inside one."""
    return any(name == room or name.startswith(room + ".") for room in rooms)


def is_stdlib(name: str) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names


def violations(root: Path) -> list[str]:
    """Every breach of the walls in a tree, as sentences."""
    modules = read_modules(root)
    found = [f"{m.path}:{i.line} {why}." for m in modules for i in m.imports for why in breaches(m, i)]
    for module in modules:
        found += [f"{module.path} {why}." for rule in OF_A_MODULE for why in rule(module)]
    found += [f"{room} {why}." for room, why in too_full(modules)]
    return found + [f"{path.relative_to(root)} {why}." for path in regions(root) for why in misnamed(path)]


# Reading a tree


def read_modules(root: Path) -> list[Module]:
    paths = sorted(path for room in ("companion", "vision") for path in (root / room).rglob("*.py"))
    named = {dotted(path.relative_to(root)): path for path in paths}
    return [read_module(root, name, path, set(named)) for name, path in named.items()]


def read_module(root: Path, name: str, path: Path, known: set[str]) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    imports = tuple(imports_of(tree, package, known))
    return Module(path.relative_to(root).as_posix(), name, text, tree, imports)


def dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.Module, package: str, known: set[str]) -> Iterator[Import]:
    """Every import, those for types only and those inside functions too."""
    late = {id(inner) for node in ast.walk(tree) if is_function(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names: Iterable[str] = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = names_from(node, package, known)
        else:
            continue
        yield from (Import(name, node.lineno, id(node) not in late) for name in names)


def names_from(node: ast.ImportFrom, package: str, known: set[str]) -> list[str]:
    """`from a import b` names the module a.b where there is one, else a; dots are counted from the package."""
    base = node.module or ""
    if node.level:
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*above, base] if base else above)
    inner = [f"{base}.{alias.name}" for alias in node.names]
    if base == "companion":  # its one value is the version; everything else in it is a room
        return [base if name == "companion.__version__" else name for name in inner]
    return [name if name in known else base for name in inner]


def is_function(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


# The walls


def breaches(module: Module, imported: Import) -> Iterator[str]:
    """What one import breaks."""
    name = imported.name
    game = next((game for game in GAMES if module.inside(game)), None)
    if game and not game_may(game, name):
        yield f"imports {name}, but a game knows only the kernel, its refusals and timeless parts of the library"
    if game and within(name, f"{game}.screen") and not module.inside(f"{game}.screen", f"{game}.game"):
        yield f"imports {name}, but rules know no screen"
    if module.inside("companion.kernel") and not (is_stdlib(name) or within(name, *KERNEL_KNOWS)):
        yield f"imports {name}, but the kernel knows only itself and the refusals"
    if (
        module.inside(*JOURNALS)
        and within(name, "companion")
        and name != "companion"
        and not within(name, *JOURNAL_KNOWS)
    ):
        yield f"imports {name}, but the journal knows entries and text, no game and no table"
    engine = SQL.get(name.split(".")[0])
    if engine and not module.inside(f"companion.store.{engine}"):
        yield f"imports {name}, but only the store of its kind speaks SQL"
    if within(name, *STORES) and not module.inside("companion.store"):
        yield f"imports {name}, but everything above the store knows its contract only"
    if within(name, "companion.web") and not module.inside("companion.web"):
        yield f"imports {name}, but nothing imports the web"
    known = TRAINING_KNOWS if module.inside(TRAINING) else VISION_KNOWS
    if module.inside("vision") and within(name, "companion") and not within(name, *known):
        yield f"imports {name}, but vision knows only the case and the parts of Donut Shop"
    if within(name, TRAINING) and not module.inside(TRAINING):
        yield f"imports {name}, but the product never imports the training"
    if within(name, "cv2") and imported.at_start and not module.inside("vision"):
        yield f"imports {name} at its start, but without it everything except photos must work"


def game_may(game: str, name: str) -> bool:
    if is_stdlib(name):
        return name.split(".")[0] not in NOT_FOR_GAMES
    return within(name, game, "companion.kernel", "companion.refusals")


def two_worlds(module: Module) -> Iterator[str]:
    """The one door, `play`, alone puts lines and rules together."""
    names = [imported.name for imported in module.imports]
    journal = any(within(name, *JOURNALS) for name in names)
    rules = sorted({name for name in names if within(name, "companion.games", "companion.kernel.table", *GAMES)})
    if journal and rules and not module.inside(*KNOWS_JOURNAL_AND_GAMES):
        yield f"imports both the journal and {', '.join(rules)}, but only play knows both"


def too_long(module: Module) -> Iterator[str]:
    lines = len(module.text.splitlines())
    if lines > LONGEST_FILE:
        yield f"has {lines} lines, over {LONGEST_FILE}: it holds two subjects"
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"line {node.lineno}: {node.name} has {length} lines, over {LONGEST_FUNCTION}"


def real_tables(module: Module) -> Iterator[str]:
    """Pages are made of what their phone may see: `services.seen`, never of the table as it is."""
    if not module.path.startswith("companion/web/") or module.path == "companion/web/services.py":
        return
    for node in ast.walk(module.tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in ("snapshot", "evening"):
            yield f"line {node.lineno}: takes a table with its secrets by {called.attr}; services.seen has it without"


def no_room(module: Module) -> Iterator[str]:
    """`companion/` holds rooms, and little else."""
    folder, _, file = module.path.rpartition("/")
    if folder == "companion" and file not in BESIDE_ROOMS:
        yield "lies beside the rooms, but belongs into one"


OF_A_MODULE = (two_worlds, too_long, real_tables, no_room)


def too_full(modules: Iterable[Module]) -> Iterator[tuple[str, str]]:
    """Rooms with more modules than a reader keeps apart; a face does not count."""
    rooms = Counter(m.path.rpartition("/")[0] for m in modules if not m.path.endswith("__init__.py"))
    for room, count in rooms.items():
        if count > MOST_MODULES:
            yield room, f"has {count} modules, over {MOST_MODULES}: it holds two subjects"


def regions(root: Path) -> list[Path]:
    return sorted(path for folder in TEMPLATES for path in (root / folder).rglob("_*.html"))


def misnamed(path: Path) -> Iterator[str]:
    """A leading underscore promises a region: one piece, found by its name and swapped as a whole."""
    wanted = path.stem.removeprefix("_")
    markup = re.sub(r"\{#.*?#\}|\{%.*?%\}|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    tag = re.search(r"<[a-zA-Z](?:\{\{.*?\}\}|\"[^\"]*\"|[^>\"])*>", markup, re.DOTALL)
    found = tag and re.search(r"\sid=\"([^\"]*)\"", tag[0])
    if not found:
        yield f'has no root id, but a region is found by its name: id="{wanted}"'
    elif found[1] != wanted:
        yield f'has the root id "{found[1]}", but a region is found by its name: id="{wanted}"'


# The tests


def test_the_house_keeps_its_walls() -> None:
    assert violations(ROOT) == []


BREACHES = {
    "a page takes the table as it is": (
        "companion/web/table/count.py",
        "def f(play, connection):\n    return play.snapshot(connection, 'BCDFG')",
        "takes a table with its secrets by snapshot",
    ),
    "a game asks the clock": ("companion/donut_shop/pay.py", "import time", "imports time"),
    "a game asks the date": ("companion/donut_shop/pay.py", "from datetime import date", "imports datetime"),
    "a game rolls dice inside a function": (
        "companion/go_nuts/rules.py",
        "def f():\n    import random",
        "imports random",
    ),
    "a game hides it behind types": (
        "companion/go_nuts/rules.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sqlite3",
        "imports sqlite3",
    ),
    "a game knows the other": (
        "companion/go_nuts/rules.py",
        "from companion.donut_shop import case",
        "companion.donut_shop",
    ),
    "a game knows the other by dots": (
        "companion/go_nuts/rules.py",
        "from ..donut_shop import case",
        "companion.donut_shop",
    ),
    "a game knows the web's library": ("companion/donut_shop/pay.py", "from flask import g", "imports flask"),
    "a game sees": ("companion/donut_shop/pay.py", "def f():\n    import cv2", "imports cv2"),
    "rules know their screen": (
        "companion/donut_shop/rules.py",
        "from companion.donut_shop.screen import view",
        "rules know no screen",
    ),
    "the dealer knows the screen by dots": ("companion/go_nuts/dealing.py", "from .screen.draft import A", "no screen"),
    "a module beside the rooms": ("companion/cases.py", "", "lies beside the rooms"),
    "the product trains": ("vision/reader.py", "from vision.training import nets", "never imports the training"),
    "the web trains": ("companion/web/photo/views.py", "import vision.training.nets", "never imports the training"),
    "vision knows editions": ("vision/reader.py", "from companion.editions import read_set", "vision knows only"),
    "training knows tables": ("vision/training/make.py", "from companion.tables import play", "vision knows only"),
    "a game speaks": ("companion/donut_shop/pay.py", "from companion import words", "imports companion.words"),
    "a game asks for the house": ("companion/donut_shop/pay.py", "import companion", "imports companion,"),
    "the kernel knows a game": ("companion/kernel/table.py", "from ..donut_shop import rules", "the kernel knows only"),
    "the kernel knows a library": ("companion/kernel/table.py", "import babel", "the kernel knows only"),
    "the journal knows the table": (
        "companion/store/embedded/journal.py",
        "from companion.kernel import table",
        "no table",
    ),
    "the journal knows a game": ("companion/store/embedded/journal.py", "import companion.donut_shop.rules", "no game"),
    "the journal knows the games": ("companion/store/embedded/journal.py", "from companion import games", "no game"),
    "the web speaks SQL": ("companion/web/health.py", "import sqlite3", "speaks SQL"),
    "export goes to the database": (
        "companion/exports/serialization.py",
        "from companion.store.embedded.database import connect",
        "its contract only",
    ),
    "the SQLite store speaks to a server": (
        "companion/store/embedded/journal.py",
        "import psycopg",
        "only the store of its kind speaks SQL",
    ),
    "play speaks SQL": ("companion/tables/play.py", "from sqlite_utils import Database", "speaks SQL"),
    "a second door": (
        "companion/web/table/views.py",
        "from companion import games\nfrom companion.store import journal",
        "only play knows both",
    ),
    "a second door to a table": (
        "companion/exports/serialization.py",
        "from companion.kernel.table import Table\nfrom companion.store.journal import Connection",
        "only play knows both",
    ),
    "words know the web": ("companion/words/shared.py", "from companion.web import table", "nothing imports the web"),
    "vision knows the web": ("vision/reader.py", "import companion.web", "nothing imports the web"),
    "vision plays": ("vision/reconcile.py", "from companion.tables import play", "vision knows only"),
    "vision knows rules": ("vision/reconcile.py", "from companion.donut_shop import rules", "vision knows only"),
    "cv2 at the start": ("companion/web/photo/views.py", "import cv2", "at its start"),
    "cv2 at the start, if it can": (
        "companion/web/photo/views.py",
        "try:\n    import cv2.dnn\nexcept ImportError:\n    pass",
        "at its start",
    ),
    "a long function": ("companion/words/shared.py", "def f():\n" + "    1\n" * 45, "f has 46 lines"),
    "a long method": ("vision/reader.py", "class A:\n    async def f(self):\n" + "        1\n" * 45, "f has 46 lines"),
    "a long file": ("companion/words/shared.py", "# line\n" * 401, "has 401 lines"),
    "a region without a name": ("templates/table/_case.html", '<div class="id">', "has no root id"),
    "a region with another name": (
        "templates/_case.html",
        '{# <b id="case"> #}<div id="shop"><b id="case">',
        'root id "shop"',
    ),
    "a name only further in": ("templates/_case.html", '<div data-id="case"><b id="case">', "has no root id"),
}

FINE = {
    "a game counts": (
        "companion/donut_shop/pay.py",
        "import itertools\nfrom companion.kernel import entry\nfrom . import case",
    ),
    "the kernel keeps to itself": (
        "companion/kernel/table.py",
        "from .entry import Entry\nfrom companion.refusals import Illegal",
    ),
    "the journal writes": (
        "companion/store/embedded/journal.py",
        "import sqlite_utils\nfrom companion.kernel.entry import Entry",
    ),
    "the journal notes the version": ("companion/store/embedded/journal.py", "from companion import __version__"),
    "play knows both": (
        "companion/tables/play.py",
        "from companion import games\nfrom companion.store import journal\nfrom companion.kernel import table",
    ),
    "the web knows itself": ("companion/web/table/views.py", "from . import lobby\nfrom companion import play"),
    "a game holds its screen": ("companion/go_nuts/game.py", "from companion.go_nuts.screen.view import nuts_view"),
    "a screen knows itself": ("companion/go_nuts/screen/view.py", "from companion.go_nuts.screen import draft"),
    "training knows editions": ("vision/training/make.py", "from companion.editions import read_set\nimport torch"),
    "a file beside the rooms": ("companion/files.py", ""),
    "vision sees": ("vision/reader.py", "import cv2\nfrom companion.donut_shop.case import Case"),
    "cv2 at the first photo": ("companion/web/photo/views.py", "def read():\n    import cv2"),
    "a function of 45 lines": ("companion/words/shared.py", "def f():\n" + "    1\n" * 44),
    "a region": ("templates/_case.html", '{% set a = 1 > 0 %}\n<div class="{{ "a" if 2 > 1 }}" id="case"></div>'),
    "a page": ("templates/table.html", "<p>"),
}


def tree_with(root: Path, path: str, text: str) -> Path:
    """A small house in which only one file is of interest."""
    for name in (
        "games",
        "words/shared",
        "tables/play",
        "store/journal",
        "kernel/table",
        "kernel/entry",
        "donut_shop/case",
        "donut_shop/rules",
        "web/table",
    ):
        (root / "companion" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "companion" / f"{name}.py").touch()
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(("path", "text", "words"), BREACHES.values(), ids=BREACHES)
def test_a_breach_is_found(tmp_path: Path, path: str, text: str, words: str) -> None:
    sentences = violations(tree_with(tmp_path, path, text))
    assert sentences, "nothing was noticed"
    assert all(sentence.startswith(path) and sentence.endswith(".") for sentence in sentences)
    assert any(words in sentence for sentence in sentences)


@pytest.mark.parametrize(("path", "text"), FINE.values(), ids=FINE)
def test_what_is_fine_passes(tmp_path: Path, path: str, text: str) -> None:
    assert violations(tree_with(tmp_path, path, text)) == []


def test_a_room_too_full_is_found(tmp_path: Path) -> None:
    room = tmp_path / "companion" / "words"
    room.mkdir(parents=True)
    for number in range(MOST_MODULES):
        (room / f"part_{number}.py").touch()
    (room / "__init__.py").touch()
    assert violations(tmp_path) == []
    (room / "one_more.py").touch()
    assert violations(tmp_path) == ["companion/words has 17 modules, over 16: it holds two subjects."]


def test_everything_but_vision_starts_without_cv2() -> None:
    """What `ast` cannot see: a room that imports a room that imports cv2."""
    names = [module.name for module in read_modules(ROOT) if not module.inside("vision")]
    program = "import importlib, sys; sys.modules['cv2'] = None; [importlib.import_module(n) for n in sys.argv[1:]]"
    ran = subprocess.run([sys.executable, "-c", program, *names], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr

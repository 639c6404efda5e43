"""The examples of CONTRIBUTING.md, followed step by step in a copy of the tree."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT, Block, blocks, patched

GUIDE = ROOT / "CONTRIBUTING.md"
COPIED = ("companion", "templates", "vision", "docs", "tests", "CONTRIBUTING.md", "app.py", "pyproject.toml")


def examples() -> dict[str, list[Block]]:
    """The blocks below each heading `### Example: …`, up to the next heading, by the words after the colon."""
    sections = re.split(r"^#{2,3} ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    titled = [section.split("\n", 1) for section in sections if section.startswith("Example: ")]
    return {title.removeprefix("Example: "): list(blocks(text)) for title, text in titled}


EXAMPLES = examples()


def copy_of_the_tree(folder: Path) -> Path:
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            # What is compiled is copied too, but for what another process is just writing.
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("*.pyc.*", ".*"))
        else:
            shutil.copy(source, folder / name)
    return folder


def follow(block: Block, tree: Path) -> None:
    """Do what a block asks: change a file, add a file, or run commands."""
    path = tree / block.name
    match block.language:
        case "diff":
            path.write_text(patched(path.read_text(encoding="utf-8"), block.text), encoding="utf-8")
        case "sh":
            for command in block.text.splitlines():
                run(tree, *command.split())
        case _:
            assert not path.exists(), f"{block.name} is there already"
            path.write_text(block.text, encoding="utf-8")


def run(tree: Path, program: str, *arguments: str) -> None:
    """Run one command of the guide with this Python; it must succeed."""
    if program == ".venv/bin/pybabel":
        arguments = ("-m", "babel.messages.frontend", *arguments)
    else:
        assert program == ".venv/bin/python"
    command = [sys.executable, *arguments, *(("-p", "no:cacheprovider") if "pytest" in arguments else ())]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(command, cwd=tree, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, f"{shlex.join(arguments)}\n{ran.stdout}{ran.stderr}"


def test_the_guide_has_an_example_for_each_game_and_one_for_a_page() -> None:
    assert list(EXAMPLES) == ["a ruling of Go Nuts for Donuts", "a ruling of Donut Shop", "the notes of a table"]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_works_as_it_stands(name: str, tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path / "tree")
    for block in EXAMPLES[name]:
        follow(block, tree)
    changed = [block.name for block in EXAMPLES[name] if block.name.endswith(".py")]
    run(tree, ".venv/bin/python", "-m", "ruff", "check", "--no-cache", *changed)
    run(tree, ".venv/bin/python", "-m", "ruff", "format", "--no-cache", "--check", *changed)


def test_a_change_that_does_not_fit_is_noticed() -> None:
    assert patched("a\nb\nc\n", " a\n-b\n+B\n+\n@@\n c\n+d\n") == "a\nB\n\nc\nd\n"
    with pytest.raises(AssertionError, match="0 times"):
        patched("a\nb\n", " a\n-c\n")
    with pytest.raises(AssertionError, match="2 times"):
        patched("a\na\n", " a\n+b\n")

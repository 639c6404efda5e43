"""Every text file of the tree follows .editorconfig."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (".ci", ".github", "companion", "docs", "templates", "tests", "vision")
MOST_CHARACTERS = 140  # of a line of a template
BINARY = {".png", ".jpg", ".heic", ".onnx", ".npz", ".pyc", ".db", ".sqlite"}


def text_files() -> Iterator[Path]:
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.name != ".git")
    yield from (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())


def faults(path: Path) -> Iterator[str]:
    """What the file's bytes have against .editorconfig."""
    data = path.read_bytes()
    lines = data.split(b"\n")
    data.decode("utf-8")
    if data and lines[-1] and "vendor" not in path.parts:
        yield "no newline at its end"
    ends_with = b"\r" if path.suffix == ".bat" else b""
    for number, line in enumerate(lines[:-1], 1):
        text = line.removesuffix(ends_with)
        diff = path.suffix == ".md" and text == b" "  # an empty line of context in an example
        if not line.endswith(ends_with) or (text != text.rstrip() and not diff):
            yield f"line {number} ends in blanks, or otherwise than others"
        if text.startswith(b"\t") and path.name != "Makefile":
            yield f"line {number} begins with a tab"


def test_every_text_file_follows_editorconfig() -> None:
    paths = [path for path in text_files() if path.suffix not in BINARY and "__pycache__" not in path.parts]
    assert len(paths) > 300
    found = {path.relative_to(ROOT).as_posix(): list(faults(path)) for path in paths}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_no_line_of_a_template_is_too_long() -> None:
    templates = ROOT / "templates"
    paths = [path.relative_to(templates) for kind in ("html", "svg") for path in templates.rglob(f"*.{kind}")]
    too_long = [
        f"{path.as_posix()}:{number}"
        for path in paths
        for number, line in enumerate((templates / path).read_text("utf-8").splitlines(), 1)
        if len(line) > MOST_CHARACTERS
    ]
    assert len(paths) > 100
    assert too_long == []

"""The documents are true: every transcript in them is played, every command run, every JSON found in its answer."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.commands import reasons_doc
from companion.editions import read_set
from companion.exports.serialization import entries_json
from companion.games import GAMES
from companion.go_nuts.cards import CARDS
from companion.kernel.table import Table
from companion.tables.replay import replay
from companion.web import create_app
from companion.words import RULINGS
from tests.documents import DOCS, ROOT, Block, blocks
from tests.transcripts import SETS, expectations, winners

PAGES = [path for path in sorted(DOCS.glob("*.md")) if path.name != "hosting.md"]


def blocks_of(page: Path) -> Iterator[Block]:
    return blocks(page.read_text(encoding="utf-8"))


def named(block: tuple[Path, Block]) -> str:
    return f"{block[0].name}:{block[1].line}"


def all_blocks(language: str) -> list[tuple[Path, Block]]:
    return [(page, block) for page in PAGES for block in blocks_of(page) if block.language == language]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {block.language for page in PAGES for block in blocks_of(page)} == {
        "transcript",
        "console",
        "json",
        "http",
        "toml",
        "mermaid",  # test_architecture
    }


@pytest.mark.parametrize("found", all_blocks("transcript"), ids=named)
def test_a_transcript_plays_as_its_comments_expect(found: tuple[Path, Block]) -> None:
    text = found[1].text
    done = replay(text, SETS)
    refusals = re.findall(r"^# refused (\S+)$", text, re.MULTILINE)
    if done.refused is None:
        assert refusals == []
    else:
        assert [done.refused.refusal.reason] == refusals
        assert done.refused.line == text.split("\n").index(f"# refused {refusals[0]}")
        if done.table is None:  # a header
            return
    assert done.table is not None
    pays = {entry["line"]: entry["pay"] for entry in entries_json(done.table, done.lines)}
    for expected in expectations(text):
        assert is_true(expected.words, done.table, pays.get(expected.after, 0)), expected


def is_true(words: list[str], table: Table, pay: int) -> bool:
    """Whether an expectation holds: the pay of the line above it, or how a seat stands at the end."""
    match words:
        case ["points", seat, score, "cards", cards]:
            standings = {standing.seat: standing for standing in table.game.rules.standings(table.state)}
            return (standings[seat].score, standings[seat].tiebreak) == (int(score), int(cards))
        case ["winners", *seats]:
            return winners(table) == seats
    return pay == int(words[0])


class Reader:
    """Follows a page in an empty folder: writes its files, runs its commands, sends its requests, keeps the answer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app = create_app({"DATABASE": str(folder / "instance" / "companion.db"), "TESTING": True})
        self.app.extensions["play"]._clock = lambda: "2026-11-29T20:15:00Z"
        self.answer: Any = None
        self._status = 0

    def follow(self, block: Block) -> None:
        match block.language:
            case "transcript" if block.name:
                (self.folder / block.name).write_text(block.text, encoding="utf-8")
            case "console":
                self._status = 0
                for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
                    assert self._run(command) == shown
            case "json" if block.name == "bgstats":
                link = (self.folder / "bgstats.txt").read_text(encoding="utf-8").strip()
                assert json.loads(parse_qs(urlsplit(link).query)["data"][0]) == json.loads(block.text)
            case "json":
                assert holds(self.answer, json.loads(block.text))
            case "http":
                self._request(block.text)
            case "toml":
                assert read_set(block.text).name

    def _run(self, command: str) -> str:
        """Run one command of a console and return what it prints; `> file` keeps it there instead."""
        if command == "echo $?":
            return f"{self._status}\n"
        words = shlex.split(command)
        target = words[words.index(">") + 1] if ">" in words else None
        words = words[: words.index(">")] if target else words
        assert words[:3] == ["flask", "--app", "app"]
        result = self.app.test_cli_runner().invoke(args=words[3:])
        self._status = result.exit_code
        if target is None:
            return result.output.removeprefix("\ufeff").replace("\r\n", "\n")  # as a terminal shows it
        (self.folder / target).write_text(result.stdout, encoding="utf-8")
        if target.endswith(".json"):
            self.answer = json.loads(result.stdout)
        return result.stderr

    def _request(self, exchange: str) -> None:
        """Send a request and compare the answer: each is a line, headers, an empty line and a body."""
        request, status, answer = re.split(r"^HTTP/1\.1 (\d+) .*\n", exchange, maxsplit=1, flags=re.MULTILINE)
        head, body = request.split("\n\n", 1)
        method, path, _ = head.split("\n")[0].split()
        headers = dict(line.split(": ") for line in head.split("\n")[1:])
        got = self.app.test_client().open(path, method=method, headers=headers, data=body.strip().encode())
        head, body = answer.split("\n\n", 1)
        assert got.status_code == int(status)
        assert {line.split(": ")[0]: got.headers[line.split(": ")[0]] for line in head.split("\n")} == dict(
            line.split(": ") for line in head.split("\n")
        )
        self.answer = got.get_json()
        assert self.answer == json.loads(body)


CODES = ("BCDFG", "HJKMN", "PQRST", "VWXZB", "CDFGH")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    codes = iter(CODES)
    monkeypatch.setattr("companion.tables.play.new_code", lambda connection: next(codes))
    reader = Reader(tmp_path)
    for block in blocks_of(page):
        try:
            reader.follow(block)
        except AssertionError as error:
            raise AssertionError(f"{page.name}:{block.line}") from error


def holds(answer: Any, part: Any) -> bool:
    """Whether the answer holds this part; the page may leave members out."""
    if isinstance(answer, dict):
        if isinstance(part, dict) and part.items() <= answer.items():
            return True
        return any(holds(value, part) for value in answer.values())
    return isinstance(answer, list) and any(holds(value, part) for value in answer)


def test_reasons_are_written_from_the_code() -> None:
    assert reasons_doc.DOC.read_text(encoding="utf-8") == reasons_doc.page(), (
        "run: python -m companion.commands.reasons_doc"
    )


def test_every_ruling_has_its_section_with_its_choices() -> None:
    page = (DOCS / "rulings.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    assert list(sections) == list(RULINGS)
    for ruling, words in RULINGS.items():
        assert words.question in flat(sections[ruling]), ruling
        for choice, meaning in words.choices.items():
            assert meaning in flat(sections[ruling]), meaning
            assert choice == "default" or f"`{choice}`" in sections[ruling], choice
    for known in (known for game in GAMES.values() for known in game.rulings):
        assert f"`{known.default}` (default)" in sections[known.id]


def flat(text: str) -> str:
    return " ".join(text.split())


def test_every_header_is_explained() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    of_games = [header for game in GAMES.values() for header in (*game.headers, *game.seat_headers)]
    for header in ("game", "seats", "rulings", *of_games):
        assert re.search(rf"^\| `{header}\b", page, re.MULTILINE), header


def test_every_card_and_every_verb_is_explained() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    for card in CARDS:
        assert f"`{card.name}`" in page, card
    for verb in ("refill", "select", "reveal", "draw", "take", "give", "pass", "discard", "final"):
        assert re.search(rf"^\| `(Ana|table): {verb}\b", page, re.MULTILINE), verb


def test_links_between_pages_lead_somewhere() -> None:
    for page in sorted(DOCS.glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_documents_use_the_words_of_the_glossary() -> None:
    """Words the glossary has replaced; `docs/reasons.md` holds sentences of the pages."""
    replaced = re.compile(r"\b(told|untold|tells?|telling|anew)\b")
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        assert page.name == "reasons.md" or not replaced.findall(text), page.name

"""Every page in every language: no English sentence is left, names printed on cards apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser

import pytest
from babel.messages.pofile import read_po

from companion.judge import rulebook
from companion.words.catalogues import CATALOGUE, TRANSLATIONS, languages
from tests import servers
from tests.browser.pages import LONG, pages
from tests.client import House, Phone

GAP = re.compile(r"%\(\w+\)[-+#0 ]*\d*(?:\.\d+)?[sdr]|%%|<[^<>]*>")
BLOCKS = frozenset(
    (
        *("div", "p", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "header", "nav", "main", "section", "form"),
        *("table", "tr", "td", "th", "details", "summary", "option", "select", "label", "button", "a", "title", "text"),
    )
)
SPOKEN = ("aria-label", "title", "placeholder", "alt", "content")
NOT_CLOSED = frozenset(("meta", "link", "input", "br", "img", "use", "path", "circle", "rect", "g", "hr"))
FEWEST = 3  # words of a piece of a message that are English and nothing else
BESIDE = (
    *("/judge", "/judge/donut-shop", "/judge/go-nuts", "/judge/go-nuts?trays=plain.plain,milk"),
    *("/new/go-nuts", "/new/donut-shop?deal=1", "/new/go-nuts?then=count", "/import", "/sets", "/sets/classic"),
    *("/sets/new", "/rules?q=xyzzy", "/rules", "/photo?for=judge", "/take-over?link=nonsense"),
    *(f"/rules/{game}/{rule}" for game, rule in rulebook.BOOK.pages),
)


class Texts(HTMLParser):
    """The texts of a page: each that stands alone, and each block as one; not what is in another language."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._block: list[str] = []
        self._open: list[tuple[str, bool]] = []  # the tags we are in, and whether each is skipped

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        foreign = tag in ("script", "style") or (tag != "html" and "lang" in said)
        if tag not in NOT_CLOSED:
            self._open.append((tag, foreign))
        if tag in BLOCKS:
            self._end()
        if not self._is_skipped():
            self.found |= {_plain(said[name] or "") for name in SPOKEN if name in said}

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            continue
        if tag in BLOCKS:
            self._end()

    def handle_data(self, data: str) -> None:
        if not self._is_skipped():
            self.found.add(_plain(data))
            self._block.append(data)

    def _is_skipped(self) -> bool:
        return any(foreign for _, foreign in self._open)

    def _end(self) -> None:
        self.found.add(_plain("".join(self._block)))
        self._block = []


def _plain(text: str) -> str:
    return " ".join(text.split())


@cache
def english(language: str) -> tuple[frozenset[str], Mapping[str, str]]:
    """The messages that stand alone and the long pieces of others, as far as the language says something else."""
    with (TRANSLATIONS / language / CATALOGUE).open("rb") as file:
        catalogue = read_po(file, locale=language)
    whole, pieces, said = set[str](), dict[str, str](), set[str]()
    for message in catalogue:
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        said |= {_plain(GAP.sub("", text)) for text in strings}
        for text in ids:
            if not text or text in strings:
                continue
            if not GAP.search(text):
                whole.add(_plain(text))
            pieces |= {piece: text for part in GAP.split(text) if len((piece := _plain(part)).split()) >= FEWEST}
    spoken = "\n".join(said)
    return frozenset(whole - said), {piece: text for piece, text in pieces.items() if piece not in spoken}


def left(page: str, language: str) -> Iterator[str]:
    """The English messages that are left on a page."""
    texts = Texts()
    texts.feed(page)
    texts.close()
    whole, pieces = english(language)
    together = "\n".join(texts.found)
    yield from sorted(texts.found & whole)
    yield from (f"{piece}: {text}" for piece, text in pieces.items() if piece in together)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> tuple[Phone, list[str]]:
    """A phone, and the addresses of all pages."""
    folder = tmp_path_factory.mktemp("pages")
    house = House(folder)
    house.connection().close()
    return house.phone(), [*pages(servers.House("", house.path), LONG).values(), *BESIDE]


@pytest.mark.slow
@pytest.mark.parametrize("language", languages()[1:])
def test_no_english_is_left(reader: tuple[Phone, list[str]], language: str) -> None:
    phone, addresses = reader
    found = {}
    for address in addresses:
        answer = phone.get(address, Accept_Language=language)
        assert answer.status_code in (200, 404, 422), (address, answer.status_code)
        if english_there := list(left(answer.text, language)):
            found[address] = english_there
    assert found == {}


@pytest.mark.parametrize("language", languages()[1:])
def test_english_is_noticed(reader: tuple[Phone, list[str]], language: str) -> None:
    page = reader[0].get("/", Accept_Language="en").text
    found = list(left(page, language))
    assert "What is on the table?" in found
    assert any(one.startswith("Join with the code") for one in found)

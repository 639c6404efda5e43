"""Phones that load the companion's pages, without a browser or a network."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.refusals import Unavailable
from companion.store.journal import Connection
from companion.store.store import Store
from companion.web import create_app

OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}  # what a browser says about a tap on one of our pages
HTMX = {**OWN_PAGE, "HX-Request": "true"}
BANK = ["Ana: paid 35", "Ana: end", "Bo: paid 20"]


class Compiled(BytecodeCache):
    """Templates compiled once for all the apps of a test run: compiling them takes longer than most tests."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Route(Rule):
    """A route whose builders of addresses are compiled once for all the apps of a test run, like templates."""

    _built: ClassVar[dict[Any, Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (self.rule, self.subdomain, self.host, repr(self.defaults), append_unknown)
        if key not in self._built:
            self._built[key] = super()._compile_builder(append_unknown)
        return self._built[key]


Flask.url_rule_class = Route


class House:
    """The app on a journal of its own."""

    def __init__(self, folder: Path, **config: Any) -> None:
        self.path = folder / "companion.db"
        self.app: Flask = create_app({"DATABASE": str(self.path), "TESTING": True, "PATIENCE": 0.1, **config})
        self.app.jinja_env.bytecode_cache = COMPILED

    def phone(self) -> Phone:
        return Phone(self.app.test_client())

    def connection(self) -> Connection:
        store: Store = self.app.extensions["store"]
        return store.open()

    def lines(self, code: str) -> list[str]:
        """The journal of a table, `who: move`."""
        with self.connection() as connection:
            return [f"{entry.who}: {entry.text}" for entry in connection.entries(code)]


BLOCKS = "div|p|ul|ol|li|h1|h2|h3|header|nav|section|form|table|tr|td|th|details|summary|option|label"


def on_one_line(page: str) -> str:
    """A page whose tags stand on one line each, without line ends at the edges of blocks: nobody sees these."""
    page = re.sub(r"<\w[^<>]*>", lambda tag: re.sub(r"\s+", " ", tag[0]).replace(" >", ">").replace(" />", "/>"), page)
    page = re.sub(rf"(<(?:{BLOCKS})\b[^<>]*>)\n+", r"\1", page)
    return re.sub(rf"\n+(</(?:{BLOCKS})>)", r"\1", page)


class Page(TestResponse):
    """An answer whose text does not change with the line breaks of the templates."""

    @property
    def text(self) -> str:
        return on_one_line(super().text) if self.mimetype == "text/html" else super().text


class Phone:
    """One phone: its cookies, and the table it opened last."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        client.response_wrapper = type("PageOfApp", (Page, client.response_wrapper), {})
        self.code = ""

    def get(self, address: str, **headers: str) -> TestResponse:
        return self.client.get(address, headers={name.replace("_", "-"): said for name, said in headers.items()})

    def post(self, address: str, form: Any = None, headers: dict[str, str] | None = None, **more: Any) -> TestResponse:
        """As a page's form does; `version` may be a bare number, which means a page of the journal of now."""
        if isinstance(form, dict) and str(form.get("version", "")).isdecimal():
            form = {**form, "version": self.tag_of(form["version"])}
        return self.client.post(address, data=form, headers=OWN_PAGE if headers is None else headers, **more)

    def open(self, *seats: str, **fields: str) -> str:
        """A new table; its code."""
        answer = self.post("/new/donut-shop", {"seat": list(seats or ("Ana", "Bo")), "follow": "bank", **fields})
        assert answer.status_code == 303, answer.text
        self.code = answer.location.rsplit("/", 1)[1]
        return self.code

    def record(
        self, text: str, version: int | str | None = None, headers: dict[str, str] | None = None
    ) -> TestResponse:
        """Record a line, by default on the strength of the newest page."""
        seen = self.version() if version is None else version
        return self.post(f"/t/{self.code}/move", {"text": text, "version": str(seen)}, headers)

    def claim(self, *seats: int) -> None:
        """Hold seats of the table, by their numbers."""
        self.get(f"/t/{self.code}")  # a phone gets its id with its first page of a table
        with self.client.session_transaction() as session:
            phone = str(session["id"])
        store: Store = self.client.application.extensions["store"]
        with store.open() as connection:
            for seat in seats:
                assert connection.claim(self.code, seat, phone, "2026-01-01T12:00:00Z")

    def tag_of(self, version: int | str) -> str:
        """What a page of this version and the journal of now holds in its forms."""
        store: Store = self.client.application.extensions["store"]
        try:
            with store.open() as connection:
                return f"{connection.epoch}.{version}"
        except Unavailable:  # and so it is for the app, whatever the page holds
            return f"unknown.{version}"

    def tag(self) -> str:
        """What the page shows: EPOCH.version."""
        return str(self.get(f"/t/{self.code}").headers["X-Table-Version"])

    def version(self) -> int:
        return int(self.tag().rpartition(".")[2])


def heard(markup: str) -> str:
    """What a screen reader says of a page's text."""
    return html.unescape(re.sub("<[^>]*>", "", markup))


def sentence(answer: TestResponse) -> str:
    """The refusal on a page: its heading, or the box on top of the step."""
    found = re.search(r'role="alert"><p><b>(.*?)</b>|<h1>(.*?)</h1>', answer.text, re.DOTALL)
    return " ".join((found[1] or found[2]).split()) if found else ""

"""Phones without a browser, hundreds in one event loop: some ask for pages and enter lines, some listen for news."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from urllib.parse import urlencode

PATIENCE = 30.0  # seconds for an answer; whoever waits longer has got none
FORM = "application/x-www-form-urlencoded"


class NoAnswer(Exception):
    """The connection broke, or nothing came in time."""


class Phone:
    """A phone that keeps its cookie and its connection, and enters lines at one table."""

    def __init__(self, port: int, host: str = "127.0.0.1", code: str = "") -> None:
        self.port, self.host, self.code = port, host, code
        self.cookie = self.tag = ""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = FORM, patience: float = PATIENCE
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer. Raises NoAnswer."""
        try:
            async with asyncio.timeout(patience):
                return await self._ask(method, path, body, kind)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.hang_up()
            raise NoAnswer(f"{method} {path}: {error!r}") from error

    async def _ask(self, method: str, path: str, body: bytes, kind: str) -> tuple[int, dict[str, str], bytes]:
        if self._writer is None or self._writer.is_closing():
            source = (self.host, 0) if self.host != "127.0.0.1" else None
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=source)
        assert self._reader
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n"
        head += f"Accept-Encoding: gzip\r\nSec-Fetch-Site: same-origin\r\nContent-Type: {kind}\r\n"
        self._writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        answer = await self._body(headers)
        self.cookie = headers.get("set-cookie", self.cookie).partition(";")[0]
        self.tag = headers.get("x-table-version", self.tag)
        if headers.get("connection") == "close":
            self.hang_up()
        return int(lines[0].split()[1]), headers, answer

    async def _body(self, headers: dict[str, str]) -> bytes:
        assert self._reader
        if "content-length" in headers:
            return await self._reader.readexactly(int(headers["content-length"]))
        pieces = []
        while headers.get("transfer-encoding") == "chunked":
            size = int(await self._reader.readline(), 16)
            pieces.append((await self._reader.readexactly(size + 2))[:-2])
            if not size:
                break
        return b"".join(pieces)

    def hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def open(self) -> str:
        """Start a table of Ana and Bo; return its code."""
        form = urlencode([("seat", "Ana"), ("seat", "Bo"), ("follow", "bank")]).encode()
        _, headers, _ = await self.ask("POST", "/new/donut-shop", form)
        self.code = headers["location"].rpartition("/")[2]
        return self.code

    async def look(self) -> str:
        """Ask for the table as a page does after news; return its tag."""
        status, _, _ = await self.ask("GET", f"/t/{self.code}")
        if status != 200:
            raise NoAnswer(f"status {status}")
        return self.tag

    async def record(self, line: str) -> str:
        """Enter a line on the strength of what was seen last; return the table's tag then."""
        status, _, _ = await self.ask(
            "POST", f"/t/{self.code}/move", urlencode([("version", self.tag), ("text", line)]).encode()
        )
        if status != 200:
            raise NoAnswer(f"status {status}")
        return self.tag


class Listener(asyncio.Protocol):
    """A phone that listens. `heard` is called with it and the tag at every `version` event."""

    def __init__(self, code: str, seen: str, heard: Callable[[Listener, str], object], cookie: str = "") -> None:
        self.code, self.tag, self._heard, self._cookie = code, seen, heard, cookie
        self.last = 0.0  # when anything came last, by time.monotonic
        self.status = 0
        self.lost = False
        self.begun = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._rest = b""

    @classmethod
    async def start(
        cls,
        port: int,
        code: str,
        seen: str,
        heard: Callable[[Listener, str], object],
        host: str = "127.0.0.1",
        cookie: str = "",
    ) -> Listener:
        """Open the stream and wait for its first words, or a refusal."""
        loop, source = asyncio.get_running_loop(), (host, 0) if host != "127.0.0.1" else None
        _, listener = await loop.create_connection(
            lambda: cls(code, seen, heard, cookie), "127.0.0.1", port, local_addr=source
        )
        async with asyncio.timeout(PATIENCE):
            await listener.begun
        return listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        head = f"GET /t/{self.code}/news?seen={self.tag} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        transport.write(f"{head}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.last = time.monotonic()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for before, line in zip([b"", *lines], lines, strict=False):
            if line.startswith(b"HTTP/1.1 "):
                self.status = int(line.split()[1])
            elif before == b"event: version" and line.startswith(b"data: "):
                self.tag = line[6:].strip().decode()
                self._heard(self, self.tag)
            elif line == b"0\r":  # the last piece: a proxy ends a stream so when its server is gone
                self.lost = True
            if not self.begun.done() and (line.startswith((b"data: ", b": hello")) or self.status not in (0, 200)):
                self.begun.set_result(self.status)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.begun.done():
            self.begun.set_result(0)

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.close()

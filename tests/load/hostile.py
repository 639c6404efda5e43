"""Clients that mean harm, or are broken. Each keeps at it until it is cancelled.

`python -m tests.load.hostile CLIENT COUNT PORT ADDRESS SECONDS` runs so many for so long, in a process of their own: so
they hold up nobody who plays meanwhile and is measured.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from companion.web.server import raise_file_limit

BROKEN = (OSError, TimeoutError, asyncio.IncompleteReadError)
HOST = "Host: 127.0.0.1\r\n"
AGAIN = 0.2  # seconds after which a client that was disconnected comes again

Client = Callable[[int, str], Awaitable[None]]  # from the port, and the address it comes from


async def _connect(port: int, host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))


async def never_reads(port: int, host: str) -> None:
    """Sends requests without end and takes no answer."""
    loop = asyncio.get_running_loop()
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.setblocking(False)
        phone.bind((host, 0))
        await loop.sock_connect(phone, ("127.0.0.1", port))
        while True:
            await loop.sock_sendall(phone, f"GET /rules HTTP/1.1\r\n{HOST}\r\n".encode() * 100)


async def trickles(port: int, host: str, every: float = 3.0) -> None:
    """Sends a line of a request's head every few seconds, and never the end."""
    _, writer = await _connect(port, host)
    try:
        writer.write(f"GET / HTTP/1.1\r\n{HOST}".encode())
        while True:
            await asyncio.sleep(every)
            writer.write(b"X-More: more\r\n")
            await writer.drain()
    finally:
        writer.transport.abort()


async def leaves_a_body_unfinished(port: int, host: str, size: int = 50_000_000, path: str = "/photo") -> None:
    """Announces a large body, sends most of it, and waits."""
    _, writer = await _connect(port, host)
    try:
        head = f"POST {path} HTTP/1.1\r\n{HOST}Sec-Fetch-Site: same-origin\r\n"
        head += f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode())
        for _ in range(size // 65536 - 1):
            writer.write(bytes(65536))
            await writer.drain()
        while True:
            await asyncio.sleep(5)
            writer.write(b"x")
            await writer.drain()
    finally:
        writer.transport.abort()


async def leaves_a_photo_unfinished(port: int, host: str) -> None:
    """As before, with a body as large as a photo may be."""
    await leaves_a_body_unfinished(port, host, 15_000_000)


async def floods(port: int, host: str) -> None:
    """Asks for a page that takes work, again and again, as fast as it is answered."""
    reader, writer = await _connect(port, host)
    try:
        while True:
            writer.write(f"GET /rules HTTP/1.1\r\n{HOST}\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    finally:
        writer.transport.abort()


async def connects_and_leaves(port: int, host: str) -> None:
    """Opens connections as fast as it can, sends half a line, and leaves them open."""
    writers = []
    try:
        for _ in range(100):
            writers.append((await _connect(port, host))[1])
            writers[-1].write(b"GET / HT")
        await asyncio.sleep(3600)
    finally:
        for writer in writers:
            writer.transport.abort()


async def listens_and_never_reads(port: int, host: str) -> None:
    """Asks for news of tables that are not there, and reads nothing."""
    _, writer = await _connect(port, host)
    try:
        while True:
            writer.write(f"GET /t/BBBBB/news HTTP/1.1\r\n{HOST}\r\n".encode())
            await writer.drain()
    finally:
        writer.transport.abort()


async def reads_slowly(port: int, host: str) -> None:
    """Asks for pages ahead, and takes a few bytes of the answers a second."""
    reader, writer = await _connect(port, host)
    try:
        writer.write(f"GET /rules HTTP/1.1\r\n{HOST}\r\n".encode() * 4)
        while await reader.read(64):
            await asyncio.sleep(1)
    finally:
        writer.transport.abort()


async def connects_and_resets(port: int, host: str, every: float = 0.1) -> None:
    """Connects again and again, and each time resets the connection at once."""
    loop, due = asyncio.get_running_loop(), time.monotonic()
    while True:
        with socket.socket() as phone:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            phone.setblocking(False)
            phone.bind((host, 0))
            await loop.sock_connect(phone, ("127.0.0.1", port))
        due += every
        await asyncio.sleep(due - time.monotonic())


KINDS: dict[str, tuple[Client, int]] = {
    "24 that pipeline requests and never read": (never_reads, 24),
    "420 that trickle a line every few seconds": (trickles, 420),
    "50 bodies of 50 MB left unfinished": (leaves_a_body_unfinished, 50),
    "50 photos of 15 MB left unfinished": (leaves_a_photo_unfinished, 50),
    "200 connections of one address that flood": (floods, 200),
    "30 that open 100 connections each": (connects_and_leaves, 30),
    "24 that ask for news and never read": (listens_and_never_reads, 24),
    "2,400 that read slowly and come again": (reads_slowly, 2_400),
    "800 connections a second that are reset": (connects_and_resets, 80),
}


async def attack(client: Client, count: int, port: int, host: str, seconds: float) -> None:
    """Run so many clients of a kind for so long; one that is disconnected comes again."""
    until = time.monotonic() + seconds

    async def one() -> None:
        while True:
            with suppress(*BROKEN):
                await client(port, host)
            await asyncio.sleep(AGAIN)

    tasks = [asyncio.create_task(one()) for _ in range(count)]
    await asyncio.sleep(until - time.monotonic())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(AGAIN)  # the loop closes what was broken off


if __name__ == "__main__":
    raise_file_limit()
    _, name, many, at, source, how_long = sys.argv
    asyncio.run(attack(globals()[name], int(many), int(at), source, float(how_long)))

"""Twelve phones send large and hostile pictures at once: how much memory a real server takes for it.

`python -m tests.photos.crowd` prints the peak of each kind; `make soak` runs it too, and `tests/photos/test_crowd.py` a
shorter one.
"""

from __future__ import annotations

import http.client
import io
import re
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from tests.servers import ROOT

PHONES = 12
MOST = 400  # megabytes the whole server may take at its peak
PATIENCE = 300  # seconds a phone waits for an answer; a busy machine decodes slowly
EDGE = "----crowd"
SERVER = """
import sys
from companion.web import create_app
from companion.web.server import serve
app = create_app({"DATABASE": sys.argv[1]})
serve(app, "127.0.0.1", 0, stopping=app.extensions["play"].feed.close)
"""


class Server(NamedTuple):
    """A companion in a process of its own."""

    pid: int
    port: int

    def peak(self) -> int:
        """The most memory it ever took, in megabytes (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+)", status)
        assert found
        return int(found[1]) // 1024

    def forget_peak(self) -> None:
        """Count the peak anew from what is taken now."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    command = [sys.executable, "-c", SERVER, str(folder / "companion.db")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        found = re.search(r"http://[\d.]+:(\d+)", process.stdout.readline())
        assert found, "the server did not start; why stands above"
        try:
            yield Server(process.pid, int(found[1]))
        finally:
            process.terminate()


# Pictures


def noise(wide: int, high: int, channels: int = 3) -> np.ndarray:
    """Coarse noise: it packs to a size a camera makes, and no decoder gets it for nothing."""
    small = np.random.default_rng(3).integers(0, 256, (high // 8, wide // 8, channels), np.uint8)
    return np.atleast_3d(cv2.resize(small, (wide, high), interpolation=cv2.INTER_LINEAR))


def jpeg(pixels: np.ndarray, progressive: bool = False, quality: int = 90) -> bytes:
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    return cv2.imencode(".jpg", pixels, options)[1].tobytes()


def saved(image: Image.Image, kind: str, **options: int) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def photo() -> bytes:
    """A photo of 12 megapixels, as phones take them."""
    return jpeg(noise(4032, 3024))


def huge() -> bytes:
    return jpeg(noise(8160, 6112))


def huge_progressive() -> bytes:
    """Its decoder has to hold every coefficient of the whole picture."""
    return jpeg(noise(8160, 6112), progressive=True, quality=60)


def full_of_bytes() -> bytes:
    """A sound picture with as much behind it as may be sent."""
    return jpeg(noise(4032, 3024))[:-2] + bytes(17_000_000) + b"\xff\xd9"


def see_through() -> bytes:
    """A PNG of four colours: it is laid on white."""
    return saved(Image.fromarray(noise(5160, 3870, 4)), "PNG", compress_level=1)


def deep_grey() -> bytes:
    grey = noise(5160, 3870, 1)[:, :, 0].astype(np.uint16) * 256
    return saved(Image.fromarray(grey), "PNG", compress_level=1)


def bomb() -> bytes:
    """A PNG of a few kilobytes that unpacks to as many pixels as are taken."""
    return saved(Image.new("RGBA", (5160, 3870)), "PNG", compress_level=9)


def palette() -> bytes:
    image = Image.new("P", (5160, 3870))
    image.putpalette(list(range(256)) * 3)
    return saved(image, "PNG", transparency=0)


def inks() -> bytes:
    return saved(Image.fromarray(noise(5160, 3870, 4), "CMYK"), "JPEG", quality=80)


def inks_progressive() -> bytes:
    return saved(Image.fromarray(noise(5160, 3870, 4), "CMYK"), "JPEG", quality=80, progressive=1)


def webp() -> bytes:
    return saved(Image.fromarray(noise(5160, 3870, 4)), "WEBP", quality=50, method=0)


def truncated() -> bytes:
    return huge()[:9_000_000]


def broken_inside() -> bytes:
    """A PNG whose packed pixels end too early."""
    whole = bomb()
    return whole[:40] + zlib.compress(bytes(100)) + whole[-12:]


PICTURES: Mapping[str, Callable[[], bytes]] = {
    made.__name__: made
    for made in (
        photo,
        huge,
        huge_progressive,
        full_of_bytes,
        see_through,
        deep_grey,
        bomb,
        palette,
        inks,
        inks_progressive,
        webp,
        truncated,
        broken_inside,
    )
}


# Phones


def body(picture: bytes) -> bytes:
    """A photo's form as a browser without script sends it."""
    fields = "".join(
        f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("for", "judge"), ("set", "classic"))
    )
    file = f'--{EDGE}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    return f"{fields}{file}".encode() + picture + f"\r\n--{EDGE}--\r\n".encode()


def send(port: int, picture: bytes) -> int:
    """The status of the answer; 0 where the connection broke."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Content-Type": f"multipart/form-data; boundary={EDGE}", "Sec-Fetch-Site": "same-origin"}
    try:
        line.request("POST", "/photo", body(picture), headers)
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        line.close()


def crowd(to: Server, pictures: list[bytes]) -> Counter[int]:
    """Every picture sent by a phone of its own, all at once; how often each status was answered."""
    statuses: Counter[int] = Counter()
    lock = threading.Lock()

    def one(picture: bytes) -> None:
        status = send(to.port, picture)
        with lock:
            statuses[status] += 1

    phones = [threading.Thread(target=one, args=(picture,)) for picture in pictures]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return statuses


def measure(names: list[str]) -> int:
    """Print each kind's peak and the whole run's, in megabytes; return the latter."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as running:
        print(f"{'at the start':<20} {running.peak():>5} MB")
        made, most = {}, 0
        for name in names:
            made[name] = PICTURES[name]()
            running.forget_peak()
            began = time.monotonic()
            statuses = crowd(running, [made[name]] * PHONES)
            most = max(most, running.peak())
            seconds, size = time.monotonic() - began, len(made[name]) / 1e6
            print(f"{name:<20} {running.peak():>5} MB  {size:5.1f} MB each {seconds:5.1f} s  {dict(statuses)}")
        running.forget_peak()
        mixed = (list(made.values()) * PHONES)[:PHONES]
        statuses = crowd(running, mixed)
        print(f"{'all kinds mixed':<20} {running.peak():>5} MB  {'':24} {dict(statuses)}")
        return max(most, running.peak())


def main() -> None:
    peak = measure(sys.argv[1:] or list(PICTURES))
    print(f"peak {peak} MB of {MOST} MB")
    sys.exit(peak > MOST)


if __name__ == "__main__":
    main()

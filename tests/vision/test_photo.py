"""Decoding uploaded bytes: supported formats, refused files and how quickly, and that no file crashes the decoder."""

from __future__ import annotations

import io
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy
import pytest
from PIL import Image

from tests.properties import examples, given, st
from vision.photo import LONGEST, MOST_BYTES, MOST_SCANS, decode, is_blurred, is_dark
from vision.values import UnreadablePhoto, UnreadableReason

if TYPE_CHECKING:
    from vision.values import Pixels

pytestmark = pytest.mark.photo

HERE = Path(__file__).parent
RED, BLUE, GREEN, WHITE = (30, 30, 200), (210, 60, 40), (60, 180, 60), (255, 255, 255)  # as OpenCV has them


def drawn(width: int = 160, height: int = 96) -> Image.Image:
    """Return four colours, one a corner: blue and white above, red and green below."""
    pixels = numpy.zeros((height, width, 3), numpy.uint8)
    middle = height // 2, width // 2
    pixels[: middle[0], : middle[1]], pixels[: middle[0], middle[1] :] = BLUE, WHITE
    pixels[middle[0] :, : middle[1]], pixels[middle[0] :, middle[1] :] = RED, GREEN
    return Image.fromarray(pixels[:, :, ::-1].copy())


def saved(image: Image.Image, form: str = "JPEG", **more: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, form, **more)
    return data.getvalue()


def corners(pixels: Pixels) -> list[tuple[int, ...]]:
    """Return the colours clockwise from the top left, an eighth of the picture inside."""
    height, width = pixels.shape[:2]
    places = [(height // 8, width // 8), (height // 8, -width // 8), (-height // 8, -width // 8)]
    return [tuple(int(value) for value in pixels[place]) for place in [*places, (-height // 8, width // 8)]]


def alike(found: list[tuple[int, ...]], wanted: list[tuple[int, ...]]) -> bool:
    return bool(numpy.abs(numpy.array(found) - numpy.array(wanted)).max() <= 12)


UPRIGHT = [BLUE, WHITE, GREEN, RED]


def refused(data: bytes) -> UnreadableReason:
    with pytest.raises(UnreadablePhoto) as caught:
        decode(data)
    return caught.value.reason


READ: dict[str, Callable[[], bytes]] = {
    "JPEG": lambda: saved(drawn(), quality=95),
    "JPEG in scans": lambda: saved(drawn(), quality=95, progressive=True),
    "JPEG with bytes behind it": lambda: saved(drawn(), quality=95) + b"\0" * 500 + b"MotionPhoto",
    "JPEG with another one behind it": lambda: saved(drawn(), quality=95) + saved(drawn().rotate(180)),
    "JPEG of printer's inks": lambda: saved(drawn().convert("CMYK"), quality=95),
    "PNG": lambda: saved(drawn(), "PNG"),
    "PNG of few colours": lambda: saved(drawn().quantize(8), "PNG"),
    "transparent PNG": lambda: saved(drawn().convert("RGBA"), "PNG"),
    "WEBP": lambda: saved(drawn(), "WEBP", quality=95),
    "WEBP without loss": lambda: saved(drawn(), "WEBP", lossless=True),
}


@pytest.mark.parametrize("make", READ.values(), ids=READ)
def test_supported_formats_are_decoded(make: Callable[[], bytes]) -> None:
    pixels = decode(make()).pixels
    assert (pixels.shape, pixels.dtype) == ((96, 160, 3), numpy.uint8)
    assert pixels.flags.c_contiguous
    assert alike(corners(pixels), UPRIGHT)


@pytest.mark.parametrize(("name", "shape"), [("upright", (96, 160, 3)), ("turned", (160, 96, 3))])
def test_a_heic_of_an_iphone(name: str, shape: tuple[int, ...]) -> None:
    """The picture is red with a blue top left quarter; by its metadata the turned one has its right side on top."""
    pixels = decode((HERE / f"{name}.heic").read_bytes()).pixels
    blue, red = (220, 60, 40), (40, 40, 200)
    assert pixels.shape == shape
    assert alike(corners(pixels), [blue, red, red, red] if name == "upright" else [red, blue, red, red])


def test_transparent_pixels_become_white() -> None:
    glass = Image.new("RGBA", (80, 80), (200, 0, 0, 0))
    assert alike(corners(decode(saved(glass, "PNG")).pixels), [WHITE] * 4)


def test_grey_of_eight_and_of_sixteen_bits() -> None:
    for image in (Image.new("L", (80, 80), 200), Image.fromarray(numpy.full((80, 80), 200 * 256, numpy.uint16))):
        assert alike(corners(decode(saved(image, "PNG")).pixels), [(200, 200, 200)] * 4)


def test_sixteen_bits_a_colour() -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    row = b"\0" + struct.pack(">3H", 200 * 257, 30 * 257, 40 * 257) * 80
    head = struct.pack(">IIBBBBB", 80, 80, 16, 2, 0, 0, 0)
    png = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * 80)) + chunk(b"IEND", b"")
    assert alike(corners(decode(b"\x89PNG\r\n\x1a\n" + png).pixels), [(40, 30, 200)] * 4)


TURNS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # by EXIF orientation: how the upright picture is turned in the file


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", TURNS)
def test_every_orientation_is_turned_upright(orientation: int, form: str) -> None:
    turn = TURNS[orientation]
    image = drawn() if turn is None else drawn().transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    pixels = decode(saved(image, form, exif=exif, quality=95)).pixels
    assert pixels.shape == (96, 160, 3)
    assert alike(corners(pixels), UPRIGHT)


@pytest.mark.parametrize("value", [0, 9, 65535])
def test_an_unknown_orientation_counts_as_upright(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert alike(corners(decode(saved(drawn(), exif=exif, quality=95)).pixels), UPRIGHT)


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((3000, 2000), (1707, 2560)),  # scaled down
        ((4000, 3000), (1500, 2000)),  # decoded at half its size
        ((6400, 1000), (250, 1600)),  # at a quarter
        ((2000, 64), (64, 2000)),
    ],
)
def test_large_photos_are_reduced(size: tuple[int, int], shape: tuple[int, int]) -> None:
    picture = decode(saved(drawn(*size), quality=90))
    pixels = picture.pixels
    assert pixels.shape[:2] == shape
    assert picture.scale == pytest.approx(shape[1] / size[0], rel=0.01)
    assert max(shape) <= LONGEST
    assert alike(corners(pixels), UPRIGHT)


def bomb_png(width: int, height: int) -> bytes:
    """Return a PNG whose header claims a huge size."""
    data = bytearray(saved(Image.new("L", (64, 64)), "PNG"))
    data[16:24] = struct.pack(">II", width, height)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    return bytes(data)


def bomb_jpeg(width: int, height: int) -> bytes:
    data = bytearray(saved(Image.new("L", (64, 64))))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def bomb_webp(width: int, height: int) -> bytes:
    data = bytearray(saved(Image.new("RGBA", (64, 64), (1, 2, 3, 4)), "WEBP"))
    assert data[12:16] == b"VP8X"
    data[24:30] = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return bytes(data)


def frames(form: str) -> bytes:
    return saved(drawn(), form, save_all=True, append_images=[drawn().rotate(180)])


def scans(count: int) -> bytes:
    """Return a JPEG of many scans in few bytes."""
    data = saved(drawn(), progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * count + data[-2:]


TOO_LARGE = {
    "more than 20 MB": lambda: b"\xff\xd8\xff" + bytes(MOST_BYTES),
    "a PNG of 100 megapixels": lambda: bomb_png(10_000, 10_000),
    "a PNG of 51 megapixels": lambda: bomb_png(10_200, 5_000),
    "a PNG of 4 million megapixels": lambda: bomb_png(2**31 - 1, 2**31 - 1),
    "a JPEG of 4,295 megapixels": lambda: bomb_jpeg(65_535, 65_535),
    "a WEBP of 268 megapixels": lambda: bomb_webp(16_383, 16_383),
}
UNREADABLE = {
    "nothing": lambda: b"",
    "text": lambda: b"Dear all, this is no picture",
    "another kind of picture": lambda: saved(drawn(), "BMP"),
    "a GIF": lambda: saved(drawn(), "GIF"),
    "a TIFF": lambda: saved(drawn(), "TIFF"),
    "a drawing in lines": lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "half a JPEG": lambda: saved(drawn(600, 400), quality=95)[:5000],
    "a JPEG without its last byte": lambda: saved(drawn())[:-1],
    "only the head of a JPEG": lambda: saved(drawn())[:300],
    "half a PNG": lambda: saved(drawn(), "PNG")[:150],
    "half a WEBP": lambda: saved(drawn(), "WEBP")[:120],
    "half a HEIC": lambda: (HERE / "upright.heic").read_bytes()[:560],
    "only the head of a HEIC": lambda: (HERE / "upright.heic").read_bytes()[:60],
    "a PNG that moves": lambda: frames("PNG"),
    "a WEBP that moves": lambda: frames("WEBP"),
    "a film": lambda: b"\0\0\0\x18ftypmsf1" + bytes(100),
    "a JPEG of countless parts": lambda: b"\xff\xd8" + b"\xff\xe0\0\2" * 4_000_000 + b"\xff\xd9",
    "a PNG of countless parts": lambda: b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0tEXt\0\0\0\0" * 1_500_000,
    "a JPEG of too many scans": lambda: scans(MOST_SCANS),
}
NO_CASE = {
    "a single pixel": lambda: saved(Image.new("RGB", (1, 1)), "PNG"),
    "a small picture": lambda: saved(drawn(63, 63)),
    "a line": lambda: saved(Image.new("L", (20_000, 200))),
}
REFUSED = {
    **{name: (make, UnreadableReason.TOO_LARGE) for name, make in TOO_LARGE.items()},
    **{name: (make, UnreadableReason.UNREADABLE_FILE) for name, make in UNREADABLE.items()},
    **{name: (make, UnreadableReason.NO_CASE) for name, make in NO_CASE.items()},
}


@pytest.mark.parametrize(("make", "reason"), REFUSED.values(), ids=REFUSED)
def test_bad_files_are_refused_quickly(make: Callable[[], bytes], reason: UnreadableReason) -> None:
    data = make()
    start = time.process_time()
    assert refused(data) is reason
    assert time.process_time() - start < 5  # a second where the machine has nothing else to do


def speckled(width: int = 800, height: int = 600) -> Pixels:
    """Return sharp disks on grey, as in a case."""
    y, x = numpy.mgrid[:height, :width]
    inside = numpy.hypot(x % 100 - 50, y % 100 - 50) < 30
    return numpy.where(inside[..., None], (60, 90, 200), (190, 190, 190)).astype(numpy.uint8)


def softened(pixels: Pixels, blur: float) -> Pixels:
    import cv2

    return numpy.asarray(cv2.GaussianBlur(pixels, (0, 0), blur), numpy.uint8)


def test_too_little_light() -> None:
    assert not is_dark(speckled())
    assert not is_dark(speckled() // 3)
    assert is_dark(speckled() // 12)


def test_too_much_blur() -> None:
    assert not is_blurred(speckled())
    assert not is_blurred(softened(speckled(), 2.5))
    assert is_blurred(softened(speckled(), 18))
    assert not is_blurred(numpy.full((600, 800, 3), 200, numpy.uint8)), "a wall has no edge to judge by"


# Anything at all

SEEDS = [make() for make in READ.values()] + [(HERE / f"{name}.heic").read_bytes() for name in ("upright", "turned")]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw an intact picture with a few bytes changed, removed or inserted."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1))
        out = draw(st.integers(0, 8))
        data[at : at + out] = draw(st.binary(max_size=8))
    return bytes(data[: draw(st.integers(len(data) // 2, len(data)))] if draw(st.booleans()) else data)


@examples(300)
@given(st.binary(max_size=200) | damaged())
def test_any_bytes_give_a_picture_or_a_reason(data: bytes) -> None:
    try:
        pixels = decode(data).pixels
    except UnreadablePhoto:
        return
    assert pixels.dtype == numpy.uint8 and pixels.ndim == 3 and max(pixels.shape[:2]) <= LONGEST

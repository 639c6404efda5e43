"""Bytes somebody sent become a checked picture: turned upright, scaled, free of everything but its pixels.

The bytes alone say what a file is, never its name or what the sender calls it. What is not a whole photo of a known
kind is refused at once: a reason, never a guess, never a crash.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from vision.settings import SETTINGS
from vision.values import NotRead, Picture, WhyNot

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.values import Pixels

LONGEST = 2560  # pixels of the longest side; more shows nothing new of a case that fills the picture
SHORTEST = 64  # pixels of the shortest side: less cannot show a single tile
ENOUGH = 1600  # pixels: a JPEG at least twice as long is unpacked at half its size, in half the time
MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000  # the largest that phones make
MOST_UNPACKED = 20_000_000  # of a kind whose reader needs the whole picture at once: more would take too much memory
MOST_WEBP = 9_000_000  # its reader holds four copies of the whole picture

MOST_SCANS = 40  # a progressive JPEG has about ten; each costs a pass over the whole picture
MOST_SEGMENTS = 20_000  # parts of one file; each costs a step of its reader
STILL = frozenset({b"heic", b"heix", b"heim", b"heis", b"mif1"})  # HEIF of one picture; others are films
_AS_THEY_ARE = frozenset({"RGB", "L", "CMYK"})  # modes that can be made smaller before their colours are changed
_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # of a JPEG, also amid its packed pixels
_SCAN, _END = 0xDA, 0xD9
_ORIENTATION = 0x0112


def decode(data: bytes) -> Picture:
    """The photo in these bytes: JPEG, PNG, WEBP or HEIF, a still one.

    Raises NotRead: `unreadable-file`, `too-large`, or `no-case` where it is too small to show a tile.
    """
    if len(data) > MOST_BYTES:
        raise NotRead(WhyNot.TOO_LARGE)
    kind = _kind(data)
    if kind is None:
        raise NotRead(WhyNot.UNREADABLE_FILE)
    try:
        whole, longest = _pixels(data, kind)
        pixels = _shrunk(whole, LONGEST)
    except NotRead:
        raise
    except Exception as error:  # whatever a decoder stumbles over, it is the file's fault
        raise NotRead(WhyNot.UNREADABLE_FILE) from error
    if min(pixels.shape[:2]) < SHORTEST:
        raise NotRead(WhyNot.NO_CASE)
    return Picture(pixels, max(pixels.shape[:2]) / longest)


def is_dark(pixels: Pixels) -> bool:
    """Is there too little light to tell donuts apart?"""
    import cv2
    import numpy

    grey = cv2.cvtColor(numpy.ascontiguousarray(pixels[::4, ::4]), cv2.COLOR_BGR2GRAY)
    return bool(numpy.percentile(grey, 99) < SETTINGS.photo["dark"])


def is_blurred(pixels: Pixels) -> bool:
    """Are even its sharpest edges smeared? A picture without any edge, such as a wall, is not called blurred."""
    import cv2
    import numpy

    tuned = SETTINGS.photo
    grey = numpy.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), numpy.uint8)
    grey = _shrunk(grey, int(tuned["width"]))

    def strongest(blur: float) -> float:
        """In grey a pixel; Sobel counts a slope eightfold."""
        soft = cv2.GaussianBlur(grey.astype(numpy.float32), (0, 0), blur)
        slope = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
        return float(numpy.percentile(slope[::2, ::2], tuned["edges"])) / 8

    coarse = strongest(tuned["coarse"])
    return coarse >= tuned["faintest"] and strongest(tuned["fine"]) < tuned["blurred"] * coarse


def _kind(data: bytes) -> str | None:
    """What these bytes are; None for what is not read, or breaks off."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG" if 0 < _scans(data) <= MOST_SCANS else None
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG" if _is_whole_png(data) else None
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return "HEIF" if data[4:8] == b"ftyp" and data[8:12] in STILL else None


def _scans(data: bytes) -> int:
    """How many passes over the picture a JPEG holds; 0 where it does not end.

    Its reader would fill what is missing with grey and say nothing.
    """
    at, scans = 2, 0
    for _ in range(MOST_SEGMENTS):
        found = _MARKER.search(data, at)
        if found is None:
            return 0
        marker = data[found.end() - 1]
        if marker == _END:
            return scans
        scans += marker == _SCAN
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2])
    return 0


def _is_whole_png(data: bytes) -> bool:
    """Does it end, and is it one picture?"""
    at = 8
    for _ in range(MOST_SEGMENTS):
        name = data[at + 4 : at + 8]
        if len(name) < 4 or name == b"acTL":  # cut short; animated
            return False
        if name == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4])
    return False


def _pixels(data: bytes, kind: str) -> tuple[Pixels, int]:
    """All of them, upright, and how many the longest side of the photo has. Raises whatever a decoder stumbles over."""
    import numpy
    from PIL import Image

    if kind == "HEIF":
        import pi_heif

        pi_heif.register_heif_opener()
    try:
        image = Image.open(io.BytesIO(data), formats=[kind])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise NotRead(WhyNot.TOO_LARGE) from error
    with image:
        longest, by_rows = max(image.size), kind == "JPEG" and image.mode in ("RGB", "L")
        if image.width * image.height > _most_pixels(kind, by_rows and _scans(data) == 1):
            raise NotRead(WhyNot.TOO_LARGE)
        if kind == "WEBP" and getattr(image, "is_animated", False):
            raise NotRead(WhyNot.UNREADABLE_FILE)
        held = _orientation(image)
        if by_rows:
            pixels = _unpacked(data, longest)
        else:
            pixels = numpy.asarray(_coloured(image, _part(longest)))[:, :, ::-1]
        return _upright(numpy.ascontiguousarray(pixels), held), longest


def _most_pixels(kind: str, one_scan: bool) -> int:
    """How many are taken of a kind; a JPEG of one scan is unpacked row by row, each smaller at once."""
    if kind == "WEBP":
        return MOST_WEBP
    return MOST_PIXELS if one_scan else MOST_UNPACKED


def _part(longest: int) -> int:
    """By what a picture is made smaller as soon as can be: 1, 2 or 4."""
    return max(part for part in (1, 2, 4) if part == 1 or longest // part >= ENOUGH)


def _unpacked(data: bytes, longest: int) -> Pixels:
    """An ordinary JPEG, by the quickest way; a large one straight at a half or a quarter."""
    import cv2
    import numpy

    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    how = flags[_part(longest)] | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), how)
    if pixels is None:
        raise NotRead(WhyNot.UNREADABLE_FILE)
    return pixels.astype(numpy.uint8, copy=False)


def _coloured(image: Image, part: int) -> Image:
    """Three colours of eight bits, whatever it was: grey, 16 bits deep, printer's inks, or see-through (on white).

    Made smaller by `part` before anything else is made of it: each copy of the whole would take 80 MB.
    """
    from PIL import Image as images

    if image.format == "JPEG":
        image.draft(image.mode, (image.width // part, image.height // part))
        return image.convert("RGB")
    if image.mode.startswith("I"):  # 16 bits of grey
        return _reduced(image.convert("I"), part).point(lambda grey: grey / 256).convert("L").convert("RGB")
    if image.has_transparency_data:
        small = _reduced(image if image.mode == "RGBA" else image.convert("RGBA"), part)
        page = images.new("RGB", small.size, "white")
        page.paste(small, mask=small)
        return page
    small = _reduced(image if image.mode in _AS_THEY_ARE else image.convert("RGB"), part)
    return small if small.mode == "RGB" else small.convert("RGB")


def _reduced(image: Image, part: int) -> Image:
    """The picture made smaller; the whole is let go at once."""
    if part == 1:
        return image
    small = image.reduce(part)
    image.close()
    return small


def _orientation(image: Image) -> int:
    """How the camera was held, 1 to 8 as EXIF counts; 1, upright, where it cannot be read."""
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # broken notes beside a sound picture
        return 1


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    import cv2

    mirrored = {2: 1, 4: 0, 5: 1, 7: 1}.get(orientation)  # 1: left and right change places, 0: top and bottom
    turn = {
        3: cv2.ROTATE_180,
        5: cv2.ROTATE_90_COUNTERCLOCKWISE,
        6: cv2.ROTATE_90_CLOCKWISE,
        7: cv2.ROTATE_90_CLOCKWISE,
        8: cv2.ROTATE_90_COUNTERCLOCKWISE,
    }.get(orientation)
    found = pixels if mirrored is None else cv2.flip(pixels, mirrored)
    return found if turn is None else cv2.rotate(found, turn)  # type: ignore[return-value]


def _shrunk(pixels: Pixels, longest: int) -> Pixels:
    """At most `longest` pixels long; each new pixel is the mean of those it stands for."""
    import cv2

    height, width = pixels.shape[:2]
    if max(height, width) <= longest:
        return pixels
    scale = longest / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]

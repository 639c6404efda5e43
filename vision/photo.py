"""Decodes and checks an uploaded photo: turned upright, scaled, free of everything but its pixels; and encodes it.

The bytes alone decide the format, never a file name or a declared type. Anything but a whole photo of a supported
format is refused with a reason.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from vision.rectification import SIDE, rectify_reading
from vision.settings import SETTINGS
from vision.values import Picture, UnreadablePhoto, UnreadableReason

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.values import Pixels, Reading

LONGEST = 2560  # pixels of the longest side; more adds no detail of a case that fills the picture
SHORTEST = 64  # pixels of the shortest side: less cannot show a single tile
ENOUGH = 1600  # pixels: a JPEG at least twice as long is decoded at half its size, in half the time
MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 50_000_000  # the largest photo of a phone
MOST_DECODED = 20_000_000  # of a format whose decoder needs the whole picture at once: more would take too much memory
MOST_WEBP = 9_000_000  # its decoder holds four copies of the whole picture

MOST_SCANS = 40  # a progressive JPEG has about ten; each costs a pass over the whole picture
MOST_SEGMENTS = 20_000  # parts of one file; each costs a step of its decoder
STILL = frozenset({b"heic", b"heix", b"heim", b"heis", b"mif1"})  # HEIF of one picture; others are films
_REDUCIBLE_MODES = frozenset({"RGB", "L", "CMYK"})  # modes that can be reduced before their colours are converted
_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # of a JPEG, also amid its compressed pixels
_SCAN, _END = 0xDA, 0xD9
_ORIENTATION = 0x0112

QUALITIES = (92, 80, 60, 35, 10)  # per cent of JPEG: the first reads as the original does, at half its bytes
DRAWING_QUALITY = 85


def decode(data: bytes) -> Picture:
    """Decode a still JPEG, PNG, WEBP or HEIF photo.

    Raises UnreadablePhoto: `unreadable-file`, `too-large`, or `no-case` where it is too small to show a tile.
    """
    if len(data) > MOST_BYTES:
        raise UnreadablePhoto(UnreadableReason.TOO_LARGE)
    kind = _format(data)
    if kind is None:
        raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE)
    try:
        whole, longest = _decode_pixels(data, kind)
        pixels = _shrink(whole, LONGEST)
    except UnreadablePhoto:
        raise
    except Exception as error:  # a decoder may raise anything on a broken file
        raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE) from error
    if min(pixels.shape[:2]) < SHORTEST:
        raise UnreadablePhoto(UnreadableReason.NO_CASE)
    return Picture(pixels, max(pixels.shape[:2]) / longest)


def is_dark(pixels: Pixels) -> bool:
    """Return whether there is too little light to tell donuts apart."""
    return _brightness(pixels, 99) < SETTINGS.photo["dark"]


def is_dim(pixels: Pixels) -> bool:
    """Return whether nearly all of a part of a photo is dark, whatever shines in the rest."""
    return _brightness(pixels, 90) < SETTINGS.photo["dim"]


def _brightness(pixels: Pixels, percent: float) -> float:
    """Return the grey that so many per cent of all pixels stay below."""
    import cv2
    import numpy

    grey = cv2.cvtColor(numpy.ascontiguousarray(pixels[::4, ::4]), cv2.COLOR_BGR2GRAY)
    return float(numpy.percentile(grey, percent))


def is_colourless(pixels: Pixels) -> bool:
    """Return whether a picture is black and white: then no type can be told from another."""
    import numpy

    some = pixels[::4, ::4].astype(numpy.int16)
    return bool(numpy.percentile(some.max(2) - some.min(2), 99) < SETTINGS.photo["grey"])


def is_blurred(pixels: Pixels) -> bool:
    """Return whether even the sharpest edges are smeared. A picture without edges, such as a wall, is not blurred."""
    import cv2
    import numpy

    settings = SETTINGS.photo
    grey = numpy.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), numpy.uint8)
    grey = _shrink(grey, int(settings["width"]))

    def strongest_edge(blur: float) -> float:
        """Return the strongest slope in grey a pixel; Sobel multiplies a slope by eight."""
        soft = cv2.GaussianBlur(grey.astype(numpy.float32), (0, 0), blur)
        slope = cv2.magnitude(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1))
        return float(numpy.percentile(slope[::2, ::2], settings["edges"])) / 8

    coarse = strongest_edge(settings["coarse"])
    return coarse >= settings["faintest"] and strongest_edge(settings["fine"]) < settings["blurred"] * coarse


def _format(data: bytes) -> str | None:
    """Return the picture format of these bytes; None where it is unsupported or the file is cut short."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG" if 0 < _scans(data) <= MOST_SCANS else None
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG" if _is_whole_png(data) else None
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    return "HEIF" if data[4:8] == b"ftyp" and data[8:12] in STILL else None


def _scans(data: bytes) -> int:
    """Return the number of scans of a JPEG; 0 where it is cut short.

    Its decoder would fill the missing part with grey without an error.
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
    """Return whether a PNG is complete and not animated."""
    at = 8
    for _ in range(MOST_SEGMENTS):
        name = data[at + 4 : at + 8]
        if len(name) < 4 or name == b"acTL":  # cut short; animated
            return False
        if name == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4])
    return False


def _decode_pixels(data: bytes, kind: str) -> tuple[Pixels, int]:
    """Return the pixels, upright, and the length of the photo's longest side. Raises whatever its decoder raises."""
    import numpy
    from PIL import Image

    if kind == "HEIF":
        import pi_heif

        pi_heif.register_heif_opener()
    try:
        image = Image.open(io.BytesIO(data), formats=[kind])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise UnreadablePhoto(UnreadableReason.TOO_LARGE) from error
    with image:
        longest, by_rows = max(image.size), kind == "JPEG" and image.mode in ("RGB", "L")
        if image.width * image.height > _most_pixels(kind, by_rows and _scans(data) == 1):
            raise UnreadablePhoto(UnreadableReason.TOO_LARGE)
        if kind == "WEBP" and getattr(image, "is_animated", False):
            raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE)
        orientation = _orientation(image)
        if by_rows:
            pixels = _decode_jpeg(data, longest)
        else:
            pixels = numpy.asarray(_to_rgb(image, _reduction(longest)))[:, :, ::-1]
        return _turn_upright(numpy.ascontiguousarray(pixels), orientation), longest


def _most_pixels(kind: str, one_scan: bool) -> int:
    """Return the pixel limit of a format; a JPEG of one scan is decoded and reduced row by row."""
    if kind == "WEBP":
        return MOST_WEBP
    return MOST_PIXELS if one_scan else MOST_DECODED


def _reduction(longest: int) -> int:
    """Return the divisor by which a picture is reduced while it is decoded: 1, 2 or 4."""
    return max(factor for factor in (1, 2, 4) if factor == 1 or longest // factor >= ENOUGH)


def _decode_jpeg(data: bytes, longest: int) -> Pixels:
    """Decode an ordinary JPEG, a large one straight at a half or a quarter of its size."""
    import cv2
    import numpy

    flags = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
    pixels = cv2.imdecode(
        numpy.frombuffer(data, numpy.uint8), flags[_reduction(longest)] | cv2.IMREAD_IGNORE_ORIENTATION
    )
    if pixels is None:
        raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE)
    return pixels.astype(numpy.uint8, copy=False)


def _to_rgb(image: Image, factor: int) -> Image:
    """Convert any mode to RGB of eight bits: grey, 16 bits, CMYK, or transparent (on white).

    The picture is reduced by `factor` first: each copy of the whole would take 80 MB.
    """
    from PIL import Image as images

    if image.format == "JPEG":
        image.draft(image.mode, (image.width // factor, image.height // factor))
        return image.convert("RGB")
    if image.mode.startswith("I"):  # 16 bits of grey
        return _reduce(image.convert("I"), factor).point(lambda grey: grey / 256).convert("L").convert("RGB")
    if image.has_transparency_data:
        small = _reduce(image if image.mode == "RGBA" else image.convert("RGBA"), factor)
        page = images.new("RGB", small.size, "white")
        page.paste(small, mask=small)
        return page
    small = _reduce(image if image.mode in _REDUCIBLE_MODES else image.convert("RGB"), factor)
    return small if small.mode == "RGB" else small.convert("RGB")


def _reduce(image: Image, factor: int) -> Image:
    """Return the picture reduced by a factor, and free the memory of the whole."""
    if factor == 1:
        return image
    small = image.reduce(factor)
    image.close()
    return small


def _orientation(image: Image) -> int:
    """Return the EXIF orientation, 1 to 8; 1, upright, where it cannot be read."""
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # broken metadata beside an intact picture
        return 1


def _turn_upright(pixels: Pixels, orientation: int) -> Pixels:
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


def _shrink(pixels: Pixels, longest: int) -> Pixels:
    """Scale a picture down to at most `longest` pixels; each new pixel is the mean of those it replaces."""
    import cv2

    height, width = pixels.shape[:2]
    if max(height, width) <= longest:
        return pixels
    scale = longest / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


# Encoding


def encode_jpeg(picture: Picture, most: int) -> bytes:
    """Return the best JPEG of at most this many bytes.

    Raises UnreadablePhoto where none is small enough, or it cannot be encoded.
    """
    import cv2

    for quality in QUALITIES:
        done, encoded = cv2.imencode(".jpg", picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not done:
            raise UnreadablePhoto(UnreadableReason.UNREADABLE_FILE)
        if encoded.size <= most:
            return encoded.tobytes()
    raise UnreadablePhoto(UnreadableReason.TOO_LARGE)


def encode_drawing(picture: Picture, reading: Reading, side: int = SIDE) -> bytes:
    """Return a JPEG of the reading's squares from above, `side` pixels each, with a margin of one square."""
    import cv2

    view = rectify_reading(picture.pixels, reading, side)
    return bytes(cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, DRAWING_QUALITY])[1])

"""Looking at a picture that was sent: its bytes become a draft, a draft a reading, or the reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING, cast

from flask import current_app

from companion.photos.reading import CORNERS, Reader
from companion.store.pending import LARGEST, PHOTO, PendingPhoto, PendingPhotos
from companion.web import services
from companion.web.photo.goals import edition_of, known
from companion.web.services import number

if TYPE_CHECKING:
    from vision.values import Frame, Picture

SHOWN = 300  # CSS pixels: how wide the photo stands on the corners' page, on every phone
SIZES = range(2, 26, 2)  # donuts, wide or high
APART = 12  # CSS pixels at least between two corners: nearer together they frame nothing


def drafts() -> PendingPhotos:
    return services.store().pending


def reader() -> Reader:
    return cast(Reader, current_app.extensions["reader"])


@dataclass(frozen=True, slots=True)
class Corners:
    """Corners tapped so far, in pixels of the photo as it is shown, and the size told; `high` of the photo as shown.

    `scale` is pixels of the photo for one of it as shown, across and down: the latter is rounded to whole pixels.
    `too_near`: a tap that lay on another corner was left out.
    """

    tapped: tuple[tuple[int, int], ...]
    size: tuple[int, int]
    scale: tuple[float, float]
    wide: int
    high: int
    too_near: bool = False

    @property
    def written(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.tapped)

    @property
    def but_last(self) -> str:
        return "+".join(f"{x},{y}" for x, y in self.tapped[:-1])

    @property
    def frame(self) -> Frame | None:
        """What the reader is told; None until four corners are tapped."""
        from vision.values import Frame

        if len(self.tapped) < CORNERS:
            return None
        across, down = self.scale
        return Frame(tuple((x * across, y * down) for x, y in self.tapped), *self.size)


def frame_of(draft: PendingPhoto, said: Mapping[str, str]) -> Corners:
    """What an address or a form says of the corners; `tap.x`, `tap.y` are one more, from a picture that is a button."""
    wide, high = draft.size
    shown = max(1, round(high * SHOWN / wide))
    scale = wide / SHOWN, high / shown
    words = [*said.get("corners", "").split(), f"{said.get('tap.x', '')},{said.get('tap.y', '')}"]
    pairs = [(number(x), number(y)) for x, _, y in (word.partition(",") for word in words)]
    taps = [(x, y) for x, y in pairs if x is not None and y is not None and x <= SHOWN and y <= shown][:CORNERS]
    tapped = [tap for place, tap in enumerate(taps) if all(dist(tap, other) >= APART for other in taps[:place])]
    size = [number(said.get(word, "")) or 6 for word in ("wide", "high")]
    wide, high = (min(number, SIZES[-1]) for number in size)
    return Corners(tuple(tapped), (wide, high), scale, SHOWN, shown, len(tapped) < len(taps))


def received(data: bytes) -> tuple[Picture, bytes]:
    """What was sent as a picture, and as a JPEG of nothing but its pixels; for a turn of the reader.

    Raises NotRead, Busy, NoReader.
    """
    picture = reader().opened(data)
    from vision.jpeg import as_jpeg

    return picture, as_jpeg(picture, LARGEST)


def picture_of(draft: PendingPhoto) -> Picture:
    """The picture of a draft once more; for a turn of the reader. Raises NoPendingPhoto, NotRead."""
    from vision.photo import decode

    return decode(drafts().picture(draft, PHOTO))


def look_at(draft: PendingPhoto, picture: Picture, frame: Frame | None = None) -> PendingPhoto:
    """The draft with what the reader sees, or why it sees nothing; for a turn of the reader.

    Raises Busy, NoReader, Unavailable.
    """
    from vision.reader import straightened
    from vision.values import NotRead

    try:
        seen = reader().read(picture, edition_of(draft.purpose), known(draft.purpose), frame)
    except NotRead as not_read:
        return drafts().set_reading(draft, None, str(not_read.reason))
    return drafts().set_reading(draft, seen.reading, "", straightened(picture, seen.reading))

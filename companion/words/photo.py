"""Messages about photos: unreadable ones, doubts, refused shared files, a reader that is missing or busy."""

from __future__ import annotations

from collections.abc import Mapping

from companion.photos.sharing import SharingReason
from companion.words.language import mark as _
from companion.words.shared import Message
from vision.values import Doubt, UnreadableReason

UNREADABLE: Mapping[str, Message] = {
    UnreadableReason.UNREADABLE_FILE: Message(
        _("The app cannot read this file as a picture."),
        _("Take a photo, or choose a JPEG, PNG, WEBP or HEIC that is not animated."),
    ),
    UnreadableReason.TOO_LARGE: Message(
        _("This picture is too large."), _("Take it with the phone’s own camera at its usual size.")
    ),
    UnreadableReason.NO_CASE: Message(
        _("No case was found in this picture."),
        _("Take it from above, with the whole case in it and little else; or tap its four corners."),
    ),
    UnreadableReason.TOO_DARK: Message(
        _("It is too dark to tell donuts apart."), _("Use more light, from the side, and try again.")
    ),
    UnreadableReason.TOO_BLURRED: Message(
        _("The picture is blurred."), _("Hold the phone still, tap the screen to focus, and try again.")
    ),
    UnreadableReason.CUT_OFF: Message(
        _("Part of the case is outside the picture."), _("Step back a little, so that all tiles are in it.")
    ),
    UnreadableReason.NO_COLOUR: Message(
        _("This picture is black and white."),
        _("Take it in colour: without it, donuts cannot be told apart."),
    ),
}
DOUBTS: Mapping[str, Message] = {
    Doubt.GLARE: Message(_("There is glare here."), _("Choose what lies here, or tilt the phone and take it again.")),
    Doubt.ALIKE: Message(_("Two kinds look alike here."), _("Choose which one it is; the app learns it.")),
    Doubt.SPRINKLES: Message(_("With sprinkles or without?"), _("Choose which; the app learns it.")),
    Doubt.UNSEEN: Message(_("A kind the app has never seen."), _("Choose which one it is; the app learns it.")),
    Doubt.HOLES: Message(_("Donut holes, or a donut?"), _("Choose which; the app learns it.")),
    Doubt.BOXED: Message(_("A box, or a donut?"), _("Choose whether a box lies here.")),
    Doubt.TILE: Message(_("A tile, or only the table?"), _("Choose whether a tile lies here.")),
    Doubt.HIDDEN: Message(_("Something lies on it."), _("Move it and take the photo again, or choose what is below.")),
}
SHARED_FILE_REFUSED: Mapping[str, Message] = {
    SharingReason.NOT_TAUGHT: Message(
        _("This file was not saved by this app."), _("Ask for the file again, as it was saved.")
    ),
    SharingReason.TOO_MUCH: Message(
        _("This file holds more than there is room for."), _("Ask for one with fewer photos taught.")
    ),
    SharingReason.OTHER_EDITION: Message(
        _("The donuts in this file and what it teaches are of two editions."),
        _("Ask for the file again, as it was saved."),
    ),
    SharingReason.BROKEN: Message(_("Something in this file is broken."), _("Ask for the file again.")),
}
NO_READER = Message(
    _("Photos cannot be read here, for this is missing: %(missing)s."),
    _("Install what requirements.txt names; everything else works without."),
)
BUSY = Message(_("Other photos are being read just now."), _("Wait a few seconds, then send it again."))

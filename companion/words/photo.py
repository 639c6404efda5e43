"""What is said of photos: why one is not read, why a square should be looked at, why a shared file is not taken."""

from __future__ import annotations

from collections.abc import Mapping

from companion.photos.sharing import Trouble
from companion.words.language import mark as _
from companion.words.shared import Said
from vision.values import Doubt, WhyNot

WHY_NOT: Mapping[str, Said] = {
    WhyNot.UNREADABLE_FILE: Said(
        _("This file is no picture the app can read."),
        _("Take a photo, or choose a whole JPEG, PNG, WEBP or HEIC that does not move."),
    ),
    WhyNot.TOO_LARGE: Said(
        _("This picture is too large."), _("Take it with the phone’s own camera at its usual size.")
    ),
    WhyNot.NO_CASE: Said(
        _("No case was found in this picture."),
        _("Take it from above, the whole case in it and little else; or tap its four corners."),
    ),
    WhyNot.TOO_DARK: Said(_("It is too dark to tell donuts apart."), _("More light, from the side; then once more.")),
    WhyNot.TOO_BLURRED: Said(
        _("The picture is blurred."), _("Hold the phone still, tap the screen to focus, once more.")
    ),
    WhyNot.CUT_OFF: Said(_("The case runs out of the picture."), _("Step back a little, so that all tiles are in it.")),
}
DOUBTS: Mapping[str, Said] = {
    Doubt.GLARE: Said(_("Light glares here."), _("Tell what lies here, or tilt the phone and take it anew.")),
    Doubt.ALIKE: Said(_("Two kinds look alike here."), _("Tell which one it is; the app learns it.")),
    Doubt.SPRINKLES: Said(_("With sprinkles or without?"), _("Tell which; the app learns it.")),
    Doubt.UNSEEN: Said(_("A kind the app has never seen."), _("Tell which one it is; the app learns it.")),
    Doubt.HOLES: Said(_("Donut holes, or a donut?"), _("Tell which; the app learns it.")),
    Doubt.BOXED: Said(_("A box, or a donut?"), _("Tell whether a box lies here.")),
    Doubt.THERE: Said(_("A tile, or only the table?"), _("Tell whether a tile lies here.")),
    Doubt.HIDDEN: Said(_("Something lies on it."), _("Take it away and photograph anew, or tell what is below.")),
}
NOT_TAKEN: Mapping[str, Said] = {
    Trouble.NOT_TAUGHT: Said(
        _("This file does not hold what another house taught."), _("Ask for the file once more, as it was saved.")
    ),
    Trouble.TOO_MUCH: Said(
        _("This file holds more than there is room for."), _("Ask for one with fewer photos taught.")
    ),
    Trouble.OTHER_EDITION: Said(
        _("The donuts in this file and what it teaches are of two editions."),
        _("Ask for the file once more, as it was saved."),
    ),
    Trouble.BROKEN: Said(_("Something in this file is not as it should be."), _("Ask for the file once more.")),
}
NO_READER = Said(
    _("Photos cannot be read here, for this is missing: %(missing)s."),
    _("Install what requirements.txt names; everything else works without."),
)
BUSY = Said(_("Other photos are being read just now."), _("Wait a few seconds, then send it again."))

"""The people of a start page, moved by its buttons: each leads to the page as it is then, so none needs a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from secrets import choice

from werkzeug.datastructures import MultiDict

from companion.web import services

# What the buttons are called: one seat up, out, a remembered person to the next free seat, and the lot for who starts.
BUTTONS = ("up", "out", "add", "draw")
OF_SEATS = ("seat", "money", "first", "drawn")

Fields = list[tuple[str, str]]


def arranged(form: MultiDict[str, str], most: int, pick: Callable[[Sequence[int]], int] = choice) -> Fields | None:
    """Return the fields of a start page after a press of one of BUTTONS; None where none was pressed.

    Who starts stays the same person. `most`: seats there are. `pick`: draws one of the seats.
    """
    button = next((word for word in BUTTONS if word in form), "")
    if not button:
        return None
    rows = list(zip_longest(form.getlist("seat"), form.getlist("money"), fillvalue=""))
    places = [place for place, (name, _) in enumerate(rows) if name.strip()]
    first, pressed = services.number(form.get("first", "")), services.number(form[button])
    if button == "up" and pressed in places:
        at = places.index(pressed)
        places.insert(at - 1 if at else len(places), places.pop(at))
    elif button == "out" and pressed in places:
        places.remove(pressed)
    elif button == "draw" and places:
        first = pick(places)
    seated = [rows[place] for place in places]
    if button == "add" and len(seated) < most and not is_seated(form[button], [name for name, _ in seated]):
        seated.append((form[button].strip(), ""))
    fields = [("seat", name) for name, _ in seated]
    if first in places:
        fields.append(("first", str(places.index(first))))
    if any(cents for _, cents in seated):
        fields += [("money", cents) for _, cents in seated]
    others = [pair for pair in form.items(multi=True) if pair[0] not in (*OF_SEATS, *BUTTONS)]
    return [*fields, *([("drawn", "1")] if button == "draw" else []), *others]


def is_seated(name: str, seated: Sequence[str]) -> bool:
    """Return whether a person sits there already, however the name is spelled; nobody has an empty name."""
    return not name.strip() or name.strip().casefold() in {other.strip().casefold() for other in seated}

"""The table that the stores of these tests hold."""

from __future__ import annotations

from companion.kernel.entry import Entry

AT = "2026-05-01T19:30:00Z"
CODE = "KRMPF"
HEADER = "game donut-shop\nseats Ana Bo\n"
LINES = [("Ana", "place BnOV @6,2 B"), ("Bo", "place VOnB @4,0 V")]
ENTRIES = [Entry(1, *LINES[0], AT, "p1"), Entry(2, *LINES[1], AT, "p1")]

"""Games to look at: a finished and a half-played one of each game, as the transcripts beside this file."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def transcripts() -> dict[str, str]:
    """Their texts by name, such as `donut-shop-finished`."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}

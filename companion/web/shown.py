"""What templates may call besides their view: words, money, addresses, the colours of an edition."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, g, url_for

from companion.web import at_hand, pictures
from companion.words import Words


def register(app: Flask) -> None:
    app.extensions["words"] = cache(Words)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: at_hand.words().gettext(text),
        lambda one, many, count: at_hand.words().ngettext(one, many, count),
        newstyle=True,
    )
    asset = _asset_finder(Path(app.static_folder or ""))
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.filters["day"] = day
    pictures.register(app, asset)
    app.context_processor(_every_page)


def day(at: str) -> str:
    """The day of a moment (UTC, ISO 8601), as the calendar of this house shows it; empty for what is no moment."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):  # a journal may have been written by hand
        return ""


def _every_page() -> dict[str, Any]:
    words = at_hand.words()
    return {"words": words, "language": words.language, "game_on": g.get("game_on", False)}


def _asset_finder(folder: Path) -> Callable[[str], str]:
    """Addresses of static files with a print of what they hold: a new file is a new address, so all are kept."""

    @cache
    def asset(name: str) -> str:
        print_ = sha256((folder / name).read_bytes()).hexdigest()[:10]
        return url_for("static", filename=name, v=print_)

    return asset

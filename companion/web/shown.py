"""What templates may call besides their view: words, money, addresses, the colours of an edition."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, g, request, url_for

from companion.web import at_hand, phones, pictures
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
    pictures.register(app, asset)
    app.context_processor(_every_page)


def _every_page() -> dict[str, Any]:
    words = at_hand.words()
    return {
        "words": words,
        "language": words.language,
        "game_on": g.get("game_on", False),
        "stands_at": g.get("stands_at", ""),
    }


def stands_at(path: str) -> None:
    """Where the page that answers this POST can be asked again, with all that was typed.

    The page's script puts it into the address bar; where there is no script the phone's cookie keeps it.
    """
    g.stands_at = path
    if not at_hand.htmx:
        phones.keep_place(request.path, path)


def _asset_finder(folder: Path) -> Callable[[str], str]:
    """Addresses of static files with a print of what they hold: a new file is a new address, so all are kept."""

    @cache
    def asset(name: str) -> str:
        print_ = sha256((folder / name).read_bytes()).hexdigest()[:10]
        return url_for("static", filename=name, v=print_)

    return asset

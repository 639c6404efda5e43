"""What templates may call besides their view: words, money, addresses, the colours of an edition."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from flask import Flask, g, request

from companion.tables.origins import origin_at
from companion.web import assets, phones, pictures, services
from companion.words import Words


def register(app: Flask) -> None:
    app.extensions["words"] = cache(Words)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: services.words().gettext(text),
        lambda one, many, count: services.words().ngettext(one, many, count),
        newstyle=True,
    )
    app.jinja_env.filters["day"] = day
    pictures.register(app, assets.address)
    app.jinja_env.globals["origin_at"] = origin_at
    app.context_processor(_every_page)
    app.before_request(_carried)
    app.url_defaults(_carry_on)


def day(at: str) -> str:
    """The day of a moment (UTC, ISO 8601), as the calendar of this house shows it; empty for what is no moment."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):  # a journal may have been written by hand
        return ""


def _every_page() -> dict[str, Any]:
    words = services.words()
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
    if not services.htmx:
        phones.keep_place(request.path, path)


# Pages beside the table that lead back to it: a draft goes with a tap there, and comes back with the way back.
BESIDE = frozenset(
    {
        "count.count",
        "invite.phones",
        "judge.start",
        "photo.take",
        "table.journal",
        "table.line",
        "table.more",
        "table.result",
        "trying.counted",
    }
)
LONGEST_DRAFT = 1_000  # characters


def carry(draft: str) -> None:
    """From now on every link of this answer to a page beside the table, and back to it, holds this draft."""
    g.carried = draft if len(draft) <= LONGEST_DRAFT else ""


def _carried() -> None:
    if request.endpoint in BESIDE - {"photo.take"}:  # a photo keeps the draft with what it is for
        carry(request.args.get("draft", ""))


def _carry_on(endpoint: str, values: dict[str, Any]) -> None:
    draft = g.get("carried", "")
    if draft and endpoint in BESIDE and (endpoint != "judge.start" or "table" in values):
        values.setdefault("draft", draft)
    elif draft and endpoint == "table.table" and values.keys() == {"code"}:
        values.update(pair for pair in parse_qsl(draft) if pair[0] != "code")

"""Functions and values for all templates: words, dates, static files; and drafts carried from page to page."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from types import FunctionType, MethodType
from typing import Any
from urllib.parse import parse_qsl

from flask import Flask, g, request
from flask.templating import Environment
from jinja2 import StrictUndefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.web import assets, phones, pictures, services
from companion.web.drawn import DrawnWords
from companion.words import Words, languages, own_names
from companion.words.catalogues import PSEUDO
from companion.words.language import plural

MINUTES = plural("%(num)s minute ago", "%(num)s minutes ago")
HOURS = plural("%(num)s hour ago", "%(num)s hours ago")

MESSAGES = 4_096  # translated messages kept; there are fewer in the templates


PLAIN = (FunctionType, MethodType, type(cache(int)))  # what takes no context unless it is marked


class PageContext(Context):
    """A context that calls plain functions at once: a page calls hundreds."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        if called.__class__ not in PLAIN or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        return called(*args, **kwargs)


class PageEnvironment(Environment):
    """Templates without globals of their own share those of all.

    Jinja makes a chain of mappings for each, and goes through the whole chain for every include and import of a page.
    """

    context_class = PageContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


def prepare(app: Flask) -> None:
    """Set how templates are compiled, before anything is registered for them."""
    app.jinja_environment = PageEnvironment
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def register(app: Flask) -> None:
    folder = app.config["TRANSLATIONS"]
    known = app.extensions["languages"] = languages(folder)
    if (host := app.config["LANGUAGE"]) not in ("", PSEUDO, *known):
        app.logger.warning("There is no language %r here; there are: %s.", host, ", ".join(known))
        app.config["LANGUAGE"] = ""
    app.extensions["words"] = cache(lambda language: Words(language, folder))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: services.words().gettext(text),
        lambda one, many, count: services.words().ngettext(one, many, count),
        newstyle=True,
        pgettext=lambda context, text: services.words().pgettext(context, text),
    )
    app.jinja_env.globals["_"] = _translator(app)
    app.jinja_env.globals.update(
        card_title=lambda card: services.words().card(card),
        card_name=lambda card: escape(services.words().card(card)) + _printed(card),
        printed=_printed,
        language_names=lambda: own_names(folder),
        short_name=lambda letter, edition: services.words().on_key(letter, edition),
    )
    app.jinja_env.filters.update(day=day, ago=ago)
    drawer = pictures.register(app, assets.address)
    app.extensions["drawn words"] = cache(lambda language: DrawnWords(language, drawer, folder))
    app.context_processor(_every_page)
    app.before_request(_carried)
    app.url_defaults(_carry_on)


def _translator(app: Flask) -> Callable[..., str]:
    """Return what templates call as `_`. Jinja's own looks itself up in the context again and again: a page has 100."""
    words: Callable[[str], Words] = app.extensions["words"]

    @lru_cache(MESSAGES)
    def translated(language: str, message: str) -> Markup:
        return Markup(words(language).gettext(message))

    @lru_cache(MESSAGES)
    def whole(language: str, message: str) -> Markup:
        return translated(language, message) % {}

    def translate(message: str, /, **gaps: object) -> Markup:
        language = services.language()
        return translated(language, message) % gaps if gaps else whole(language, message)

    return translate


def _printed(card: str) -> Markup:
    """Return what is printed on a card, for where people look for it on the table; nothing where pages say the same."""
    name = services.words().printed_beside(card)
    return Markup('<small class="printed" lang="en">{}</small>').format(name) if name else Markup()


def day(at: str) -> str:
    """Return the local day of a time in UTC (ISO 8601); empty if it is not a time."""
    try:
        then = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError, OSError):  # the journal may have been edited by hand
        return ""
    return services.words().day(then.date())


def ago(at: str, now: datetime | None = None) -> str:
    """Return how long ago a time in UTC was, in words; its local day from two days on, or where it lies ahead."""
    words = services.words()
    try:
        then, now = datetime.fromisoformat(at).astimezone(), (now or datetime.now(UTC)).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    minutes = int((now - then).total_seconds() // 60)
    if 0 <= minutes < 60:
        return words.plural_text(MINUTES, minutes, num=minutes) if minutes else words.gettext("just now")
    if minutes >= 0 and then.date() == now.date():
        return words.plural_text(HOURS, minutes // 60, num=minutes // 60)
    if then.date() == now.date() - timedelta(days=1):
        return words.gettext("yesterday")
    return day(at)


def _every_page() -> dict[str, object]:
    words = services.words()
    return {
        "words": words,
        "drawn": services.drawn(),
        "language": words.language,
        "likes": phones.likes(),
        "is_new": phones.is_new(),
        "is_turned": phones.is_turned,
        "game_on": g.get("game_on", False),
        "stands_at": g.get("stands_at", ""),
    }


def stands_at(path: str) -> None:
    """Set the address under which the page that answers this POST can be requested again, with all that was typed.

    The page's script puts it into the address bar; without script the phone's cookie keeps it.
    """
    g.stands_at = path
    if not services.htmx:
        phones.keep_place(request.path, path)


# Pages beside the table: links to them take the draft along, and links back to the table return it.
BESIDE = frozenset(
    {
        "count.count",
        "invite.phones",
        "judge.start",
        "photo.take",
        "setup.setup",
        "table.journal",
        "table.line",
        "table.more",
        "table.result",
        "trying.counted",
    }
)
LONGEST_DRAFT = 1_000  # characters


def carry(draft: str) -> None:
    """Add this draft to all further links of this answer to pages beside the table and back to it."""
    g.carried = draft if len(draft) <= LONGEST_DRAFT else ""


def _carried() -> None:
    if request.endpoint in BESIDE - {"photo.take"}:  # a photo keeps the draft with its purpose
        carry(request.args.get("draft", ""))


def _carry_on(endpoint: str, values: dict[str, object]) -> None:
    draft = g.get("carried", "")
    if draft and endpoint in BESIDE and (endpoint != "judge.start" or "table" in values):
        values.setdefault("draft", draft)
    elif draft and endpoint == "table.table" and values.keys() == {"code"}:
        values.update(pair for pair in parse_qsl(draft) if pair[0] != "code")

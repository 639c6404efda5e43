"""The rules reference: a page a rule, a card and a ruling, with examples the engine works out, and a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, abort, render_template, request, url_for

from companion.donut_shop.setup import SHIPPED
from companion.go_nuts.cards import BY_NAME, deck_for
from companion.judge import rulebook, search
from companion.judge.rulebook import Kind, Page
from companion.web import services
from companion.web.rules.examples import Worked, points_by_copies, worked
from companion.words import RULINGS
from companion.words.rules import CARD_BOOKS, CARD_NOTES, SOURCES, STANDS, TITLES

pages = Blueprint("rules", __name__, url_prefix="/rules")

MOST_ASKED = 60  # characters of a search


@dataclass(frozen=True, slots=True)
class Link:
    """A page as other pages name it."""

    address: str
    title: str
    id: str
    first: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page in the phone's language."""

    page: Page
    title: str
    says: Sequence[str]
    books: Sequence[str]
    choices: Sequence[tuple[str, str]] = ()  # a ruling's: id (empty where there is no choice) and meaning


def register(app: Flask) -> None:
    """What templates call to name the rule behind a refusal, an amount or a ruling."""
    app.jinja_env.globals.update(
        rule_of_reason=lambda reason: _linked(rulebook.of_reason(reason)),
        rule_of_part=lambda game, part: _linked(rulebook.of_part(game, part)),
        rule_of_ruling=lambda ruling: _linked(rulebook.of_ruling(ruling)),
        page_of=_linked,
    )


def _linked(page: Page | None) -> Link | None:
    return None if page is None else link(page)


def link(page: Page) -> Link:
    address = url_for("rules.rule", game=page.game, rule=page.id)
    first = services.words().choice(page.id) if page.kind == Kind.RULING else shown(page).says[0]
    return Link(address, title(page), page.id, first)


def title(page: Page) -> str:
    """What a page is called."""
    words = services.words()
    match page.kind:
        case Kind.CARD:
            return words.card(page.id)
        case Kind.RULING:
            return words.ruling(page.id)
    return words.text(rulebook.RULES[page.game][page.id].title)


def shown(page: Page) -> Shown:
    """All that a page says."""
    words = services.words()
    if page.kind == Kind.CARD:
        note = CARD_NOTES.get(page.id)
        said = [words.card_points(page.id), words.card_power(page.id), words.text(note) if note else ""]
        connection = words.text(CARD_BOOKS.get(page.id, CARD_BOOKS[""]))
        return Shown(page, title(page), [text for text in said if text], [connection])
    if page.kind == Kind.RULING:
        return _ruling(page)
    rule = rulebook.RULES[page.game][page.id]
    return Shown(page, title(page), [words.text(text) for text in rule.says], [words.text(text) for text in rule.books])


def _ruling(page: Page) -> Shown:
    words, connection = services.words(), rulebook.BOOKS[page.id]
    choices = RULINGS[page.id].choices
    told = [("" if choice == "default" else choice, words.choice(page.id, choice)) for choice in choices]
    books = [words.text(STANDS[connection.stand]), words.text(connection.says)]
    says = [words.ruling_reason(page.id)] if len(told) > 1 else [told[0][1], words.ruling_reason(page.id)]
    return Shown(page, title(page), says, books, told)


# The pages


@pages.get("")
def index() -> str:
    """Every page there is, or those with the words asked for."""
    return _listed(list(rulebook.RULES))


@pages.get("/<game>")
def of_game(game: str) -> str:
    """The pages of one game."""
    if game not in rulebook.RULES:
        abort(404)
    return _listed([game])


def _listed(games: Sequence[str]) -> str:
    words = services.words()
    asked = request.args.get("q", "")[:MOST_ASKED].strip()
    every = [page for game in games for page in rulebook.BOOK.of(game)]
    pages, some = looked_for(every, asked) if asked else (every, False)
    groups = []
    for game in games:
        found = [page for page in pages if page.game == game]
        by_kind = {kind: [link(page) for page in found if page.kind == kind] for kind in Kind}
        groups.append((game, words.text(TITLES[game]), words.text(SOURCES[game]), by_kind))
    return render_template("rules/index.html", games=games, groups=groups, asked=asked, some=some)


def looked_for(among: Sequence[Page], asked: str) -> tuple[list[Page], bool]:
    """The pages with all the words asked for, titles first; where there is none, those with most. Is it only most?"""
    sought = search.asked_words(asked)
    had = {page: search.found(sought, texts(page)) for page in among}
    most = max((one.words for one in had.values()), default=0)
    pages = [page for page in among if most and had[page].words == most]
    return sorted(pages, key=lambda page: (-had[page].title, -had[page].named)), 0 < most < len(sought)


def texts(page: Page) -> search.Texts:
    """Everything a page can be found by: its title, other words for it, and its sentences, examples and id."""
    words = services.words()
    said = shown(page)
    rest = [page.id, *said.says, *said.books, *(meaning for _, meaning in said.choices)]
    if page.kind == Kind.CARD:
        rest.append(words.card_printed(page.id))
    for one in examples(page):
        rest += [one.caption, one.said.sentence if one.said else ""]
    others = rulebook.RULES[page.game][page.id].others if page.kind == Kind.RULE else ""
    return search.Texts(said.title, words.text(others) if others else "", " ".join(rest))


@pages.get("/<game>/<rule>")
def rule(game: str, rule: str) -> str:
    """One rule, card or ruling."""
    page = rulebook.BOOK.pages.get((game, rule))
    if page is None:
        abort(404)
    words = services.words()
    above = rulebook.rule_of(page)
    return render_template(
        "rules/rule.html",
        page=page,
        shown=shown(page),
        source=words.text(SOURCES[game]),
        game_title=words.text(TITLES[game]),
        above=link(above) if above else None,
        rulings=[link(one) for one in rulebook.rulings_of(page)],
        examples=examples(page),
        edition=services.play().editions[SHIPPED],
        **_card(page),
    )


def examples(page: Page) -> list[Worked]:
    """The page's examples with their captions, worked out."""
    words = services.words()
    edition = services.play().editions[SHIPPED]
    captions = _captions(page)
    told = [words.text(captions[place]) if place < len(captions) else "" for place in range(len(page.examples))]
    ruling = page.id if page.kind == Kind.RULING else ""
    return [worked(one, caption, edition, ruling) for one, caption in zip(page.examples, told, strict=True)]


def _captions(page: Page) -> Sequence[str]:
    if page.kind == Kind.RULING:
        return rulebook.BOOKS[page.id].examples
    return rulebook.RULES[page.game][page.id].examples if page.kind == Kind.RULE else ()


def _card(page: Page) -> Mapping[str, Any]:
    """A card's copies in the decks, and what one, two, three … of it score by themselves."""
    if page.kind != Kind.CARD:
        return {"copies": (), "scores": ()}
    copies = [(seats, deck_for(seats).get(page.id, 0)) for seats in (2, 3, 4, 5)]
    scores = points_by_copies(page.id, BY_NAME[page.id].copies) if not page.examples else []
    return {"copies": copies, "scores": scores}

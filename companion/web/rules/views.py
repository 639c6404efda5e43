"""The pages of the rules: one a rule, card and ruling, with worked examples, and a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, current_app, render_template, request, url_for

from companion.donut_shop.setup import SHIPPED
from companion.go_nuts.cards import BY_NAME, deck_for
from companion.judge import rulebook, search
from companion.judge.rulebook import Kind, Page
from companion.web import services
from companion.web.rules.examples import WorkedExample, points_by_copies, worked
from companion.words import RULINGS
from companion.words.go_nuts import RULEBOOK_NAMES
from companion.words.rules import CARD_BOOKS, CARD_NOTES, SOURCES, STANDS, TITLES

pages = Blueprint("rules", __name__, url_prefix="/rules")

LONGEST_SEARCH = 60  # characters


@dataclass(frozen=True, slots=True)
class Link:
    """A page as other pages link to it; `first` is its first sentence."""

    address: str
    title: str
    id: str
    first: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of a page in the phone's language.

    `books`: what the rulebooks say. `choices`: of a ruling, the id (empty if a table cannot
    choose) and meaning of each choice.
    """

    page: Page
    title: str
    paragraphs: Sequence[str]
    books: Sequence[str]
    choices: Sequence[tuple[str, str]] = ()


def register(app: Flask) -> None:
    """Give templates the functions that link a refusal, an amount or a ruling to its page."""
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
    first = services.words().choice(page.id) if page.kind == Kind.RULING else rule_text(page).paragraphs[0]
    return Link(address, title(page), page.id, first)


def title(page: Page) -> str:
    """Return a page's title."""
    words = services.words()
    match page.kind:
        case Kind.CARD:
            return words.card(page.id)
        case Kind.RULING:
            return words.ruling(page.id)
    return words.text(rulebook.RULES[page.game][page.id].title)


def rule_text(page: Page) -> RuleText:
    """Return all text of a page but its examples."""
    words = services.words()
    if page.kind == Kind.CARD:
        note = CARD_NOTES.get(page.id)
        paragraphs = [words.card_points(page.id), words.card_power(page.id), words.text(note) if note else ""]
        book = words.text(CARD_BOOKS.get(page.id, CARD_BOOKS[""]))
        return RuleText(page, title(page), [text for text in paragraphs if text], [book])
    if page.kind == Kind.RULING:
        return _ruling(page)
    rule = rulebook.RULES[page.game][page.id]
    paragraphs, books = [words.text(text) for text in rule.paragraphs], [words.text(text) for text in rule.books]
    return RuleText(page, title(page), paragraphs, books)


def _ruling(page: Page) -> RuleText:
    words, book = services.words(), rulebook.BOOKS[page.id]
    names = RULINGS[page.id].choices
    choices = [("" if choice == "default" else choice, words.choice(page.id, choice)) for choice in names]
    books = [words.text(STANDS[book.stand]), words.text(book.text)]
    reason = words.ruling_reason(page.id)
    paragraphs = [reason] if len(choices) > 1 else [choices[0][1], reason]
    return RuleText(page, title(page), paragraphs, books, choices)


# The pages


@pages.get("")
def index() -> str:
    """All pages, or those a search finds."""
    return _listed(list(rulebook.RULES))


@pages.get("/<game>")
def of_game(game: str) -> str:
    """The pages of one game."""
    if game not in rulebook.RULES:
        abort(404)
    return _listed([game])


def _listed(games: Sequence[str]) -> str:
    words = services.words()
    query = request.args.get("q", "")[:LONGEST_SEARCH].strip()
    every = [page for game in games for page in rulebook.BOOK.of(game)]
    pages, some = search_pages(every, query) if query else (every, False)
    groups = []
    for game in games:
        found = [page for page in pages if page.game == game]
        by_kind = {kind: [link(page) for page in found if page.kind == kind] for kind in Kind}
        groups.append((game, words.text(TITLES[game]), words.text(SOURCES[game]), by_kind))
    return render_template("rules/index.html", games=games, groups=groups, query=query, some=some)


def search_pages(pages: Sequence[Page], query: str) -> tuple[list[Page], bool]:
    """Return the pages with most words of the query, titles first, and whether they have only some of the words."""
    words = search.search_words(query)
    matches = {page: search.matches(words, texts(page)) for page in pages}
    most = max((one.words for one in matches.values()), default=0)
    best = [page for page in pages if most and matches[page].words == most]
    return sorted(best, key=lambda page: (-matches[page].title, -matches[page].named)), 0 < most < len(words)


def texts(page: Page) -> search.Texts:
    """Return what is searched of a page; the rest is its id, sentences, choices and examples."""
    words = services.words()
    text = rule_text(page)
    rest = [page.id, *text.paragraphs, *text.books, *(meaning for _, meaning in text.choices)]
    for one in examples(page):
        rest += [one.caption, one.refusal.sentence if one.refusal else ""]
    synonyms = rulebook.RULES[page.game][page.id].synonyms if page.kind == Kind.RULE else ""
    named = words.text(synonyms) if synonyms else ""
    if page.kind == Kind.CARD:
        named = _names_of_card(page.id)
    return search.Texts(text.title, named, " ".join(rest))


def _names_of_card(card: str) -> str:
    """Return all names of a card: in every language there is, and as the rulebooks print them."""
    words = current_app.extensions["words"]
    translated = [words(language).card(card) for language in services.offered()]
    return " ".join([*translated, *RULEBOOK_NAMES.get(card, ())])


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
        text=rule_text(page),
        source=words.text(SOURCES[game]),
        game_title=words.text(TITLES[game]),
        above=link(above) if above else None,
        rulings=[link(one) for one in rulebook.rulings_of(page)],
        examples=examples(page),
        edition=services.play().editions[SHIPPED],
        copies=_copies(page),
        scores=_scores(page),
    )


def examples(page: Page) -> list[WorkedExample]:
    """Return a page's examples with their captions, worked out."""
    words = services.words()
    edition = services.play().editions[SHIPPED]
    captions = _captions(page)
    texts = [words.text(captions[place]) if place < len(captions) else "" for place in range(len(page.examples))]
    ruling = page.id if page.kind == Kind.RULING else ""
    return [worked(one, caption, edition, ruling) for one, caption in zip(page.examples, texts, strict=True)]


def _captions(page: Page) -> Sequence[str]:
    if page.kind == Kind.RULING:
        return rulebook.BOOKS[page.id].examples
    return rulebook.RULES[page.game][page.id].examples if page.kind == Kind.RULE else ()


def _copies(page: Page) -> list[tuple[int, int]]:
    """Return the copies of a card in the deck by number of seats; nothing for another page."""
    if page.kind != Kind.CARD:
        return []
    return [(seats, deck_for(seats).get(page.id, 0)) for seats in (2, 3, 4, 5)]


def _scores(page: Page) -> list[tuple[int, int]]:
    """Return what one, two, three … of a card score alone, unless the page has examples for that."""
    if page.kind != Kind.CARD or page.examples:
        return []
    return points_by_copies(page.id, BY_NAME[page.id].copies)

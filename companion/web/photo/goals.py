"""What a photo is taken for, and what becomes of a yes: a table, its start, the judge, or an edition that learns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlencode

from flask import abort, url_for

from companion.donut_shop.case import BOXED, EMPTY, Case, tile_squares
from companion.donut_shop.parts import UNKNOWN, Edition, Square, row_and_column
from companion.donut_shop.setup import SHIPPED
from companion.donut_shop.state import Level, ShopState
from companion.photos.lines import Plan, plan
from companion.photos.proposals import News, correction, news_of
from companion.store.pending import Purpose
from companion.tables.play import Snapshot
from companion.web import services
from companion.web.addresses import address
from companion.web.photo.draft import PhotoDraft
from vision.alignment import Alignment
from vision.reconcile import Difference

TABLE, START, JUDGE, TEACH = "table", "start", "judge", "teach"
MOST_BACK = 2_000  # characters of an address that is kept to go back to
LARGE = 80  # squares from which on a phone sends more pixels, where it can


def purpose_of(args: Mapping[str, str], back: str = "") -> Purpose:
    """What a photo is for, as an address or a form says. Raises NoSuchTable; aborts where it is for nothing."""
    if args.get("code"):
        snapshot = services.play().snapshot(services.connection(), args["code"].upper())
        shop = snapshot.table.state
        if not isinstance(shop, ShopState) or shop.level == Level.BANK:
            abort(404)
        draft = dict(parse_qsl(back[:MOST_BACK])).get("draft", "") or args.get("draft", "")
        return Purpose(TABLE, shop.edition.name, snapshot.code, draft[:MOST_BACK])
    what, name = args.get("for", ""), args.get("set") or SHIPPED
    if what not in (START, JUDGE, TEACH) or name not in services.play().editions:
        abort(404)
    kept = [pair for pair in parse_qsl(back[:MOST_BACK], True) if all(pair) or pair[0].isidentifier()]
    return Purpose(what, name, back=urlencode(kept))  # made anew: it goes into addresses


def edition_of(purpose: Purpose) -> Edition:
    """The edition a photo is read with; aborts where it went meanwhile."""
    edition = services.play().editions.get(purpose.edition)
    if not isinstance(edition, Edition):
        abort(404)
    return edition


def look_of(purpose: Purpose) -> Snapshot | None:
    """The table a photo is for. Raises NoSuchTable."""
    return services.play().snapshot(services.connection(), purpose.code) if purpose.what == TABLE else None


def known(purpose: Purpose) -> Case | None:
    """The case the app knows already; None where it knows none, or only the outline of the cross."""
    snapshot = look_of(purpose)
    if snapshot is None:
        return None
    case: Case = snapshot.table.state.case
    return case if any(letter != UNKNOWN for letter in case.open.values()) or case.boxed else None


def is_large(purpose: Purpose) -> bool:
    case = known(purpose)
    return case is not None and len(case) > LARGE


def back_to(purpose: Purpose) -> str:
    """Where somebody goes who takes no photo after all."""
    if purpose.what == TABLE:
        return address(url_for("table.table", code=purpose.code), parse_qsl(purpose.back))
    if purpose.what == TEACH:
        return url_for("editions.edition", name=purpose.edition)
    path = url_for("lobby.new", name="donut-shop") if purpose.what == START else url_for("judge.shop")
    return f"{path}?{purpose.back}" if purpose.back else path


def again(purpose: Purpose) -> str:
    """Where another photo for the same is taken."""
    if purpose.what == TABLE:
        return address(url_for("photo.take", code=purpose.code), {"draft": purpose.back})
    said = {"for": purpose.what, "set": purpose.edition}
    return address(url_for("photo.take"), said) + (f"&{purpose.back}" if purpose.back else "")


def other_editions(purpose: Purpose) -> dict[str, str]:
    """Where the judge's photo is taken for each edition of the house, by name; empty where that is said elsewhere."""
    if purpose.what != JUDGE:
        return {}
    kept = urlencode([pair for pair in parse_qsl(purpose.back) if pair[0] != "set"])
    return {name: again(replace(purpose, edition=name, back=kept)) for name in sorted(services.play().editions)}


def may_be_read_with(purpose: Purpose) -> list[str]:
    """The editions this photo may be read with by their names: a table, and one that is taught, have their own."""
    return sorted(services.play().editions) if purpose.what in (JUDGE, START) else [purpose.edition]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a photo comes to; all squares are those of the page. `rows`: the case as it would be drawn.

    For a table: `plan`, what a yes tells; `sides`, where each new tile lies (`left`, `right`, `up`, `down` or empty);
    `others`, squares where app and photo differ: the square, what the app knows, what the photo shows, the line that
    would put the app right (empty where none can); `unseen`, how many the photo does not show, `unknown`, how many only
    the photo shows. `outlines` of what is new: left, top, width, height. `lie`, `moved`: how the photo lies on the
    table's case; `origin`: where rows and columns are counted from.
    """

    rows: tuple[str, ...]
    snapshot: Snapshot | None = None
    is_other_case: bool = False
    news: News = field(default_factory=News)
    plan: Plan = field(default_factory=Plan)
    sides: Sequence[str] = ()
    others: Sequence[tuple[Square, str, str, str]] = ()
    unseen: int = 0
    unknown: int = 0
    outlines: Sequence[tuple[int, int, int, int]] = ()
    lie: Alignment | None = None
    moved: Square = (0, 0)
    origin: Square = (0, 0)

    def row_column(self, square: Square) -> tuple[int, int]:
        """The row and the column of a square of the page, as the unturned case counts them."""
        if self.lie is not None:
            square = self.lie.on((square[0] - self.moved[0], square[1] - self.moved[1]))
        return row_and_column(self.origin, square)


def context(purpose: Purpose, ask: PhotoDraft) -> Goal:
    """What the page says besides the reading. Raises NoSuchTable."""
    snapshot = look_of(purpose)
    rows = tuple(ask.case().rows())
    if snapshot is None:
        return Goal(rows, origin=ask.case().origin())
    reading, origin = ask.mended()
    table = snapshot.table
    news, lie = news_of(reading, table.state.case, ask.way)
    if lie is None:
        return Goal(rows, snapshot, is_other_case=True, origin=ask.case().origin())

    def here(square: Square) -> Square:
        x, y = lie.back(square)
        return x + origin[0], y + origin[1]

    tiles = [_around(map(here, tile_squares(at))) for at, _ in news.tiles]
    boxes = [_around(map(here, box.squares(at))) for at, box in news.boxes]
    return Goal(
        rows,
        snapshot,
        news=news,
        plan=Plan() if news.unready else plan(table, news, ask.wish),
        sides=[_side(tile, ask, tiles) for tile in tiles],
        others=[
            (here(one.at), one.known, one.seen, _mend(snapshot, one))
            for one in news.differs
            if EMPTY not in (one.known, one.seen)
        ],
        unseen=sum(one.seen == EMPTY for one in news.differs),
        unknown=sum(one.known == EMPTY for one in news.differs),
        outlines=(*tiles, *boxes),
        lie=lie,
        moved=origin,
        origin=table.state.case.origin(),
    )


def _mend(snapshot: Snapshot, one: Difference) -> str:
    may = one.known != BOXED and one.seen not in (BOXED, UNKNOWN)
    return correction(snapshot.table, one.at, one.seen) if may else ""


def _around(squares: Iterable[Square]) -> tuple[int, int, int, int]:
    """The rectangle these squares make: left, top, width, height."""
    all_ = list(squares)
    left, top = min(x for x, _ in all_), min(y for _, y in all_)
    return left, top, max(x for x, _ in all_) - left + 1, max(y for _, y in all_) - top + 1


def _side(tile: tuple[int, int, int, int], ask: PhotoDraft, tiles: Sequence[tuple[int, int, int, int]]) -> str:
    """At which side of all that lay there before; empty where it is in between."""
    fresh = {square for x, y, _, _ in tiles for square in tile_squares((x, y))}
    old = [square for square in ask.squares() if square not in fresh]
    x, y, _, _ = tile
    if not old:
        return ""
    sides = {
        "left": x < min(i for i, _ in old),
        "right": x > max(i for i, _ in old),
        "up": y < min(j for _, j in old),
        "down": y > max(j for _, j in old),
    }
    return next((side for side, is_there in sides.items() if is_there), "")

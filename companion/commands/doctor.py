"""Checks of the installation and its files for the command `doctor`. None of them changes anything."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, TemplateError

from companion.editions import load_sets
from companion.kernel.transcript import Refused
from companion.photos.reading import missing_packages
from companion.refusals import Unavailable
from companion.secret_key import KEY_FILE, Key, read_key
from companion.store.editions import OwnEditions
from companion.store.journal import Connection
from companion.store.samples import Samples
from companion.store.store import Store
from companion.store.tallies import Counted, Tallies
from companion.tables.limits import Limits
from companion.tables.play import Play
from companion.words.catalogues import languages
from companion.words.language import mark as _

FINE, NOTE, BAD = "ok", "note", "BAD"


NO_LIMITS = Limits()
LIMITS = {
    "tables": _("Limits: new tables per hour from one network: %(limit)d"),
    "photos": _("Limits: photos per minute from one network: %(limit)d"),
    "days": _("Limits: a table without a new line is forgotten after this many days: %(limit)d"),
}
READ_SO_FAR = _(
    "Photos: %(edition)s, squares read: %(squares)d, asked about: %(doubted)d, corrected: %(mended)d, "
    "wrong and not asked about: %(silent)d; turns: %(turns)d, changed: %(changed)d, refused: %(refused)d"
)


class Finding(NamedTuple):
    """The result of a check. `mark`: FINE, NOTE or BAD; `about`: a sentence (a msgid) with `gaps` to fill."""

    mark: str
    about: str
    gaps: Mapping[str, object] = {}


def findings(
    templates: Environment,
    static: Path,
    home: Path,
    store: Store,
    play: Play,
    key: Key = Key.KEPT,
    limits: Limits = NO_LIMITS,
) -> Iterator[Finding]:
    """Run every check, the journal first. `home`: the folder of key and own sets; `key`: how it was found at start."""
    yield from _journal(store, play)
    yield from _folder(home)
    yield from _key(home / KEY_FILE, key)
    yield from _sets(store.editions, play)
    yield from _templates(templates)
    yield from _scripts(static / "vendor")
    yield Finding(FINE, _("Languages: %(names)s"), {"names": ", ".join(languages())})
    yield from _limits(limits)
    yield from _photos(store.samples, store.tallies)


def _journal(store: Store, play: Play) -> Iterator[Finding]:
    """Check the journal by the store's own means, then read every table in it."""
    if not store.exists():
        yield Finding(NOTE, _("Journal: none yet, it is made with the first table"))
        return
    try:
        with store.open() as connection:
            problems = [
                Finding(BAD, _("Journal: %(problem)s"), {"problem": problem}) for problem in connection.problems()
            ]
            codes = connection.codes()
            problems += [finding for code in codes for finding in _table(connection, play, code)]
    except Unavailable as refusal:
        yield Finding(BAD, _("Journal: it cannot be used (%(reason)s)"), {"reason": refusal.reason})
        return
    yield from problems or [Finding(FINE, _("Journal: sound, tables in it: %(count)d"), {"count": len(codes)})]


def _table(connection: Connection, play: Play, code: str) -> Iterator[Finding]:
    try:
        snapshot = play.snapshot(connection, code)
    except Refused as refused:
        reason = refused.refusal.reason
        yield Finding(
            BAD, _("Table %(code)s: its headers cannot be read (%(reason)s)"), {"code": code, "reason": reason}
        )
        return
    for applied in snapshot.table.applied:
        if applied.line.move is None:
            line = applied.line.seq
            yield Finding(BAD, _("Table %(code)s: line %(line)d cannot be read"), {"code": code, "line": line})


def _folder(home: Path) -> Iterator[Finding]:
    if home.is_dir() and not os.access(home, os.W_OK):
        yield Finding(BAD, _("Folder: %(folder)s may not be written"), {"folder": home})


def _key(path: Path, key: Key) -> Iterator[Finding]:
    """Check the key that signs the phones' cookies."""
    if key is Key.GIVEN:
        yield Finding(FINE, _("Key: there, from DONUT_KEY"))
    elif not read_key(path):
        yield Finding(BAD, _("Key: %(file)s is missing, phones forget their tables at each start"), {"file": path.name})
    elif key is Key.HEALED:
        about = _("Key: %(file)s was empty or cut off and was made anew just now; phones have to join again")
        yield Finding(NOTE, about, {"file": path.name})
    elif os.name == "posix" and path.stat().st_mode & 0o077:
        yield Finding(NOTE, _("Key: others on this machine may read %(file)s"), {"file": path.name})
    else:
        yield Finding(FINE, _("Key: there, and only for the companion to read"))


def _sets(own: OwnEditions, play: Play) -> Iterator[Finding]:
    for problem in own.problems():
        yield Finding(BAD, _("Editions: %(problem)s"), {"problem": problem})
    editions = {**load_sets(), **own.load()}
    yield Finding(FINE, _("Editions: %(names)s"), {"names": ", ".join(editions)})
    if set(editions) != set(play.editions):
        yield Finding(NOTE, _("Editions: what was added is there after the next start"))


def _templates(templates: Environment) -> Iterator[Finding]:
    names = templates.list_templates(extensions=["html"])
    problems = []
    for name in names:
        try:
            templates.get_template(name)
        except TemplateError as error:
            problems.append(Finding(BAD, _("Pages: %(name)s: %(problem)s"), {"name": name, "problem": error}))
    if not names:
        problems.append(Finding(BAD, _("Pages: there are none")))
    yield from problems or [Finding(FINE, _("Pages: all %(count)d can be drawn"), {"count": len(names)})]


def _scripts(vendor: Path) -> Iterator[Finding]:
    """Check that the vendored scripts are byte for byte the released ones."""
    try:
        scripts = json.loads((vendor / "versions.json").read_text(encoding="utf-8"))
        changed = [
            script["file"]
            for script in scripts
            if sha256((vendor / script["file"]).read_bytes()).hexdigest() != script["sha256"]
        ]
    except (OSError, ValueError) as error:
        yield Finding(BAD, _("Scripts: %(problem)s"), {"problem": error})
        return
    for name in changed:
        yield Finding(BAD, _("Scripts: %(name)s is not the one that was released"), {"name": name})
    if not changed:
        names = ", ".join(f"{script['name']} {script['version']}" for script in scripts)
        yield Finding(FINE, _("Scripts: %(names)s"), {"names": names})


def _limits(limits: Limits) -> Iterator[Finding]:
    """Name the limits that are on."""
    on = {limit: number for limit, number in asdict(limits).items() if number}
    for limit, number in on.items():
        yield Finding(FINE, LIMITS[limit], {"limit": number})
    if not on:
        yield Finding(FINE, _("Limits: none are set"))


def _by_name(counts: Mapping[Counted, int]) -> dict[str, int]:
    return {str(what): count for what, count in counts.items()}


def _photos(samples: Samples, tallies: Tallies) -> Iterator[Finding]:
    try:
        samples.photos("")
        for edition in tallies.editions():
            yield Finding(
                FINE,
                READ_SO_FAR,
                {"edition": edition, **dict.fromkeys(map(str, Counted), 0), **_by_name(tallies.of(edition))},
            )
    except Unavailable as refusal:
        yield Finding(BAD, _("Photos: what was taught cannot be used (%(reason)s)"), {"reason": refusal.reason})
    if lacking := missing_packages():
        gaps = {"names": ", ".join(lacking)}
        yield Finding(NOTE, _("Photos: not installed: %(names)s; everything else works without"), gaps)
    else:
        yield Finding(FINE, _("Photos: all they need is there"))

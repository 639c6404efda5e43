"""The commands about tables and the journal: export, import, demo, backup, restore, forget, unlock, doctor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn, cast

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands import doctor
from companion.exports.bgstats import bgstats_link
from companion.exports.downloads import FORMATS, export_text
from companion.kernel.transcript import IMPORTED, Refused
from companion.refusals import Refusal, Unavailable
from companion.store.store import Store
from companion.tables import demo
from companion.tables.clock import now
from companion.tables.exported_json import is_json, read_export
from companion.tables.limits import Limits, forget_idle
from companion.tables.play import NoSuchTable, Play
from companion.tables.snapshot import Snapshot
from companion.tables.transcript_file import open_text
from companion.words import Words
from companion.words.language import mark as _

PEN = "pen"  # the phone recorded for lines entered by a command


@contextmanager
def report_refusals() -> Iterator[None]:
    """Turn a refusal into a sentence on standard error and exit status 1."""
    try:
        yield
    except NoSuchTable:
        _fail(_words().text(_("No table has this code.")))
    except Refused as refused:
        _fail(f"{_words().text(_('Line %(line)d:'), line=refused.line)} {_refusal(refused.refusal)}")
    except Refusal as refusal:
        _fail(_refusal(refusal))


@click.command("export")
@click.option("--as", "form", type=click.Choice([*FORMATS, "bgstats"]), default="txt", show_default=True)
@click.argument("code")
@with_appcontext
@report_refusals()
def export_command(code: str, form: str) -> None:
    """Print a table: its transcript, JSON, a sheet of rows, or a link that BG Stats reads."""
    with _store().open() as connection:
        evening = _play().evening(connection, code.upper())
    if form != "bgstats":
        click.echo(export_text(evening, form).encode(), nl=False)
        return
    link = bgstats_link(evening)
    if link is None:
        _fail(_words().text(_("This game is not over; BG Stats would count it as lost.")))
    click.echo(link)


@click.command("import")
@click.argument("file")
@with_appcontext
@report_refusals()
def import_command(file: str) -> None:
    """Make a table of a transcript or of exported JSON; FILE may be - for standard input.

    Prints its code and the path of its page.
    """
    text = open_text(file)
    with _store().open() as connection:
        _show(_play().import_table(connection, read_export(text, file).text if is_json(text) else text, PEN, IMPORTED))


@click.command("demo")
@with_appcontext
@report_refusals()
def demo_command() -> None:
    """Make a finished and a half-played table of each game."""
    with _store().open() as connection:
        for text in demo.transcripts().values():
            _show(_play().import_table(connection, text, PEN))


@click.command("backup")
@click.argument("file")
@with_appcontext
@report_refusals()
def backup_command(file: str) -> None:
    """Copy the journal to FILE, also while people play; an older backup there is replaced."""
    target = Path(file).absolute()
    if target == _store().file:
        _fail(_words().text(_("This is the journal itself; name another file.")))
    if not _store().exists():
        _fail(_words().text(_("There is no journal yet.")))
    if not target.parent.is_dir():
        _fail(_words().text(_("There is no folder %(folder)s"), folder=target.parent))
    _store().back_up(target)
    click.echo(_words().text(_("Kept in %(file)s"), file=click.format_filename(file)))


@click.command("restore")
@click.argument("file")
@with_appcontext
@report_refusals()
def restore_command(file: str) -> None:
    """Put a backup in the journal's place, also while people play. What was there is kept beside it."""
    if not Path(file).is_file():
        _fail(_words().text(_("The file %(file)s cannot be opened."), file=click.format_filename(file)))
    try:
        kept = _store().restore(Path(file))
    except Unavailable as refusal:
        if refusal.reason != "corrupt":  # a damaged journal can be replaced, so this is about the backup
            raise
        _fail(_words().text(_("%(file)s is no backup of a journal; nothing was changed."), file=file))
    click.echo(_words().text(_("Restored; every phone loads its pages anew.")))
    if kept:
        click.echo(_words().text(_("What was there is kept in %(file)s"), file=kept))


@click.command("forget")
@click.argument("code")
@with_appcontext
@report_refusals()
def forget_command(code: str) -> None:
    """Remove a table with all its lines for good."""
    with _store().open() as connection:
        if not connection.forget(code.upper()):
            raise NoSuchTable(code)
    _store().sightings.remove(code.upper())
    click.echo(_words().text(_("Forgotten: %(code)s"), code=code.upper()))


@click.command("forget-idle")
@click.option("--days", type=click.IntRange(1), help="Instead of what DONUT_FORGET_AFTER_DAYS says.")
@with_appcontext
@report_refusals()
def forget_idle_command(days: int | None) -> None:
    """Remove the tables without a new line for so many days, for good. A server with that setting does it by itself."""
    if not (after := days or _limits().days):
        _fail(_words().text(_("After how many days? Add --days 90, or set DONUT_FORGET_AFTER_DAYS.")))
    gone = forget_idle(_store(), after, datetime.now(UTC))
    for code in gone:
        click.echo(_words().text(_("Forgotten: %(code)s"), code=code))
    if not gone:
        click.echo(_words().text(_("No table was without a new line for so long.")))


@click.command("unlock")
@click.argument("code")
@with_appcontext
@report_refusals()
def unlock_command(code: str) -> None:
    """Unlock a table, so that phones without a seat may enter lines and take seats again."""
    with _store().open() as connection:
        if not connection.lock(code.upper(), now(), locked=False):
            raise NoSuchTable(code)
    click.echo(_words().text(_("Unlocked: %(code)s"), code=code.upper()))


@click.command("doctor")
@with_appcontext
@report_refusals()
def doctor_command() -> None:
    """See whether everything is there and sound. Exits with 1 where something is not."""
    home: Path = current_app.extensions["home"]
    key = current_app.extensions["key"]
    findings = list(doctor.findings(current_app.jinja_env, _static(), home, _store(), _play(), key, _limits()))
    for finding in findings:
        click.echo(f"{finding.mark:<4}  {_words().text(finding.about, **finding.gaps)}")
    if any(finding.mark == doctor.BAD for finding in findings):
        raise SystemExit(1)


ALL = (
    export_command,
    import_command,
    demo_command,
    backup_command,
    restore_command,
    forget_command,
    forget_idle_command,
    unlock_command,
    doctor_command,
)


def _play() -> Play:
    return cast(Play, current_app.extensions["play"])


def _store() -> Store:
    return cast(Store, current_app.extensions["store"])


def _limits() -> Limits:
    return cast(Limits, current_app.extensions["limits"])


def _static() -> Path:
    return Path(current_app.static_folder or "")


def _words() -> Words:
    return Words()


def _show(snapshot: Snapshot) -> None:
    """Print a new table's code and the path of its page."""
    click.echo(f"{snapshot.code} /t/{snapshot.code}")


def _refusal(refusal: Refusal) -> str:
    message = _words().refusal(refusal)
    return f"{message.sentence} {message.hint}"


def _fail(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(1)

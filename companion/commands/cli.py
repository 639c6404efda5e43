"""The commands of `flask --app app …`: `replay` here, the others in `house`, `key`, `photo` and `watch`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from companion.commands import house, key, photo, watch
from companion.donut_shop.parts import Edition
from companion.editions import load_sets
from companion.exports import terminal
from companion.exports.serialization import replay_json
from companion.kernel.redact import as_on_paper
from companion.kernel.transcript import IMPORTED, Refused
from companion.tables.replay import Replay, replay
from companion.tables.transcript_file import open_text
from companion.words import Words


def register(app: Flask) -> None:
    """Add the commands to the app's own."""
    app.cli.add_command(replay_command)
    for command in (*house.ALL, *key.ALL, *photo.ALL, *watch.ALL):
        app.cli.add_command(command)


@click.command("replay")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on one line.")
@click.argument("file")
@with_appcontext
def replay_command(as_json: bool, file: str) -> None:
    """Replay a transcript, line by line; FILE may be - for standard input.

    Prints each line with what it paid, then the standings. Exits with 1 at the first line that is refused.
    """
    words = Words()
    try:
        result = replay(open_text(file), _editions(), bounds=IMPORTED)
    except Refused as refused:
        result = Replay(None, refused=refused)
    if as_json:
        _print_json(result, words)
    else:
        _print_text(result, words)
    if result.refused is not None:
        raise SystemExit(1)


def _editions() -> Mapping[str, Edition]:
    """Return the editions of the running app with the house's own, or the shipped ones without it."""
    play = current_app.extensions.get("play")
    return load_sets() if play is None else play.editions


def _print_json(result: Replay, words: Words) -> None:
    click.echo(json.dumps(replay_json(result, words), ensure_ascii=False).encode())


def _print_text(result: Replay, words: Words) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ¢ or − shows a question mark
    table = result.table and as_on_paper(result.table)
    if table is not None and table.version:
        click.echo("\n".join(terminal.lines(table, words)))
    if result.refused is not None:
        click.echo("\n".join(terminal.refusal(result, words)), err=True)
    elif table is not None:
        rest = [
            [""] * bool(table.version),
            terminal.standings(table, words),
            terminal.position(table, words),
        ]
        click.echo("\n".join(line for part in rest for line in part))

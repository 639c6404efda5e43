"""Commands beside the pages: `flask --app app replay`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from typing import Any

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from companion.commands import house, photo
from companion.editions import load_sets
from companion.exports import terminal
from companion.exports.serialization import replay_json
from companion.kernel.transcript import Refused
from companion.tables.replay import Replay, replay
from companion.tables.transcript_file import open_text
from companion.words import Words


def register(app: Flask) -> None:
    """Adds the commands to the app’s own."""
    app.cli.add_command(replay_command)
    for command in (*house.ALL, *photo.ALL):
        app.cli.add_command(command)


@click.command("replay")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on one line.")
@click.argument("file")
@with_appcontext
def replay_command(as_json: bool, file: str) -> None:
    """Tell a transcript again, line by line; FILE may be - for standard input.

    Prints each line with what it paid, then the standings. Exits with 1 at the first line that cannot be told.
    """
    words = Words(current_app.config.get("LANGUAGE", "en"))
    try:
        done = replay(open_text(file), _editions())
    except Refused as refused:
        done = Replay(None, refused=refused)
    if as_json:
        _print_json(done, words)
    else:
        _print_text(done, words)
    if done.refused is not None:
        raise SystemExit(1)


def _editions() -> Mapping[str, Any]:
    """The house’s editions where the app has them at hand, else the shipped ones."""
    play = current_app.extensions.get("play")
    return load_sets() if play is None else play.editions


def _print_json(done: Replay, words: Words) -> None:
    click.echo(json.dumps(replay_json(done, words), ensure_ascii=False).encode())


def _print_text(done: Replay, words: Words) -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ¢ or − shows a question mark
    if done.table is not None and done.table.version:
        click.echo("\n".join(terminal.lines(done.table, words)))
    if done.refused is not None:
        click.echo("\n".join(terminal.refusal(done, words)), err=True)
    elif done.table is not None:
        rest = [
            [""] * bool(done.table.version),
            terminal.standings(done.table, words),
            terminal.lying(done.table, words),
        ]
        click.echo("\n".join(line for part in rest for line in part))

"""The command `new-key`: another key to sign the phones' cookies with."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.commands.house import report_refusals
from companion.files import refused
from companion.secret_key import KEY_FILE, Key, renew_key
from companion.words import Words
from companion.words.language import mark as _


@click.command("new-key")
@click.option("--forget-phones", is_flag=True, help="Cookies signed so far are worth nothing then.")
@with_appcontext
@report_refusals()
def new_key_command(forget_phones: bool) -> None:
    """Make another key for the phones' cookies; it counts from the next start of the companion on.

    Phones stay known and get a cookie with the new signature at their next page. After a copy of the key fell into
    other hands use --forget-phones: every phone is a new one then.
    """
    home: Path = current_app.extensions["home"]
    words = Words()
    if current_app.extensions["key"] is Key.GIVEN:
        click.echo(words.text(_("The keys come from DONUT_KEY. Put a new key first in it, and restart.")), err=True)
        raise SystemExit(1)
    try:
        renew_key(home, forget=forget_phones)
    except OSError as error:
        raise refused(error, home / KEY_FILE) from error
    click.echo(words.text(_("The new key is in %(file)s. Restart the companion to use it."), file=KEY_FILE))


ALL = (new_key_command,)

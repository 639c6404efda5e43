"""The judge: what a tile, a box or trays bring, with the rule that says so. No table is needed."""

from __future__ import annotations

from flask import Blueprint, render_template

pages = Blueprint("judge", __name__, url_prefix="/judge")


@pages.get("")
def start() -> str:
    """What is there to judge?"""
    return render_template("judge/start.html")

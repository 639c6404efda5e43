"""The page about privacy: what this server keeps and for how long, as the host has set it."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from companion.store.pending import KEPT
from companion.web.guards.limits import limits

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def page() -> str:
    """Show what is kept."""
    return render_template(
        "lobby/privacy.html",
        limits=limits(),
        photo_minutes=round(KEPT / 60),
        cookie_days=current_app.permanent_session_lifetime.days,
    )

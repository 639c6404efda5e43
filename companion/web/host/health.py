"""The health address, for a container, a proxy or a monitor: whether this process answers and has its journal."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.refusals import Unavailable
from companion.web import services

pages = Blueprint("health", __name__)


@pages.get("/health")
def health() -> Response:
    """Answer `ok`; 503 and the reason where the journal cannot be used just now. It makes no journal."""
    try:
        if services.store().exists():
            services.connection().versions([])
    except Unavailable as refusal:
        return Response(f"{refusal.reason}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")

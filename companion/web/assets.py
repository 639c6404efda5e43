"""Static files as they are sent: scripts and styles joined, each file with a print of its content, compressed once."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, url_for

from companion.web.compression import LEAST, TEXTS, accepts_gzip

# What our static files are on any machine: on Windows any program may change it for .js, and browsers refuse
# a script that is called plain text.
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}
VENDORED = ("vendor/htmx.min.js",)
SCRIPTS = (
    *("storage", "requests", "dock", "forms", "taps", "exchange", "live", "stream", "history", "turn", "focus"),
    *("device", "half_entered", "spots", "reveal"),
)
STYLES = (
    *("tokens", "base", "page", "donuts", "drawn", "seats", "buttons", "signs", "fields", "words", "cards"),
    *("case", "screens", "shop", "dock", "nuts", "own", "phones", "wide", "near", "eye", "lies", "large", "print"),
)
SHOWN = ("replay", "screen")  # scripts of pages that show a table to be looked at
SENT = ("photo",)  # of the page that takes a photo
# Of pages beside the tables, which have enough to load.
BESIDE = (
    *("photo", "journal", "more", "sitting", "results", "judge", "host"),
    *("replay", "screen", "night", "ended", "lobby", "start", "paper"),
)
ABROAD = ("languages",)  # of pages in other languages than English
# What a line is set in by, lines of comment, and comments at the end of a line.
COMMENT = re.compile(rb"^ *(?://.*\n)?|(?<=[;{,]) // .*$", re.MULTILINE)
CSS_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
CSS_SPACE = re.compile(rb"\s*\n\s*|(?<=[:,{]) (?![;}])| (?={)")  # but not the value of a property that is a space
YEAR = 31_536_000  # seconds


@dataclass(frozen=True)
class Asset:
    """A static file: its content, and its media type."""

    content: bytes
    kind: str

    @cached_property
    def mark(self) -> str:
        """A print of the content: another content has another address."""
        return sha256(self.content).hexdigest()[:10]

    @cached_property
    def compressed(self) -> bytes:
        """The content as gzip, as small as it gets."""
        return gzip.compress(self.content, 9, mtime=0)


def register(app: Flask) -> None:
    """Serve what lies in the static folder, read when the first app is built, and name it in templates by `asset`."""
    for ending, kind in KINDS.items():
        mimetypes.add_type(kind, ending)
    app.extensions["assets"] = assets_in(Path(app.static_folder or ""))
    app.view_functions["static"] = send
    app.jinja_env.globals["asset"] = address


@cache
def assets_in(folder: Path) -> Mapping[str, Asset]:
    """Every file to be sent, by its name below /static/; read once, for all the apps of a process."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    contents = {name: (folder / name).read_bytes() for name in names}
    vendored = b"\n".join(contents[name] for name in VENDORED)
    contents["companion.js"] = vendored + b";\n" + _joined(contents, SCRIPTS)
    contents["shown.js"], contents["photo.js"] = _joined(contents, SHOWN), _joined(contents, SENT)
    for sheet, parts in (("companion.css", STYLES), ("beside.css", BESIDE), ("abroad.css", ABROAD)):
        styles = b"\n".join(contents[f"styles/{name}.css"] for name in parts)
        contents[sheet] = CSS_SPACE.sub(b"", CSS_COMMENT.sub(b"", styles))
    return {
        name: Asset(content, mimetypes.guess_type(name)[0] or "application/octet-stream")
        for name, content in contents.items()
    }


def _joined(contents: dict[str, bytes], names: Iterable[str]) -> bytes:
    """Return scripts as one, whose names are its own."""
    ours = COMMENT.sub(b"", b"\n".join(contents[f"scripts/{name}.js"] for name in names))
    return b'(() => {\n"use strict";\n' + ours + b"})();\n"


def address(name: str) -> str:
    """The address of a static file, with the print of its content: a browser may keep it for ever."""
    return url_for("static", filename=name, v=current_app.extensions["assets"][name].mark)


def send(filename: str) -> Response:
    """A static file, compressed for who takes that; 404 where there is none."""
    asset: Asset | None = current_app.extensions["assets"].get(filename)
    if asset is None:
        abort(404)
    is_text = asset.kind in TEXTS
    squeezed = is_text and len(asset.content) >= LEAST and accepts_gzip()
    response = Response(asset.compressed if squeezed else asset.content, mimetype=asset.kind)
    if squeezed:
        response.headers["Content-Encoding"] = "gzip"
    if is_text:
        response.vary.add("Accept-Encoding")
    response.set_etag(f"{asset.mark}{'-gzip' if squeezed else ''}")
    response.cache_control.public = True
    response.cache_control.max_age = YEAR
    response.make_conditional(request)
    return response

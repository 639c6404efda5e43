"""`python -m companion.words extract` writes `companion/translations/messages.pot` from the code and the templates."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from companion.words.language import TRANSLATIONS

ROOT = TRANSLATIONS.parents[1]
POT = TRANSLATIONS / "messages.pot"
FOLDERS = ("companion", "templates")
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract"), ("**.txt", "jinja2.ext:babel_extract")]
KEYWORDS = {"_": None, "mark": None, "gettext": None, "ngettext": (1, 2), "plural": (1, 2)}
OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}


def template(root: Path = ROOT) -> str:
    """The text of `messages.pot`: every msgid in order, with its files; no dates, so that only words change it."""
    from babel.messages import Catalog
    from babel.messages.extract import extract_from_dir
    from babel.messages.pofile import write_po

    catalogue = Catalog(charset="utf-8")
    for folder in FOLDERS:
        if not (root / folder).is_dir():
            continue
        for name, line, message, comments, context in extract_from_dir(
            str(root / folder), METHODS, OPTIONS, KEYWORDS, strip_comment_tags=True
        ):
            where = (f"{folder}/{name}", line)
            catalogue.add(message, None, [where], auto_comments=comments, context=context)
    text = BytesIO()
    write_po(text, catalogue, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return text.getvalue().decode()


def main(arguments: list[str]) -> int:
    if arguments != ["extract"]:
        print("usage: python -m companion.words extract", file=sys.stderr)
        return 2
    TRANSLATIONS.mkdir(exist_ok=True)
    POT.write_text(template(), encoding="utf-8")
    print(f"{POT.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

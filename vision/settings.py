"""Every tuned number of the reader, from `settings.toml` beside this file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

FILE = Path(__file__).with_name("settings.toml")


@cache
def numbers(table: str) -> Mapping[str, float]:
    """The numbers of one table, read once and never changed. Raises KeyError where there is no such table."""
    return MappingProxyType(tomllib.loads(FILE.read_text(encoding="utf-8"))[table])

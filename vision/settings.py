"""Gives access to every tuned number of the reader, from `settings.toml` beside this file: `SETTINGS.photo["dark"]`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

FILE = Path(__file__).with_name("settings.toml")


class Settings:
    """The tables of the file by name, each read-only; the file is read at the first access."""

    def __getattr__(self, table: str) -> Mapping[str, float]:
        try:
            return _tables()[table]
        except KeyError:
            raise AttributeError(f"settings.toml has no table [{table}]") from None


SETTINGS = Settings()


@cache
def _tables() -> Mapping[str, Mapping[str, float]]:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: MappingProxyType(table) for name, table in tables.items()}

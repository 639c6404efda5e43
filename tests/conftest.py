"""Hypothesis finds the same examples on every machine; all tests that need a browser share one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.engines import firefox, webkit
from tests.servers import CHROMIUM, HOW_TO_INSTALL, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("house", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("house")

ENGINES = {"webkit": webkit.installed, "firefox": firefox.installed}
LEFT_OUT = pytest.StashKey[dict[str, int]]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of an engine that is not installed are taken out of the run; the summary says how many."""
    absent = {engine for engine, installed in ENGINES.items() if not installed()}
    left_out: dict[str, list[pytest.Item]] = {}
    for item in items:
        engine = getattr(getattr(item, "callspec", None), "params", {}).get("engine")
        if engine in absent:
            left_out.setdefault(engine, []).append(item)
    if gone := [item for those in left_out.values() for item in those]:
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=gone)
    counts = {engine: len(those) for engine, those in left_out.items()}
    config.stash[LEFT_OUT] = counts
    if hasattr(config, "workeroutput"):  # a worker of pytest-xdist: only its controller writes a summary
        config.workeroutput["left_out"] = counts


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for engine, count in config.stash.get(LEFT_OUT, {}).items():
        words = f"NO {engine.upper()}: {count} tests were left out. Install it as root on Debian: make engines-packages"
        terminalreporter.write_sep("*", words, red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none, the tests that need it are skipped and say so."""
    if not CHROMIUM.exists():
        pytest.skip(HOW_TO_INSTALL)
    with chromium() as browser:
        yield browser

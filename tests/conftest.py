"""Tiers of tests, tests left out where a machine lacks what they need, and the browser all others share."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests import memory, postgres, tiers
from tests.servers import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--tier", choices=list(tiers.TIERS), help="which tests run, with how many examples: tests/tiers.py"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Turn a tier into markers, examples and, where it wants fresh ones, a seed; in each worker of pytest-xdist too."""
    if place := memory.place():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(place))
    name = config.getoption("tier")
    if not name:
        return
    os.environ[tiers.TIER] = name  # workers inherit it, and the seed
    tier = tiers.TIERS[name]
    config.option.markexpr = " and ".join(f"({part})" for part in (tier.markers, config.option.markexpr) if part)
    if tier.fresh_seeds and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = os.environ.setdefault(tiers.SEED, str(random.SystemRandom().randrange(10**6)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: a worker whose test waits for a page or a clock leaves its core to another."""
    return tiers.cores() + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take tests out of the run whose needs this machine does not meet; they are deselected, not skipped."""
    unmet = [name for name, need in tiers.NEEDS.items() if not need.met()]
    left_out: dict[str, list[pytest.Item]] = {}
    for item in items:
        engine = getattr(getattr(item, "callspec", None), "params", {}).get("engine")
        lacks = next((name for name in unmet if name == engine or item.get_closest_marker(name)), None)
        if lacks:
            left_out.setdefault(lacks, []).append(item)
    if gone := {item for those in left_out.values() for item in those}:
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=list(gone))
    counts = {name: len(those) for name, those in left_out.items()}
    config.stash[LEFT_OUT] = counts
    if hasattr(config, "workeroutput"):  # only the controller of pytest-xdist writes a summary
        config.workeroutput["left_out"] = counts


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if tiers.chosen().fresh_seeds:
        seed = config.getoption("hypothesis_seed")
        terminalreporter.write_line(f"seed {seed}: to have the same examples again, make soak SEED={seed}")
    for name, count in config.stash.get(LEFT_OUT, {}).items():
        terminalreporter.write_sep("*", tiers.notice(name, count), red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """PostgreSQL in a folder of its own."""
    with postgres.server() as server:
        yield server

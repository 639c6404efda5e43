"""Tiers of tests: which tests a run leaves out, and how many examples of each property it tries."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests import postgres
from tests.engines import firefox, webkit
from tests.servers import chromium_path


class Tier(NamedTuple):
    """`markers` as for pytest's -m; `share` of the examples `make full` tries; fixed seeds, or fresh ones each run."""

    markers: str = ""
    share: float = 1.0
    fresh_seeds: bool = False


TIERS = {
    "quick": Tier("not (browser or engines or photo or long or slow)", 0.1),
    "test": Tier("not (engines or long)", 0.3),
    "full": Tier(),
    "soak": Tier("hypothesis", 2.0, fresh_seeds=True),
}
TIER, SEED = "COMPANION_TIER", "COMPANION_SEED"  # environment variables for the workers of pytest-xdist, set by --tier


def chosen() -> Tier:
    """The tier of this run; without --tier it has the examples of `make test`, and leaves nothing out."""
    return TIERS.get(os.environ.get(TIER, ""), Tier(share=TIERS["test"].share))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Need(NamedTuple):
    """Something a machine may lack: how to know, and what installs it as root on Debian."""

    met: Callable[[], bool]
    remedy: str = ""


@cache
def can_mount() -> bool:
    """Return whether this user may mount a disk in memory."""
    if shutil.which("mount") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False)
        return not mounted.returncode and not subprocess.run(["umount", folder], check=False).returncode


def faketime() -> Path | None:
    """Return the library that gives a process another clock; None where it is not installed."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


def has_proxies() -> bool:
    return all(map(shutil.which, ("caddy", "nginx")))


# By the marker of the tests that need it, or the engine that is their parameter.
NEEDS = {
    "browser": Need(lambda: chromium_path() is not None, "make chromium"),
    "webkit": Need(webkit.installed, "make engines-packages"),
    "firefox": Need(firefox.installed, "make engines-packages"),
    "posix": Need(lambda: os.name == "posix"),
    "mounts": Need(can_mount),
    "faketime": Need(lambda: faketime() is not None, "make faults-packages"),
    "proxies": Need(has_proxies, "make faults-packages"),
    "postgres": Need(postgres.is_installed, "make postgres-packages"),
    "linux": Need(lambda: Path("/proc/self/clear_refs").exists()),
}
NAMES = {"browser": "CHROMIUM"}


def notice(need: str, count: int) -> str:
    """What the summary of a run prints about tests that were left out."""
    name, remedy = NAMES.get(need, need.upper()), NEEDS[need].remedy
    how = f" To install it on Debian: sudo {remedy}" if remedy else ""
    return f"NO {name}: {count} tests were left out.{how}"

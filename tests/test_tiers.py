"""Runs of pytest in a process of their own: what a tier leaves out, what a machine lacks, and the end of a hang."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiers import TIERS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
WORKERS = pytest.mark.parametrize("workers", [[], ["--numprocesses", "1"]], ids=["alone", "with a worker"])
# The property among the tests of names in quotes.
QUOTED = {"test_what_is_quoted_can_be_read_again", "test_straight_quotes_are_straight_already"}
HANGS = """
import threading

def test_passes():
    pass

def test_hangs():
    threading.Event().wait()
"""


def run_pytest(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    quiet = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COMPANION_"))}
    return subprocess.run(
        command, cwd=ROOT, env=quiet | environment, capture_output=True, encoding="utf-8", timeout=120
    )


@WORKERS
def test_tests_of_an_absent_browser_are_left_out_loudly(workers: list[str], tmp_path: Path) -> None:
    run = run_pytest("tests/engines", "tests/browser/test_axe.py", "--collect-only", *workers, PATH=str(tmp_path))
    for browser in ("WEBKIT", "FIREFOX", "CHROMIUM"):
        assert re.search(
            rf"NO {browser}: [1-9]\d* tests were left out. To install it on Debian: sudo make ", run.stdout
        )
    assert "skipped" not in run.stdout


def collected(*arguments: str) -> set[str]:
    """The files of which a run would take tests."""
    return set(
        re.findall(r"^(tests/\S+\.py): \d+$", run_pytest("--collect-only", "-q", *arguments).stdout, re.MULTILINE)
    )


def test_tiers_contain_each_other() -> None:
    folders = ("tests/browser", "tests/vision", "tests/kernel", "tests/engines")
    quick, test, full = (collected("--tier", tier, *folders) for tier in ("quick", "test", "full"))
    assert quick < test <= full
    assert {name.split("/")[1] for name in quick} == {"kernel"}
    assert {name.split("/")[1] for name in test} == {"kernel", "browser", "vision"}


def test_a_tier_and_markers_of_ones_own_are_both_kept() -> None:
    assert collected("--tier", "test", "-m", "photo", "tests/kernel", "tests/vision") == collected(
        "--tier", "test", "tests/vision"
    )


@WORKERS
def test_a_tier_holds_in_workers_too(workers: list[str]) -> None:
    files = ("tests/kernel/test_text.py", "tests/vision/test_settings.py")
    run = run_pytest("--tier", "soak", "--durations", "0", "-vv", "-k", "quote or settings", *files, *workers)
    names = set(re.findall(r"call +(\S+)", run.stdout))
    assert {name.partition("::")[2] for name in names} == QUOTED
    assert re.search(r"^seed \d+: to have the same examples again, make soak SEED=\d+$", run.stdout, re.MULTILINE)


@WORKERS
def test_a_hang_ends_the_run_with_a_traceback(workers: list[str], tmp_path: Path) -> None:
    path = tmp_path / "test_hang.py"
    path.write_text(HANGS, encoding="utf-8")
    run = run_pytest(str(path), "-c", str(ROOT / "pyproject.toml"), "-o", "faulthandler_timeout=0.5", *workers)
    assert run.returncode != 0
    assert re.search(r'test_hang\.py", line 8 in test_hangs', run.stderr)
    if workers:  # another worker takes over, and the test that hung has failed
        assert re.search(r"FAILED .*::test_hangs", run.stdout)


def test_every_tier_is_a_target_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for tier in TIERS:
        assert re.search(rf"^{tier}:.*\n(\t.*\n)*\t\$\(PYTEST\) --tier {tier}\b", makefile, re.MULTILINE), tier


def test_properties_are_tried_by_one_module() -> None:
    """The others import Hypothesis from it, so that tiers and seeds hold for them too."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"^(from|import) hypothesis\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == {"tests/properties.py"}

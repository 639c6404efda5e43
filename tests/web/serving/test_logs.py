"""What the server logs: where a fault is, and nothing anybody entered, no code of a table among it."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.serving.logs import log_discreetly
from tests.client import House
from tests.servers import ROOT

SECRET = "Edith bids 3 at KRMPF"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the process logs in this test."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    root.handlers = []
    hook = threading.excepthook
    log_discreetly(stream)
    yield stream
    root.handlers, root.level, threading.excepthook = before, level, hook


def broken() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(f"{SECRET}: {error}") from error


def test_a_fault_of_a_page_is_logged_without_its_address_and_what_was_sent(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, TESTING=False, PROPAGATE_EXCEPTIONS=False)
    phone = house.phone()
    code = phone.open("Edith", "Bo")
    monkeypatch.setattr("companion.tables.play.Play.play", lambda *_: broken())
    assert phone.record(f'table: note "{SECRET}"', 0).status_code == 500
    said = log.getvalue()
    assert "Fault at POST /t/<code>/move" in said
    assert re.search(r"builtins\.KeyError\s.*test_logs\.py.*in broken\s.*builtins\.ValueError", said, re.DOTALL)
    assert not any(word in said for word in (code, "Edith", "bids", "KRMPF"))
    assert said.index("KeyError") < said.index("ValueError")


def test_a_logger_that_warned_before_the_server_ran_leaves_the_messages_of_errors_out_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    before, hook = root.handlers[:], threading.excepthook
    root.handlers = []
    try:
        house = House(tmp_path, TESTING=False, PROPAGATE_EXCEPTIONS=False, LANGUAGE="xx")
        assert "There is no language 'xx' here" in capsys.readouterr().err
        log_discreetly()
        phone = house.phone()
        phone.open("Edith", "Bo")
        monkeypatch.setattr("companion.tables.play.Play.play", lambda *_: broken())
        assert phone.record(f'table: note "{SECRET}"', 0).status_code == 500
        printed = capsys.readouterr().err
        assert printed.count("Fault at") == 1 and "Edith" not in printed
    finally:
        root.handlers, threading.excepthook = before, hook


def test_any_other_logger_leaves_the_messages_of_errors_out_too(log: io.StringIO) -> None:
    try:
        broken()
    except ValueError:
        logging.getLogger("companion.store").exception("news could not be handled")
    assert "ERROR companion.store: news could not be handled" in log.getvalue()
    assert "Edith" not in log.getvalue()


def test_tasks_and_threads_that_end_with_an_error_leave_its_message_out_too(log: io.StringIO) -> None:
    async def leave_alone() -> None:
        async def task() -> None:
            broken()

        asyncio.create_task(task())  # noqa: RUF006
        await asyncio.sleep(0)
        gc.collect()

    asyncio.run(leave_alone())
    thread = threading.Thread(target=broken, name="news")
    thread.start()
    thread.join()
    gc.collect()
    assert "Task exception was never retrieved" in log.getvalue() and "Thread news ended" in log.getvalue()
    assert log.getvalue().count("builtins.ValueError") >= 2 and "Edith" not in log.getvalue()


@pytest.mark.posix
@pytest.mark.slow
def test_a_server_that_is_used_and_misused_prints_no_code(tmp_path: Path) -> None:
    code = "import sys\nfrom companion.web import create_app\nfrom companion.web.server import serve\n"
    code += "serve(create_app({'DATABASE': sys.argv[1]}), '127.0.0.1', 0)"
    command = [sys.executable, "-c", code, str(tmp_path / "companion.db")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout
        found = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert found
        try:
            for path in ("/t/KRMPF", "/t/KRMPF/news", "/join?code=KRMPF", "/nowhere/KRMPF", "/photo?code=KRMPF"):
                try:
                    urllib.request.urlopen(f"{found[0]}{path}", timeout=20).close()
                except urllib.error.HTTPError as refused:
                    refused.close()
            (tmp_path / "companion.db").write_bytes(b"shopping list " * 1000)
            with pytest.raises(urllib.error.HTTPError) as error:
                urllib.request.urlopen(f"{found[0]}/t/KRMPF", timeout=20)
            error.value.close()
            time.sleep(0.2)
        finally:
            server.send_signal(signal.SIGTERM)
            printed = "".join(server.communicate(timeout=20))
    assert "KRMPF" not in printed

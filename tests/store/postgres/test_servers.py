"""Two real servers on one database: phones on either hear of every line, and one server may be killed at any time."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.postgres import Server
from tests.soak import Listener, Payer, Phone, Starter, check_payments, starter, wait_until
from tests.soak import Server as Running

pytestmark = [pytest.mark.postgres, pytest.mark.long, pytest.mark.posix]


@pytest.fixture
def address(postgres_server: Server, tmp_path: Path) -> Iterator[str]:
    address = postgres_server.database(tmp_path)
    yield address
    postgres_server.drop(address)


@pytest.fixture
def started(address: str) -> Iterator[Starter]:
    with starter(address) as started:
        yield started


def end(servers: Sequence[Running], host: Phone, *listeners: Listener) -> None:
    host.hang_up()
    for server in servers:
        server.signal(signal.SIGTERM)
    for listener in listeners:
        listener.join(60)


def test_four_phones_on_two_servers_hear_of_every_line_and_none_is_lost(started: Starter, address: str) -> None:
    servers = [started.start(), started.start()]
    host = Phone()
    host.ring(servers[0].port)
    code = host.open("bank")
    listeners = [Listener(servers[n % 2].port, code) for n in range(4)]
    until = time.monotonic() + 2
    payers = [Payer(servers[n % 2].port, code, f"phone {n}", until) for n in range(4)]
    for thread in [*payers, *listeners]:
        thread.start()
    for payer in payers:
        payer.join()
    versions = check_payments(address, [code], payers)
    wait_until(lambda: all(listener.last == versions[code] for listener in listeners), 5)
    assert sum(payer.answered for payer in payers) > 10
    end(servers, host, *listeners)


def test_a_line_is_heard_on_the_other_server_in_a_moment(started: Starter) -> None:
    one, other = started.start(), started.start()
    host = Phone()
    host.ring(one.port)
    code = host.open("bank")
    listener = Listener(other.port, code)
    listener.start()
    version, took = host.version(), list[float]()
    for number in range(20):
        assert host.record(version, f'Ana: paid 5 "{number}"') == 200
        version, begun = version + 1, time.monotonic()
        wait_until(lambda version=version: listener.last == str(version), 5)
        took.append(time.monotonic() - begun)
    assert sorted(took)[10] < 0.5, "notified, not found by comparing every two seconds"
    end([one, other], host, listener)


def test_a_phone_goes_on_at_the_other_server_when_its_own_is_killed(started: Starter, address: str) -> None:
    one, other = started.start(), started.start()
    host = Phone()
    host.ring(one.port)
    code = host.open("bank")
    version = host.version()
    assert host.record(version, "Ana: paid 35") == 200
    os.kill(one.pid, signal.SIGKILL)
    host.ring(other.port)
    assert host.version() == version + 1
    assert host.record(version, "Ana: paid 35") == 200, "sent again after the lost answer, and stored once"
    assert host.record(version + 1, "Ana: end") == 200
    assert host.version() == version + 2, code
    end([other], host)

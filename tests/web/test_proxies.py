"""Caddy and nginx before a real server, as docs/hosting.md says: https, the phone's address, news at once, bodies."""

from __future__ import annotations

import http.client
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.web.guards.guessing import EVERY, FREE
from companion.web.table.stream import HEARTBEAT
from tests.faults import free_port
from tests.servers import House, serving
from tests.soak import wait_until

pytestmark = [pytest.mark.proxies, pytest.mark.slow, pytest.mark.long]

NAME = "localhost"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def example(language: str) -> str:
    """The configuration of a proxy in the document about hosting."""
    found = re.search(rf"^```{language}\n(.*?)^```", HOSTING.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found, language
    return found[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-days", "2"]
    subprocess.run([*command, "-keyout", str(key), "-out", str(cert)], capture_output=True, check=True)
    return key, cert


@contextmanager
def caddy(folder: Path, upstream: int) -> Iterator[int]:
    port, (key, cert) = free_port(), certificate(folder)
    text = example("caddy").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace("donuts.example.org {", f"https://{NAME}:{port} {{\n    tls {cert} {key}")
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{text}")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running(command, folder):
        yield port


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[int]:
    port, (key, cert) = free_port(), certificate(folder)
    text = example("nginx").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;").replace("donuts.example.org;", f"{NAME};")
    text = re.sub(r"error_log .*?;", f"error_log {folder / 'errors'} crit;", text)
    text = re.sub(r"ssl_certificate (.*?);", f"ssl_certificate {cert};", text)
    text = re.sub(r"ssl_certificate_key (.*?);", f"ssl_certificate_key {key};", text)
    paths = "".join(
        f"{what}_temp_path {folder / what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; user root; events {{}}\n"
        f"http {{ access_log off; {paths}\n{text}\n}}\n"
    )
    with running(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")], folder):
        yield port


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[None]:
    with (folder / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said) as proxy:
        try:
            yield
        finally:
            proxy.send_signal(signal.SIGTERM)
            proxy.wait(30)


PROXIES = {"caddy": caddy, "nginx": nginx}


@pytest.fixture(params=PROXIES)
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[int, House]]:
    """The port of the proxy, and the house behind it."""
    folder = tmp_path / "proxy"
    folder.mkdir()
    with serving(tmp_path) as house, PROXIES[request.param](folder, int(house.url.rpartition(":")[2])) as port:
        wait_until(lambda: answers(port), 30)
        yield port, house
    shutil.rmtree(folder)


def connect(port: int) -> http.client.HTTPSConnection:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(NAME, port, timeout=20, context=context)


def answers(port: int) -> bool:
    try:
        return ask(port, "GET", "/")[0] == 200
    except OSError:
        return False


def ask(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str, list[str]]:
    """Status, text and the cookies that are set."""
    line = connect(port)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request(method, path, body, {"Origin": f"https://{NAME}:{port}", **sent})
    answer = line.getresponse()
    text, cookies = answer.read().decode(), answer.headers.get_all("Set-Cookie") or []
    if answer.status < 500:
        assert (answer.getheader("Strict-Transport-Security") or "").startswith("max-age=")
    line.close()
    return answer.status, text, cookies


FORM = {"Content_Type": "application/x-www-form-urlencoded"}


def test_behind_a_proxy_people_play_over_https_and_hear_each_other_at_once(proxied: tuple[int, House]) -> None:
    port, house = proxied
    code = house.table("game donut-shop\nseats Ana Bo\nfollow bank\n")
    status, page, cookies = ask(port, "GET", f"/t/{code}")
    assert status == 200
    (cookie,) = [one for one in cookies if one.startswith("__Host-phone=")]
    assert "; Secure" in cookie
    tag = re.search(r'data-version="([\w.]+)"', page)
    assert tag
    stream = connect(port)
    stream.request("GET", f"/t/{code}/news?seen={tag[1]}")
    news = stream.getresponse()
    assert (news.status, news.readline()) == (200, b": hello\n")
    start = time.monotonic()
    body = f"version={tag[1]}&text=Ana:+paid+5".encode()
    status, _, _ = ask(port, "POST", f"/t/{code}/move", body, Cookie=cookie.partition(";")[0], **FORM)
    assert status == 303
    while not (line := news.readline()).startswith(b"data: "):
        assert line
    assert line.strip().endswith(b".1")
    assert time.monotonic() - start < HEARTBEAT / 2, "the proxy holds the stream back"
    stream.close()


def test_a_proxy_lets_a_photo_through_and_names_the_phone(proxied: tuple[int, House]) -> None:
    port, house = proxied
    part = "--x\r\nContent-Disposition: form-data; name="
    fields = f'{part}"for"\r\n\r\njudge\r\n{part}"photo"; filename="p.jpg"\r\n\r\n'
    body = fields.encode() + b"x" * 12_000_000 + b"\r\n--x--\r\n"
    status, text, _ = ask(port, "POST", "/photo", body, Content_Type="multipart/form-data; boundary=x")
    assert status == 422, text[:500]
    # A phone cannot name another address for itself: it has the tries of one, and those that came back meanwhile.
    guesses, since = 0, time.monotonic()
    while guesses <= FREE + (time.monotonic() - since) / EVERY:
        path, named = f"/t/ZZZZ{'BCDFGHJKMNPQRSTVWXZ'[guesses % 19]}{guesses}", f"192.0.2.{guesses}"
        if (status := ask(port, "GET", path, X_Forwarded_For=named)[0]) == 429:
            break
        guesses += 1
    assert status == 429 and guesses >= FREE
    assert house.url

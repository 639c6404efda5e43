"""Firefox without a window, driven over WebDriver BiDi: its own WebSocket, no driver in between."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.engines.phone import HEIGHT, PATIENCE, POLL, WIDTH, AnyPhone, EngineError

# A fresh profile that neither greets nor phones home.
SETTINGS = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.cache.disk.enable": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.prefetch-next": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
}


def program() -> str | None:
    """The browser, where there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def installed() -> bool:
    return program() is not None


class Bidi:
    """A WebDriver BiDi session: commands with answers, and the log entries that came in between."""

    def __init__(self, address: str) -> None:
        from websocket import create_connection

        self.socket = create_connection(address, timeout=2 * PATIENCE, suppress_origin=True)
        self.number = 0
        self.entries: dict[str, list[str]] = {}
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """One command; EngineError where Firefox refuses it."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("type") == "event":
                self._keep(message["params"])
            elif message.get("id") == self.number:
                break
        if message["type"] == "error":
            raise EngineError(f"{method}: {message['message']}")
        result: dict[str, Any] = message["result"]
        return result

    def _keep(self, entry: dict[str, Any]) -> None:
        if entry.get("level") == "error":
            self.entries.setdefault(entry["source"].get("context", ""), []).append(str(entry["text"]))

    def close(self) -> None:
        with suppress(EngineError, OSError):
            self.send("browser.close")
        self.socket.close()


class FirefoxPhone(AnyPhone):
    """A window in a user context of its own."""

    def __init__(self, bidi: Bidi, url: str) -> None:
        super().__init__(url)
        self.bidi = bidi
        self.user = bidi.send("browser.createUserContext")["userContext"]
        self.tab = bidi.send("browsingContext.create", type="window", userContext=self.user)["context"]
        self._send("browsingContext.setViewport", viewport={"width": WIDTH, "height": HEIGHT})

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        return self.bidi.send(method, context=self.tab, **params)

    def _call(self, function: str, *values: str) -> dict[str, Any]:
        answer = self.bidi.send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": value} for value in values],
            target={"context": self.tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise EngineError(answer["exceptionDetails"]["text"])
        result: dict[str, Any] = answer["result"]
        return result

    def evaluate(self, function: str, *values: Any) -> Any:
        call = f"async (values) => JSON.stringify((await ({function})(...JSON.parse(values))) ?? null)"
        return json.loads(self._call(call, json.dumps(values))["value"])

    def go(self, address: str) -> None:
        self._send("browsingContext.navigate", url=address, wait="complete")

    def back(self) -> None:
        self._send("browsingContext.traverseHistory", delta=-1)

    def reload(self) -> None:
        self._send("browsingContext.reload", wait="complete")

    def tap_at(self, x: int, y: int) -> None:
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self._send("input.performActions", actions=[finger])

    def type_keys(self, text: str) -> None:
        steps = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._send("input.performActions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def attach(self, css: str, file: Path) -> None:
        found = self._call("(css) => document.querySelector(css)", css)
        self._send("input.setFiles", element={"sharedId": found["sharedId"]}, files=[str(file)])

    def screenshot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._send("browsingContext.captureScreenshot")["data"]))

    def close(self) -> None:
        self.bidi.send("browser.removeUserContext", userContext=self.user)

    @property
    def complaints(self) -> list[str]:
        return self.bidi.entries.get(self.tab, [])


def _address(profile: Path, browser: subprocess.Popen[bytes]) -> str:
    """Where Firefox listens: it writes that into its profile."""
    note, end = profile / "WebDriverBiDiServer.json", time.monotonic() + 2 * PATIENCE
    while True:
        with suppress(OSError, ValueError):
            where = json.loads(note.read_text("utf-8"))
            return f"ws://{where['ws_host']}:{where['ws_port']}/session"
        assert browser.poll() is None, "Firefox ended while it started"
        assert time.monotonic() < end, "Firefox did not start"
        time.sleep(POLL)


@contextmanager
def opened(folder: Path) -> Iterator[Bidi]:
    """One Firefox with its profile in `folder`."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items()]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    command = [str(program()), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with (folder / "firefox.log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as browser:
        try:
            bidi = Bidi(_address(folder, browser))
            yield bidi
            bidi.close()
            browser.wait(PATIENCE)
        finally:
            browser.kill()

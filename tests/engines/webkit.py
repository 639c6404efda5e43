"""Safari's engine as WebKitGTK has it: MiniBrowser on a screen nobody sees, driven by its own WebDriver."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.engines.phone import HEIGHT, PATIENCE, POLL, WIDTH, AnyPhone, EngineError

if TYPE_CHECKING:
    from selenium.webdriver import WebKitGTK

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
# MiniBrowser's bar is wider than a phone unless its keys are made small.
NARROW = "* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 6px }"


def minibrowser() -> Path | None:
    """The browser; its folder is named after the processor and the version of the library."""
    return next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), reverse=True)), None)


def installed() -> bool:
    return bool(shutil.which(DRIVER) and shutil.which(SCREEN) and minibrowser())


class Screen(NamedTuple):
    """A screen nobody sees: its name for DISPLAY, and a folder of settings for the windows on it."""

    name: str
    settings: Path


class WebKitPhone(AnyPhone):
    """A MiniBrowser of its own: its WebDriver knows one at a time."""

    def __init__(self, screen: Screen, url: str) -> None:
        super().__init__(url)
        from selenium.webdriver import WebKitGTK, WebKitGTKOptions
        from selenium.webdriver.webkitgtk.service import Service

        options = WebKitGTKOptions()
        options.binary_location = str(minibrowser())
        options.add_argument("--automation")
        surroundings = os.environ | {
            "DISPLAY": screen.name,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "XDG_CONFIG_HOME": str(screen.settings),
        }
        if os.geteuid() == 0:  # its sandbox refuses to work for root
            surroundings["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        with warnings.catch_warnings():  # selenium calls itself deprecated here
            warnings.simplefilter("ignore", DeprecationWarning)
            self.driver: WebKitGTK = WebKitGTK(options, Service(shutil.which(DRIVER), env=surroundings))
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)
        self._size()

    def _size(self) -> None:
        """Make the window larger than the page by what its bars take, which shows only once it stands."""
        end = time.monotonic() + PATIENCE
        while (inner := self.evaluate("() => [innerWidth, innerHeight]")) != [WIDTH, HEIGHT]:
            assert time.monotonic() < end, f"MiniBrowser stays {inner[0]} × {inner[1]}"
            window = self.driver.get_window_size()
            wide, high = window["width"] + WIDTH - inner[0], window["height"] + HEIGHT - inner[1]
            self.driver.set_window_size(max(wide, WIDTH), max(high, HEIGHT))
            time.sleep(POLL)

    def evaluate(self, function: str, *values: Any) -> Any:
        from selenium.common.exceptions import WebDriverException

        try:
            return self.driver.execute_script(f"return ({function})(...arguments)", *values)
        except WebDriverException as error:
            raise EngineError(error.msg) from error

    def go(self, address: str) -> None:
        self.driver.get(address)

    def back(self) -> None:
        self.driver.back()

    def reload(self) -> None:
        self.driver.refresh()

    def tap_at(self, x: int, y: int) -> None:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        actions.perform()

    def type_keys(self, text: str) -> None:
        self.driver.switch_to.active_element.send_keys(text)

    def attach(self, css: str, file: Path) -> None:
        self.driver.find_element("css selector", css).send_keys(str(file))

    def screenshot(self, file: Path) -> None:
        self.driver.save_screenshot(str(file))

    def close(self) -> None:
        self.driver.quit()


@contextmanager
def opened(folder: Path) -> Iterator[Screen]:
    """A screen nobody sees; settings are written into `folder`."""
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW, "utf-8")
    reading, writing = os.pipe()
    command = [SCREEN, "-displayfd", str(writing), "-screen", "0", "1024x1400x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as screen:
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                yield Screen(":" + number.readline().strip(), folder)
        finally:
            screen.terminate()

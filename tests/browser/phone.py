"""A phone in a player's hand: it taps, counts its taps and keeps what the browser complains about."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize

PATIENCE = 60_000  # ms for an answer: the machine may be busy with other things
PORTRAIT: ViewportSize = {"width": 390, "height": 844}

# A thumb comes down on whatever lies on top there, and waits for the answer to its own tap; what comes of other
# phones' news is not that. All in one go: a whole game is five hundred taps.
# Who picks spots by their number has unfolded that row once; it stays open.
# What commits is inert for a moment after a commit, and says so: a person waits for it.
TAP = """async (element) => {
  for (let waits = 0; waits < 100 && element.isConnected && "waits" in element.dataset; waits++) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const folded = element.closest("details.by-number:not([open])");
  if (folded) folded.open = true;
  return new Promise((done, fail) => {
  element.scrollIntoView({block: "nearest"});
  const {x, y, width, height} = element.getBoundingClientRect();
  const at = new DOMPoint(x + width / 2, y + height / 2);
  const top = document.elementFromPoint(at.x, at.y);
  if (!top || !element.contains(top)) return fail(Error("covered by " + (top && top.outerHTML)));
  const settled = ({detail}) => {
    const by = detail.requestConfig && detail.requestConfig.triggeringEvent;
    if (!by || !["click", "submit"].includes(by.type)) return;
    removeEventListener("htmx:afterSettle", settled);
    done();
  };
  addEventListener("htmx:afterSettle", settled);
  const thumb = {clientX: at.x, clientY: at.y, bubbles: true, cancelable: true, composed: true, view: window};
  top.dispatchEvent(new MouseEvent("click", thumb));
  });
}"""

# A table's page measures its screen and is drawn again for it. A link found before may then be another one.
MEASURED = """() => {
  const drawing = document.querySelector("[hx-trigger*=resync]") && document.querySelector("[data-room] > svg");
  const room = document.cookie.match(/(?:^|; )room=([^;]+)/)?.[1];
  return !drawing || !room || room === drawing.parentElement.dataset.room || document.querySelector("[role=alert]");
}"""

YES = "form button.primary, #yes button.danger, [data-dock] button:not([type=button])"  # shows what a line changes
DOCK = "[data-dock] button:not([type=button])"  # ready, or inert for a moment
WHO_FOLDED = ".asks:not([open])"
COVER = "button.primary[name=look]"  # "I am Ana"
# A request another one took the place of, or whose page was left. Of one that failed htmx complains once more.
ABORTED = ("htmx:afterRequest", "htmx:sendAbort")


# A browser without a window shows every page: a hidden one is told so.
VISIBILITY = """(state) => {
  Object.defineProperty(document, "visibilityState", {get: () => state, configurable: true});
  Object.defineProperty(document, "hidden", {get: () => state === "hidden", configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Phone:
    """One browser context: its own cookies, its own screen."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: ViewportSize = PORTRAIT,
        script: bool = True,
        missing_pages: bool = False,
    ) -> None:
        self.url = url
        self.script = script
        self.taps = 0
        self.errors: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport=size,
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.missing_pages = missing_pages
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _hear(self, said: ConsoleMessage) -> None:
        """Complaints of the browser. A page that is missing or a refusal on purpose is one too, and then expected."""
        expected = self.missing_pages and "the server responded with a status of 4" in said.text
        expected = expected or said.text.startswith(ABORTED)
        if said.type in ("error", "warning") and not expected:
            self.errors.append(said.text)

    def open(self, path: str = "/") -> Phone:
        """Open a page and wait until it is drawn for the size of this screen, which a phone's first page is not."""
        self.page.goto(self.url + path)
        if self.script:
            self.page.wait_for_function(MEASURED)
        return self

    def find(self, what: str) -> Locator:
        return self.page.locator(what)

    def tap(self, what: str) -> None:
        """Tap and see the answer: the table's regions swapped, or without script the next page."""
        self.taps += 1
        place = self.find(what).first
        if not self.script:
            folded = self.page.locator("details:not([open])", has=place).first
            if not place.is_visible() and folded.count():
                folded.locator("summary").first.click()
            with self.page.expect_navigation():
                place.click()
            return
        place.evaluate(TAP)

    def commit(self) -> None:
        """Tap the dock, which says all that the tap will store."""
        self.tap(DOCK)

    def uncover(self) -> None:
        """Tap the cover over what only one seat may see, where one lies there: the phone was handed over."""
        if self.find(COVER).count():
            self.tap(COVER)

    def can_lay(self, x: int, y: int) -> bool:
        """Does a square lay the box with its top left corner there?"""
        return bool(self.find(_links(x, y)).count())

    def lay(self, x: int, y: int) -> None:
        """Tap the square that lays the box there."""
        self.tap(_links(x, y))

    def order(self, order: str) -> None:
        """Tap the key of an order: on a short screen first its sign, where another one's row is shown."""
        key = f'.orders > [data-key="{order}"]'
        if not self.find(key).first.is_visible():
            self.taps += 1
            self.find(f'.signs label:has([value="{order[1:]}"])').click()
        self.tap(key)

    def follow(self, what: str) -> None:
        """Tap something that leads to another page."""
        self.taps += 1
        with self.page.expect_navigation():
            self.find(what).first.click()

    def unfold_who(self) -> None:
        """Unfold "Who are you?" where it starts folded: it would lie over keys or cards."""
        if self.page.locator(WHO_FOLDED).count():
            self.page.locator(f"{WHO_FOLDED} > summary").click()

    def sit(self, name: str) -> None:
        """Answer "Who are you?" with a name: one tap."""
        self.unfold_who()
        self.tap(f'.names button:has(span:text-is("{name}"))')

    @property
    def code(self) -> str:
        return urlsplit(self.page.url).path.split("/")[2]

    @property
    def said(self) -> dict[str, str]:
        """The draft in the address."""
        return {word: values[0] for word, values in parse_qs(urlsplit(self.address).query).items()}

    @property
    def address(self) -> str:
        """The address as the page itself knows it: Playwright hears of a change within a page a moment later."""
        return str(self.page.evaluate("location.href")) if self.script else self.page.url

    def hide(self) -> None:
        """Put the phone away: another tab or a dark screen."""
        self.page.evaluate(VISIBILITY, "hidden")

    def show(self) -> None:
        """Take the phone up again."""
        self.page.evaluate(VISIBILITY, "visible")

    def text(self, what: str) -> str:
        return self.find(what).first.inner_text()

    def close(self) -> None:
        """What is on its way is awaited: a browser complains of an answer that is cut off."""
        if self.script:
            self.page.wait_for_function("() => !document.querySelector('.htmx-request')")
        self.context.close()


def _at(x: int, y: int) -> str:
    return urlencode({"at": f"{x},{y}"})


def _links(x: int, y: int) -> str:
    return f'.tap:is([href*="{_at(x, y)}&"], [href$="{_at(x, y)}"])'

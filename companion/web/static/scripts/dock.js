// A tap does one thing: after a commit whatever commits is inert for a moment, while keys that only choose stay alive.
// What commits: a button of a posted form in <main>. Not those of a form marked data-chooses, which changes only how this phone
// looks at things. A key inside data-own-key="…" stores its line by itself (a card turned up, a secret number): after it only
// that key is inert. Where something is inert, it has aria-disabled.
{
  const INERT = 600; // ms after the answer
  const root = document.documentElement;
  const now = () => performance.now();
  let inertUntil = 0; // all that commits
  let timer;
  let place = null; // where a key outside of the dock committed: {left, top, right, bottom, until}
  let own = null; // the own key tapped last: {key, until}
  let trusted = false; // was the latest tap a thumb's, and not a script's?
  let pressed = null; // what lay under the thumb when the tap began
  let sending = ""; // the commit that is on its way: "own" or "all"
  const since = new Map(); // keys outside of the dock that commit, and since when they are there

  const commits = (button) =>
    button?.form?.method === "post" && button.type === "submit" && !button.form.matches("[data-chooses]");
  const line = (button) => [button.getAttribute("formaction"), button.name, button.value].join(" ");
  const meaning = (button) => [button.getAttribute("formaction"), button.name, button.value, button.textContent].join(" ");
  const inDock = (button) => !!button.closest("[data-dock]");
  const ownKey = (it) => it.closest("[data-own-key]")?.dataset.ownKey;
  const all = () => [...document.querySelectorAll("main button")].filter(commits);
  const freeAt = (button) =>
    Math.max(inertUntil, inDock(button) || ownKey(button) ? 0 : (since.get(meaning(button)) ?? now()) + INERT);

  // What is inert says so to everybody; an aria-disabled of the server's is left alone.
  function show() {
    const time = now();
    let next = inertUntil;
    root.toggleAttribute("data-inert", time < inertUntil);
    for (const button of all()) {
      const free = freeAt(button);
      if (time < free && !button.hasAttribute("aria-disabled")) {
        button.setAttribute("aria-disabled", "true");
        button.dataset.waits = "";
      } else if (time >= free && "waits" in button.dataset) {
        button.removeAttribute("aria-disabled");
        delete button.dataset.waits;
      }
      if (time < free) next = next > time ? Math.min(next, free) : free;
    }
    clearTimeout(timer);
    if (next > time) timer = setTimeout(show, next - time + 1);
  }
  function makeInert() {
    inertUntil = now() + INERT;
    show();
  }

  // The page was drawn anew, wholly or in part.
  function drawn(begin = now()) {
    const there = new Set(all().filter((button) => !inDock(button) && !ownKey(button)).map(meaning));
    for (const one of there) if (!since.has(one)) since.set(one, begin);
    for (const one of since.keys()) if (!there.has(one)) since.delete(one);
    show();
    markUnsent();
  }

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button");
    pressed = { meaning: commits(button) ? meaning(button) : "" };
  }, true);

  document.addEventListener("click", (event) => {
    const began = event.detail ? pressed : null; // a key of a keyboard begins nowhere
    pressed = null;
    const { clientX: x, clientY: y, isTrusted } = event;
    trusted = isTrusted;
    // A second tap where a key committed means that key, whatever lies there now.
    const again = place && now() < place.until && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
    if (isTrusted && again) return stop(event);
    const key = ownKey(event.target);
    if (isTrusted && key) {
      if (own?.key === key && now() < own.until) return stop(event);
      own = { key, until: now() + INERT };
    }
    if (isTrusted && event.target.closest("a, button")) ofTab.set("tapped", "1");
    const button = event.target.closest("button");
    if (!commits(button)) return;
    // What was chosen last is still on its way: the button says what was chosen before.
    const changed = began && began.meaning !== meaning(button);
    if (waiting && key) return; // kept until the answer
    if (sending || waiting || changed || now() < freeAt(button) || button.hasAttribute("aria-disabled")) stop(event);
  }, true);

  document.addEventListener("submit", ({ submitter }) => {
    if (!commits(submitter)) return;
    document.querySelector("[data-dock]")?.removeAttribute("data-unsent");
    const { left, top, right, bottom } = submitter.getBoundingClientRect();
    place = inDock(submitter) || !trusted ? null : { left, top, right, bottom, until: now() + 15_000 };
  }, true);

  const submitterOf = (detail) => detail.requestConfig?.triggeringEvent?.submitter;
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    const button = submitterOf(detail);
    if (commits(button)) sending = ownKey(button) ? "own" : "all";
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    ofTab.remove("tapped");
    if (!sending || !submitterOf(detail)) return;
    if (place) place.until = now() + INERT;
    if (own) own.until = now() + INERT;
    const lost = isLost(detail);
    lostLine = lost ? { line: line(submitterOf(detail)), version: detail.requestConfig.parameters.version } : null;
    if (!lost && sending === "all") makeInert();
    sending = "";
    markUnsent();
  });

  // A line whose answer was lost may be stored all the same. Tapped again, it is sent for the version it was meant for, though
  // news came meanwhile: so the server knows it again.
  let lostLine = null; // {line, version}
  const isUnsent = (button) => !!(lostLine && commits(button)) && line(button) === lostLine.line;
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isUnsent(detail.triggeringEvent?.submitter)) detail.parameters.version = lostLine.version;
  });
  function markUnsent() {
    const dock = document.querySelector("[data-dock]");
    dock?.toggleAttribute("data-unsent", isUnsent(dock.querySelector("button")));
  }
  // At the exchange itself: a moment later the thumb may be there already.
  document.addEventListener("htmx:afterSwap", () => drawn());

  // A tap led to this page: a second one is not meant for it.
  window.addEventListener("pageshow", () => {
    drawn();
    if (ofTab.get("tapped")) makeInert();
    ofTab.remove("tapped");
  });
  drawn(-INERT);
}

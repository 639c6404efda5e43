// Taps on keys that only choose: each asks for the page with one thing more entered, and none is lost.
{
  const KEYS = "[data-stay] a:not([data-away])";

  // Thumbs are faster than answers: a key tapped meanwhile, also while a line is being stored, is tapped on the page an answer
  // brings. It is known there by what it means.
  const early = [];
  let replaying = false;
  const ALL = `${KEYS}, button[data-key]`;
  const meaning = (key) => key.dataset.key ?? key.getAttribute("aria-label") ?? key.textContent.trim();

  // What came under the thumb while it was down is not meant: the key keeps the meaning it had when the tap began.
  let pressed = null; // {key, meaning, x, y}
  let changed = false; // is the click to come not for what lies there now?
  document.addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => {
    const key = target.closest(KEYS);
    pressed = key && { key, meaning: meaning(key), x, y };
    changed = false;
  }, true);
  document.addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
    if (!pressed || Math.hypot(x - pressed.x, y - pressed.y) > 24) return;
    changed = !pressed.key.isConnected || meaning(pressed.key) !== pressed.meaning;
    if (changed) early.push(pressed.meaning);
    if (changed) setTimeout(replay);
  }, true);
  document.addEventListener("click", (event) => {
    if (!changed || replaying || !event.detail) return;
    changed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("click", (event) => {
    const key = event.target.closest(ALL);
    if (!key || replaying || !(early.length || waiting)) return;
    event.preventDefault();
    event.stopPropagation();
    early.push(meaning(key));
  }, true);
  for (const lost of ["sendError", "timeout", "responseError"]) {
    document.addEventListener(`htmx:${lost}`, () => (early.length = 0));
  }
  document.addEventListener("htmx:afterSettle", () => setTimeout(replay));
  document.addEventListener("htmx:afterRequest", () => setTimeout(replay, 300)); // an answer may be dropped, as too old
  function replay() {
    if (!early.length || waiting) return;
    const next = early.shift();
    const key = [...document.querySelectorAll(ALL)].find((one) => meaning(one) === next);
    replaying = true;
    key?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    replaying = false;
    if (!waiting) early.length = 0;
  }

  // One listener for all links that stay here: htmx's own for each of hundreds are slow.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(KEYS);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    htmx.ajax("get", link.getAttribute("href"), { source: link, event });
  });
}

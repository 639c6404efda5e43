// Taps on keys that only choose: each asks for the page with one thing more entered, and none is lost.
{
  const KEYS = "[data-stay] a:not([data-away])";

  // Thumbs are faster than answers: a key tapped meanwhile, also while a line is being stored, is tapped on the page an answer
  // brings. It is known there by what it means.
  const early = [];
  let replaying = false;
  const meaning = (key) => key.dataset.key ?? key.getAttribute("aria-label") ?? key.textContent.trim();
  document.addEventListener("click", (event) => {
    const key = event.target.closest(`${KEYS}, button[data-key]`);
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
    const key = [...document.querySelectorAll(`${KEYS}, button[data-key]`)].find((one) => meaning(one) === next);
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

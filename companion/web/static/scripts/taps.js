// Taps on keys that only choose: each asks for the page with one thing more entered, and none is lost.
{
  const KEYS = "[data-stay] a:not([data-away])";

  // Thumbs are faster than answers: a key tapped meanwhile, also while a line is being stored, is tapped on the page an answer
  // brings. It is known there by what it means.
  const early = [];
  let replaying = false;
  const meaning = (key) => key.dataset.key ?? key.getAttribute("aria-label") ?? key.textContent.trim();
  document.addEventListener("click", (event) => {
    const key = event.target.closest(`${KEYS}, button[data-key], [data-squares]`);
    if (!key || replaying || !(early.length || waiting)) return;
    event.preventDefault();
    event.stopPropagation();
    early.push(key.dataset.squares ? squareAt(key, event) : meaning(key));
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
    const drawing = document.querySelector("[data-squares]");
    const href = drawing && leadsTo(drawing, next);
    replaying = true;
    if (key) key.click();
    else if (href) htmx.ajax("get", href, { source: drawing, event: new Event("click") });
    replaying = false;
    if (!waiting) early.length = 0;
  }

  // One listener for all links that stay here: htmx's own for each are slow. A drawing that came as an answer holds no links at
  // all, but where its squares lead.
  document.addEventListener("click", (event) => {
    const by = event.target.closest(`${KEYS}, [data-squares]`);
    const href = by && (by.dataset.squares ? leadsTo(by, squareAt(by, event)) : by.getAttribute("href"));
    if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    htmx.ajax("get", href, { source: by, event });
  });
  function squareAt(drawing, { clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return `${Math.floor(x)},${Math.floor(y)}=`;
  }
  function leadsTo(drawing, square) {
    return drawing.dataset.squares.split(" ").find((one) => one.startsWith(square))?.slice(square.length);
  }
}

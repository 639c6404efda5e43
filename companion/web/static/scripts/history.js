// What is half entered is in the address, and Back takes one tap back: each is an entry of its own, counted from the one
// the page began with. After an accepted line the phone is back at that one. htmx's own history is switched off: it would
// keep copies of pages, private hands included, and knows no way back over several entries.
const MOST_ENTRIES = 40; // a browser keeps fifty
const here = () => location.pathname + location.search;
let shown = here();
let moved = false; // does the page just exchanged stand at another address?
let returning = false;

// A page that answers a POST stands where it can be requested again.
if (body.dataset.address) history.replaceState(history.state, "", body.dataset.address);

body.addEventListener("htmx:afterSwap", ({ target, detail }) => {
  const { xhr, pathInfo } = detail;
  if (!target.matches("[data-stay]") || !isExchange(detail)) return;
  moved = shown !== (shown = xhr.getResponseHeader("HX-Replace-Url") || pathInfo.responsePath);
});
body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (moved) remember(detail.requestConfig.verb, isTap(detail));
  moved = false;
});
function remember(verb, tapped) {
  const entries = history.state?.taps || 0;
  if (entries && (verb !== "get" || !shown.includes("?"))) {
    returning = true;
    history.go(-entries);
  } else if (tapped && verb === "get" && entries < MOST_ENTRIES) history.pushState({ taps: entries + 1 }, "", shown);
  else history.replaceState({ taps: entries }, "", shown);
}
window.addEventListener("popstate", () => {
  const part = document.querySelector("[data-stay]");
  const come = here() !== shown;
  // What stays entered after a line, or was tapped before the way back was gone.
  if (returning && come) history.replaceState(null, "", shown);
  else if (part && come) htmx.ajax("get", (shown = here()), { source: part });
  returning = false;
});

// News is requested for what is half entered by now.
body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (isNews(detail)) detail.path = shown;
});

// These steps are no other pages: going back over them must not move the view to where it was then.
const stays = !!document.querySelector("[data-stay]");
window.addEventListener("pageshow", () => (history.scrollRestoration = stays ? "manual" : "auto"));
window.addEventListener("pagehide", () => (history.scrollRestoration = "auto"));

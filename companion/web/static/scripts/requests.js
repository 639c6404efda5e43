// What the other scripts ask about a request of htmx: is it a tap's, is it news, is a tap still waiting for its answer?
// All of these files are one script, joined in the order of companion/web/assets.py; a page works without it.
const body = document.body;
const TAPS = ["click", "submit", "change"];
const isTap = (detail) => TAPS.includes(detail?.requestConfig?.triggeringEvent?.type);
// News is what the element that listens to the stream requests: its address is empty, since the page's own is meant.
const isNews = (detail) => (detail.requestConfig ?? detail).elt.getAttribute("hx-get") === "";
// Is the answer exchanged with a region of the page, and not swapped in another way of htmx? What sent the request may be
// gone after the exchange, so this is found out before.
const isExchange = ({ xhr }) => !!xhr?.exchanges;

// No answer came, or one of a server that is in trouble or just starts again.
const isLost = ({ xhr }) => !xhr.status || xhr.status >= 500;

let taps = 0; // requests begun that are not news
let waiting = 0; // of these, the ones without an answer yet
body.addEventListener("htmx:beforeRequest", (event) => {
  const { detail } = event;
  if (!isNews(detail)) taps += 1;
  else if (waiting) event.preventDefault();
  detail.xhr.begun = taps;
  detail.xhr.exchanges = detail.elt.closest("[hx-swap]")?.getAttribute("hx-swap") === "exchange";
});
body.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isNews(detail)) return;
  waiting += 1;
  detail.xhr.addEventListener("loadend", () => (waiting -= 1));
});

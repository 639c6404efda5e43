// What other phones entered comes by itself, and never in the wrong order.

// "12345.18" -> ["12345", 18]: a saved table put back has a new epoch.
function version(text) {
  const dot = (text || "").lastIndexOf(".");
  const number = dot < 0 ? NaN : Number(text.slice(dot + 1));
  return [text ? text.slice(0, dot) : "", number];
}
const drawnVersion = () => document.getElementById("table")?.dataset.version;

// Slow answers may overtake each other: never show an older table, nor the draft as it was before a tap.
body.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (isNews(detail) && detail.xhr.begun !== taps) return event.preventDefault();
  if (detail.target.matches("[data-stay]") && !detail.requestConfig.elt.isConnected) {
    event.preventDefault(); // what sent it is gone, and with it how the answer would be taken
    return resync();
  }
  const [drawnEpoch, drawn] = version(drawnVersion());
  const [epoch, number] = version(detail.xhr.getResponseHeader("X-Table-Version"));
  if (!epoch || epoch !== drawnEpoch || !(number < drawn)) return;
  event.preventDefault();
  // A tap must not end in silence; an answer to news must not ask again.
  if (isTap(detail)) resync();
});

// News of what is on screen already, mostly of this phone's own line, needs no second answer.
let heard = "";
document.addEventListener("sse:version", (event) => {
  heard = event.detail.data || heard;
  if (heard === drawnVersion()) event.stopPropagation();
}, true);

// A tap goes before news: what was heard meanwhile is requested after it. (htmx could abort the request for news, but
// reports every aborted request as an error.)
body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const [epoch, number] = version(heard);
  const [drawnEpoch, drawn] = version(drawnVersion());
  if (detail.xhr.status && epoch === drawnEpoch && number > drawn) requestNews();
});

// After an answer htmx takes no request before it is done with that one.
function requestNews() {
  setTimeout(() => body.dispatchEvent(new CustomEvent("resync")));
}

// A phone that slept has missed the news. These events come in bunches.
let requested = 0;
function resync() {
  if (Date.now() - requested < 500) return;
  requested = Date.now();
  requestNews();
}
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && resync());
window.addEventListener("pageshow", (event) => event.persisted && resync());
window.addEventListener("online", resync);

// What other phones entered comes by itself, and never in the wrong order.

// "12345.18" -> ["12345", 18]: a saved table put back has a new epoch.
function version(text) {
  const dot = (text || "").lastIndexOf(".");
  const number = dot < 0 ? NaN : Number(text.slice(dot + 1));
  return [text ? text.slice(0, dot) : "", number];
}
// What the region of a table was drawn with: version, people (a number), news (the address of its stream).
const drawn = () => document.querySelector("[data-news]")?.dataset ?? {};

// Slow answers may overtake each other: never show an older table, nor the draft as it was before a tap.
body.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (isNews(detail) && detail.xhr.begun !== taps) return event.preventDefault();
  if (isNews(detail) && new URL(detail.xhr.responseURL).pathname !== location.pathname) {
    event.preventDefault(); // the table has another code now
    return location.replace(detail.xhr.responseURL);
  }
  if (detail.target.matches("[data-stay]") && !detail.requestConfig.elt.isConnected) {
    event.preventDefault(); // what sent it is gone, and with it how the answer would be taken
    return resync();
  }
  const [drawnEpoch, seen] = version(drawn().version);
  const [epoch, number] = version(detail.xhr.getResponseHeader("X-Table-Version"));
  if (!epoch || epoch !== drawnEpoch || !(number < seen)) return;
  event.preventDefault();
  // A tap must not end in silence; an answer to news must not ask again.
  if (isTap(detail)) resync();
});

// News of what is on screen already, mostly of this phone's own line, needs no second answer. People are who has which seat
// and the like; the number only says that something changed.
const heard = { version: "", people: "" };
function hear(news) {
  Object.assign(heard, news);
  const isNew = ([what, value]) => value !== drawn()[what];
  if (Object.entries(news).some(isNew)) requestNews();
}

// A tap goes before news: what was heard meanwhile is requested after it. (htmx could abort the request for news, but
// reports every aborted request as an error.)
body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const [epoch, number] = version(heard.version);
  const [drawnEpoch, seen] = version(drawn().version);
  const behind = (epoch === drawnEpoch && number > seen) || Number(heard.people) > Number(drawn().people);
  if (behind && !(isNews(detail) && isLost(detail))) requestNews();
});

// After an answer htmx takes no request before it is done with that one.
function requestNews() {
  setTimeout(() => body.dispatchEvent(new CustomEvent("resync")));
}
let requested = 0;
function resync() {
  if (Date.now() - requested < 500) return;
  requested = Date.now();
  requestNews();
}

// What this device can do: how much it shows, staying awake, making a picture.

// How much of a case fits at 24 px a square: always of the same measure, however high a step draws it.
function measureRoom() {
  const measure = document.querySelector("[data-room] > .room");
  if (!measure) return;
  const squares = (px) => Math.max(6, Math.min(60, Math.floor(px / 24 - 0.4)));
  const { width, height } = measure.getBoundingClientRect();
  const room = `${squares(width)}x${squares(height)}`;
  if (room === measure.parentElement.dataset.room) return;
  // Over https it has another name: there it is secure, and over http a browser does not replace a secure cookie.
  const [name, secure] = location.protocol === "https:" ? ["__Host-room", "; secure"] : ["room", ""];
  document.cookie = `${name}=${room}; path=/; max-age=31536000; samesite=lax${secure}`;
  if (!document.querySelector("[role=alert]")) resync();
}
window.addEventListener("resize", measureRoom);
window.addEventListener("pageshow", measureRoom);

// The table's phone lies there for minutes while people think. Only https and localhost may ask for this.
async function stayAwake() {
  if (!("wakeLock" in navigator) || !body.hasAttribute("data-awake")) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Low battery or not allowed.
  }
}
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stayAwake());
stayAwake();

// Where that is not to be had, a hint says once what to set on the phone. A line entered means that it was seen too.
// It waits until nobody is asked who they are: it would lie over that.
const awakeHint = !document.getElementById("who") && document.getElementById("awake-hint");
if (awakeHint && !("wakeLock" in navigator) && !document.cookie.includes("awake-hint=")) {
  const dismiss = () => {
    document.cookie = "awake-hint=seen; path=/; max-age=31536000; samesite=lax";
    awakeHint.hidden = true;
  };
  awakeHint.hidden = false;
  awakeHint.querySelector("button").addEventListener("click", dismiss);
  body.addEventListener("htmx:afterRequest", ({ detail }) => detail.requestConfig.verb === "post" && dismiss());
}

// A question that lies over the table starts folded where it would lie over something to tap or over cards. It is folded
// away by a tap beside it, which does all the same what it does, and stays so.
function liesOverKeys(question) {
  const { left, top, right, bottom } = question.lastElementChild.getBoundingClientRect();
  return [...document.querySelectorAll(".panel :is(a, button, summary), .row-cards .card")].some((key) => {
    const at = key.getBoundingClientRect();
    return !key.closest(".ask") && at.left < right && at.right > left && at.top < bottom && at.bottom > top;
  });
}
{
  const question = document.querySelector("details[data-folds][open]");
  if (question && (ofTab.get("folded") === location.pathname || liesOverKeys(question))) question.open = false;
  document.addEventListener("click", ({ target }) => {
    const open = document.querySelector("details[data-folds][open]");
    if (!open || open.contains(target)) return;
    open.open = false;
    ofTab.set("folded", location.pathname);
  });
}

// A picture for messengers is made of the drawing here in the phone.
for (const link of document.querySelectorAll("[data-png]")) {
  link.hidden = false;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const drawing = new Image();
    drawing.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = 2 * drawing.width;
      canvas.height = 2 * drawing.height;
      canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
      const save = document.createElement("a");
      save.href = canvas.toDataURL("image/png");
      save.download = link.dataset.png;
      save.click();
    };
    drawing.src = link.href;
  });
}

// What lies open for one seat is covered again as soon as nobody looks at the page, and nothing of it is left on it. The
// open cover is in the cookie: until the answer has taken it out, no request may draw the table.
let covering;
document.addEventListener("visibilitychange", () => {
  const open = document.querySelector("[data-cover-done]");
  if (document.visibilityState === "visible" || !open) return;
  const body = new URLSearchParams({ look: "" });
  covering = fetch(open.formAction, { method: "POST", body, keepalive: true, redirect: "manual" }).catch(() => {});
  document.getElementById("table").replaceChildren();
  document.addEventListener("visibilitychange", () => covering.finally(() => location.reload()), { once: true });
});
body.addEventListener("htmx:beforeRequest", (event) => covering && isNews(event.detail) && event.preventDefault());

// Printing needs no menu where this works.
for (const key of document.querySelectorAll("[data-print]")) {
  key.hidden = false;
  key.addEventListener("click", () => window.print());
}

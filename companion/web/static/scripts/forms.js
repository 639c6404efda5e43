// Forms: answered in the page, sent once, and kept in the address while they are typed.

// A form marked data-here is sent by htmx, so that its answer is exchanged in the page.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-here]") || submitter?.getAttribute("formmethod")) return;
  event.preventDefault();
  const values = submitter?.name ? { [submitter.name]: submitter.value } : {};
  htmx.ajax(form.method, destination(event), { source: form, event, values });
});
const destination = ({ target: form, submitter }) => submitter?.getAttribute("formaction") || form.getAttribute("action");
// htmx remembers the form's button that was tapped before, even one that is gone, and would send to that one's address.
body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.triggeringEvent?.type !== "submit") return;
  detail.path = destination(detail.triggeringEvent);
  detail.verb = detail.triggeringEvent.target.method;
});

// Without htmx a second tap sends a form or follows a link twice.
function once(event) {
  const sender = event.target.closest("form[data-once], a[data-once]");
  if (!sender || event.defaultPrevented || (event.type === "click" && sender.tagName !== "A")) return;
  if (sender.dataset.sent) event.preventDefault();
  sender.dataset.sent = "1";
  sender.setAttribute("aria-busy", "true");
}
document.addEventListener("submit", once);
document.addEventListener("click", once);
window.addEventListener("pageshow", () => {
  for (const sender of document.querySelectorAll("[data-sent]")) {
    delete sender.dataset.sent;
    sender.removeAttribute("aria-busy");
  }
});

// A tap that did not get through must not end in silence, and what is entered stays. A server in trouble says why.
const unsent = document.getElementById("unsent");
const WHY = unsent.textContent;
body.addEventListener("htmx:beforeSwap", (event) => {
  if (isExchange(event.detail) && isLost(event.detail)) event.preventDefault();
});
body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!isLost(detail)) unsent.hidden = true;
  else if (isTap(detail)) {
    const page = new DOMParser().parseFromString(detail.xhr.response || "", "text/html");
    unsent.textContent = page.querySelector("main h1")?.textContent || WHY;
    unsent.hidden = false;
  }
});

// What is typed is in the address too, so that a reload or the way back finds it: by the names of a form's fields, or
// where a page has several forms by the ids of all.
document.addEventListener("input", ({ target }) => {
  const kept = target.closest("[data-kept]");
  if (!kept || !target.name || target.matches("[type=file], [data-unkept]")) return;
  const isForm = kept.matches("form");
  const typed = new URLSearchParams(isForm ? new FormData(kept) : location.search);
  if (!isForm && target.id) typed.set(target.id, target.value);
  history.replaceState(history.state, "", `${location.pathname}?${typed}`);
});
// The set-up on the start page is for as many as there are names.
document.addEventListener("input", ({ target }) => {
  if (!target.matches(".sitter > [name=seat]")) return;
  const names = [...target.form.querySelectorAll("[name=seat]")].filter(({ value }) => value.trim()).length;
  const counts = [...target.form.querySelectorAll("[name=people]")];
  const fits = counts.find(({ value }) => Number(value) >= names);
  if (fits) fits.checked = true;
});
document.addEventListener("submit", ({ target: form }) => {
  const kept = form.querySelector("[name=kept]");
  if (kept) kept.value = location.search.slice(1);
}, true);

// Sums follow what is typed, so that the dock says what it would record.
document.addEventListener("change", ({ target }) => target.form?.matches("[data-adds]") && target.form.requestSubmit());

// The bar is not drawn again: its ways to other pages take along what is half entered now.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[data-carry]");
  if (!link || !document.getElementById("table")) return;
  link.search = location.search && new URLSearchParams({ draft: location.search.slice(1) });
}, true);

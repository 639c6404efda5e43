// The exchange of a region, as an extension of htmx: hx-ext="exchange" on the page, hx-swap="exchange" on the region.
// The answer holds an element with the target's id. Where the two differ the page is changed, what is the same stays: a
// drawing has hundreds of elements, and the focus, what is typed and what is unfolded are left alone.
// docs/performance.md compares it with idiomorph.
const WIRED = ["get", "post", "put", "patch", "delete", "trigger", "boost", "ext"].map((name) => `[hx-${name}]`).join();

htmx.defineExtension("exchange", {
  isInlineSwap: (style) => style === "exchange",
  handleSwap(style, target, fragment) {
    if (style !== "exchange") return false;
    const fresh = fragment.getElementById(target.id);
    const unfolded = (root) => [...root.querySelectorAll("details:not([data-folds], [id])")];
    const open = unfolded(target).map((one) => one.open);
    unfolded(fresh).forEach((one, place) => (one.open ||= open[place]));
    for (const one of fresh.querySelectorAll("details[id]")) one.open ||= Boolean(target.querySelector(`#${one.id}`)?.open);
    const [folding, again] = [target, fresh].map((root) => root.querySelector("details[data-folds]"));
    if (folding && again) again.open = folding.open;
    const wired = [fresh, ...fresh.querySelectorAll(WIRED)];
    const changed = [];
    exchange(target, fresh, changed);
    // htmx looks at each element it is given several times: only those are given that it has to make something of.
    return changed.filter((one) => one.nodeType === Node.ELEMENT_NODE && (one.matches(WIRED) || wired.some((two) => one.contains(two))));
  },
});

// Puts what is new into the page; `changed` takes up what came, and elements that htmx must read again.
function exchange(old, fresh, changed) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    changed.push(fresh);
    return;
  }
  exchangeAttributes(old, fresh, changed);
  const children = [...old.childNodes];
  const others = [...fresh.childNodes];
  children.forEach((child, place) => (place < others.length ? exchange(child, others[place], changed) : child.remove()));
  const more = others.slice(children.length);
  old.append(...more);
  changed.push(...more);
}

function exchangeAttributes(old, fresh, changed) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value" && old !== document.activeElement) old.value = value;
    if (name.startsWith("hx-")) changed.push(old);
  }
}

// An answer without the region is another page: what this one is about is gone.
body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr, shouldSwap, requestConfig } = event.detail;
  if (event.defaultPrevented || !shouldSwap || !isExchange(event.detail) || xhr.response.includes(`id="${target.id}"`)) return;
  event.preventDefault();
  const main = new DOMParser().parseFromString(xhr.response, "text/html").querySelector("main");
  if (requestConfig.verb === "get") location.assign(xhr.responseURL);
  else if (main) document.querySelector("main").replaceWith(main);
  else location.assign(here());
});

// For the script of pages that show a table to be looked at.
htmx.exchange = (old, fresh) => exchange(old, fresh, []);

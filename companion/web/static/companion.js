// What a page needs besides htmx. Everything still works without it.
(function () {
  "use strict";
  const body = document.body;
  const own = ["click", "submit", "change"];
  // Was it somebody's tap, and not news?
  const isOwn = (detail) => own.includes(detail?.requestConfig?.triggeringEvent?.type);
  const here = () => location.pathname + location.search;
  let shown = here();
  let lostFocus = false;
  let step = "";

  // "12345.18" -> ["12345", 18]: a saved table put back has a new epoch.
  const version = (text) => {
    const dot = (text || "").lastIndexOf(".");
    const number = dot < 0 ? NaN : Number(text.slice(dot + 1));
    return [text ? text.slice(0, dot) : "", number];
  };

  // Slow answers may overtake each other: never show an older table.
  body.addEventListener("htmx:beforeSwap", (event) => {
    const table = document.getElementById("table");
    const { target, xhr, requestConfig, pathInfo } = event.detail;
    if (table && xhr) {
      const [drawnEpoch, drawn] = version(table.dataset.version);
      const [epoch, number] = version(xhr.getResponseHeader("X-Table-Version"));
      if (epoch && epoch === drawnEpoch && number < drawn) {
        event.preventDefault();
        // A tap must not end in silence; an answer to our own asking must not ask again.
        if (isOwn(event.detail)) resync();
        return;
      }
    }
    if (isNews(event.detail) && xhr.begun !== taps) return event.preventDefault();
    lostFocus = target.contains(document.activeElement);
    step = document.querySelector("[data-focus]")?.dataset.focus;
    if (!target.matches("[data-stay]") || !event.detail.shouldSwap) return;
    event.detail.shouldSwap = false;
    const { verb } = requestConfig;
    const page = document.createElement("template");
    page.innerHTML = xhr.response;
    const fresh = page.content.getElementById(target.id);
    // The answer is another page: what this one is about is gone.
    if (!fresh) {
      const main = page.content.querySelector("main");
      if (verb === "get" || !main) location.assign(verb === "get" ? xhr.responseURL : here());
      else document.querySelector("main").replaceWith(main);
      return;
    }
    const progress = page.content.getElementById("progress");
    if (progress) {
      progress.remove();
      document.getElementById("progress").replaceWith(progress);
    }
    const open = [...target.querySelectorAll("details")].map((one) => one.open);
    fresh.querySelectorAll("details").forEach((one, place) => (one.open ||= open[place]));
    renew(target, fresh);
    const moved = shown !== (shown = xhr.getResponseHeader("HX-Replace-Url") || pathInfo.responsePath);
    htmx.trigger(target, "htmx:afterSwap", { requestConfig });
    setTimeout(() => {
      if (moved) remember(verb, isOwn(event.detail));
      htmx.trigger(target, "htmx:afterSettle", { requestConfig });
    });
  });

  // What is the same stays: a drawing has hundreds of elements, and the focus and what is typed are left alone.
  function renew(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh);
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value) continue;
      old.setAttribute(name, value);
      if (name === "value" && old !== document.activeElement) old.value = value;
    }
    const children = [...old.childNodes];
    const others = [...fresh.childNodes];
    children.forEach((child, place) => (place < others.length ? renew(child, others[place]) : child.remove()));
    old.append(...others.slice(children.length));
  }

  // News of what is on screen already, mostly of this phone's own line, needs no second answer.
  let heard = "";
  document.addEventListener("sse:version", (event) => {
    const table = document.getElementById("table");
    heard = event.detail.data || heard;
    if (table && heard === table.dataset.version) event.stopPropagation();
  }, true);

  // A tap goes before news: news is not requested while a tap is answered, and an answer to news that a tap overtook is
  // dropped. (htmx could abort that request, but calls every aborted request an error.) What came meanwhile is requested
  // after the tap.
  let taps = 0;
  const isNews = (detail) => (detail.requestConfig ?? detail).elt.getAttribute("hx-get") === "";
  body.addEventListener("htmx:beforeRequest", (event) => {
    if (!isNews(event.detail)) taps += 1;
    else if (document.querySelector("[data-stay] .htmx-request, [data-stay].htmx-request")) event.preventDefault();
    event.detail.xhr.begun = taps;
  });
  body.addEventListener("htmx:afterRequest", ({ detail }) => {
    const [epoch, number] = version(heard);
    const [drawnEpoch, drawn] = version(document.getElementById("table")?.dataset.version);
    if (detail.xhr.status && epoch === drawnEpoch && number > drawn) ask();
  });

  // After somebody's own tap the step's heading is read out. News moves the focus only if it took away what had it.
  body.addEventListener("htmx:afterSettle", (event) => {
    const place = event.target.matches("[data-focus]") ? event.target : event.target.querySelector("[data-focus]");
    if (!place) return;
    const adrift = lostFocus && document.activeElement === body;
    if (adrift || isOwn(event.detail)) {
      place.focus({ preventScroll: true });
      const stored = event.detail.requestConfig?.verb === "post";
      if (isOwn(event.detail)) keepInSight(place, { stored, begins: !step || place.dataset.focus !== step });
    }
    lostFocus = false;
  });

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-here]") || submitter?.getAttribute("formmethod")) return;
    event.preventDefault();
    const values = submitter?.name ? { [submitter.name]: submitter.value } : {};
    const to = submitter?.getAttribute("formaction") || form.getAttribute("action");
    htmx.ajax(form.method, to, { source: form, event, values });
  });

  // What is half said is in the address, and Back takes one tap back: each is an entry of its own, counted from the one
  // the page began with. After an accepted line the phone is back at that one. A browser keeps fifty.
  const most = 40;
  let returning = false;
  // These steps are no other pages: going back over them must not move the view to where it was then.
  const stays = !!document.querySelector("[data-stay]");
  window.addEventListener("pageshow", () => (history.scrollRestoration = stays ? "manual" : "auto"));
  window.addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  function remember(verb, tapped) {
    const taps = history.state?.taps || 0;
    if (taps && (verb !== "get" || !shown.includes("?"))) {
      returning = true;
      history.go(-taps);
    } else if (tapped && verb === "get" && taps < most) history.pushState({ taps: taps + 1 }, "", shown);
    else history.replaceState({ taps }, "", shown);
  }
  window.addEventListener("popstate", () => {
    const part = document.querySelector("[data-stay]");
    const come = here() !== shown;
    // What stays said after a line, or was tapped before the way back was gone.
    if (returning && come) history.replaceState(null, "", shown);
    else if (part && come) htmx.ajax("get", (shown = here()), { source: part });
    returning = false;
  });
  // News are asked for what is half said by now.
  body.addEventListener("htmx:configRequest", ({ detail }) => {
    if (isNews(detail)) detail.path = shown;
  });

  // A tap that did not get through must not end in silence.
  const unsent = document.getElementById("unsent");
  if (unsent) {
    for (const lost of ["sendError", "timeout"]) {
      body.addEventListener(`htmx:${lost}`, ({ detail }) => (unsent.hidden &&= !isOwn(detail)));
    }
    body.addEventListener("htmx:afterSettle", () => (unsent.hidden = true));
  }

  // Who starts is chosen among the names as they are typed.
  document.addEventListener("input", ({ target }) => {
    const seat = target.name === "seat" && document.getElementById("first")?.options[target.id.slice(4) - 1];
    if (seat) seat.text = target.value || target.labels[0].textContent;
  });

  // Without htmx a second tap sends a form or follows a link twice.
  const once = (event) => {
    const sender = event.target.closest("form[data-once], a[data-once]");
    if (!sender || event.defaultPrevented || (event.type === "click" && sender.tagName !== "A")) return;
    if (sender.dataset.sent) event.preventDefault();
    sender.dataset.sent = "1";
    sender.setAttribute("aria-busy", "true");
  };
  document.addEventListener("submit", once);
  document.addEventListener("click", once);

  // A phone that slept has missed the news. These events come in bunches.
  let asked = 0;
  function resync() {
    if (Date.now() - asked < 500) return;
    asked = Date.now();
    ask();
  }
  // After an answer htmx takes no question before it is done with that one.
  function ask() {
    setTimeout(() => body.dispatchEvent(new CustomEvent("resync")));
  }

  // The view stays. Only what changed and would be out of sight is brought there, no further than needed: everybody's money
  // after a line, a refusal, and the heading and first key of a new step.
  function keepInSight(heading, { stored, begins }) {
    const box = (it) => it?.getBoundingClientRect();
    const up = (it) => it && box(it).top < 0 && scrollBy(0, box(it).top - 4);
    const down = (it) => {
      const floor = box(document.querySelector(".dock-area"))?.top ?? innerHeight;
      if (it && box(it).bottom > floor) scrollBy(0, Math.min(box(it).bottom - floor + 4, Math.max(0, box(it).top - 8)));
    };
    if (begins) {
      down(heading.closest(".step")?.querySelector("a, button"));
      up(heading);
    }
    if (stored) up(document.querySelector("#seats"));
    up(document.querySelector("[role=alert]"));
  }

  // How much of a case fits at 24 px a square: always of the same measure, however high a step draws it.
  function tellRoom() {
    const drawing = document.querySelector("[data-room] > svg");
    if (!drawing) return;
    const squares = (px) => Math.max(6, Math.min(60, Math.floor(px / 24 - 0.4)));
    const style = getComputedStyle(drawing);
    const high = squares(parseFloat(style.maxHeight) - (parseFloat(style.getPropertyValue("--tools")) || 0));
    const room = `${squares(drawing.getBoundingClientRect().width)}x${high}`;
    if (room === drawing.parentElement.dataset.room) return;
    document.cookie = `room=${room}; path=/; max-age=31536000; samesite=lax`;
    if (!document.querySelector("[role=alert]")) resync();
  }
  window.addEventListener("resize", tellRoom);

  // The table's phone lies there for minutes while people think. Only https and localhost may ask for this.
  async function stayAwake() {
    if (!("wakeLock" in navigator) || !body.hasAttribute("data-awake")) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Low battery or not allowed.
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    resync();
    stayAwake();
  });
  window.addEventListener("pageshow", (event) => {
    for (const sender of document.querySelectorAll("[data-sent]")) {
      delete sender.dataset.sent;
      sender.removeAttribute("aria-busy");
    }
    if (event.persisted) resync();
    tellRoom();
  });
  window.addEventListener("online", resync);

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
  stayAwake();
})();

// After a tap the step's heading is read out, and what changed is in sight. News moves the focus only if it took away
// what had it.
let lostFocus = false;
let step = "";
body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  lostFocus = detail.target.contains(document.activeElement);
  step = document.querySelector("[data-focus]")?.dataset.focus;
});
body.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  const heading = target.matches("[data-focus]") ? target : target.querySelector("[data-focus]");
  if (!heading) return;
  const adrift = lostFocus && document.activeElement === body;
  if (adrift || isTap(detail)) {
    heading.focus({ preventScroll: true });
    const stored = detail.requestConfig?.verb === "post";
    if (isTap(detail)) keepInSight(heading, { stored, begins: !step || heading.dataset.focus !== step });
  }
  lostFocus = false;
});

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
  if (stored) up(document.querySelector("#seats, #own"));
  up(document.querySelector("[role=alert]"));
}

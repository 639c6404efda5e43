// The replay without a new page for each step: by its links, the arrow keys, a slider, or playing by itself. The address
// follows, so that it leads to this moment. Without script the links lead from page to page.
{
  const PACE = 1_200; // ms a moment, while it plays
  const region = document.getElementById("moment");
  const part = (step) => region.querySelector(`[data-step="${step}"]`);
  const slider = () => region.querySelector(".moments");
  let wanted; // the place among the moments that is to be shown, until it is
  let asking = false;
  let timer;

  const latest = () => Number(slider().max);
  const place = () => wanted ?? Number(slider().getAttribute("value"));
  function address(to) {
    const { numbers, way } = slider().dataset;
    const it = new URL(way, location.origin);
    it.searchParams.set("at", numbers.split(" ")[to]);
    return it.href;
  }

  // Steps may be quicker than answers: the moments between are passed over.
  async function show(to) {
    wanted = Math.max(0, Math.min(to, latest()));
    while (wanted !== undefined && !asking) {
      const asked = wanted;
      asking = true;
      try {
        const answer = await fetch(address(asked), { headers: { "HX-Request": "true" } });
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("moment");
        if (!answer.ok || !fresh) return location.assign(address(asked));
        htmx.exchange(region, fresh);
        drawPlay();
        history.replaceState(history.state, "", address(asked));
        if (wanted === asked) wanted = undefined;
      } catch {
        wanted = undefined; // no connection: the moment stays as it is
        stop();
      } finally {
        asking = false;
      }
    }
  }
  const steps = { first: () => 0, back: () => place() - 1, ahead: () => place() + 1, last: latest };
  const go = (step) => show(steps[step]());

  function drawPlay() {
    part("play").setAttribute("aria-pressed", String(!!timer));
    part("play").querySelector("use").setAttribute("href", timer ? "#pic-pause" : "#pic-play");
  }
  function stop() {
    clearInterval(timer);
    timer = undefined;
    drawPlay();
  }
  function play() {
    if (place() === latest()) go("first");
    timer = setInterval(() => (place() < latest() ? go("ahead") : stop()), PACE);
    drawPlay();
  }

  function begin() {
    document.documentElement.dataset.scripted = "";
    region.addEventListener("click", (event) => {
      const step = event.target.closest("[data-step]")?.dataset.step;
      if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const plays = timer;
      stop();
      if (step !== "play") go(step);
      else if (!plays) play();
    });
    region.addEventListener("input", ({ target }) => {
      if (target !== slider()) return;
      stop();
      show(Number(target.value));
    });
    document.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: "back", ArrowRight: "ahead" }[event.key];
      const typing = event.target.closest("input, select, textarea");
      if (!step || typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      stop();
      go(step);
    });
    document.addEventListener("visibilitychange", () => document.hidden && timer && stop());
  }
  if (region) begin();
}

// The round is shown line by line, with the card in the row as it lay there. Nothing waits for it: whatever is tapped next ends
// it, and so does "to the end". Lines that were on the page when it was opened, and all for who wants no movement, are still.
{
  const PACE = 700; // ms a line
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const places = () => [...document.querySelectorAll(".row-cards > .place")];
  let known = { round: "", lines: 0 }; // how much of which round was shown
  let timer;

  function clear() {
    clearTimeout(timer);
    document.querySelector(".round-story")?.classList.remove("revealing");
    for (const one of document.querySelectorAll(".turning, .ahead")) one.classList.remove("turning", "ahead");
  }
  function tell(box, lines) {
    clear();
    const line = lines[known.lines];
    if (!line) return;
    box.classList.add("revealing");
    line.classList.add("turning");
    const row = places();
    for (const later of lines.slice(known.lines + 1)) row[later.dataset.number - 1]?.classList.add("ahead");
    row[line.dataset.number - 1]?.classList.add("turning");
    timer = setTimeout(() => {
      known.lines += 1;
      tell(box, lines);
    }, PACE);
  }
  function drawn(isNew) {
    const box = document.querySelector(".round-story");
    if (!box) return clear();
    const lines = [...box.querySelectorAll("li")];
    const { round } = box.dataset;
    if (round !== known.round || lines.length < known.lines) known = { round, lines: 0 };
    if (!isNew || calm.matches || "still" in box.dataset) known.lines = lines.length;
    tell(box, lines);
  }
  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".to-end")) return;
    known.lines = Infinity;
    clear();
  });
  document.addEventListener("htmx:afterSwap", () => drawn(true));
  drawn(false);
}

// Spots by number: who unfolded their row once has it open from then on, and digits typed pick a spot.
const OPEN = "spots-open";
function keepOpen() {
  const row = document.querySelector("details[data-keeps]");
  if (row && lasting.get(OPEN)) row.open = true;
}
document.addEventListener("click", ({ target }) => {
  const row = target.closest("details[data-keeps] > summary")?.parentElement;
  if (row?.open) lasting.remove(OPEN);
  else if (row) lasting.set(OPEN, "1");
});
document.addEventListener("htmx:afterSwap", keepOpen);
keepOpen();

{
  const PATIENCE = 700; // ms for a second digit
  let typed = "";
  let timer;
  const spots = () => [...document.querySelectorAll(".by-number .key")].map((key) => [key.querySelector("b").textContent, key]);
  function pick() {
    const [, key] = spots().find(([number]) => number === typed) ?? [];
    typed = "";
    key?.click();
  }
  document.addEventListener("keydown", (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea");
    if (busy || !/^\d$/.test(event.key) || !spots().length) return;
    clearTimeout(timer);
    typed += event.key;
    const more = spots().some(([number]) => number.startsWith(typed) && number !== typed);
    if (more) timer = setTimeout(pick, PATIENCE);
    else pick();
  });
}

// What is half entered lives in the address, and for a day on this phone too: a table whose page was closed opens with it
// again. It is forgotten once it is stored, given up or out of date.
{
  const NAME = "half-entered"; // {epoch of the table: {draft, fits, at}}
  const DAY = 86_400_000; // ms
  let opened = false;

  // What is kept, by the table that the page shows, and of others what is not too old.
  function kept() {
    try {
      const all = Object.entries(JSON.parse(lasting.get(NAME)));
      return Object.fromEntries(all.filter(([, { at }]) => Math.abs(Date.now() - at) < DAY));
    } catch {
      return {}; // nothing, or somebody else wrote there
    }
  }
  const keep = (all) => lasting.set(NAME, JSON.stringify(all));
  function follow() {
    const { draft, fits } = document.getElementById("table")?.dataset ?? {};
    if (!opened || draft === undefined) return;
    keep({ ...kept(), [version(drawn().version)[0]]: draft ? { draft, fits, at: Date.now() } : undefined });
  }

  body.addEventListener("htmx:afterSwap", follow);
  // After the screen was measured: the answer is drawn for it.
  window.addEventListener("pageshow", () => {
    const table = document.getElementById("table");
    const { draft, fits } = kept()[version(drawn().version)[0]] ?? {};
    const comesBack = !opened && draft && table && !location.search && fits === table.dataset.fits;
    opened = true;
    keep(kept());
    if (comesBack) htmx.ajax("get", `${location.pathname}?${draft}`, { source: table });
    else follow();
  });
}

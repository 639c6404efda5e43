// What is half entered lives in the address, and for a day on this phone too: a table whose page was closed opens with it
// again. It is forgotten once it is stored, given up, or no longer fits.
{
  const NAME = "half-entered"; // {epoch of the table: {draft, fits, at}}
  const DAY = 86_400_000; // ms
  const region = () => document.querySelector("#table[data-draft]");
  const epochOf = ({ dataset }) => version(dataset.version)[0];
  let opened = false;

  function read() {
    try {
      const all = Object.entries(JSON.parse(lasting.get(NAME)) ?? {});
      return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < DAY && at <= Date.now()));
    } catch {
      return {}; // somebody else wrote there
    }
  }
  function write(all) {
    if (Object.keys(all).length) lasting.set(NAME, JSON.stringify(all));
    else lasting.remove(NAME);
  }
  function keep() {
    const table = region();
    if (!table || !opened) return;
    const { draft, fits } = table.dataset;
    const { [epochOf(table)]: _, ...all } = read();
    if (draft) all[epochOf(table)] = { draft, fits, at: Date.now() };
    write(all);
  }

  body.addEventListener("htmx:afterSwap", keep);
  // After the screen was measured: the answer is drawn for it.
  window.addEventListener("pageshow", () => {
    const first = !opened;
    opened = true;
    const all = read();
    write(all);
    const table = region();
    const kept = table && all[epochOf(table)];
    const comesBack = first && kept && !location.search && kept.fits === table.dataset.fits;
    if (comesBack) htmx.ajax("get", `${location.pathname}?${kept.draft}`, { source: table });
    else keep();
  });
}

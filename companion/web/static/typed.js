// What is half entered is in the address, on the pages beside the table too. Everything still works without it.
(function () {
  "use strict";
  // A page that answers a POST stands where it can be asked again.
  const { address } = document.body.dataset;
  if (address) history.replaceState(history.state, "", address);

  // What is typed is in the address too, so that a reload or the way back finds it: by the names of a form's fields, or where a
  // page has several forms by the ids of all.
  document.addEventListener("input", ({ target }) => {
    const kept = target.closest("[data-kept]");
    if (!kept || !target.name || target.matches("[type=file], [data-unkept]")) return;
    const isForm = kept.matches("form");
    const typed = new URLSearchParams(isForm ? new FormData(kept) : location.search);
    if (!isForm && target.id) typed.set(target.id, target.value);
    history.replaceState(history.state, "", `${location.pathname}?${typed}`);
  });
  // Sums follow what is typed, so that the dock says what it would record.
  document.addEventListener("change", ({ target }) => target.form?.matches("[data-adds]") && target.form.requestSubmit());
  document.addEventListener("submit", ({ target: form }) => {
    const kept = form.querySelector("[name=kept]");
    if (kept) kept.value = location.search.slice(1);
  }, true);

  // The bar is not drawn anew: its ways to other pages take along what is half entered now.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[data-carry]");
    if (!link || !document.getElementById("table")) return;
    link.search = location.search && new URLSearchParams({ draft: location.search.slice(1) });
  }, true);
})();

// Sends a photo as soon as it is taken: made smaller here where the browser can, with a bar while it travels.
// Without this the form sends it as it is.
(function sendPhotos() {
  const TRIES = 5; // times a busy house is asked by itself
  const PATIENCE = 120000; // ms one sending may take
  let last = null; // the form as it was sent last
  let ask = null;
  let retry = 0; // the timer of the next try
  let turn = 0; // counts what was begun: what was cancelled goes no further

  const parts = () => {
    const form = document.querySelector("form[data-photo]");
    return form && {
      form,
      travel: form.querySelector("[data-travel]"),
      said: form.querySelector("[data-said]"),
      bar: form.querySelector("progress"),
      again: form.querySelector("[data-again]"),
      cancel: form.querySelector("[data-cancel]"),
      words: form.querySelector("[data-words]").dataset,
    };
  };

  function tell(page, words, share) {
    page.form.classList.add("busy");
    page.travel.hidden = false;
    page.said.textContent = words;
    page.again.hidden = true;
    page.cancel.hidden = false;
    if (share === undefined) page.bar.removeAttribute("value");
    else page.bar.value = share;
  }

  function failed(page, words) {
    tell(page, words, 0);
    page.form.classList.remove("busy");
    page.again.hidden = false;
    page.cancel.hidden = true;
  }

  function begin() {
    clearTimeout(retry);
    if (ask) ask.abort();
    return (turn += 1);
  }

  function cancel(page) {
    begin();
    page.form.classList.remove("busy");
    page.travel.hidden = true;
    page.form.reset();
  }

  // A canvas keeps pixels and nothing else: what the camera noted about place and time stays in the phone.
  async function shrunk(file, longest) {
    try {
      const picture = await createImageBitmap(file);
      const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale);
      canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      picture.close();
      const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
      return made || file;
    } catch {
      return longest > 1600 ? shrunk(file, 1600) : file; // a kind this browser does not know: the house may
    }
  }

  async function send(file) {
    const page = parts();
    const mine = begin();
    tell(page, page.words.sending, 0);
    const body = new FormData();
    for (const field of page.form.querySelectorAll("input[type=hidden]")) body.append(field.name, field.value);
    body.append("photo", await shrunk(file, Number(page.form.dataset.longest)), "photo.jpg");
    if (mine === turn) post(page, body, 1);
  }

  function post(page, body, tries) {
    last = body;
    tell(page, page.words.sending, 0);
    ask = new XMLHttpRequest();
    ask.open("POST", page.form.action);
    ask.upload.onprogress = (event) => tell(page, page.words.sending, event.loaded / event.total);
    ask.upload.onload = () => tell(page, page.words.reading);
    ask.timeout = PATIENCE;
    ask.onerror = ask.ontimeout = () => failed(page, page.words.failed);
    ask.onload = () => answered(page, body, tries);
    ask.send(body);
  }

  function answered(page, body, tries) {
    const seconds = ask.status === 503 && Number(ask.getResponseHeader("Retry-After"));
    if (seconds && tries < TRIES) {
      tell(page, page.words.waiting);
      retry = setTimeout(() => post(page, body, tries + 1), seconds * 1000);
    } else if (seconds) {
      failed(page, page.words.full);
    } else if (ask.status < 400) {
      location.replace(ask.responseURL);
    } else {
      const shown = new DOMParser().parseFromString(ask.responseText, "text/html").querySelector("main");
      if (shown) document.querySelector("main").replaceWith(shown);
      else failed(page, page.words.failed);
    }
  }

  const page = parts();
  if (!page) return;
  page.form.classList.add("at-once");
  page.form.addEventListener("change", (event) => {
    if (event.target.type === "file" && event.target.files.length) send(event.target.files[0]);
  });
  // A picture chosen while this script was still on its way.
  const early = [...page.form.querySelectorAll("[type=file]")].find((input) => input.files.length);
  if (early) send(early.files[0]);
  page.again.addEventListener("click", () => post(page, last, 1));
  page.cancel.addEventListener("click", () => cancel(page));
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) cancel(page);
  });
})();

// The stream of news. It is open while the page is seen: a browser keeps six connections to a server, and every tab needs some.
// A page without a stream asks for the table's version instead. A check each second does all of this, and
// notices by the clock that the phone slept.
{
  const CHECK = 1_000; // ms, as all of these
  const ASK = 5_000; // from one question of a page without a stream to the next
  const ASK_AGAIN = 2_000; // after one without an answer
  const ANSWER = 4_000; // so long a question waits
  const OPENING = 10_000; // so long a stream may take to open
  const QUIET = 25_000; // a beat is late: is anybody there?
  const SILENT = 40_000; // the stream is dead, though nobody said so
  const LONGEST = 30_000; // between two tries to open one
  const CUT_OFF = 5_000; // without an answer for so long, the page says so
  const MOST = 3; // streams of one browser's pages: windows side by side are all seen

  const cutOff = document.getElementById("cut-off");
  let stream = null;
  let heardAt = 0; // when the stream was heard of last
  let tries = 0; // in vain
  let tryAt = 0; // when a stream is opened next
  let askAt = 0;
  let asking = false;
  let reachable = true; // was the latest question answered?
  let unanswered = 0; // since when an answer is missing; 0 where none is
  let checked = Date.now();
  let woken = 0;
  const own = Math.random(); // this page, for the others of this browser
  const others = new Set(); // those that opened a stream after this one
  const pages = window.BroadcastChannel && new BroadcastChannel("streams");
  const tell = (state) => pages?.postMessage([own, state]);

  const isOpen = () => stream?.readyState === EventSource.OPEN;
  const miss = () => (unanswered ||= Date.now());
  const reach = () => (unanswered = 0);

  function open() {
    close();
    const { news, version, people } = drawn();
    stream = new EventSource(`${news}?${new URLSearchParams({ seen: version, people: people ?? "" })}`);
    heardAt = Date.now();
    askAt = heardAt + ASK;
    miss();
    const alive = () => {
      heardAt = Date.now();
      reach();
    };
    stream.addEventListener("open", () => {
      alive();
      tries = 0;
      others.clear();
      tell("open");
    });
    stream.addEventListener("version", ({ data }) => (alive(), hear({ version: data })));
    stream.addEventListener("people", ({ data }) => (alive(), hear({ people: data })));
    stream.addEventListener("beat", ({ data }) => (alive(), data.includes(".") && hear({ version: data })));
    stream.addEventListener("error", lose);
  }

  function close() {
    if (!stream) return;
    stream.close();
    stream = null;
    tell("closed");
  }

  // Tries grow rarer, and not all phones try at once.
  function lose() {
    close();
    miss();
    tryAt = Date.now() + Math.min(LONGEST, 1_000 * 2 ** tries++) * (0.75 + Math.random() / 2);
    askAt = 0;
  }

  function ask() {
    if (asking) return;
    askAt = Date.now() + ASK;
    asking = true;
    miss();
    const question = new XMLHttpRequest();
    question.open("GET", new URL("version", location.origin + drawn().news));
    question.timeout = ANSWER;
    question.addEventListener("loadend", () => {
      asking = false;
      const answered = question.status && question.status < 500;
      if (!answered) askAt = Math.min(askAt, Date.now() + ASK_AGAIN);
      else {
        reach();
        if (!reachable) tryAt = Math.min(tryAt, Date.now() + Math.random() * 1_000);
        const [version, people = drawn().people] = question.responseText.split(" ");
        if (question.status === 200) hear({ version, people });
        else requestNews(); // the table is elsewhere, or gone
      }
      reachable = answered;
    });
    question.send();
  }

  function check() {
    const now = Date.now();
    const slept = now < checked || now > checked + 5 * CHECK;
    checked = now;
    if (!drawn().news || document.hidden) return;
    if (slept) wake();
    const quiet = now - heardAt;
    if (stream && quiet > (isOpen() ? SILENT : OPENING)) lose();
    if (!stream && now >= tryAt) open();
    const doubtful = !isOpen() || quiet > QUIET || (unanswered && now - unanswered > CUT_OFF / 2);
    if (doubtful && now >= askAt) ask();
    cutOff.hidden = !unanswered || now - unanswered < CUT_OFF;
  }

  // A page that is seen again has missed the news. These events come in bunches.
  function wake() {
    if (!drawn().news || document.hidden || Date.now() - woken < 500) return;
    woken = Date.now();
    tries = tryAt = 0;
    open();
    resync();
  }
  function rest() {
    close();
    reach();
  }

  // Too many pages of this browser are seen at once: the one that has its stream longest asks instead, until it is used.
  document.addEventListener("pointerdown", () => tryAt === Infinity && (tryAt = 0));
  pages?.addEventListener("message", ({ data: [page, state] }) => {
    if (state === "closed") others.delete(page);
    else others.add(page);
    if (!stream || others.size < MOST) return;
    close();
    tryAt = Infinity;
  });

  body.addEventListener("htmx:beforeSend", miss);
  body.addEventListener("htmx:afterRequest", ({ detail }) => (isLost(detail) ? miss() : reach()));
  document.addEventListener("visibilitychange", () => (document.hidden ? rest() : wake()));
  document.addEventListener("freeze", rest);
  document.addEventListener("resume", wake);
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", ({ persisted }) => persisted && wake());
  window.addEventListener("online", wake);
  window.addEventListener("offline", miss);
  if (drawn().news) {
    setInterval(check, CHECK);
    if (!document.hidden) open();
  }
}

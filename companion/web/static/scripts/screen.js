// The big screen lies there for hours with nobody to touch it. stream.js fetches what is new; this keeps the screen awake and,
// once a server that was away answers again, loads the page anew: it may be another version by then.
{
  const cutOff = document.getElementById("cut-off");
  async function keepAwake() {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Not allowed: televisions stay awake by themselves.
    }
  }
  function begin() {
    let away = false;
    new MutationObserver(() => {
      if (away && cutOff.hidden) location.reload();
      away = !cutOff.hidden;
    }).observe(cutOff, { attributeFilter: ["hidden"] });
    document.addEventListener("visibilitychange", keepAwake);
    keepAwake();
  }
  if (document.getElementById("screen")) begin();
}

// Where this phone wants it, it buzzes or sounds when its turn begins: when news say so, not when its own tap or a reload does.
{
  const likes = document.querySelector("[data-turn-buzz], [data-turn-sound]")?.dataset ?? {};
  const isMine = () => !!document.querySelector("#table[data-my-turn]");
  const NOTES = [660, 880]; // Hz
  const LENGTH = 0.18; // s
  let mine = isMine();
  let sound = null;

  // Browsers let a page be heard only after a tap on it.
  if ("turnSound" in likes) {
    document.addEventListener("click", () => {
      sound ??= new AudioContext();
      sound.resume();
    }, true);
  }

  function ring() {
    NOTES.forEach((frequency, place) => {
      const begin = sound.currentTime + place * LENGTH;
      const note = new OscillatorNode(sound, { frequency });
      const volume = new GainNode(sound, { gain: 0.2 });
      volume.gain.setValueAtTime(0.2, begin);
      volume.gain.linearRampToValueAtTime(0, begin + LENGTH);
      note.connect(volume).connect(sound.destination);
      note.start(begin);
      note.stop(begin + LENGTH);
    });
  }

  body.addEventListener("htmx:afterSwap", ({ detail }) => {
    const begins = isMine() && !mine;
    mine = isMine();
    if (!begins || isTap(detail)) return;
    if ("turnBuzz" in likes) navigator.vibrate?.([120, 80, 120]);
    if (sound?.state === "running") ring();
  });

  // A phone that cannot buzz, an iPhone for one, is not asked about it.
  const buzz = document.querySelector("[data-if-buzz]");
  if (buzz && !navigator.vibrate) buzz.hidden = true;
}

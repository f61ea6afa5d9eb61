// What one wishes on this device alone, by switches in the table's options: sounds, vibration, and that the only pass there is is passed
// by itself (finish.js). All are off until they are switched on.
(() => {
  "use strict";
  const KEY = "device";
  const board = () => document.getElementById("board");
  if (!board()) return;
  const wishes = () => { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } };

  function settle() {
    const now = wishes();
    for (const box of document.querySelectorAll("[data-device]")) box.checked = Boolean(now[box.dataset.device]);
  }
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset.device;
    if (!name) return;
    try { localStorage.setItem(KEY, JSON.stringify({ ...wishes(), [name]: target.checked })); } catch { /* no memory: for this page */ }
    if (name !== "pass" && target.checked) say("turn", { [name]: true });
  });

  // --- sounds, made here: [start, pitch in hertz, length] of each note; a card is a breath of noise
  const NOTES = { turn: [[0, 587, .16], [.12, 784, .26]], low: [[0, 880, .09], [.16, 880, .09]], end: [[0, 523, .3], [.12, 659, .3], [.24, 784, .55]], knock: [[0, 130, .16], [.05, 82, .24]], light: [[0, 659, .22], [0, 988, .3]], glow: [[0, 784, .3], [.09, 1175, .5]], sweep: [] };
  const SHAKES = { turn: [40, 60, 40], card: [12], low: [30, 40, 30], end: [60], knock: [28], light: [10], glow: [16], sweep: [50] };
  let audio = null;
  const voice = () => audio = audio || new AudioContext();
  // Browsers let a page sound after its reader has touched it.
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { if (wishes().sound) voice().resume(); }, { passive: true });

  function say(what, now = wishes()) {
    if (!SHAKES[what]) return;
    if (now.shake && navigator.vibrate) navigator.vibrate(SHAKES[what]);
    if (!now.sound || typeof AudioContext === "undefined") return;
    if (what === "card") rustle(); else if (what === "sweep") rustle(.5, 900); else for (const note of NOTES[what]) tone(...note);
  }

  function fade(length, volume, start) {
    const gain = voice().createGain(), at = voice().currentTime + start;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(volume, at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(voice().destination);
    return [gain, at];
  }

  function tone(start, pitch, length) {
    const [gain, at] = fade(length, .12, start), source = new OscillatorNode(voice(), { type: "triangle", frequency: pitch });
    source.connect(gain);
    source.start(at);
    source.stop(at + length);
  }

  function rustle(length = .08, pitch = 2600) {
    const rate = voice().sampleRate, buffer = new AudioBuffer({ length: rate * length, sampleRate: rate }), noise = buffer.getChannelData(0);
    for (let i = 0; i < noise.length; i++) noise[i] = Math.random() * 2 - 1;
    const [gain, at] = fade(length, .1, 0), source = new AudioBufferSourceNode(voice(), { buffer });
    source.connect(new BiquadFilterNode(voice(), { type: "bandpass", frequency: pitch, Q: .8 })).connect(gain);
    source.start(at);
  }

  // --- what happens at the table
  let before = { ...board().dataset };
  document.addEventListener("board:after", () => {
    const then = before, now = before = { ...board().dataset };
    settle();
    if (now.moment !== undefined || then.table !== now.table || then.version === now.version) return;
    if (now.status === "ended" && then.status !== "ended") say("end");
    else if (now.yourTurn !== undefined && then.yourTurn === undefined) say("turn");
    else if (Number(now.ply) > Number(then.ply)) say("card");
  });
  document.addEventListener("clock:low", () => say("low"));
  document.addEventListener("moment", ({ detail }) => say(detail.kind));

  settle();
})();

// What weighs something is felt for a moment: a stone is claimed, the stones that won light in turn, points count up, a hand that is
// empty sweeps the table. The board says what, in which order, and by which name (data-beat="kind order name"); what the board before
// did not have is played. Nothing waits for it, a tap or a key ends it, and under reduced motion nothing moves.
(() => {
  "use strict";
  const EASE = "cubic-bezier(.2,.7,.2,1)", LATE = 200, LONG = 340, STEP = 160, LONGEST = 1150;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const board = () => document.getElementById("board");
  if (!board()) return;
  const beats = () => [...board().querySelectorAll("[data-beat]")];
  const names = () => new Set(beats().map((place) => place.dataset.beat));
  const state = () => ({ names: names(), ply: Number(board().dataset.ply), table: board().dataset.table });
  let before = state(), running = [], timers = [], counting = [];

  document.addEventListener("board:before", () => { end(); before = state(); });
  document.addEventListener("board:after", () => {
    const then = before, { ply, table, moment } = board().dataset;
    before = state();
    if (document.hidden || moment !== undefined || table !== then.table || Number(ply) <= then.ply) return;
    const fresh = beats().filter((place) => !then.names.has(place.dataset.beat));
    if (fresh.length) play(fresh);
  });

  function play(places) {
    const told = places.map((place) => { const [kind, order] = place.dataset.beat.split(" "); return { place, kind, order: Number(order) }; });
    const last = Math.max(...told.map(({ order }) => order)), step = Math.min(STEP, (LONGEST - LATE - LONG) / (last || 1));
    const heard = new Set();
    for (const { place, kind, order } of told) {
      const at = LATE + order * step;
      if (!heard.has(kind + order)) after(at, () => document.dispatchEvent(new CustomEvent("moment", { detail: { kind, order } })));
      heard.add(kind + order);
      if (!calm.matches) SHOWS[kind]?.(place, at, step);
    }
    after(LONGEST, end);
  }
  const after = (time, act) => timers.push(setTimeout(act, time));

  function end() {
    for (const timer of timers.splice(0)) clearTimeout(timer);
    for (const one of running.splice(0)) one.cancel();
    for (const place of counting.splice(0)) delete place.dataset.shown;
    for (const sweep of document.querySelectorAll(".sweep")) sweep.remove();
  }
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { if (timers.length) end(); }, { capture: true, passive: true });

  const moves = (place, frames, delay, duration = LONG) => running.push(place.animate(frames, { duration, delay, easing: frames[0].easing ? "linear" : EASE, fill: "backwards", id: "beat" }));
  const UNLIT = "brightness(1) drop-shadow(0 0 0 color-mix(in oklab, var(--lamp) 0%, transparent))";  // from "none", shadows begin black
  const ring = (wide) => `0 0 0 ${wide}px color-mix(in oklab, var(--lamp) ${wide ? 0 : 90}%, transparent)`;
  const SHOWS = {
    // stone on stone: it comes down, and its ground gives way a little
    knock(place, at) {
      moves(place, [{ scale: 1.3, boxShadow: ring(0) }, { scale: .88, offset: .35 }, { scale: 1.06, offset: .6 }, { scale: 1, boxShadow: ring(20) }], at, 420);
      const ground = place.closest("[data-lands]");
      if (ground) moves(ground, [{ translate: "0 0" }, { translate: "0 3px", offset: .4 }, { translate: "0 -1px", offset: .7 }, { translate: "0 0" }], at + 80, 260);
    },
    light(place, at) {
      moves(place, [{ filter: UNLIT }, { filter: "brightness(1.12) drop-shadow(0 0 10px var(--lamp))", offset: .4 }, { filter: UNLIT }], at, 420);
      const stone = place.querySelector("[data-piece], .pebble");
      if (stone) moves(stone, [{ boxShadow: ring(0) }, { boxShadow: ring(18) }], at, 420);
    },
    glow(place, at) { moves(place, [{ filter: UNLIT }, { filter: "brightness(1.08) drop-shadow(0 0 12px var(--lamp))", offset: .35 }, { filter: UNLIT }], at, 800); },
    show(place, at) { moves(place, [{ opacity: 0, translate: "0 6px" }, { opacity: 1, translate: "0 0" }], at, 240); },
    // What stands in the place is the end of the count, and keeps its room; what is shown instead lies over it (moments.css).
    count(place, at, step) {
      const sums = place.dataset.sums.split(" ").map(Number);
      const say = (number) => { place.dataset.shown = number < 0 ? "−" + -number : number; };
      counting.push(place);
      say(sums[0]);
      sums.slice(1).forEach((sum, number) => after(sums.length > 2 ? LATE + number * step + 60 : at, () => say(sum)));
      moves(place, [{ scale: 1 }, { scale: 1.12, offset: .4 }, { scale: 1 }], at, 260);
    },
    sweep(place, at) {
      const light = Object.assign(document.createElement("i"), { className: "sweep" });
      place.append(light);
      moves(light, [{ translate: "-110% 0", opacity: 1, easing: "ease-in-out" }, { translate: "110% 0", opacity: 1 }], at, 640);
      [...place.querySelectorAll(".set > .card")].forEach((card, number) => moves(card, [{ translate: `${-60 - 12 * number}px 48px`, rotate: "-9deg", opacity: 0 }, { translate: "0 0", rotate: "0deg", opacity: 1 }], 60 * number, 320));
    },
  };

  // --- whether sounds are wished, asked once, at the first move that could have been heard; on a phone, where the question would cover
  // the table, from the next page on, which has a line for it (early.js)
  const html = document.documentElement, narrow = matchMedia("(max-width: 619.9px), (max-height: 480px)");
  const ask = document.getElementById("sound-ask"), box = () => document.querySelector('[data-device="sound"]'), SHOWN = 12000;
  const wishes = () => JSON.parse(localStorage.getItem("device")) || {};
  const answered = () => { try { return "sound" in wishes(); } catch { return true; } };
  const later = () => { try { localStorage.setItem("device", JSON.stringify({ ...wishes(), asks: true })); } catch { /* never */ } };
  function answer(yes) {
    if (!box()) return;
    box().checked = yes;
    box().dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (ask && "asks" in html.dataset && narrow.matches) ask.hidden = false;
  document.addEventListener("board:after", ({ detail }) => {
    if (!ask || !detail.news || !box() || typeof AudioContext === "undefined" || board().closest("[data-first]") || answered()) return;
    if (narrow.matches) { later(); return; }
    answer(false);
    ask.hidden = false;
    setTimeout(() => { ask.hidden = true; }, SHOWN);
  });
  ask?.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.value === "on" || !answered()) answer(button.value === "on");
    delete html.dataset.asks;
    ask.hidden = true;
  });
})();

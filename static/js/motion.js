// Cards and pieces go from where they were to where they are, around every replacement of the board ("board:before", "board:after").
// A card is itself by its name, its place and, where a place shows its top card alone, how deep it lies: the card under one that
// was taken has not moved. The words for all of this (data-place, data-count, data-from, data-to, data-piece, data-gesture, data-deal,
// data-by) stand in docs/building/adding-a-game.md. Nothing waits for a movement, and nothing that moves is in the way of a tap.
(() => {
  "use strict";
  const STAGGER = 20, EASE = "cubic-bezier(.2,.7,.2,1)";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const board = () => document.getElementById("board");
  const one = (selector) => board().querySelector(selector);
  const all = (selector) => [...board().querySelectorAll(selector)];
  const far = (a, b) => Math.hypot(a.left - b.left, a.top - b.top);
  const long = () => "again" in document.documentElement.dataset ? 440 : 220;  // what is shown again is shown slowly
  const gliding = new Set();
  let movements = [];  // of this update: all places are read first, as each one read after a change lays the page out anew
  if (!board()) return;

  // --- what lies where
  function things() {
    const seen = new Map();
    return all(".table > :not(.scene) :is([data-card], [data-piece])").map((card) => {
      const place = card.closest("[data-place]"), hand = card.closest(".hand, .open-hand");
      const name = card.dataset.card || card.dataset.piece, at = place ? place.dataset.place : hand ? hand.className + hand.ariaLabel : "";
      const count = place?.dataset.count, twin = `${name} ${at}`, number = (seen.get(twin) || 0) + 1;
      seen.set(twin, number);
      return { card, name, at, place, count: Number(count), key: at && `${twin} ${count === undefined ? number : "deep " + count}`, rect: card.getBoundingClientRect() };
    }).filter(({ rect }) => rect.width);
  }
  const counts = () => new Map(all("[data-place][data-count]").map((place) => [place.dataset.place, Number(place.dataset.count)]));
  const gestures = () => new Map(all("[id][data-gesture]").map((found) => [found.id, found.dataset.gesture]));

  let before = null;
  document.addEventListener("board:before", () => {
    for (const copy of all(".flying")) copy.remove();
    if (calm.matches || document.hidden) { before = null; return; }
    const { ply, deal, table } = board().dataset, found = things();
    // Only of places that say so may a card vanish that has to be seen once more.
    for (const thing of found) if (thing.place && (thing.place.dataset.count || thing.place.dataset.to)) thing.copy = thing.card.cloneNode(true);
    before = { ply: Number(ply), deal, table, found, counts: counts(), gestures: gestures() };
  });
  // Last of those that change the new board.
  document.addEventListener("board:after", () => {
    const then = before, { ply, deal, table } = board().dataset;
    before = null;
    if (!then || then.table !== table) return;
    for (const running of gliding) running.cancel();  // kept here: to ask a card for its animations forces a layout
    gliding.clear();
    for (const [id, said] of gestures()) if (said && then.gestures.has(id) && then.gestures.get(id) !== said) lift(document.getElementById(id));
    if (deal && then.deal && deal !== then.deal) { if (Number(ply) > then.ply && !one("#scene")) dealt(); return; }
    moved(then, things(), Number(ply) > then.ply);
  }, true);
  document.addEventListener("board:after", run);
  function run() { for (const movement of movements.splice(0)) movement(); }

  document.addEventListener("scene:left", () => { if (!calm.matches) { dealt(); run(); } });

  // --- who is who: the same card in the same place; then of the same name the nearest one of another place
  function moved(then, now, forward) {
    const old = new Map(), left = new Set(then.found), came = [];
    for (const thing of then.found) if (thing.key) old.set(thing.key, thing);
    for (const thing of now) {
      const same = thing.key && old.get(thing.key);
      if (same) { left.delete(same); glide(thing, same.rect); } else came.push(thing);
    }
    const unknown = [];
    for (const still of [true, false]) {  // of several alike, those that did not move are found first
      for (const thing of came.splice(0)) {
        let near = null;
        for (const one of left) {
          if (one.name !== thing.name || (one.at && one.at === thing.at)) continue;
          if (!near || far(one.rect, thing.rect) < far(near.rect, thing.rect)) near = one;
        }
        if (still && !(near && far(near.rect, thing.rect) < 2)) { came.push(thing); continue; }
        if (near) { left.delete(near); glide(thing, near.rect); } else unknown.push(thing);
      }
    }
    const grown = (at) => (counts().get(at) ?? 0) - (then.counts.get(at) ?? 0);
    if (!forward) return;
    for (const thing of unknown) {
      if (thing.count && grown(thing.at) < 0) continue;  // it was there all the time, under the card that was taken
      glide(thing, origin(thing)?.getBoundingClientRect());
    }
    for (const thing of left) {
      if (!thing.copy) continue;
      const change = grown(thing.at);
      if (change > 0) fly(thing, thing.rect, one(`[data-place="${thing.at}"]`));  // covered: it stays to be seen until the new one lies on it
      else if (change < 0 || thing.place.dataset.to) fly(thing, target(thing)?.getBoundingClientRect());
    }
    for (const at of counts().keys()) if (at.startsWith("stock")) {
      const own = unknown.filter((thing) => thing.card.closest(".hand") && origin(thing)?.closest("[data-place]")?.dataset.place === at);
      drawnByOthers(at, -grown(at) - own.length);
    }
  }

  // --- from where, and where to, when it is not to be seen
  const seat = (number) => number !== "" && number !== undefined ? document.getElementById("seat-" + number) : null;
  const mine = () => { const { by, seat } = board().dataset; return by !== undefined && by === seat; };
  const mover = () => seat(board().dataset.by) || (mine() ? null : one(".strip--theirs"));
  const dealer = () => one("[data-place^=stock] .card") || one(".stock .pile");
  function origin({ card }) {
    const from = card.closest("[data-from]");
    if (from) return document.getElementById(from.dataset.from);
    if (card.closest(".hand, .open-hand")) return dealer();
    return mover();
  }
  const target = ({ place: { dataset: { to } } }) => to && to !== "mover" ? document.getElementById(to) : mine() ? null : mover();

  function drawnByOthers(at, number) {
    const from = one(`[data-place="${at}"] .card`), to = mine() ? null : mover();
    if (!from || !to || number < 1 || number > 3) return;
    fly({ copy: from.cloneNode(true), rect: from.getBoundingClientRect() }, to.getBoundingClientRect());
  }

  // --- movements
  function glide({ card, rect }, from, delay = 0) {
    if (!from || (far(from, rect) < 2 && !delay)) return;
    const scale = Math.min(1, from.width / rect.width), through = card.matches("label") ? {} : { pointerEvents: "none" };
    const start = { translate: `${from.left - rect.left}px ${from.top - rect.top}px`, scale, transformOrigin: "0 0", zIndex: 9, ...through };
    const end = { translate: "0 0", scale: 1, transformOrigin: "0 0", zIndex: 9, ...through };
    movements.push(() => {
      const running = card.animate([start, end], { duration: long(), delay, fill: "backwards", easing: EASE, id: "move" });
      gliding.add(running);
      running.onfinish = () => gliding.delete(running);
    });
  }

  // A copy, since the card itself is no longer on the board.
  function fly({ copy, rect }, to, under = null) {
    if (!to || !copy) return;
    const table = under || one(".table"), here = table.getBoundingClientRect(), still = to === rect;
    for (const part of [copy, ...copy.querySelectorAll("*")]) for (const name of ["id", "for", "data-card", "data-piece", "name"]) part.removeAttribute(name);
    copy.classList.add("flying");
    copy.setAttribute("aria-hidden", "true");
    copy.style.setProperty("--card-w", rect.width + "px");
    Object.assign(copy.style, { left: rect.left - here.left + "px", top: rect.top - here.top + "px", width: rect.width + "px", height: rect.height + "px" });
    const scale = still ? 1 : Math.min(.5, to.height / rect.height), end = still ? {} : {
      translate: `${to.left + to.width / 2 - rect.left - rect.width / 2}px ${to.top + to.height / 2 - rect.top - rect.height / 2}px`, scale, opacity: .2,
    };
    if (still) copy.style.zIndex = 0;
    movements.push(() => {
      table[under ? "prepend" : "append"](copy);
      copy.animate([{ translate: "0 0" }, { translate: "0 0", ...end }], { duration: long(), easing: EASE }).finished.finally(() => copy.remove()).catch(() => {});
    });
  }

  // A new hand comes from the stock, card after card; nothing comes from the table before. Under the end of the deal before, it
  // waits until its reader goes on.
  function dealt() {
    const from = dealer() || one(".strip--theirs") || one(".table"), rect = from.getBoundingClientRect();
    const cards = things().filter(({ card }) => card.closest(".hand"));
    cards.forEach((thing, number) => glide(thing, { left: rect.left, top: rect.top, width: Math.min(rect.width, thing.rect.width) }, Math.min(number * STAGGER, 240)));
  }

  function lift(found) {
    movements.push(() => found.animate([{ scale: 1 }, { scale: 1.18, offset: .4 }, { scale: 1 }], { duration: 240, easing: EASE, id: "gesture" }));
  }
})();

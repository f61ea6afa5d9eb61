// The lens: a card that is held, or has the focus while I is pressed, shows what each place would become with it. All words come from the
// server, which answers for the cards of the reader alone; what is written at the places lies over the board and changes nothing in it.
(() => {
  "use strict";
  const HOLD = 450, SLOP = 8, CARD = "#board :is([data-card], [data-drag])";
  const board = () => document.getElementById("board");
  if (!board() || board().dataset.moment !== undefined || !("lens" in document.getElementById("act").dataset)) return;
  let held = null, panel = null, marks = null, back = null, asked = 0;

  // A card without a name of its own is that of the button which it is dragged to.
  const name = (card) => card.dataset.card || document.getElementById(card.dataset.drag)?.value.split(" ").pop() || "";
  // Where several cards are ticked, a ticked one stands for all of them.
  function names(card) {
    const ticked = [...board().querySelectorAll(".slot > [type=checkbox]:checked")].map((box) => box.value);
    return ticked.includes(name(card)) ? ticked : [name(card)];
  }

  async function open(card, focus) {
    const mine = ++asked, { version, table } = board().dataset;
    try {
      const answer = await fetch(`/t/${table}/lens/?` + new URLSearchParams(names(card).map((each) => ["card", each])), { credentials: "same-origin" });
      const found = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lens");
      if (!found || mine !== asked || version !== board().dataset.version) return;
      close();
      panel = document.importNode(found, true);
      show();
      back = focus ? document.activeElement : null;
      if (focus) panel.focus({ preventScroll: true });
      document.dispatchEvent(new CustomEvent("sheet:opened", { detail: { id: "lens", close } }));
    } catch { /* no network: a second try will do */ }
  }

  function show() {
    marks = Object.assign(document.createElement("div"), { className: "lens-marks", ariaHidden: "true" });
    const boxes = [];
    for (const fact of panel.querySelectorAll("[data-at]")) {
      const box = document.getElementById(fact.dataset.at)?.getBoundingClientRect();
      if (!box?.width) continue;
      boxes.push(box);
      const mark = Object.assign(document.createElement("b"), { textContent: fact.querySelector(".lens__becomes").textContent });
      Object.assign(mark.style, { left: `${box.left + box.width / 2}px`, top: `${box.bottom - 2}px`, maxInlineSize: `${Math.max(96, box.width + 8)}px` });
      marks.append(mark);
    }
    document.body.append(marks, panel);
    if (innerWidth < 900 && boxes.length) settle(Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom)));
  }

  // On a phone it leaves the places free: below them, or above if there is more room.
  function settle(top, bottom) {
    const below = innerHeight - bottom;
    panel.classList.toggle("lens--above", top > below);
    panel.style.maxBlockSize = `${Math.max(130, Math.max(top, below) - 4)}px`;
  }

  function close() {
    asked++;
    if (!panel) return;
    const inside = panel.contains(document.activeElement);
    panel.remove();
    marks.remove();
    panel = null;
    if (inside && back?.isConnected) back.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("sheet:closed", { detail: { id: "lens" } }));
  }

  // --- holding. The click that ends it chooses nothing, and a pull goes on as a pull
  document.addEventListener("pointerdown", (event) => {
    drop();
    if (panel && !panel.contains(event.target)) close();
    // What opens a column lies over its cards.
    const card = event.isPrimary && !event.button && event.target.closest("#board") && document.elementsFromPoint(event.clientX, event.clientY).map((found) => found.closest(CARD)).find(Boolean);
    if (card) held = { x: event.clientX, y: event.clientY, id: event.pointerId, done: false, timer: setTimeout(() => { held.done = true; open(card); }, HOLD) };
  }, true);
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id || Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLOP) return;
    close();
    drop();
  });
  document.addEventListener("pointerup", () => {
    if (held?.done) {
      const swallow = (event) => { if (event.isTrusted) { event.preventDefault(); event.stopImmediatePropagation(); } };
      document.addEventListener("click", swallow, { capture: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
    }
    drop();
  }, true);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("contextmenu", (event) => { if (held && event.target.closest(CARD)) event.preventDefault(); });
  function drop() { clearTimeout(held?.timer); held = null; }

  // --- keys, and all that makes it old
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (panel && (key === "escape" || key === "i")) { close(); event.preventDefault(); event.stopImmediatePropagation(); return; }
    if (key !== "i" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    const at = document.activeElement, slot = at.closest("#board .slot"), chosen = board().querySelector(".slot > :checked + .card, .tray [data-card]");
    const card = slot ? slot.querySelector(".card") : at.closest(CARD) || chosen;
    if (card) { event.preventDefault(); open(card, true); }
  }, true);
  document.addEventListener("click", (event) => { if (event.target.closest(".lens__close")) close(); });
  document.addEventListener("board:before", close);
  window.addEventListener("resize", close);
})();

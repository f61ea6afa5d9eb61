// Dragging beside tapping: a card of the hand that is pulled is chosen, and what it is dropped on is pressed, with the same words if it
// does not fit. All chosen cards go with it. A place is a lit label, or an element whose data-drop names the button to press; whatever
// has data-carry is pulled itself, to where that leads, and there its own button is pressed if data-drag names one. Nothing depends on
// it. A finger that would scroll the page or the hand goes on doing so.
(() => {
  "use strict";
  const SLOP = 8, BACK = 1500;
  const board = () => document.getElementById("board");
  let drag = null, lying = null;

  document.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && !event.button && event.target.closest("#board :is(.slot > label.card, [data-carry])");
    if (!card || !(card.dataset.carry || document.getElementById(card.htmlFor))) return;
    drag = { card, cards: [card], to: card.dataset.carry, id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", on: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const by = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(...by) < SLOP) return;
    if (!drag.on) lift();
    for (const card of drag.cards) card.style.translate = `${by[0]}px ${by[1]}px`;
    mark(under(event, drag.to || ":is(label.go, [data-drop])"));
  });

  function lift() {
    drag.on = true;
    putBack();
    if (!drag.to) {
      const box = document.getElementById(drag.card.htmlFor);
      if (!box.checked) box.click();
      drag.cards = [...new Set([drag.card, ...board().querySelectorAll(".slot > :checked + label.card")])];
    }
    for (const card of drag.cards) Object.assign(card.style, { transition: "none", zIndex: 20, pointerEvents: "none" });
    document.documentElement.dataset.dragging = "";
  }

  // The topmost of these under the pointer.
  const under = (event, selector) => document.elementFromPoint(event.clientX, event.clientY)?.closest(`#board ${selector}`);
  function mark(place) {
    for (const found of board().querySelectorAll(".is-over")) if (found !== place) found.classList.remove("is-over");
    if (place) place.classList.add("is-over");
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, cards, to, on, x, y } = drag, own = document.getElementById(card.dataset.drag);
    const tapped = own && Math.hypot(event.clientX - x, event.clientY - y) < 3 * SLOP;  // it was hardly moved
    const place = on && (tapped ? card : under(event, to || ":is(label.go, label.no, [data-drop])"));
    end();
    if (!on) return;
    quiet();
    const pressed = place && (own || (place.matches("label") ? place : to ? card : document.getElementById(place.dataset.drop)));
    if (pressed && !pressed.matches(".no, [aria-disabled=true]")) { lying = cards; setTimeout(putBack, BACK); } else release(cards);
    if (pressed) pressed.click();
    if (lying) lying = lying.filter((each) => !each.matches(".is-laid"));  // those have their places (lay.js)
  });
  document.addEventListener("pointercancel", cancel);
  document.addEventListener("board:before", cancel);
  document.addEventListener("board:after", putBack);

  function end() {
    drag = null;
    mark(null);
    delete document.documentElement.dataset.dragging;
  }
  function cancel() {
    if (!drag) return;
    release(drag.cards);
    end();
  }
  // A card that was dropped on a place lies there until the answer comes: from there it moves on.
  function putBack() { if (lying) release(lying); lying = null; }
  function release(cards) {
    for (const card of cards) for (const name of ["translate", "transition", "z-index", "pointer-events"]) card.style.removeProperty(name);
  }

  // The click that the browser makes of the same movement is none.
  function quiet() {
    const swallow = (event) => { if (event.isTrusted) { event.preventDefault(); event.stopImmediatePropagation(); } };
    document.addEventListener("click", swallow, { capture: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  }

  // A finger: the browser may scroll unless this drags.
  document.addEventListener("touchmove", (event) => {
    if (!drag || !drag.touch || !event.cancelable) return;
    if (!drag.on) {
      const [touch] = event.touches, across = Math.abs(touch.clientX - drag.x) > Math.abs(touch.clientY - drag.y);
      const page = document.scrollingElement, hand = drag.card.closest(".hand");
      if (across ? hand && hand.scrollWidth > hand.clientWidth + 1 : page.scrollHeight > innerHeight + 1) { drag = null; return; }
    }
    event.preventDefault();
  }, { passive: false });
  document.addEventListener("dragstart", (event) => { if (drag || event.target.closest?.("#board .slot")) event.preventDefault(); });
})();

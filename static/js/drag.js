// Dragging beside tapping: a card of the hand that is pulled is chosen, and what it is dropped on is pressed, with the same words if it
// does not fit. All chosen cards go with it. A place is a lit label, or an element whose data-drop names the button to press; whatever
// has data-carry is pulled itself, to where that leads, and there its own button is pressed if data-drag names one. Over a place the card
// says what becomes of it, in the words that the board has there. A card that a finger flicks goes where it would land, or to the only
// place on its way. Nothing depends on it. A finger that would scroll the page or the hand goes on doing so.
(() => {
  "use strict";
  const SLOP = 8, BACK = 1500, PLACE = ":is(label.go, [data-drop])";
  const FLICK = .6, LANDS = 160, FAR = 600;  // pixels a millisecond; milliseconds
  const board = () => document.getElementById("board");
  let drag = null, lying = null;

  document.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && !event.button && event.target.closest("#board :is(.slot > label.card, [data-carry])");
    if (!card || !(card.dataset.carry || document.getElementById(card.htmlFor))) return;
    drag = { card, cards: [card], to: card.dataset.carry, id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", on: false, trail: [] };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const by = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(...by) < SLOP) return;
    if (!drag.on) lift();
    for (const card of drag.cards) card.style.translate = `${by[0]}px ${by[1]}px`;
    drag.trail.push([event.clientX, event.clientY, event.timeStamp]);
    const place = under(event, drag.to || PLACE);
    mark(place);
    say(words(place), event);
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

  // What becomes of the place, above the card: the finger and the card hide what stands there.
  const bubble = Object.assign(document.createElement("p"), { className: "drag-says", ariaHidden: "true" });
  function words(place) {
    if (!place?.matches("label, [data-says]")) return "";
    const said = document.getElementById(place.dataset.says)?.firstElementChild || place.querySelector("span") || place;
    return place.title || said.textContent.trim();
  }
  function say(text, { clientX, clientY }) {
    if (bubble.textContent !== text) bubble.textContent = text;
    if (!text) { bubble.remove(); return; }
    if (!bubble.isConnected) document.body.append(bubble);
    bubble.style.translate = `min(max(${clientX}px - 50%, 4px), 100vw - 100% - 4px) max(${clientY - 76}px - 100%, 4px)`;
  }

  // The place to which a card flies on that was let go in motion; null if it was not, or flies nowhere.
  function flick(trail, { clientX, clientY, timeStamp }) {
    const first = trail.find(([, , at]) => timeStamp - at < 100), spent = first && Math.max(1, timeStamp - first[2]);
    const by = first && [(clientX - first[0]) / spent, (clientY - first[1]) / spent];
    if (!by || Math.hypot(...by) < FLICK) return null;
    const after = (time) => document.elementFromPoint(clientX + by[0] * time, clientY + by[1] * time)?.closest(`#board ${PLACE}`);
    const met = new Set();
    for (let time = 20; time <= FAR; time += 20) met.add(after(time));
    const [only, ...more] = [...met].filter(Boolean);
    return after(LANDS) || (more.length ? null : only);
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, cards, to, on, x, y, touch, trail } = drag, own = document.getElementById(card.dataset.drag);
    const tapped = own && Math.hypot(event.clientX - x, event.clientY - y) < 3 * SLOP;  // it was hardly moved
    const here = on && under(event, to || ":is(label.go, label.no, [data-drop])");
    const place = tapped ? card : here && !here.matches(".no") ? here : on && !to && touch && flick(trail, event) || here;
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
    bubble.remove();
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
    for (const card of cards) card.removeAttribute("style");
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

// One's own card lies down at its place with the click, before the answer is there. Nothing here knows whether it may: the board says
// where. The label of a button stands in an element with data-lands (or such an element names the button in data-drop), and what that
// selects there is the place; nothing named is the element itself. The board that comes takes it on from there, or back into the hand.
(() => {
  "use strict";
  const form = document.getElementById("act"), board = () => document.getElementById("board");
  const all = (selector) => [...board().querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let laid = [];
  if (!form || !board()) return;

  document.body.addEventListener("htmx:beforeSend", ({ detail }) => {
    const button = detail.elt === form && detail.requestConfig?.triggeringEvent?.submitter;
    if (!button?.id) return;
    back();
    const label = all(`label.go[for="${CSS.escape(button.id)}"]`).find((found) => found.closest("[data-lands]"));
    const place = label ? label.closest("[data-lands]") : board().querySelector(`[data-lands][data-drop="${CSS.escape(button.id)}"]`);
    if (place) lay(cards(label), place, label);
  });

  // The card of the label's number, the one that is carried to such labels, or all that are ticked.
  function cards(label) {
    if (!label) return all(".slot > :checked + label.card");
    if (label.dataset.i) return all(`.slot > [data-i="${label.dataset.i}"] + label.card`);
    return all("[data-carry]").filter((found) => !found.matches("label") && label.matches(found.dataset.carry));
  }

  function lay(found, place, label) {
    const spot = place.dataset.lands ? place.querySelector(place.dataset.lands) : place;
    if (!spot || !found.length) return;
    const to = spot.getBoundingClientRect(), over = spot.matches("[data-card]") && label ? beyond(label, label.parentElement) : [0, 0];
    const moves = found.map((card, number) => {
      const from = card.getBoundingClientRect(), [x = 0, y = 0] = getComputedStyle(card).translate.split(" ").map((part) => parseFloat(part) || 0);
      const scale = place.dataset.lands ? to.width / from.width : Math.min(1, to.width / from.width, to.height / from.height), aside = (number - (found.length - 1) / 2) * Math.min(from.width + 4, to.width / found.length);
      const left = to.left + over[0] + (to.width - from.width * scale) / 2 + aside, top = to.top + over[1] + (place.dataset.lands ? 0 : (to.height - from.height * scale) / 2);
      return [card, `${left - from.left + x}px ${top - from.top + y}px`, scale];
    });
    for (const [card, translate, scale] of moves) {
      card.classList.add("is-laid");
      const transition = calm.matches ? "none" : "translate 180ms, scale 180ms";
      Object.assign(card.style, { translate, scale, transition, transformOrigin: "0 0", zIndex: 20, pointerEvents: "none" });
    }
    laid = found;
  }

  // How far the next card of a row lies from the last one: as far as the frame of the lit place reaches beyond the row.
  function beyond(label, row) {
    const frame = label.getBoundingClientRect(), box = row.getBoundingClientRect();
    return frame.width ? [Math.max(0, frame.right - box.right - Math.abs(box.left - frame.left)), Math.max(0, frame.bottom - box.bottom - Math.abs(box.top - frame.top))] : [0, 0];
  }

  function back() {
    for (const card of laid) {
      card.classList.remove("is-laid");
      card.removeAttribute("style");  // an empty one would be copied with the card, and the policy of the site forbids it
    }
    laid = [];
  }
  document.addEventListener("board:before", back);  // after motion.js, which has seen where they lie
  document.addEventListener("move:over", back);
})();

// Keys: arrows go from card to card and from place to place, Enter or Space presses. Each card and place that is lit has a button for
// it (.reach), which presses the button of its move; places that take the card not are radios that say why. Each group is one stop of Tab.
(() => {
  "use strict";
  const GROUPS = ".columns, .tray, .hall--mine", ALL = ".reach, .is-shut > input";
  const board = () => document.getElementById("board");
  const all = () => [...board().querySelectorAll(ALL)].filter((found) => found.getClientRects().length);
  if (!board()) return;

  document.addEventListener("click", (event) => {
    const at = event.target.closest("#board [data-press]");
    if (at) document.getElementById(at.dataset.press)?.click();
  });

  // --- one stop of Tab in each group: where the focus was last, or the first that may be pressed
  function settle(chosen) {
    const found = all(), stops = new Map();
    for (const one of found) {
      const group = one.closest(GROUPS), old = stops.get(group);
      if (!old || one === chosen || (old !== chosen && !old.matches(".reach") && one.matches(".reach"))) stops.set(group, one);
    }
    for (const one of found) one.tabIndex = stops.get(one.closest(GROUPS)) === one ? 0 : -1;
  }
  document.addEventListener("focusin", (event) => { if (event.target.matches(ALL)) settle(event.target); });

  // --- arrows
  const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (found) => { const box = found.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  function next(from, [x, y]) {
    const [left, top] = middle(from);
    let best = null, least = Infinity;
    for (const one of all()) {
      const [right, bottom] = middle(one), ahead = (right - left) * x + (bottom - top) * y, aside = Math.abs((right - left) * y) + Math.abs((bottom - top) * x);
      if (ahead > 4 && ahead + 3 * aside < least) { least = ahead + 3 * aside; best = one; }
    }
    return best;
  }
  document.addEventListener("keydown", (event) => {
    const ahead = AHEAD[event.key], at = document.activeElement;
    if (!ahead || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const here = at.matches(ALL), free = at === document.body || at.matches("#board, .prompt, #content");
    const to = here ? next(at, ahead) : free && all().find((one) => one.matches(".reach"));
    if (!here && !to) return;
    event.preventDefault();
    if (to) to.focus();
  });

  // --- after a move the focus goes on to what may be pressed next
  let was = false;
  document.addEventListener("board:before", () => { was = document.activeElement.matches(ALL); });
  document.addEventListener("board:after", () => {
    settle();
    const follow = was;
    requestAnimationFrame(() => setTimeout(() => {  // after board.js, which keeps the focus where it was
      if (!follow || document.activeElement.matches(ALL)) return;
      const held = board().matches(".is-travel, .is-place"), found = all().filter((one) => one.matches(".reach"));
      (held && found.find((one) => one.closest(".hall--mine")) || found[0])?.focus({ preventScroll: true });
    }));
  });
  settle();
})();

// Sheets over the board: Back closes the newest one instead of leaving the page, and a swipe downwards closes it too. Whoever opens one
// says "sheet:opened" with { id, close }, and "sheet:closed" when it is gone by another way.
(() => {
  "use strict";
  const open = [];
  let ours = 0, going = 0;  // entries of the history that stand for sheets; steps back that were asked for and have not come

  document.addEventListener("sheet:opened", ({ detail }) => {
    open.push(detail);
    note();
  });
  document.addEventListener("sheet:closed", ({ detail }) => {
    const at = open.findIndex(({ id }) => id === detail.id);
    if (at >= 0) open.splice(at, 1);
    note();
  });

  // As many entries as there are open sheets, once no step back is on its way.
  function note() {
    if (going) return;
    while (ours < open.length) { history.pushState({ ...history.state, sheets: ++ours }, ""); }
    if (ours > open.length) { going = ours - open.length; ours = open.length; history.go(-going); }
  }
  addEventListener("popstate", (event) => {
    ours = event.state && event.state.sheets || 0;
    if (!going) while (open.length > ours) open.pop().close();
    going = 0;
    note();
  });
  // A page that is loaded anew, or left and returned to, has no sheet open, whatever its entry says.
  if (history.state && history.state.sheets) history.replaceState({ ...history.state, sheets: 0 }, "");

  // --- a finger that pulls the sheet down; what scrolls in it is pulled from its top alone
  const FAR = 70, FAST = .5;
  let pull = null;
  document.addEventListener("touchstart", (event) => {
    const sheet = open.length && document.getElementById(open[open.length - 1].id), { target, touches: [touch] } = event;
    if (!sheet || event.touches.length > 1 || !sheet.contains(target) || target.closest("input[type=range], textarea, select")) return;
    for (let box = target; box && box !== sheet.parentElement; box = box.parentElement) if (box.scrollTop > 0) return;
    pull = { sheet, x: touch.clientX, y: touch.clientY, at: event.timeStamp, by: 0, moving: false };
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    if (!pull) return;
    const [touch] = event.touches, by = touch.clientY - pull.y;
    if (!pull.moving && Math.hypot(by, touch.clientX - pull.x) < 8) return;
    if (!pull.moving && by < Math.abs(touch.clientX - pull.x)) { pull = null; return; }
    pull.moving = true;
    pull.by = Math.max(0, by);
    if (event.cancelable) event.preventDefault();
    pull.sheet.style.transition = "none";
    pull.sheet.style.translate = `0 ${pull.by}px`;
  }, { passive: false });
  function end(event) {
    if (!pull) return;
    const { sheet, by, at, moving } = pull;
    pull = null;
    if (!moving) return;
    sheet.style.transition = sheet.style.translate = "";
    const fast = by / Math.max(1, event.timeStamp - at) > FAST && by > 24;
    if (event.type === "touchend" && (by > FAR || fast)) open[open.length - 1].close();
  }
  for (const name of ["touchend", "touchcancel"]) document.addEventListener(name, end);
})();

// The end of a deal over the board, until its reader goes on: by the button, Enter or Escape, or after some seconds where the
// board says so. This browser remembers what was gone on from. Without JavaScript the button is a plain form's.
(() => {
  "use strict";
  const SEEN = "scenes", KEPT = 40;
  const html = document.documentElement, calm = matchMedia("(prefers-reduced-motion: reduce)");
  const board = () => document.getElementById("board"), scene = () => document.getElementById("scene");
  const button = () => document.getElementById("go-on");
  if (!board()) return;
  let name = "", left = 0, timer = 0;

  const seen = () => { try { return (localStorage.getItem(SEEN) || "").split(" "); } catch { return []; } };
  function remember() {
    try { localStorage.setItem(SEEN, [...seen().slice(1 - KEPT), name].join(" ")); } catch { /* no memory */ }
  }

  function update() {
    const { table, seat } = board().dataset;
    const here = scene() ? [table, seat, scene().dataset.scene].join(":") : "";
    if (!here || here !== name && seen().includes(here)) { stop(); return; }
    if (here !== name) begin(here);
    draw();
  }

  function begin(here) {
    stop();
    name = here;
    left = Number(scene().dataset.seconds || 0);
    html.dataset.scene = "";
    const at = document.activeElement;
    if (!at || at === document.body || at.closest(".table")) button().focus({ preventScroll: true });
    if (left) timer = setInterval(tick, 1000);
  }

  function stop() {
    clearInterval(timer);
    name = "";
    delete html.dataset.scene;
  }

  // Seconds in which nobody looks do not count.
  function tick() {
    if (document.hidden) { line().pause(); return; }
    if (line().playState === "paused") line().play();
    if (--left > 0) draw(); else goOn();
  }

  function draw() {
    const words = scene().querySelector("[data-soon]");
    if (!left || !words) return;
    words.textContent = words.dataset.soon.replace("{seconds}", left);
    line();
  }

  function line() {
    const bar = scene().querySelector(".scene__line"), whole = scene().dataset.seconds * 1000;
    const running = bar.getAnimations()[0];
    if (running) return running;
    const easing = calm.matches ? "steps(4, start)" : "linear";
    const anew = bar.animate([{ scale: "1 1" }, { scale: "0 1" }], { duration: whole, easing, fill: "forwards" });
    anew.currentTime = whole - left * 1000;
    return anew;
  }

  function goOn() {
    const focused = scene().contains(document.activeElement);
    if ("hurries" in scene().dataset) hurry();
    remember();
    stop();
    document.dispatchEvent(new CustomEvent("scene:left"));
    if (!focused) return;
    const next = board().querySelector(".slot > input") || board().querySelector(".prompt") || board();
    if (!next.matches("input")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  // A bot that waits for its readers acts once all of them have gone on. Where the word is lost, it acts a little later.
  function hurry() {
    const body = new URLSearchParams(new FormData(document.getElementById("act")));
    fetch(button().formAction, { method: "POST", body, credentials: "same-origin", redirect: "manual" }).catch(() => {});
  }

  document.addEventListener("click", (event) => {
    if (!name || !event.target.closest("#go-on")) return;
    event.preventDefault();
    goOn();
  });
  // The board below does not hear keys; log, options and the next table do.
  document.addEventListener("keydown", (event) => {
    if (!name || event.ctrlKey || event.metaKey || event.altKey || html.hasAttribute("data-sheet")) return;
    if (event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    const pressed = event.key === "Enter" && !event.target.closest("a, button, summary");
    if (pressed || event.key === "Escape") { event.preventDefault(); event.stopImmediatePropagation(); goOn(); }
    else if (/^[^ mlon?]$/i.test(event.key)) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("board:after", update, true);
  update();
})();

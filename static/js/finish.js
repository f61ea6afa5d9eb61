// A turn that its player has begun, and in which one step alone is left, is ended by itself: the board names the button (data-forced),
// the page whether its reader wishes that (data-finishes). There is time to take back first, as a drawn card cannot be unseen; so the
// step is sent from here as any other move, and counts once, whatever else sends it. A page that is put away sends it at once.
// A pass that is forced tells of one's hand, so it is passed only where that was switched on (device.js).
(() => {
  "use strict";
  const TIME = 2000, BRIEF = 500;
  const form = document.getElementById("act"), html = document.documentElement, board = () => document.getElementById("board");
  if (!form || !board()) return;
  const passes = () => { try { return JSON.parse(localStorage.getItem("device"))?.pass; } catch { return false; } };
  let timer = 0, at = "", low = false;

  function left() {
    const { forced, moment, yourTurn } = board().dataset;
    if (moment !== undefined || yourTurn === undefined || board().querySelector("[role=alert]")) return null;
    if (forced) return "finishes" in form.dataset ? document.getElementById(forced) : null;
    const [only, ...more] = board().querySelectorAll("#moves button[name=code]");
    return only?.value === "pass" && !more.length && passes() ? only : null;
  }

  // A sheet over the board is read to its end.
  const reads = () => "sheet" in html.dataset || document.querySelector("dialog[open], #lens, #board .cases :checked");

  function wait() {
    clearTimeout(timer);
    const button = left(), back = button && board().querySelector(".undo:not(#ask-hint)");
    html.toggleAttribute("data-finishing", Boolean(back && !low));
    if (!button) return;
    at = board().dataset.version;
    timer = setTimeout(end, back && !low ? TIME : BRIEF);
    const said = document.getElementById("said");
    if (back && said) setTimeout(() => { if (at === board().dataset.version) said.textContent += ` ${form.dataset.finishing}`; });
  }

  function end() {
    if (at !== board().dataset.version) return;
    if (reads()) timer = setTimeout(end, BRIEF); else left()?.click();
  }

  // Whoever goes away has made the choice; a click would be lost with the page.
  document.addEventListener("visibilitychange", () => {
    const button = document.hidden && left();
    if (!button || at !== board().dataset.version) return;
    clearTimeout(timer);
    const body = new URLSearchParams(new FormData(form));
    body.set(button.name, button.value);
    fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true", "Fairdeal-Socket": "open" }, keepalive: true, credentials: "same-origin" })
      .catch(() => { /* it waits on the next page */ });
  });

  // --- the switch beside the board is that of the settings
  const box = () => document.getElementById("finishes");
  document.addEventListener("change", async ({ target }) => {
    if (target !== box()) return;
    const { checked } = target;
    form.toggleAttribute("data-finishes", checked);
    wait();
    try {
      const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, on: checked ? "on" : "" });
      const answer = await fetch(form.dataset.finish, { method: "POST", body, credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.status);
    } catch { form.toggleAttribute("data-finishes", !checked); show(); wait(); }
  });
  function show() { if (box()) box().checked = "finishes" in form.dataset; }

  document.addEventListener("clock:low", () => { low = true; });
  document.addEventListener("board:after", () => { show(); wait(); });
  document.addEventListener("change", ({ target }) => { if (target.dataset.device === "pass") wait(); });
  show();
  wait();
})();

// Comfort on a board that works without it: keys, the side's tabs and sheet, focus that stays. Cards move by motion.js.
// live.js says "board:before" and "board:after" around every replacement of #board; nothing here keeps a truth of its own.
(() => {
  "use strict";
  const html = document.documentElement;
  const narrow = matchMedia("(max-width: 899.9px)");
  const board = () => document.getElementById("board");
  const one = (selector) => board().querySelector(selector);
  const all = (selector) => [...board().querySelectorAll(selector)];
  if (!board()) return;

  // --- the side: a column of tabs when wide, a sheet when narrow; which tab is open is written on the root element
  function side(tab, open) {
    if (tab) html.dataset.tab = tab;
    const was = html.hasAttribute("data-sheet");
    if (open !== undefined) html.toggleAttribute("data-sheet", open && narrow.matches);
    settle();
    if (html.hasAttribute("data-sheet") === was) return;
    document.dispatchEvent(new CustomEvent(was ? "sheet:closed" : "sheet:opened", { detail: { id: "side", close: closeSide } }));
  }

  function settle() {
    if (!document.getElementById("tab-" + (html.dataset.tab || "log"))) html.dataset.tab = "log";
    const chosen = html.dataset.tab || "log", sheet = html.hasAttribute("data-sheet");
    for (const tab of all("[role=tab]")) {
      const here = tab.getAttribute("aria-controls") === chosen;
      tab.setAttribute("aria-selected", here);
      tab.tabIndex = here ? 0 : -1;
    }
    for (const pane of all(".pane")) {
      pane.setAttribute("role", "tabpanel");
      pane.setAttribute("aria-labelledby", "tab-" + pane.id);
      if (!pane.querySelector("a, button, summary")) pane.tabIndex = 0;  // so that keys can scroll it
    }
    const table = one(".table");
    if (table) table.inert = sheet;
  }

  function openSide(tab) {
    side(tab || html.dataset.tab || "log", true);
    const pane = document.getElementById(html.dataset.tab);
    (pane.id === "moves" && pane.querySelector("button") || one("[role=tab][aria-selected=true]")).focus();
  }

  function closeSide() {
    const had = one(".side").contains(document.activeElement);
    side(null, false);
    if (had) one(".strip__menu").focus();
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest(".first__away")) board().closest("[data-first]")?.removeAttribute("data-first");
    const at = event.target.closest(".tab, .side__close, .strip__menu, .ahead, label.card");
    if (at && board().contains(at)) {
      if (at.matches(".tab")) side(at.getAttribute("aria-controls"));
      if (at.matches(".side__close")) closeSide();
      if (at.matches(".strip__menu")) { event.preventDefault(); openSide(); }
      if (at.matches(".ahead")) { event.preventDefault(); openSide("plans"); }
      const radio = at.matches("label.card") && document.getElementById(at.htmlFor);
      if (radio && picked() === radio) { event.preventDefault(); unchoose(); }
    } else if (html.hasAttribute("data-sheet") && !event.target.closest(".side") && board().contains(event.target)) closeSide();
  });
  narrow.addEventListener("change", () => side(null, false));
  document.addEventListener("side:close", () => side(null, false));

  // Enter in a field presses the button that does nothing; htmx must not hear of it.
  document.addEventListener("submit", (event) => {
    if (!event.submitter || event.submitter.getAttribute("formmethod") !== "dialog") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // What was done in the sheet is seen on the board, except a move after which there are more. A switch is seen where it is.
  let done = false;
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const button = detail.requestConfig?.triggeringEvent?.submitter;
    done = Boolean(button?.closest(".side") && !button.matches("[role=switch]"));
    if (one(".hand > [data-i]:checked")) picked()?.click();  // what is on its way was no wrong place
  });

  // --- choosing
  const chosen = () => one("[data-i]:checked");
  const picked = () => chosen() && one(`.slot > [data-i="${chosen().dataset.i}"]:checked`) || chosen() && one(`.slot > [data-i="${chosen().dataset.i}"]`);
  // What stays in focus alone, like the reason at a place, goes as well.
  function unchoose() {
    const found = chosen();
    if (!found) return;
    found.checked = false;
    if (found === document.activeElement && !found.closest(".slot")) found.blur();
  }
  document.addEventListener("change", (event) => {
    const said = document.getElementById("said"), why = event.target.matches(".hand > [data-i]") && all(".say .why").find((found) => found.getClientRects().length);
    if (said && why) said.textContent = why.textContent;
  });

  // --- keys. A button of the moves names its own (data-key), for one chosen card (data-for) or for all
  const typing = (at) => at.isContentEditable || at.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target) || document.querySelector("dialog[open]")) return;
    const tab = event.target.closest && event.target.closest("[role=tab]");
    if (tab && /^Arrow(Left|Right)$/.test(event.key)) {
      const tabs = all("[role=tab]"), next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
      side(next.getAttribute("aria-controls"));
      next.focus();
    } else if (!press(event.key.toLowerCase())) return;
    event.preventDefault();
  });

  function press(key) {
    if (key === "escape") return html.hasAttribute("data-sheet") ? (closeSide(), true) : chosen() ? (unchoose(), true) : false;
    if (/^[1-9]$/.test(key)) {
      const radio = all(".slot > input")[key - 1];
      if (radio) { if (html.hasAttribute("data-sheet")) side(null, false); radio.focus(); radio.click(); return true; }
    }
    const mine = chosen() && chosen().dataset.i, buttons = all(`[data-key="${CSS.escape(key)}"]`);
    const button = buttons.find((found) => !found.dataset.for || found.dataset.for === mine);
    if (button) { button.click(); return true; }
    const why = mine && buttons.length && document.getElementById("why-" + mine);
    if (why) { why.click(); return true; }
    const undo = all(".undo").find((found) => found.id !== "ask-hint");
    if (key === "u" && undo) { undo.click(); return true; }
    const tab = { m: "moves", l: "log", o: "options", "?": "options" }[key];
    if (!tab || !document.getElementById(tab)) return false;
    openSide(tab);
    const keys = one(".keys");
    if (key === "?" && keys) { keys.open = true; keys.querySelector("summary").focus(); }
    return true;
  }

  // --- around a replacement: what was chosen, open and focused stays so
  let before = null;
  document.addEventListener("board:before", () => {
    const at = document.activeElement;
    before = {
      hint: one(".hint")?.dataset.code,
      ply: board().dataset.ply, status: board().dataset.status, offers: offers(), chosen: chosen() && chosen().id,
      open: new Map(all("details[id]").map((found) => [found.id, found.open])),
      kept: all("[data-keep]:checked").map((found) => found.id),
      focus: board().contains(at) ? { id: at.id, moves: Boolean(at.closest("#moves")), range: at.selectionStart } : null,
    };
  });
  document.addEventListener("board:after", () => {
    if (!before) return;
    for (const id of before.kept) { const found = document.getElementById(id); if (found && found.matches("[data-keep]")) found.checked = true; }
    for (const [id, open] of before.open) { const found = document.getElementById(id); if (found) found.open = open; }
    const hinted = one(".hint")?.dataset.code;  // a hint chooses its card itself, and takes the choice back
    if (before.chosen && before.ply === board().dataset.ply && hinted === before.hint && !one("[role=alert]")) { const radio = document.getElementById(before.chosen); if (radio) radio.checked = true; }
    if (html.hasAttribute("data-sheet") && stale()) side(null, false); else settle();
    const { focus } = before;
    if (focus) requestAnimationFrame(() => refocus(focus));  // to focus asks for the styles, and those of the frame are made now
    before = null;
  }, true);

  // A sheet does not hide an end, an offer or its answer, nor what was just done in it.
  const offers = () => one(".offers")?.textContent;
  function stale() {
    const { tab } = html.dataset, acted = done;
    done = false;
    return before.status !== board().dataset.status || (tab === "moves" ? !one("#moves button") : tab === "plans" ? !one("#tab-plans") : tab === "options" && (acted || before.offers !== offers()));
  }

  function refocus({ id, moves, range }) {
    const at = document.activeElement, same = id && document.getElementById(id);
    if (at && board().contains(at)) return;
    const ways = [same && board().contains(same) && same, moves && one("#moves button"), one(".slot > input"), one(".prompt"), one("#result summary"), board()];
    for (const next of ways.filter(Boolean)) {
      if (next.matches(".prompt, #board")) next.tabIndex = -1;
      next.focus({ preventScroll: true });
      if (next === same && range != null) next.selectionStart = next.selectionEnd = range;
      if (document.activeElement === next) return;  // else it is there, and not to be seen
    }
  }

  settle();
})();

// The talk beside the board: fetched after the board stands, kept up to date by the board's socket, and by asking now and then.
// Its tab and pane are put into the side here, and again whenever a whole new board has taken their place.
(() => {
  "use strict";
  const act = document.getElementById("act"), board = () => document.getElementById("board");
  if (!act || !("talk" in act.dataset) || !board() || !window.Idiomorph) return;
  const at = `/t/${board().dataset.table}/talk/`, kept = `talk:${board().dataset.table}`, AGAIN = 45000;
  const pane = document.createElement("section"), tab = document.createElement("button");
  let line = Promise.resolve(), waiting = false, heard = Date.now(), fresh = 0, focus = null;
  pane.className = "pane";
  pane.id = "talk";
  Object.assign(tab, { type: "button", className: "tab", id: "tab-talk" });
  for (const [name, value] of [["role", "tab"], ["aria-controls", "talk"], ["aria-selected", "false"], ["tabindex", "-1"]]) tab.setAttribute(name, value);

  const body = () => pane.querySelector("#talk-body");
  const lines = () => pane.querySelector("#talk-lines");
  const shown = () => !document.hidden && pane.isConnected && (!tab.isConnected || tab.ariaSelected === "true") && pane.offsetParent !== null;  // of a closed pane no layout is asked
  const seen = () => { try { return Number(localStorage.getItem(kept)) || 0; } catch { return 0; } };
  function see() { try { localStorage.setItem(kept, String(Math.max(seen(), Number(body().dataset.newest)))); } catch { /* it is counted again */ } }

  function take(html) {
    const page = new DOMParser().parseFromString(html, "text/html"), found = page.getElementById("talk-body");
    if (!found) return;
    if (!body()) {
      const style = document.createElement("link");
      Object.assign(style, { rel: "stylesheet", href: found.dataset.style });
      document.head.append(style);
      pane.replaceChildren(found);
      place();
      down();
    } else {
      const low = lines().scrollHeight - lines().scrollTop - lines().clientHeight < 60;
      const before = Number(body().dataset.newest);
      window.Idiomorph.morph(lines(), found.querySelector("#talk-lines").outerHTML, { morphStyle: "outerHTML", restoreFocus: true });
      foot(found);
      body().dataset.newest = found.dataset.newest;
      if (low) down();
      tell(before);
    }
    count();
  }

  // The field keeps what is being written in it; all else of the foot may have changed.
  function foot(found) {
    const field = pane.querySelector("#talk-text"), next = found.querySelector(".talk__foot"), other = next.querySelector("#talk-text");
    if (Boolean(field) === Boolean(other) && pane.querySelectorAll(".talk__note").length === next.querySelectorAll(".talk__note").length) return;
    if (field && other) other.value = field.value;
    pane.querySelector(".talk__foot").replaceWith(next);
  }

  function down() { lines().scrollTop = lines().scrollHeight; }

  // To those who listen: what others have said while the pane is not in sight. Where it is, it speaks for itself.
  function tell(before) {
    const said = document.getElementById("said"), last = [...lines().querySelectorAll(".said:not(.said--mine)")].pop();
    if (!said || !last || shown() || Number(last.id.slice(5)) <= before) return;
    said.textContent = `${last.querySelector(".said__who bdi").textContent}: ${last.querySelector(".said__words, .said__gone").textContent}`;
  }

  function count() {
    if (!body()) return;
    if (shown()) see();
    fresh = [...lines().querySelectorAll(".said:not(.said--mine)")].filter((line) => Number(line.id.slice(5)) > seen()).length;
    const words = fresh === 1 ? body().dataset.one : body().dataset.many.replace("{n}", fresh);
    tab.textContent = body().dataset.name;
    for (const place of [tab, ...board().querySelectorAll(".strip__menu")]) {
      const old = place.querySelector(".talk-count"), spoken = place.querySelector(".talk-words");
      if (old) old.remove();
      if (spoken) spoken.remove();
      if (!fresh) continue;
      const mark = Object.assign(document.createElement("b"), { className: "talk-count", textContent: fresh });
      mark.setAttribute("aria-hidden", "true");
      place.append(mark, Object.assign(document.createElement("span"), { className: "talk-words visually-hidden", textContent: ` ${words}` }));
    }
  }

  function place() {
    const side = board().querySelector(".side"), tabs = board().querySelector(".tabs"), log = board().querySelector("#tab-log");
    if (!side || !tabs) {
      if (!pane.isConnected) { pane.classList.add("panel", "page"); act.after(pane); }
      return;
    }
    if (!tab.isConnected) log ? log.after(tab) : tabs.append(tab);
    if (!pane.isConnected) {
      side.append(pane);
      if (focus) { focus.focus(); down(); }
    }
    const here = document.documentElement.dataset.tab === "talk";
    tab.setAttribute("aria-selected", String(here));
  }

  // One request after the other: what is said is never dropped, and of several questions that wait one does.
  function ask(send) {
    if (!send && waiting) return line;
    waiting ||= !send;
    line = line.then(() => { if (!send) waiting = false; return fetched(send); });
    return line;
  }

  async function fetched(send) {
    try {
      const answer = await fetch(send ? send.path : at, { headers: { "HX-Request": "true" }, credentials: "same-origin", signal: AbortSignal.timeout(15000), ...(send ? { method: "POST", body: send.body } : {}) });
      heard = Date.now();
      if (answer.status === 204 || (!send && !answer.ok)) return false;
      const html = await answer.text();
      if (answer.ok) { take(html); return true; }
      const alert = new DOMParser().parseFromString(html, "text/html").getElementById("talk-alert");
      say(alert && alert.textContent || body().dataset.failed);
      return false;
    } catch {
      if (send) say(body().dataset.failed);
      return false;
    }
  }

  function say(words) { const alert = pane.querySelector("#talk-alert"); if (alert) alert.textContent = words; }

  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (!pane.contains(form) && !(button && pane.contains(button))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const text = pane.querySelector("#talk-text"), data = new FormData(form, button);
    const words = !button || !button.name && !button.hasAttribute("formaction");
    if (!words) data.delete("text");
    say("");
    const path = button && button.getAttribute("formaction") || form.getAttribute("action");
    if (!await ask({ path, body: new URLSearchParams(data) })) return;
    if (words && text) text.value = "";
    const key = pane.querySelector("[name=key]");
    if (key) key.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    down();
  }, true);

  document.addEventListener("talk:said", () => ask());
  document.addEventListener("board:before", () => { focus = pane.contains(document.activeElement) ? document.activeElement : null; });
  document.addEventListener("board:after", () => { if (body()) { place(); requestAnimationFrame(count); } });  // it asks what is to be seen
  document.addEventListener("click", (event) => { if (body() && event.target.closest(".tab, .strip__menu")) requestAnimationFrame(() => { if (shown()) { down(); count(); } }); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  setInterval(() => { if (!document.hidden && Date.now() - heard > AGAIN) ask(); }, 15000);
  ask();
})();

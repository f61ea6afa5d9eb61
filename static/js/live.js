// Screens that keep themselves up to date: the board comes as the answer to a move, by socket, or by asking again.
// It is the board, or the regions of it that differ from a version (data-base) which the page has.
// A fragment that is not newer than what is shown is dropped, so lost, doubled and late messages do no harm.
(() => {
  "use strict";
  const form = document.getElementById("act");
  if (!form || !window.htmx || !window.Idiomorph) return;
  const board = () => document.getElementById("board");
  const version = () => Number(board().dataset.version);
  const ASK_AFTER = { well: 60000, deaf: 20000, lost: 4000 }, WAITS = [500, 1000, 2000, 4000, 8000, 15000], CROWDED = 60000, SLOW = 1500, LATE = 400;
  // The answer to a refused form stands under the form's address, and loading that again would send the form again.
  const here = `/t/${board().dataset.table}/`;
  if (location.pathname !== here && location.pathname.startsWith(here)) history.replaceState(history.state, "", here);
  let socket = null, tries = 0, timer = 0, asking = false, lost = false, heard = Date.now(), leaving = 0;

  function show(html, always) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = page.getElementById("board");
    if (!fresh) return false;
    const news = Number(fresh.dataset.version) > version();
    if (!news && !always) return true;
    // Somebody who looks at a moment of the past goes on looking at it.
    if ("moment" in board().dataset) { document.dispatchEvent(new CustomEvent("table:news")); return true; }
    if (Number(fresh.dataset.version) < version()) return true;
    const regions = "base" in fresh.dataset ? places(fresh) : null;
    if ("base" in fresh.dataset && !regions) { if (news) ask(); return true; }
    if (owed && (Number(fresh.dataset.ply) > owed.ply || fresh.dataset.status === "ended")) settle();
    if (fresh.dataset.status !== board().dataset.status) {
      // The page around the board differs before the start, in play and after the end.
      if (!(board().dataset.status === "running" && fresh.dataset.status === "ended")) { reload(); return true; }
    }
    document.dispatchEvent(new CustomEvent("board:before"));
    // The browser lays the page out to judge whether what has the focus may keep it. So it has none meanwhile; board.js gives it back.
    const at = document.activeElement, goes = regions ? regions.some(([old]) => old.contains(at)) : board().contains(at);
    if (goes && !at.matches("textarea, select, input:not([type=radio], [type=checkbox])")) at.blur();
    if (regions) {
      for (const part of fresh.querySelectorAll("[data-kept]")) part.replaceWith(document.getElementById(part.id).cloneNode(true));
      for (const [old, region] of regions) morph(old, region.outerHTML);
      // As where the whole board is replaced, a choice counts for one position.
      for (const input of board().querySelectorAll("input:is([type=radio], [type=checkbox]):not([data-keep])")) input.checked = input.defaultChecked;
      dress(board(), fresh);
    } else morph(board(), fresh.outerHTML);
    plain = regions ? plain : !board().querySelector("[role=alert]");
    document.dispatchEvent(new CustomEvent("board:after", { detail: { news } }));
    const alert = board().querySelector("[role=alert]");
    const said = document.getElementById("said");
    if (said && news && !alert && board().dataset.say) said.textContent = board().dataset.say;
    return true;
  }

  function morph(old, html) { window.Idiomorph.morph(old, html, { morphStyle: "outerHTML", restoreFocus: false, ignoreActiveValue: true }); }

  // Pairs of an element of the board and the region that takes its place; null if the page does not have what they are for.
  let plain = !board().querySelector("[role=alert]");  // the board of that version, without a refusal in it
  function places(fresh) {
    if (!plain || Number(fresh.dataset.base) !== version() || fresh.dataset.seat !== board().dataset.seat) return null;
    const pairs = [...fresh.children].map((region) => [board().querySelector("#" + CSS.escape(region.id)), region]);
    const kept = [...fresh.querySelectorAll("[data-kept]")].every((part) => document.getElementById(part.id));
    return kept && pairs.every(([old]) => old) ? pairs : null;
  }

  // Gives the root the attributes that came.
  function dress(root, fresh) {
    const stays = ({ name }) => name === "id" || (name !== "data-base" && fresh.hasAttribute(name));
    for (const attribute of [...root.attributes]) if (!stays(attribute)) root.removeAttribute(attribute.name);
    for (const { name, value } of fresh.attributes) if (name !== "data-base" && root.getAttribute(name) !== value) root.setAttribute(name, value);
  }

  // A page that is being left is not loaded again: that would throw away the answer on its way, and with it a new guest's name.
  function reload() { if (Date.now() - leaving > 15000) location.reload(); }
  window.addEventListener("beforeunload", () => { leaving = Date.now(); });

  // --- answers to moves: one way to the screen for all of them. A move goes with the ply of the board that it was made on:
  // a second one on the same board is a double click and dropped; one on a board that a push has brought meanwhile waits in line.
  const plies = new WeakMap();
  let sent = null, slow = 0;
  document.addEventListener("submit", (event) => {
    if (event.target !== form || (event.submitter && event.submitter.formMethod === "dialog")) return;
    const { version: at, ply } = board().dataset;
    if (sent === at) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    if (owed) settle();  // whoever chooses anew means that
    sent = at;
    dropped = false;
    clearTimeout(slow);
    slow = setTimeout(() => { if (sent !== null && !lost) say("slow"); }, SLOW);
    plies.set(event, { at, ply });
  }, true);
  document.body.addEventListener("htmx:configRequest", (event) => {
    const { triggeringEvent: submit, parameters } = event.detail;
    const button = submit && submit.submitter;
    if (event.detail.elt !== form || !button) return;
    if (button.name) parameters[button.name] = button.value;
    if ("ply" in parameters) parameters.ply = plies.get(submit).ply;
    event.detail.headers["Fairdeal-Version"] = board().dataset.version;
    if (socket && socket.readyState === 1) event.detail.headers["Fairdeal-Socket"] = "open";
    if (button.hasAttribute("formaction")) event.detail.path = button.getAttribute("formaction");
  });
  const arrived = (xhr) => Number(xhr.getResponseHeader("Fairdeal-Version")) <= version();
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const done = plies.get(event.detail.requestConfig && event.detail.requestConfig.triggeringEvent);
    if (!done || done.at !== sent) return;
    if (event.detail.xhr.status !== 204 || arrived(event.detail.xhr)) {
      sent = null;
      document.dispatchEvent(new Event("move:over"));  // no board comes for it any more
    }
    clearTimeout(slow);
    if (!lost) say("");
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "board") return;
    event.detail.shouldSwap = false;
    event.detail.isError = false;
    if (event.detail.xhr.status === 204) {  // the board comes by the socket; if it does not, it is asked for
      if (!arrived(event.detail.xhr)) setTimeout(() => { if (!arrived(event.detail.xhr)) ask(); }, LATE);
    } else if (event.detail.xhr.status >= 500) unanswered(event.detail.requestConfig);  // a server, or its database, that restarts
    else if (!show(event.detail.xhr.responseText, true)) reload();
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(name, (event) => event.detail.elt === form ? unanswered(event.detail.requestConfig) : online(false));
  }

  // --- a move without an answer is sent again by itself, with pauses, and at the next sign of the server: it counts once, however
  // often it arrives. A newer choice takes its place, and so does a board that has moved on.
  const COUNTS_ONCE = /\/(?:act|undo|hint|pause|resign|draw|abort|sit|stand|start)\/$/;
  let owed = null, dropped = false;
  function unanswered({ path, formData }) {
    if (owed) settle();
    if (COUNTS_ONCE.test(path)) {
      owed = { path, body: new URLSearchParams(formData), ply: Number(board().dataset.ply), tries: 0, timer: 0 };
      later();
    } else dropped = true;
    online(false);
  }

  function later() { owed.timer = setTimeout(resend, WAITS[Math.min(owed.tries, WAITS.length - 1)]); }

  function settle() { clearTimeout(owed.timer); owed = null; }

  async function resend() {
    const mine = owed, headers = { "HX-Request": "true" };
    clearTimeout(mine.timer);
    mine.timer = 0;  // on its way
    try {
      const answer = await fetch(mine.path, { method: "POST", body: mine.body, headers, credentials: "same-origin", signal: AbortSignal.timeout(15000) });
      if (answer.status >= 500) throw new Error(answer.status);
      const html = await answer.text();
      if (mine !== owed) return;
      settle();
      if (show(html, true)) online(true); else reload();
    } catch {
      if (mine !== owed) return;
      mine.tries++;
      later();
      online(false);
    }
  }

  // --- asking: on every return, and now and then: often while no socket is open, seldom while one is, as its news may get lost
  async function ask() {
    if (asking) return;
    asking = true;
    const sent = performance.now();
    try {
      const answer = await fetch(form.dataset.page + "?version=" + version(), { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      document.dispatchEvent(new CustomEvent("table:answer", { detail: { time: answer.headers.get("Fairdeal-Time"), sent } }));
      if (answer.status === 200) show(await answer.text(), false);
      if (answer.status === 404) reload();
      if (answer.ok) heard = Date.now();
      online(answer.ok);
    } catch { online(false); } finally { asking = false; }
  }

  // --- the socket
  function open() {
    clearTimeout(timer);
    if (socket && socket.readyState < 2) return;
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    socket = new WebSocket(scheme + location.host + form.dataset.socket + `?version=${version()}&seat=${board().dataset.seat || ""}`);
    const mine = socket;
    mine.onopen = () => { if (tries) ask(); tries = 0; heard = Date.now(); online(true); };
    mine.onmessage = ({ data }) => { heard = Date.now(); if (!show(data, false)) document.dispatchEvent(new Event("talk:said")); };
    mine.onclose = (event) => {
      if (mine !== socket || event.code === 4404) return;
      if (event.code === 4401) { reload(); return; }  // the session has ended: what is shown was for somebody who is signed out
      if (event.code === 4429) { timer = setTimeout(open, CROWDED); return; }  // too many are open: asking does until there is room
      if (tries) online(false);  // one lost connection heals before anybody need be told
      timer = setTimeout(open, WAITS[Math.min(tries++, WAITS.length - 1)] * (0.75 + Math.random() / 2));
    };
  }

  function online(yes) {
    lost = !yes;
    document.documentElement.classList.toggle("is-offline", !yes);
    if (yes) dropped = false;
    say(yes ? "" : owed ? "owed" : dropped ? "dropped" : "lost");
    if (yes && owed && owed.timer) resend();
  }

  // What became of a tap and of the line, in a sentence; "" for nothing to say.
  function say(what) {
    const banner = document.getElementById("offline"), words = what && banner && banner.dataset[what];
    if (!banner) return;
    if (words && banner.textContent !== words) banner.textContent = words;
    if (banner.hidden === Boolean(words)) banner.hidden = !words;
  }

  setInterval(() => {
    const after = ASK_AFTER[lost ? "lost" : socket && socket.readyState === 1 ? "well" : "deaf"];
    if (!document.hidden && Date.now() - heard >= after) ask();
  }, ASK_AFTER.lost);
  const back = () => { if (document.hidden) return; tries = 0; open(); if (lost || Date.now() - heard > 5000) ask(); };
  document.addEventListener("table:ask", ask);
  document.addEventListener("visibilitychange", back);
  window.addEventListener("online", back);
  window.addEventListener("offline", () => online(false));
  window.addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  window.addEventListener("pagehide", () => { if (socket) socket.close(); });
  // What is not needed before waits until the board stands.
  window.addEventListener("load", () => { for (const src of form.dataset.later?.split(" ") || []) document.head.append(Object.assign(document.createElement("script"), { src, async: false })); });
  open();
})();

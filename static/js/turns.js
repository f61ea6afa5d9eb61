// The tables that wait for the reader: their number in the head, in the title and in the icon, the same in all tabs. It comes
// with the page and by socket; on a board the board itself knows first whether its own table waits. "N" goes on to the next one.
(() => {
  "use strict";
  const place = document.getElementById("turns-place"), icon = document.querySelector("link[rel=icon]");
  if (!place || !icon) return;
  const link = () => document.getElementById("turns"), board = () => document.getElementById("board");
  const here = board() && board().dataset.seat !== undefined ? board().dataset.table : "";
  const words = (name) => (link().dataset[name] || "").split(" ").filter(Boolean);
  const title = document.title.replace(/^\(\d+\) /, "");
  const POLL = 60000, SIGN = 30000, WAITS = [500, 2000, 5000, 15000, 30000], SEEN = 700;
  let socket = null, tries = 0, again = 0, leaving = 0, drawing = 0;
  const unhurried = new Set(words("unhurried"));

  // Of its own table a board knows first, and what the server says of it may be older. Before the start, and in the past, it knows nothing.
  function waits() {
    const { status, yourTurn, moment } = here ? board().dataset : {};
    return !here || status === "open" || moment !== undefined ? words("tables").includes(here) : yourTurn !== undefined;
  }
  const others = () => Number(link().dataset.count) - words("tables").includes(here);
  const count = () => others() + waits();

  // What stands on the page changes with the board, before either is painted; several boards in a row are one change of the icon.
  function show() {
    const number = count(), figure = link().querySelector("b");
    if (figure) { link().hidden = !number; if (figure.textContent !== String(number)) figure.textContent = number; }
    for (const way of document.querySelectorAll(".strip__next")) {
      way.hidden = !number || waits();
      if (way.hidden) continue;
      way.href = link().href;
      way.querySelector("b").textContent = number;
    }
    drawing = drawing || setTimeout(draw, 50);
  }

  function draw() {
    drawing = 0;
    const number = count();
    document.title = (number ? `(${number}) ` : "") + title;
    const wanted = number ? place.dataset.iconTurn : place.dataset.icon;
    if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  }

  function hear(html) {
    const page = new DOMParser().parseFromString(html, "text/html"), fresh = page.getElementById("turns");
    if (!fresh) return;
    const news = page.getElementById("news-count");
    if (news) document.dispatchEvent(new CustomEvent("news:count", { detail: news }));
    if (here && fresh.href) fresh.setAttribute("href", fresh.getAttribute("href") + "?from=" + here);
    const focused = document.activeElement === link();
    if (fresh.outerHTML !== link().outerHTML) link().replaceWith(fresh);
    if (focused && fresh.href) fresh.focus({ preventScroll: true });
    for (const table of words("unhurried")) unhurried.add(table);
    show();
    over();
  }

  // --- the socket, and asking while there is none
  async function ask() {
    try {
      const answer = await fetch(place.dataset.page, { credentials: "same-origin" });
      if (answer.status === 200) hear(await answer.text());
    } catch { /* no network: the next try will do */ }
  }

  function open() {
    clearTimeout(again);
    if (socket && socket.readyState < 2) return;
    const mine = socket = new WebSocket(location.origin.replace(/^http/, "ws") + place.dataset.socket);
    mine.onopen = () => { tries = 0; sign(); };
    mine.onmessage = (event) => hear(event.data);
    mine.onclose = (event) => {
      if (mine !== socket || event.code === 4401) return;
      const wait = event.code === 4429 ? POLL : WAITS[Math.min(tries++, WAITS.length - 1)];  // 4429: too many are open
      again = setTimeout(open, wait * (0.75 + Math.random() / 2));
    };
  }

  // What this device shows of the table in front of its reader is over; the site has the other devices close it.
  async function close() {
    const table = board() && !document.hidden && board().dataset.table;
    const worker = table && navigator.serviceWorker && await navigator.serviceWorker.getRegistration("/");
    for (const notice of worker ? await worker.getNotifications({ tag: `table-${table}` }) : []) notice.close();
  }

  // Where no end can be pushed (Safari), any page of the site closes what it shows of turns that wait no longer.
  async function over() {
    const waiting = new Set(words("tables").map((table) => `table-${table}`));
    const all = waiting.size === Number(link().dataset.count);
    const worker = all && navigator.serviceWorker && await navigator.serviceWorker.getRegistration("/");
    for (const notice of worker ? await worker.getNotifications() : []) {
      if (notice.data?.turn && !waiting.has(notice.tag)) notice.close();
    }
  }

  // A sign of life: a table that is seen needs no mail.
  function sign() { if (here && !document.hidden && socket.readyState === 1) socket.send(here); }
  setInterval(sign, SIGN);
  setInterval(() => { if (!document.hidden && socket.readyState !== 1) ask(); }, POLL);
  const back = () => { if (!document.hidden) { tries = 0; open(); sign(); close(); } };
  const away = () => { if (here && document.hidden && socket.readyState === 1) socket.send("-"); };
  document.addEventListener("visibilitychange", () => { away(); back(); });
  window.addEventListener("online", back);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { back(); ask(); } });
  window.addEventListener("pagehide", () => socket.close());

  // --- on to the next table: by key, and after a move by itself, unless the reader does something else first
  const typing = (at) => at.isContentEditable || at.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  document.addEventListener("keydown", (event) => {
    if (!here || event.key.toLowerCase() !== "n" || event.defaultPrevented || event.repeat || typing(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !link().href || link().hidden) return;
    event.preventDefault();
    link().click();
  });

  document.addEventListener("board:after", () => {
    show();
    if ("moment" in board().dataset) return;  // the past knows nothing of now
    if (socket.readyState !== 1) ask();
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful, requestConfig } = event.detail;
    const moved = elt.id === "act" && successful && /\/act\/$/.test(requestConfig.path);
    const { status, yourTurn } = board() ? board().dataset : {};
    if (!moved || status !== "running" || yourTurn !== undefined || !("goesOn" in place.dataset) || !unhurried.has(here)) return;
    if (others() > 0) leaving = setTimeout(() => location.assign(`${place.dataset.next}?from=${here}`), SEEN);
  });
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => clearTimeout(leaving), true);

  show();
  open();
  close();
})();

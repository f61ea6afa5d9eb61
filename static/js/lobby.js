// Keeps the list of open tables fresh: by socket, and while that is down by asking every half minute.
(() => {
  const form = document.getElementById("lobby"), filters = document.getElementById("filters");
  if (!form) return;
  const mine = new Set((form.dataset.mine || "").split(" ")), own = Number(form.dataset.own);
  const POLL = 30000;
  let page = Number(form.dataset.shown), query = withPage(form.dataset.filter);
  let socket = null, wait = 1000, poll = 0, again = 0, shown = "", next = null;

  function withPage(filter) { return [page > 1 && `page=${page}`, filter].filter(Boolean).join("&"); }

  function show(html) {
    const list = document.getElementById("open-tables");
    if (html === shown) return;
    if (list.querySelector(":active")) { next = html; return; } // a button under a finger stays where it is
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("open-tables");
    if (!fresh) return;
    shown = html;
    withoutMine(fresh);
    for (const fold of list.querySelectorAll("details[open]")) fresh.querySelector(`details[data-host="${CSS.escape(fold.dataset.host)}"]`)?.setAttribute("open", "");
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    const at = focused?.closest("[data-table], [data-host]");
    list.replaceWith(fresh);
    const [name, value] = Object.entries(at?.dataset || {})[0] || [];
    if (name) fresh.querySelector(`[data-${name}="${CSS.escape(value)}"] ${focused.localName}`)?.focus({ preventScroll: true });
  }

  // The socket sends everybody the same list. The answer to a question has left one's own tables out.
  function withoutMine(fresh) {
    let left = Number(fresh.dataset.total);
    const rows = [...fresh.querySelectorAll("[data-table]")].filter((row) => mine.has(row.dataset.table));
    for (const row of rows) row.remove();
    for (const fold of fresh.querySelectorAll(".row--fold")) if (!fold.querySelector("[data-table]")) fold.remove();
    if (rows.length) left -= Math.max(own, rows.length);
    if (rows.length && !fresh.querySelector("[data-table]")) fresh.querySelector(".rows").replaceWith(document.getElementById("only-own").content.cloneNode(true));
    document.getElementById("open-count").textContent = `(${left})`;
  }

  async function ask() {
    const asked = query;
    try {
      const answer = await fetch(`/?${asked}`, { headers: { "HX-Request": "true" } });
      if (answer.ok && asked === query) show(await answer.text());
    } catch { /* no network: the next try will do */ }
  }

  function connect() {
    clearTimeout(again);
    const mine = socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${form.dataset.socket}?${query}`);
    mine.onopen = () => { wait = 1000; clearInterval(poll); poll = 0; };
    mine.onmessage = (event) => { if (mine === socket) show(event.data); };
    mine.onclose = (event) => {
      if (mine !== socket) return; // another one has the new filters
      socket = null;
      if (event.code === 4429) wait = 2 * POLL;  // too many are open
      if (!poll) poll = setInterval(ask, POLL);
      again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, POLL);
    };
  }

  // Other filters: the same address as without a script, but the page stays.
  function choose() {
    const chosen = new URLSearchParams(new FormData(filters));
    for (const [name, value] of [...chosen]) if (!value) chosen.delete(name);
    page = 1;
    query = String(chosen);
    history.replaceState(null, "", query ? `/?${query}` : "/");
    shown = "";
    ask();
    const before = socket;
    connect();
    before?.close();
  }

  filters.addEventListener("change", choose);
  filters.addEventListener("submit", (event) => { event.preventDefault(); choose(); });
  addEventListener("pointerup", () => setTimeout(() => { if (next !== null) { const html = next; next = null; show(html); } }));
  // The socket carries the first page, on which what is new appears; the others are asked for now and then.
  if (page > 1) setInterval(ask, POLL);
  else connect();
})();

// Keeps the list of open tables fresh: by socket, and while that is down by asking every half minute.
(() => {
  const form = document.getElementById("lobby");
  if (!form) return;
  const mine = new Set((form.dataset.mine || "").split(" "));
  const page = Number(form.dataset.shown), asked = new URLSearchParams();
  if (form.dataset.filter) asked.set("game", form.dataset.filter);
  if (page > 1) asked.set("page", page);
  const query = String(asked) && `?${asked}`;
  const POLL = 30000;
  let socket = null, wait = 1000, poll = 0, shown = "", next = null;

  function show(html) {
    const list = document.getElementById("open-tables");
    if (html === shown) return;
    if (list.querySelector(":active")) { next = html; return; } // a button under a finger stays where it is
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("open-tables");
    if (!fresh) return;
    shown = html;
    for (const row of fresh.querySelectorAll("[data-table]")) if (mine.has(row.dataset.table)) row.remove();
    for (const fold of fresh.querySelectorAll(".row--fold")) if (!fold.querySelector("[data-table]")) fold.remove();
    for (const fold of list.querySelectorAll("details[open]")) fresh.querySelector(`details[data-host="${CSS.escape(fold.dataset.host)}"]`)?.setAttribute("open", "");
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    const at = focused?.closest("[data-table], [data-host]");
    list.replaceWith(fresh);
    const [name, value] = Object.entries(at?.dataset || {})[0] || [];
    if (name) fresh.querySelector(`[data-${name}="${CSS.escape(value)}"] ${focused.localName}`)?.focus({ preventScroll: true });
  }

  async function ask() {
    try {
      const answer = await fetch(`/${query}`, { headers: { "HX-Request": "true" } });
      if (answer.ok) show(await answer.text());
    } catch { /* no network: the next try will do */ }
  }

  function connect() {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${form.dataset.socket}${query}`);
    socket.onopen = () => { wait = 1000; clearInterval(poll); poll = 0; };
    socket.onmessage = (event) => show(event.data);
    socket.onclose = (event) => {
      socket = null;
      if (event.code === 4429) wait = 2 * POLL;  // too many are open
      if (!poll) poll = setInterval(ask, POLL);
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, POLL);
    };
  }

  addEventListener("pointerup", () => setTimeout(() => { if (next !== null) { const html = next; next = null; show(html); } }));
  // The socket carries the first page, on which what is new appears; the others are asked for now and then.
  if (page > 1) setInterval(ask, POLL);
  else connect();
})();

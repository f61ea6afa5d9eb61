// Adds what is said in a club to its open talk page, and changes what is taken back. The page works without.
(() => {
  "use strict";
  const list = document.querySelector("ol[data-socket]");
  if (!list) return;
  const LAST = [4401, 4404];  // signed out, or no member any more
  let wait = 1000;

  const newest = () => Math.max(0, ...[...list.querySelectorAll(".said")].map((line) => Number(line.id.slice(5))));

  function show(html) {
    const line = new DOMParser().parseFromString(html, "text/html").querySelector("li.said");
    if (!line) return;
    const low = list.scrollHeight - list.scrollTop - list.clientHeight < 60, old = document.getElementById(line.id);
    list.querySelector(".said__none")?.remove();
    if (old) old.replaceWith(line); else list.append(line);
    if (low) list.scrollTop = list.scrollHeight;
  }

  function connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${list.dataset.socket}?after=${newest()}`);
    socket.onmessage = (event) => { wait = 1000; show(event.data); };
    socket.onclose = (event) => {
      if (LAST.includes(event.code)) return;
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, 30000);
    };
  }

  connect();
})();

// The news in the head: the list comes when the panel opens, and counts as read when it closes.
(() => {
  "use strict";
  const bell = document.getElementById("news");
  const count = () => document.getElementById("news-count");
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

  // The player's own part of the shuffle, for whoever sits down from here. Whoever declines in the head stays on the page.
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".news__ways")) return;
    const { nonce: field, next } = event.target.elements;
    if (next && bell && bell.contains(event.target)) next.value = location.pathname + location.search;
    if (field) field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }, true);

  // On the page of all news everything shown is read once one leaves it.
  const page = document.getElementById("news-read");
  if (page) addEventListener("pagehide", () => navigator.sendBeacon(page.action, new FormData(page)));
  if (!bell) return;
  const list = bell.querySelector(".news__list"), form = bell.querySelector("form[hidden]");

  function failed() {
    const words = document.createElement("p"), again = document.createElement("button");
    words.className = "news__none";
    words.textContent = list.dataset.lost + " ";
    again.type = "button";
    again.className = "button button--small";
    again.textContent = list.dataset.again;
    again.addEventListener("click", load);
    words.append(again);
    list.replaceChildren(words);
  }

  async function load() {
    try {
      const answer = await fetch(bell.dataset.page, { credentials: "same-origin", headers: { "Fairdeal-Panel": "1" } });
      if (!answer.ok) throw new Error(answer.status);
      list.replaceChildren(...parsed(await answer.text()).body.childNodes);
    } catch { failed(); }
  }

  async function send(name, value) {
    const body = new FormData(form);
    body.set(name, value);
    const ask = { method: "POST", body, credentials: "same-origin", keepalive: true, headers: { "Fairdeal-Panel": "1" } };
    const answer = await fetch(form.action, ask).catch(() => null);
    if (answer && answer.ok) count().replaceWith(parsed(await answer.text()).getElementById("news-count"));
  }

  function read() {
    const items = list.querySelector("[data-until]");
    if (items && !count().hidden) send("until", items.dataset.until);
  }

  // The end of a game that one sees on its board is no news.
  function seen() {
    const { status, seat, table } = document.getElementById("board")?.dataset || {};
    if (status === "ended" && seat && !document.hidden && !count().hidden) send("table", table);
  }
  document.addEventListener("board:after", seen);
  seen();

  bell.addEventListener("toggle", () => { if (bell.open) load(); else read(); });
  bell.querySelector(".news__close").addEventListener("click", () => { bell.open = false; bell.querySelector("summary").focus(); });
  bell.addEventListener("click", ({ target }) => { if (target === bell) bell.open = false; });  // the dimmed page behind the sheet
  addEventListener("pagehide", () => { if (bell.open) read(); });
  document.addEventListener("news:count", ({ detail }) => {
    const more = Number(detail.dataset.count) !== Number(count().dataset.count);
    count().replaceWith(detail);
    if (more && bell.open) load();
    else if (more) seen();
  });
})();

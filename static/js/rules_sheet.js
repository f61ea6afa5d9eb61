// The rules over the table: every link to the rules of the game opens them in a sheet, at its anchor (or at `data-rules="#scoring"`).
// They stand in a shadow root with the styles of their own page, so that neither their styles nor their ids meet the board's.
(() => {
  "use strict";
  const sheet = document.getElementById("rules");
  if (!sheet || !sheet.showModal) return;
  const text = sheet.querySelector(".rules-sheet__text");
  let filled = null;

  async function fill() {
    const answer = await fetch(sheet.dataset.page, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), root = text.attachShadow({ mode: "open" });
    const styles = [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => document.importNode(link));
    const ready = Promise.all(styles.map((link) => new Promise((done) => { link.onload = link.onerror = done; })));
    const rules = document.importNode(page.querySelector(".rules"), true);
    for (const part of rules.querySelectorAll(".rules__ways, .rules__lesson")) part.remove();
    root.append(...styles);
    await ready;
    root.append(rules);
    root.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#']");
      if (link) { event.preventDefault(); go(link.hash); }
    });
  }

  // A paragraph that was asked for is marked by where it stands: at the top.
  function go(hash) {
    const part = hash && text.shadowRoot.getElementById(decodeURIComponent(hash.slice(1)));
    if (part) part.scrollIntoView({ block: "start" }); else text.scrollTop = 0;
  }

  async function open(href, hash) {
    try { await (filled = filled || fill()); } catch { location.assign(href); return; }
    if (!sheet.open) {
      sheet.showModal();
      document.dispatchEvent(new CustomEvent("sheet:opened", { detail: { id: "rules", close: () => sheet.close() } }));
    }
    text.focus({ preventScroll: true });
    go(hash);
  }

  document.addEventListener("click", (event) => {
    if (event.target === sheet || event.target.closest(".rules-sheet__close")) { sheet.close(); return; }
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || to.pathname !== sheet.dataset.page) return;
    event.preventDefault();
    open(link.href, link.dataset.rules || to.hash);
  });
  sheet.addEventListener("close", () => document.dispatchEvent(new CustomEvent("sheet:closed", { detail: { id: "rules" } })));
})();

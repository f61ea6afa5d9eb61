// The page without a network loads the page that was wanted as soon as the site answers again.
(() => {
  "use strict";
  const EVERY = 5000;
  async function look() {
    if (document.hidden) return;
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok) location.reload();
  }
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
})();

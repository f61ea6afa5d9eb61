// "Since your turn": a tap shows the cards of the turn where they lie on the board. Without this file, and where
// none of them lies open, the link leads to the log or to that moment.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const RING = "0 0 0 2px var(--ring-gap), 0 0 0 5px var(--lamp)";

  const cards = (codes) => [...document.querySelectorAll("#board .table [data-card]")].filter((card) =>
    !card.closest(".hand, .since") && codes.split(/[ >,]/).includes(card.dataset.card) && card.getClientRects().length);

  function ring(card) {
    const frames = calm.matches ? [{ boxShadow: RING }, { boxShadow: RING }] : [{ boxShadow: RING }, { boxShadow: RING, offset: .7 }, {}];
    card.animate(frames, { duration: 1600, easing: "ease-out", id: "since" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#board [data-shows]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!link.getAttribute("href").startsWith("#")) return;  // one may look back, so the moment itself is shown
    const found = cards(link.dataset.shows);
    event.preventDefault();
    found.forEach(ring);
    if (found.length) return;
    document.documentElement.dataset.tab = "log";
    const menu = document.querySelector("#board .strip__menu");
    if (menu && menu.getClientRects().length) menu.click();
  });
})();

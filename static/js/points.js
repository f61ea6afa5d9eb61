// Points: a sum that is open closes by a tap elsewhere or Escape; when a game ends before one's eyes, totals count up; and the
// picture of a game is sent where the device can.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), COUNTING = 700;
  const board = () => document.getElementById("board");

  // --- sums
  const open = () => document.querySelectorAll("#board details.sum[open]");
  document.addEventListener("click", (event) => {
    for (const sum of open()) if (!sum.contains(event.target)) sum.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open().length) return;
    for (const sum of open()) { sum.open = false; sum.querySelector("summary").focus(); }
    event.stopImmediatePropagation();
  }, true);

  // --- the end. The numbers stand there already: whoever has no script, or has come later, sees them at once
  let status = board() && board().dataset.status;
  document.addEventListener("board:after", () => {
    const before = status;
    status = board().dataset.status;
    if (before !== "running" || status !== "ended" || calm.matches || document.hidden) return;
    document.documentElement.dataset.ending = "";
    setTimeout(() => { delete document.documentElement.dataset.ending; }, 3000);
    for (const total of document.querySelectorAll("#result [data-count]")) count(total);
  });

  function count(total) {
    const end = Number(total.dataset.count), words = total.textContent, begun = performance.now();
    if (!end) return;
    const written = (number) => number < 0 ? "−" + -number : String(number);
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - begun) / COUNTING);
      total.textContent = part < 1 ? written(Math.round(end * (1 - (1 - part) ** 3))) : words;
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    });
  }

  // --- sending
  const link = () => document.getElementById("share-link");
  document.addEventListener("toggle", (event) => {
    const send = event.target.id === "share" && event.target.querySelector(".share__send");
    if (send && navigator.share) send.hidden = false;
  }, true);
  document.addEventListener("click", (event) => {
    const send = event.target.closest(".share__send");
    if (send) navigator.share({ title: send.dataset.title, url: link().dataset.text }).catch(() => {});
  });
})();

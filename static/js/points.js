// Points: a sum that is open closes by a tap elsewhere or Escape; when a game ends before one's eyes, the page says so (ends.css); and the
// picture of a game is sent where the device can.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
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
  });

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

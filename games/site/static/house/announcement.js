// Puts the announcement away in this browser, and remembers which one it was.
(() => {
  const bar = document.getElementById("announcement");
  if (!bar) return;
  let away = "";
  try { away = localStorage.getItem("announcement") || ""; } catch { /* not kept */ }
  const id = bar.dataset.id;
  if (away === id) bar.hidden = true;
  bar.querySelector("button").addEventListener("click", () => {
    bar.hidden = true;
    try { localStorage.setItem("announcement", id); } catch { /* not kept */ }
  });
})();

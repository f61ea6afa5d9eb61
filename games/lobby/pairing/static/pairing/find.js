// The page of a search: says every few seconds that it is there, and goes to the table once one is found. The seconds are silent;
// the beginning, the usual time and the find are said.
(() => {
  "use strict";
  const panel = document.getElementById("looking");
  if (!panel) return;
  const { beat, usual, offer } = panel.dataset, EVERY = 3000, began = Date.now() - Number(panel.dataset.waited) * 1000;
  const clock = document.getElementById("waited"), bar = document.getElementById("bar"), said = document.getElementById("find-said");
  const token = panel.querySelector("[name=csrfmiddlewaretoken]").value;
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  let longer = false, asking = false;

  function tick() {
    const seconds = Math.floor((Date.now() - began) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (bar && Number(usual)) bar.style.inlineSize = `${Math.min(100, 100 * seconds / Number(usual))}%`;
    if (seconds >= Number(offer)) document.getElementById("offer").removeAttribute("data-later");
    if (Number(usual) && seconds > Number(usual) && !longer) { longer = true; said.textContent = panel.dataset.longer; }
  }

  async function ask() {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(beat, { method: "POST", body: new URLSearchParams({ nonce }), headers: { "X-CSRFToken": token }, credentials: "same-origin", signal: AbortSignal.timeout(8000) });
      if (!answer.ok) throw new Error(answer.status);
      const { looking, table } = await answer.json();
      if (table) { said.textContent = panel.dataset.found; location.assign(table); return; }
      if (!looking) { said.textContent = panel.dataset.gone; location.assign("/find/?again=1"); return; }
      if (said.textContent === panel.dataset.lost) said.textContent = "";
    } catch { said.textContent = panel.dataset.lost; } finally { asking = false; }
  }

  tick();
  ask();
  setInterval(tick, 1000);
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
})();

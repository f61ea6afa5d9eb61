// What a player has left for the next turn. A board that came by the socket has empty places for it: they are filled here.
// In a form, fields that the chosen condition does not use are hidden; without this script they are there and not heeded.
(() => {
  "use strict";
  const board = () => document.getElementById("board");
  if (!board() || !window.Idiomorph) return;
  let asking = "";

  async function fill() {
    heed();
    const places = [...board().querySelectorAll("[data-fetch]")];
    const { table, version } = board().dataset;
    if (!places.length || asking === version) return;
    asking = version;
    try {
      const answer = await fetch(`/t/${table}/plans/`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (board().dataset.version !== version) return;  // another board has come, and asks for itself
      for (const { id } of places) {
        const place = document.getElementById(id), found = page.getElementById(id);
        if (place && place.hasAttribute("data-fetch")) found ? place.replaceWith(found) : place.removeAttribute("data-fetch");
      }
      heed();
    } catch { /* the next board asks again */ } finally { if (asking === version) asking = ""; }
  }

  function heed() {
    for (const chosen of board().querySelectorAll("[data-if]")) {
      for (const field of chosen.parentElement.querySelectorAll("[data-for]")) field.hidden = !field.dataset.for.split(" ").includes(chosen.value);
    }
  }

  document.addEventListener("change", (event) => { if (event.target.matches("[data-if]")) heed(); });
  document.addEventListener("board:after", fill);
  fill();
})();

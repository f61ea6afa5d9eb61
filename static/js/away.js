// Marks the players who do not look at a running table just now. A board never knows it, since it is kept and shared.
(() => {
  "use strict";
  const form = document.getElementById("act"), EVERY = 30000, SETTLES = 5000;  // a game begins with pages that load themselves again
  if (!form || !form.dataset.away) return;
  let seats = [];

  function show() {
    for (const mark of document.querySelectorAll(".away, .away-sign")) mark.remove();
    for (const seat of seats) {
      const place = document.getElementById(`seat-${seat}`);
      if (!place) continue;
      // the sign stands before the name, where nothing cuts it; the word where there is room, and for screen readers everywhere
      place.querySelector(".strip__name, .rival__who > :is(b, h2, h3)")?.prepend(made("away-sign", ""));
      (place.querySelector(".strip__facts, .rival__facts") || place).prepend(made("away", form.dataset.away));
    }
  }

  function made(name, text) {
    const mark = document.createElement("span");
    mark.className = name;
    mark.textContent = text;
    mark.title = form.dataset.awayTitle;
    return mark;
  }

  async function ask() {
    const board = document.getElementById("board");
    if (document.hidden || board.dataset.status !== "running") return;
    try {
      const answer = await fetch(form.dataset.page + "away/", { credentials: "same-origin" });
      if (!answer.ok) return;
      seats = (await answer.json()).seats.filter((seat) => String(seat) !== board.dataset.seat);
      show();
    } catch { /* no network: the next try will do */ }
  }

  document.addEventListener("board:after", () => {
    if (document.getElementById("board").dataset.status !== "running") seats = [];
    show();
  });
  document.addEventListener("visibilitychange", ask);
  setInterval(ask, EVERY);
  setTimeout(ask, SETTLES);
})();

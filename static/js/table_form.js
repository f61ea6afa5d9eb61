// Opening a table and sitting down: the browser's own part of the shuffle, and words that follow the choices.
(() => {
  "use strict";
  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  // Capturing, so that it comes before whoever sends the form.
  document.addEventListener("submit", (event) => {
    for (const field of event.target.querySelectorAll("input[name=nonce]")) field.value = draw();
  }, true);

  // Whoever opens the table sends it only now, with the seal in view: before, the secret could have been chosen to suit it.
  const form = document.querySelector("form:has(> #board[data-uncut])");
  if (form) {
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const body = new URLSearchParams({ nonce: draw(), csrfmiddlewaretoken: token });
    fetch(form.dataset.page + "sit/", { method: "POST", body, headers: { "HX-Request": "true" } });
  }

  // The level of a bot is set as soon as it is chosen.
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.sends) document.getElementById(target.dataset.sends).click();
  });

  // What the page says about the choices follows them: the same page is asked for with them, and its words are taken over.
  const choosing = document.querySelector("form.new");
  let asked = 0;
  async function follow() {
    const mine = ++asked, query = new URLSearchParams(new FormData(choosing));
    for (const name of ["csrfmiddlewaretoken", "key"]) query.delete(name);
    const answer = await fetch("?" + query).catch(() => null);
    const html = answer && answer.ok && await answer.text();
    if (!html || mine !== asked) return;
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const old of document.querySelectorAll("[data-follows]")) {
      const fresh = page.getElementById(old.id);
      if (fresh) old.replaceWith(fresh);
    }
  }
  if (choosing) {
    choosing.addEventListener("input", follow);
    // Going back to the page, the browser restores the choices but not the words.
    addEventListener("pageshow", follow);
    // A form that is sent twice makes one table; one that somebody went back to, and sends again, makes another.
    addEventListener("pageshow", (event) => { if (event.persisted) choosing.elements.key.value = draw(); });
  }
})();

// Opening a table and sitting down: the browser's own part of the shuffle, and a ticket that follows the choices.
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

  const tell = (input) => {
    const line = document.querySelector(`.ticket [data-from="${CSS.escape(input.name)}"]`);
    if (line) line.textContent = input.dataset.says;
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches("input[data-says]")) tell(event.target);
  });
  // Going back to the page, the browser restores the choices but not the ticket.
  addEventListener("pageshow", () => document.querySelectorAll("input[data-says]:checked").forEach(tell));
})();

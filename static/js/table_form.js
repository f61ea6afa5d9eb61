// Opening a table and sitting down: the browser's own part of the shuffle, and a ticket that follows the choices.
(() => {
  "use strict";
  // Capturing, so that it comes before whoever sends the form.
  document.addEventListener("submit", (event) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    for (const field of event.target.querySelectorAll("input[name=nonce]")) field.value = nonce;
  }, true);

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

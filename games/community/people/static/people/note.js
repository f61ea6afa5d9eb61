// htmx saves the note. A note that was not saved says so, and one that is being written is not called saved.
(() => {
  "use strict";
  const note = document.querySelector("#note textarea"), sentence = document.getElementById("note-saved");
  if (!note) return;
  note.addEventListener("input", () => { sentence.textContent = ""; });
  note.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) sentence.textContent = sentence.dataset.failed;
  });
})();

// "Copy" buttons: `data-copy` is the id of the element whose text is copied.
(() => {
  "use strict";
  async function copy(element) {
    try { await navigator.clipboard.writeText(element.dataset.text || element.textContent.trim()); return true; } catch { /* no clipboard without https */ }
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand("copy");
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || !(await copy(document.getElementById(button.dataset.copy)))) return;
    const label = button.querySelector("span");
    const before = button.dataset.label || label.textContent;
    button.dataset.label = before;
    label.textContent = button.dataset.copied;
    setTimeout(() => { label.textContent = before; }, 2000);
  });
})();

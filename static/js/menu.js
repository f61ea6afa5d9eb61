// Menus are `details.menu`: Escape and whatever happens elsewhere on the page close them.
(() => {
  "use strict";
  const opened = () => document.querySelectorAll("details.menu[open]");

  function leave(event) {
    for (const menu of opened()) if (!menu.contains(event.target)) menu.open = false;
  }

  document.addEventListener("click", leave);
  document.addEventListener("focusin", leave);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopImmediatePropagation();
    }
  }, true);
})();

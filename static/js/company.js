// The people one may invite by one tap stand in the board's own panel, whenever it is shown anew.
(() => {
  "use strict";
  const company = document.getElementById("company"), act = document.getElementById("act");
  if (!company || !act) return;

  function place() {
    const field = act.querySelector(".by-name");
    if (!field) company.remove();
    else if (field.previousElementSibling !== company) field.before(company);
  }

  place();
  new MutationObserver(place).observe(act, { childList: true, subtree: true });
})();

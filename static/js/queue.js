// The tables that wait for the reader, on the front page: J and K walk through them, and times are those of the reader's place.
(() => {
  "use strict";
  const ways = () => [...document.querySelectorAll(".turn h2 a")], STALE = 60000;
  const typing = (at) => at.isContentEditable || at.matches("textarea, select, input:not([type=radio], [type=checkbox])");

  document.addEventListener("keydown", (event) => {
    const step = { j: 1, k: -1 }[event.key.toLowerCase()];
    if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const all = ways();
    if (!all.length) return;
    event.preventDefault();
    const here = all.findIndex((way) => way.closest(".turn").contains(document.activeElement));
    const next = here < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(here + step, 0), all.length - 1);
    all[next].focus();
    all[next].closest(".turn").scrollIntoView({ block: "nearest" });
  });

  for (const time of document.querySelectorAll("time[data-local]")) {
    try { time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(time.dateTime)); }
    catch { /* the server's words stay */ }
  }

  // The list follows the number in the head, which comes by socket.
  const place = document.getElementById("turns-place"), part = (page, name) => page.querySelector(`[data-mine="${name}"]`);
  const told = () => (document.getElementById("turns")?.dataset.tables || "").split(" ").filter(Boolean).sort().join(" ");
  const listed = () => ways().map((way) => way.pathname.split("/")[2]).sort().join(" ");
  let asked = null;

  async function follow() {
    const wanted = told();
    if (wanted === asked || wanted === listed() || !part(document, "turns")) return;
    asked = wanted;
    try {
      const answer = await fetch("/");
      if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch { /* no network: the next change will do */ }
  }

  function show(fresh) {
    const focused = document.activeElement?.closest("[data-mine]") && document.activeElement.getAttribute("href");
    let before = null;
    for (const name of ["turns", "others", "waiting"]) {
      const old = part(document, name), now = part(fresh, name);
      if (old && now) old.replaceWith(now);
      else if (now) before.after(now);
      else old?.remove();
      before = now || before;
    }
    if (focused) part(document, "turns").querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
  }

  if (place) new MutationObserver(follow).observe(place, { attributes: true, childList: true, subtree: true });

  // What is left of a live clock is true for a minute.
  setTimeout(() => { for (const clock of document.querySelectorAll("[data-minute]")) clock.remove(); }, STALE);
})();

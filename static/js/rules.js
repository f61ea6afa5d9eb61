// Print, and the contents show which part is being read.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  const links = new Map([...document.querySelectorAll(".rules__contents a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const watch = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) isIntersecting ? seen.add(target.id) : seen.delete(target.id);
    const first = [...links.keys()].find((id) => seen.has(id));
    if (!first) return;
    for (const [id, link] of links) id === first ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }, { rootMargin: "-80px 0px -40% 0px" });
  for (const id of links.keys()) watch.observe(document.getElementById(id));
})();

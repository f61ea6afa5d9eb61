// A choice in a form of filters sends it.
(() => {
  const filters = document.getElementById("filters");
  filters?.addEventListener("change", () => filters.requestSubmit());
})();

// The page without a network loads the page that was wanted when there is one again.
addEventListener("online", () => location.reload());

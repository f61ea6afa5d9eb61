// "Show" beside a password. Without JavaScript the button is not there.
for (const button of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  const words = [button.textContent, button.dataset.hide];
  button.addEventListener("click", () => {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.textContent = words[Number(shown)];
    button.setAttribute("aria-pressed", String(shown));
  });
}

// A choice is saved as soon as it is made, and seen at once. Without JavaScript the form has its button.
for (const form of document.querySelectorAll("form[data-saves]")) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", async (event) => {
    if (event.target.name === "theme") document.documentElement.dataset.theme = event.target.value;
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(() => null);
    const saved = answer !== null && (answer.ok || answer.type === "opaqueredirect");
    const sentence = document.querySelector("[data-saved]");
    if (saved) sentence.textContent = sentence.dataset.saved;
    else form.submit();
  });
}

// htmx sends each change. A select whose change was not saved falls back; the words of the hours of quiet come with the page.
const sentence = document.querySelector("#wishes-saved");
const said = sentence.textContent;
for (const field of document.querySelectorAll("[data-wishes] input[name=mail_zone]")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
for (const field of document.querySelectorAll("[data-wishes] [hx-post]")) {
  let kept = field.value;
  field.addEventListener("htmx:afterRequest", (event) => {
    sentence.classList.toggle("saved--not", !event.detail.successful);
    if (event.detail.successful) kept = field.value;
    else {
      field.value = kept;
      sentence.textContent = sentence.dataset.failed || said;
    }
  });
}

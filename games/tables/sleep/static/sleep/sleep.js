// The strips and the sum follow the fields; what is saved is what the form says. Without this all works, and shows after saving.
(() => {
  "use strict";
  const form = document.getElementById("week"), spent = document.getElementById("spent");
  if (!form) return;
  const zone = form.elements.zone, here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ("guess" in zone.dataset && [...zone.options].some((option) => option.value === here)) zone.value = here;

  const minutes = (field) => { const [h, m] = field.value.split(":").map(Number); return 60 * h + m; };
  const amount = (total) => (total % 60 ? spent.dataset.minutes : spent.dataset.hours)
    .replace("{h}", Math.floor(total / 60)).replace("{mm}", String(total % 60).padStart(2, "0"));

  function spans(from, until) {
    if (from === until) return [];
    if (from < until) return [[from, until]];
    return until ? [[0, until], [from, 1440]] : [[from, 1440]];
  }

  function draw(day, number) {
    const strip = day.querySelector(".day__strip"), svg = strip.querySelector("svg");
    const free = form.elements["free" + number].checked;
    strip.classList.toggle("is-free", free);
    svg.querySelectorAll("rect").forEach((rect) => rect.remove());
    const asleep = spans(minutes(form.elements["from" + number]), minutes(form.elements["until" + number]));
    for (const [start, end] of asleep) {
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const [name, value] of Object.entries({ class: "day__asleep", x: start / 6, width: (end - start) / 6, height: 26, rx: 2 })) rect.setAttribute(name, value);
      svg.querySelector(".day__ticks").after(rect);
    }
    return { free, asleep: free ? 0 : asleep.reduce((sum, [start, end]) => sum + end - start, 0) };
  }

  form.addEventListener("change", () => {
    const days = [...form.querySelectorAll(".day")].map(draw);
    const asleep = days.reduce((sum, day) => sum + day.asleep, 0), free = days.filter((day) => day.free).length;
    const most = Number(spent.dataset.asleep), few = Number(spent.dataset.free);
    spent.textContent = (asleep || free ? spent.dataset.words : spent.dataset.none).replace("{asleep}", amount(asleep)).replace("{most}", amount(most))
      .replace("{free}", free).replace("{days}", few);
    spent.classList.toggle("is-over", asleep > most || free > few);
  });
})();

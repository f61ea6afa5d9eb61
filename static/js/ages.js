// Writes how long ago something was ("3 min. ago") into each time.age, by the server's clock.
(() => {
  "use strict";
  const STEPS = [[86400, "day"], [3600, "hour"], [60, "minute"]], form = document.getElementById("act");
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto", style: "short" });
  const server = Number(form.dataset.now) - performance.now();

  function write() {
    for (const time of document.querySelectorAll("time.age")) {
      const age = Math.max(0, (server + performance.now() - Date.parse(time.dateTime)) / 1000);
      const [seconds, unit] = STEPS.find(([least]) => age >= least) || [1, "second"];
      time.textContent = words.format(unit === "second" ? 0 : -Math.floor(age / seconds), unit);
    }
  }

  document.addEventListener("board:after", write);
  setInterval(write, 20000);
  write();
})();

// Counts down to tomorrow's deal. It starts from what the server wrote, so a wrong clock does no harm.
(() => {
  "use strict";
  const clock = document.querySelector(".tomorrow__clock");
  const [hours, minutes, seconds] = clock.textContent.trim().split(":").map(Number);
  const end = performance.now() + 1000 * (3600 * hours + 60 * minutes + seconds);
  const two = (number) => String(number).padStart(2, "0");

  function write() {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  }

  setInterval(write, 1000);
})();

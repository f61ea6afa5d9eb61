// Clocks that tick: counted on here from what the board says, without asking the server, and right when this computer's own
// clock is wrong. The server's time comes with the page and with every answer; between two of them performance.now() counts.
(() => {
  "use strict";
  const form = document.getElementById("act");
  if (!form || !document.getElementById("time-said")) return;  // a table without clocks
  const MINUTE = 60000, HOUR = 3600000, language = document.documentElement.lang || "en";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const board = () => document.getElementById("board");
  const clocks = () => [...board().querySelectorAll(".clock")];

  // --- the server's time: of all samples the one whose answer came back soonest, as its error is at most half of that way
  let best = null, doubted = false;
  function sample(server, sent, received) {
    const delay = received - sent;
    if (!Number.isFinite(server) || best && !doubted && delay > best.delay + (received - best.at) / 2000) return;
    best = { offset: server - (sent + received) / 2, delay, at: received };
    doubted = false;
    paint();
  }
  const now = () => performance.now() + best.offset;

  document.addEventListener("table:answer", (event) => {
    sample(Number(event.detail.time || NaN), event.detail.sent, performance.now());
  });
  const sent = new WeakMap();
  document.body.addEventListener("htmx:beforeSend", (event) => sent.set(event.detail.xhr, performance.now()));
  document.body.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    if (sent.has(xhr)) sample(Number(xhr.getResponseHeader("Fairdeal-Time") || NaN), sent.get(xhr), performance.now());
  });

  // A computer that slept, or whose clock was set, may have counted wrongly: then the next sample is taken, whatever its delay.
  const ask = () => document.dispatchEvent(new CustomEvent("table:ask"));
  const doubt = () => { doubted = true; ask(); };
  let wall = Date.now() - performance.now();
  function jumped() {
    const before = wall;
    wall = Date.now() - performance.now();
    return Math.abs(wall - before) > 2000;
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { doubt(); paint(); } });
  addEventListener("pageshow", (event) => { if (event.persisted) { doubt(); paint(); } });

  // --- words, as games/screens/clocks.py says them
  const unit = (name, count) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "long" }).format(count);
  const two = (number) => String(number).padStart(2, "0");
  function words(kind, left, ticks) {
    const tenths = Math.ceil(left / 100), seconds = Math.max(0, Math.ceil(left / 1000));
    if (kind === "correspondence" && seconds >= 3600) {
      const started = Math.ceil(seconds / 3600);
      return started >= 48 ? unit("day", Math.floor(started / 24)) : unit("hour", started);
    }
    if (ticks && tenths > 0 && tenths < 100 && !calm.matches) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
    const minutes = two(Math.floor(seconds / 60) % 60), hours = Math.floor(seconds / 3600);
    return hours ? `${hours}:${minutes}:${two(seconds % 60)}` : `${Number(minutes)}:${two(seconds % 60)}`;
  }
  function moment(until) {
    const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" };
    try { return new Intl.DateTimeFormat(language, { ...parts, timeZone: form.dataset.zone || undefined }).format(until); }
    catch { return new Intl.DateTimeFormat(language, parts).format(until); }
  }

  // By correspondence a clock stands while its player sleeps. The board says when it runs.
  const spans = (clock) => (clock.dataset.awake || "").split(" ").filter(Boolean).map((span) => span.split("-").map(Number));
  const awakeLeft = (awake, at) => awake.reduce((sum, [start, end]) => sum + Math.max(0, end - Math.max(start, at)), 0);
  function brief(until) {
    const ahead = (until - now()) / HOUR, soon = ahead >= 0 && ahead <= 20, parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    Object.assign(parts, soon ? {} : ahead <= 144 ? { weekday: "short" } : { day: "numeric", month: "short" });
    try { return new Intl.DateTimeFormat(language, { ...parts, timeZone: form.dataset.zone || undefined }).format(until); }
    catch { return new Intl.DateTimeFormat(language, parts).format(until); }
  }
  function write(place, text) { if (place.textContent !== text) place.textContent = text; }
  function sleeps(clock, awake) {
    const at = now(), next = awake.find(([, end]) => end > at), asleep = Boolean(next) && next[0] > at;
    const lines = [clock.closest(".strip__clock").querySelector(".strip__sleeps"), ...board().querySelectorAll(`[data-of="${clock.id}"]`)];
    for (const line of lines) {
      line.hidden = !asleep;
      if (asleep) write(line.querySelector("span"), form.dataset.sleeps.replace("{moment}", brief(next[0])));
    }
    return next ? (asleep ? next[0] : next[1]) - at : Infinity;
  }
  function dues() {
    for (const time of board().querySelectorAll("[data-due]")) {
      write(time, brief(Number(time.dataset.due)));
      time.closest(".due")?.removeAttribute("hidden");
    }
  }

  // In how many milliseconds they will be others.
  function changes(kind, left) {
    if (kind === "correspondence" && left > HOUR) return Math.min((left + 1000) % HOUR, 30000);
    const step = left > 10000 || left <= 0 || calm.matches ? 1000 : 100;
    return (left % step + step) % step || step;
  }

  // --- the screen
  let timer = 0;
  function paint() {
    clearTimeout(timer);
    if (!best || !board()) return;
    let soon = Infinity;
    dues();
    for (const clock of clocks()) {
      const { kind, until } = clock.dataset, due = until ? Number(until) - now() : Infinity, awake = spans(clock);
      const left = !until ? Number(clock.dataset.left) : awake.length ? awakeLeft(awake, now()) : due;
      const text = words(kind, left, Boolean(until));
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("is-low", left <= MINUTE - 1000);
      if (!until) continue;
      if (clock.title && kind === "correspondence") { const title = form.dataset.until.replace("{moment}", moment(Number(until))); if (clock.title !== title) clock.title = title; }
      if (clock.id === "clock-" + board().dataset.seat) tell(left);
      if (due <= 0) flagged(until, due);
      if (awake.length) soon = Math.min(soon, Math.max(0, sleeps(clock, awake)), 30000);
      soon = Math.min(soon, changes(kind, left));
    }
    if (soon === Infinity) return;
    if (jumped()) doubt();
    timer = setTimeout(paint, soon + 2);
  }
  document.addEventListener("board:after", paint);

  // Who cannot see it is told once at a minute and once at ten seconds; again only after the clock has been well above that.
  const told = new Set();
  function tell(left) {
    for (const [at, text] of [[MINUTE, form.dataset.minute], [10000, form.dataset.seconds]]) {
      if (left > 2 * at) told.delete(at);
      if (left > at || left <= 0 || told.has(at)) continue;
      told.add(at);
      if (at === MINUTE && left <= 10000) continue;
      const said = document.getElementById("time-said");
      if (said) said.textContent = text;
      document.dispatchEvent(new CustomEvent("clock:low"));
    }
  }

  // At zero the server is asked, since whoever looks lets the flag fall: once the zero is certain, and again if nothing came of it.
  const asked = new Map();
  function flagged(until, left) {
    const tries = asked.get(until) || 0;
    if (tries > 2 || left > -Math.min(1000, best.delay / 2 + 50) - tries * 4000) return;
    asked.set(until, tries + 1);
    ask();
  }

  const page = performance.getEntriesByType("navigation")[0];
  const came = page && page.responseStart || performance.now();
  sample(Number(form.dataset.now), page && page.requestStart || 0, came);
  if (page && page.type === "back_forward") doubt();
  else if (best && best.delay > 300) setTimeout(ask, 300);  // a page takes longer to make than the next answer
})();

// Going through a game without loading the page anew: links, slider, keys and playing on by itself all end in `go`.
// The server draws every moment; board.js moves the cards ("board:before" and "board:after"), as on a board in play.
(() => {
  "use strict";
  const html = document.documentElement;
  const board = () => document.getElementById("board");
  const at = (id) => document.getElementById("replay-" + id);
  const shown = () => Number(board().dataset.ply), last = () => Number(at("ply").max);
  if (!window.Idiomorph || !board() || !at("ply")) return;
  let eyes = new URLSearchParams(location.search).get("eyes"), wanted = location.href, going = false, ahead = null, timer = 0, sliding = false;

  const address = (ply) => {
    const url = new URL(location.pathname, location.href);
    url.searchParams.set("ply", ply);
    if (eyes) url.searchParams.set("eyes", eyes);
    return url.href;
  };

  // "last" in an address would be another moment after the next move.
  if (new URLSearchParams(location.search).get("ply") === "last") {
    history.replaceState(history.state, "", address(shown()));
    wanted = location.href;
  }

  async function fetched(url) {
    const answer = await fetch(url, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    return answer.ok ? answer.text() : null;
  }

  // One moment after the other is fetched and shown until the last one that was asked for stands there.
  async function go(url) {
    wanted = url;
    if (going) return;
    going = true;
    try {
      for (let here = ""; here !== wanted;) {
        here = wanted;
        const text = await (ahead && ahead.url === here ? ahead.text : fetched(here));
        ahead = null;
        if (text === null) { location.assign(here); return; }
        show(text, here);
      }
    } catch { location.assign(wanted); } finally { going = false; }
  }

  function show(text, url) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
    const forward = Number(fresh.dataset.ply) === shown() + 1;
    document.dispatchEvent(new CustomEvent("board:before"));
    window.Idiomorph.morph(board(), fresh.outerHTML, {
      morphStyle: "outerHTML", restoreFocus: true,
      callbacks: { beforeNodeMorphed: (old) => !(old.id === "replay-speed" || (old.id === "replay-ply" && sliding)) },
    });
    if (!sliding) at("ply").value = aim();
    document.dispatchEvent(new CustomEvent("board:after", { detail: { news: true } }));
    history.replaceState(history.state, "", url);
    document.getElementById("said").textContent = board().dataset.say;
    if (shown() === last()) stop();
    if (forward && shown() < last()) prepare(address(shown() + 1));
  }

  // Whoever goes forward goes on: the next moment is fetched before it is asked for, and no other.
  function prepare(url) {
    const text = fetched(url);
    text.catch(() => { ahead = null; });
    ahead = { url, text };
  }

  const step = (ply) => { ply = Math.min(Math.max(ply, 1), last()); if (ply !== shown() || going) go(address(ply)); };
  // Two steps asked for in one moment are two steps, though the first is still on its way.
  const aim = () => going ? Number(new URL(wanted).searchParams.get("ply")) : shown();

  // --- playing on by itself
  const playing = () => html.hasAttribute("data-playing");
  function stop() { html.removeAttribute("data-playing"); clearTimeout(timer); }
  function play() {
    html.setAttribute("data-playing", "");
    if (shown() === last()) step(1); else step(shown() + 1);
    tick();
  }
  function tick() {
    clearTimeout(timer);
    timer = setTimeout(() => { if (!going) step(shown() + 1); tick(); }, Number(at("speed").value));
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#replay-play")) { if (playing()) stop(); else play(); return; }
    const way = event.target.closest("#board a[data-ply]");
    if (!way || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    stop();
    document.dispatchEvent(new CustomEvent("side:close"));
    go(way.href);
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "replay-ply") return;
    stop();
    sliding = true;
    go(address(event.target.value));
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "replay-ply") { sliding = false; go(address(event.target.value)); }
    if (event.target.id === "replay-eyes") { eyes = event.target.value; go(address(aim())); }
    if (event.target.id === "replay-speed" && playing()) tick();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#replay")) return;
    event.preventDefault();
    go(address(at("ply").value));
  });

  // --- keys: the slider, lists and tabs keep their own
  const KEYS = { ArrowLeft: () => step(aim() - 1), ArrowRight: () => step(aim() + 1), Home: () => step(1), End: () => step(last()) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input, select, textarea, [role=tab]")) {
      if (!(event.key === " " && event.target.id === "replay-ply")) return;
    }
    if (event.key === " ") {
      if (event.repeat || event.target.closest("button, summary")) return;
      if (playing()) stop(); else play();
    } else if (KEYS[event.key]) { stop(); KEYS[event.key](); } else return;
    event.preventDefault();
  });

  // --- a table that goes on meanwhile: live.js says so, and leaves the moment alone
  document.addEventListener("table:news", () => {
    const news = document.getElementById("table-news"), link = news.querySelector("a");
    if (!link.hidden) return;
    link.querySelector("span").textContent = news.dataset.news;
    link.hidden = false;
  });
})();

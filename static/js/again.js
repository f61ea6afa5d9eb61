// What happened since one's turn, as a picture: after an absence it is played once on the board, from where to where, and again on a
// tap of its line. The server says between which moments (data-since, data-turn) and shows each as its reader may see it; where nobody
// may look back, the page goes from the board that it had itself. The hand stays; a tap, a key or news ends it at the board as it stands.
(() => {
  "use strict";
  const KEY = "seen", KEPT = 60, MOST = 4, WAIT = 350, PAUSE = 950;
  const form = document.getElementById("act"), html = document.documentElement, calm = matchMedia("(prefers-reduced-motion: reduce)");
  const board = () => document.getElementById("board");
  if (!form || !board() || !window.Idiomorph) return;
  const RING = "0 0 0 2px var(--ring-gap), 0 0 0 5px var(--lamp)", LEFT_OUT = ".strip, .bar, .hand, .scene, .cases, .replay, .first, .since, .over, .tallies, #sort";
  const plies = () => (board().dataset.since || "").split(" ").filter(Boolean).map(Number);
  let own = false, now = null, timer = 0, turn = 0, kept = null;

  // --- what this device has shown of which table
  const seen = () => { try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; } };
  function remember() {
    const { table, ply } = board().dataset, all = seen();
    if (document.hidden || all[table] === Number(ply)) return;
    delete all[table];
    try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(all).slice(1 - KEPT), [table, Number(ply)]]))); } catch { /* no memory */ }
  }

  // --- the parts of the table that moments may change: those with an id, the outermost, without clocks and what is chosen from
  const parts = (root) => [...root.querySelectorAll(".table [id]")].filter((part) => !part.parentElement.closest(".table [id]") && !part.closest(LEFT_OUT) && !part.querySelector(".clock"));
  function view(root) {
    const { ply, deal, by } = root.dataset;
    return { ply, deal, by, parts: new Map(parts(root).map((part) => [part.id, part.outerHTML])) };
  }

  function show({ ply, deal, by, parts }) {
    own = true;
    document.dispatchEvent(new CustomEvent("board:before"));
    for (const [id, text] of parts) if (now.parts.has(id)) window.Idiomorph.morph(document.getElementById(id), text, { morphStyle: "outerHTML", restoreFocus: false });
    for (const [name, value] of Object.entries({ ply, deal, by })) if (value === undefined) delete board().dataset[name]; else board().dataset[name] = value;
    document.dispatchEvent(new CustomEvent("board:after", { detail: { news: false } }));
    own = false;
  }

  function ring() {
    for (const card of board().querySelectorAll(".table .is-moved")) {
      if (!card.closest(".hand")) card.animate([{ boxShadow: RING }, { boxShadow: RING, offset: .7 }, {}], { duration: 1400, delay: 300, easing: "ease-out", id: "since" });
    }
  }

  // The views, one after the other, and at last the board as it stands.
  function play(views) {
    if (now) end();
    if (calm.matches || document.hidden || board().dataset.moment !== undefined) return;
    now = view(board());
    html.dataset.again = "";
    show(views[0]);
    const rest = views.slice(1);
    timer = setTimeout(function step() {
      const next = rest.shift();
      if (next) { show(next); ring(); timer = setTimeout(step, PAUSE); return; }
      end();
      ring();
    }, WAIT);
  }

  function end() {
    clearTimeout(timer);
    const last = now;
    if (!last) return;
    show(last);
    now = null;
    delete html.dataset.again;
  }

  async function fetched(ply) {
    const answer = await fetch(`${form.dataset.page}?ply=${ply}`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    const fresh = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("board");
    if (!fresh) throw new Error(answer.status);
    return view(fresh);
  }

  // From the first of these moments to the last; the newest is the board itself.
  async function replay(moments) {
    const mine = ++turn, { version, ply } = board().dataset;
    try {
      const views = await Promise.all(moments.filter((moment) => moment !== Number(ply)).map(fetched));
      if (mine === turn && board().dataset.version === version && !now) play(views);
    } catch { /* no network, or no such moment: the line tells it */ }
  }
  function since(after) {
    const moments = plies(), start = Math.max(moments.findIndex((ply) => ply >= after), 0);
    if (moments.length > 1) replay(moments.slice(Math.max(start, moments.length - 1 - MOST)));
    else if (kept) play([kept]);
  }

  // --- a tap on a line
  document.addEventListener("click", (event) => {
    if (calm.matches || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#board [data-shows]"), line = event.target.closest("#log li[data-turn]");
    if (link && (plies().length > 1 || kept)) since(0);
    else if (line) replay([Number(line.nextElementSibling?.dataset.turn || line.dataset.turn - 1), Number(line.dataset.turn)]);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.dispatchEvent(new CustomEvent("side:close"));
  }, true);
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { if (now) end(); }, true);

  // --- news: what is shown has to be the board as it stands before anything is put into it
  document.addEventListener("board:before", () => {
    if (own) return;
    turn++;
    end();
    if (!kept && board().dataset.yourTurn === undefined) kept = view(board());
  }, true);
  document.addEventListener("board:after", () => {
    if (own) return;
    const { by, seat } = board().dataset;
    if (by === seat) kept = null;
    remember();
  });

  // --- back after an absence: with a page, or at a tab that was hidden
  function back() {
    const { table, ply, status, yourTurn } = board().dataset, last = seen()[table];
    if (document.hidden || status !== "running" || yourTurn === undefined || last >= Number(ply)) return;
    since(last || 0);
    remember();
  }
  document.addEventListener("visibilitychange", back);
  if (!document.getElementById("scene")) back();
  remember();
})();

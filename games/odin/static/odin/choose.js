// Choosing a set: while cards of the hand are ticked, this says what they come to, beat or lack. The form works without it: it sends
// the cards, and the server makes a code of them. Whether a set may be played is never decided here: its button is there, or not.
(() => {
  "use strict";
  const ORDER = "RGBYPO", SORT = "odin:sort";
  const board = () => document.getElementById("board");
  const one = (selector) => board().querySelector(selector);
  const boxes = () => [...board().querySelectorAll(".slot > [type=checkbox]")];
  const names = () => boxes().filter((box) => box.checked).map((box) => box.value);
  const byNumber = (a, b) => b[1] - a[1] || ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]);
  const byColour = (a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]) || b[1] - a[1];
  const value = (cards) => cards.map((card) => card[1]).join("");
  if (!board()) return;

  // --- what the chosen cards come to
  const code = (cards) => ["play", ...cards].join(" ");
  const offers = () => [...board().querySelectorAll('#moves button[value^="play "]')].map((button) => button.value.split(" ").slice(1));

  function verdict(cards, { step, top, size }) {
    const alike = [0, 1].some((at) => new Set(cards.map((card) => card[at])).size === 1);
    if (step === "lead") return cards.length === 1 ? "leads" : alike && cards.length === boxes().length ? "whole" : "single";
    if (!alike) return "mixed";
    if (size > 0 && cards.length < size) return "few";
    if (size > 0 && cards.length > Number(size) + 1) return "many";
    if (size > 0 && Number(value(cards)) <= Number(top)) return "low";
    return step === "wait" ? "would" : "beats";
  }

  function say() {
    const choice = document.getElementById("choice"), play = document.getElementById("play"), cards = names().sort(byNumber);
    if (!choice) return;
    const facts = choice.dataset, open = offers();
    const legal = open.some((set) => code(set) === code(cards));
    choice.hidden = !cards.length;
    one(".say--first").hidden = Boolean(cards.length);
    if (cards.length) words(choice, cards, legal, open);
    for (const box of boxes()) {
      const fits = !open.length || box.checked || open.some((set) => [...cards, box.value].every((card) => set.includes(card)));
      box.nextElementSibling.classList.toggle("is-muted", cards.length > 0 && !legal && !fits && facts.step === "follow");
    }
    if (!play) return;
    play.setAttribute("aria-disabled", !legal);
    play.textContent = legal ? facts.play.replace("{value}", value(cards)) : facts.plain;
  }

  function words(choice, cards, legal, open) {
    const facts = choice.dataset, [sentence, help] = choice.children;
    const values = [...new Set(open.filter((set) => cards.every((card) => set.includes(card))).map(value))];
    const told = !legal && values.length ? "part" : verdict(cards, facts);
    const free = facts.step === "wait" && facts.size === "0";  // nothing lies there yet
    const number = document.createElement("b");
    number.textContent = value(cards);
    const [before, ...after] = (free && told === "would" ? "{value}" : facts[told]).split("{value}");
    sentence.replaceChildren(before, ...after.flatMap((text) => [number, text]));
    choice.classList.toggle("is-good", legal || told === "would");
    choice.classList.toggle("is-bad", !legal && told !== "would" && told !== "part");
    help.textContent = told === "part" ? facts.with.replace("{values}", list(values.slice(0, 5), facts.or)) : "";
  }

  const list = (words, or) => words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${or} ${words.at(-1)}`;

  function tell() {
    const said = document.getElementById("said"), choice = document.getElementById("choice");
    if (said && choice) said.textContent = choice.hidden ? choice.dataset.none : choice.textContent.trim();
  }

  document.addEventListener("change", (event) => {
    if (event.target.name === "sort") { remember(event.target.value); sort(); }
    if (!event.target.matches(".slot > [type=checkbox]")) return;
    const choice = document.getElementById("choice");
    const whole = offers().some((set) => set.length > 1);
    if (choice && choice.dataset.step === "lead" && !whole && event.target.checked) for (const box of boxes()) if (box !== event.target) box.checked = false;
    say();
    tell();
  });

  // A click that plays nothing says why; a choice that is played is sent as the cards that are ticked.
  document.addEventListener("click", (event) => {
    const play = event.target.closest("#play");
    if (!play || play.getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    tell();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.documentElement.hasAttribute("data-sheet")) return;
    if (event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    const key = event.key.toLowerCase(), play = document.getElementById("play");
    if (key === "escape" && names().length) { clear(); event.preventDefault(); }
    if (key === "enter" && event.target.matches(".slot > input") && play) { play.click(); event.preventDefault(); }
    if (key === "s" && one(".sort")) { one(".sort input:not(:checked)").click(); event.preventDefault(); }
  });
  function clear() { for (const box of boxes()) box.checked = false; say(); tell(); }

  // --- the order of the hand, kept for this browser; the cards themselves move, so that keys and readers follow the eye
  let order = "number";
  try { order = localStorage.getItem(SORT) || order; } catch { /* no memory */ }
  function remember(to) { order = to; try { localStorage.setItem(SORT, to); } catch { /* no memory */ } }

  function sort() {
    const radio = document.getElementById("sort-" + order), hand = one(".hand"), focus = document.activeElement;
    if (!radio || !hand) return;
    radio.checked = true;
    const sorted = boxes().sort((a, b) => (order === "colour" ? byColour : byNumber)(a.value, b.value));
    if (boxes().some((box, i) => box !== sorted[i])) hand.append(...sorted.map((box) => box.parentElement));
    if (focus !== document.activeElement && hand.contains(focus)) focus.focus({ preventScroll: true });
  }

  // --- a new board: what was chosen stays chosen, as far as it is still in the hand. Before board.js lets the cards move.
  // A hand that was just dealt is another one, though it may hold the very card that ended the last: a turn brings one card at most.
  // A hint that has just come chooses its own cards.
  let before = [], held = [], hint = null;
  const hinted = () => one(".hint")?.dataset.code;
  document.addEventListener("board:before", () => { before = names(); held = boxes().map((box) => box.value); hint = hinted(); }, true);
  document.addEventListener("board:after", () => {
    if (hint && !hinted()) before = [];
    if (hinted() && hinted() !== hint) before = boxes().filter((box) => "hinted" in box.dataset).map((box) => box.value);
    if (boxes().filter((box) => !held.includes(box.value)).length > 1) before = [];
    for (const box of boxes()) box.checked = before.includes(box.value);
    sort();
    say();
  }, true);

  sort();
  say();
})();

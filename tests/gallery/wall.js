// Puts boards into the page one after the other, and says what is wrong with how they look.
// Each fault is a sentence; `where` says on which screen.
(() => {
  const SMALLEST = 24; // px: WCAG 2.2, 2.5.8
  const TARGETS = "#board :is(.slot > label.card, label.go, .undo, .strip__menu)";
  const named = (box) => `${box.localName}.${[...box.classList].join(".")}`;

  function hang(html) {
    document.dispatchEvent(new CustomEvent("board:before"));
    document.getElementById("board").outerHTML = html;
    document.dispatchEvent(new CustomEvent("board:after", { detail: { news: false } }));
  }

  const over = (box, wide, high) => [
    ...(box.scrollWidth > wide ? [`${named(box)} is ${box.scrollWidth - wide} px too wide`] : []),
    ...(box.scrollHeight > high ? [`${named(box)} is ${box.scrollHeight - high} px too high`] : []),
  ];

  // Nothing scrolls, neither the page nor any part of the table.
  function scrolls({ sideways, width, height }) {
    const page = document.documentElement;
    const sides = over(page, width, Infinity);
    if (sideways) return sides;
    const parts = [...document.querySelectorAll("#board, #board .table, #board .table *")].flatMap((box) => {
      if (box.id === "result") return []; // a sheet above the table, as long as it has to be
      if (box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1) return [];
      const style = getComputedStyle(box);
      const limit = (overflow, size) => (/auto|scroll/.test(overflow) ? size + 1 : Infinity);
      return over(box, limit(style.overflowX, box.clientWidth), limit(style.overflowY, box.clientHeight));
    });
    return [...over(page, width, height), ...parts];
  }

  // What is tapped is large enough and wholly on the screen.
  const targets = ({ width, height }) => [...document.querySelectorAll(TARGETS)].flatMap((target) => {
    const box = target.getBoundingClientRect();
    if (!box.width) return [];
    const size = Math.min(box.width, box.height);
    const inside = box.left >= 0 && box.right <= width && box.top >= -1 && box.bottom <= height;
    return [
      ...(size < SMALLEST ? [`${named(target)} is ${size} px small`] : []),
      ...(inside ? [] : [`${named(target)} is not wholly on the screen, but at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`]),
    ];
  });

  // What stands on a card stays on it.
  const cards = () => [...document.querySelectorAll("#board .card")].flatMap((card) => {
    const box = card.getBoundingClientRect();
    return !box.width ? [] : [...card.querySelectorAll("*")].flatMap((part) => {
      const own = part.getBoundingClientRect();
      const out = own.width && (own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1);
      return out && !part.closest(".visually-hidden, label.go") ? [`${named(part)} sticks out of ${named(card)}`] : [];
    });
  });

  function looks(options) {
    return [...scrolls(options), ...(options.phone && !options.sideways ? targets(options) : []), ...cards()];
  }

  // Chooses a card of the hand, so that its places light up.
  function choose() {
    const card = document.querySelector("#board .slot > input:not(:checked)");
    if (!card) return false;
    card.click();
    return true;
  }

  window.wall = {
    fits: (boards, options) => boards.map(([html, more]) => {
      hang(html);
      const found = looks({ ...options, ...more });
      if (more.choose && choose()) found.push(...looks({ ...options, ...more }).map((fault) => `${fault}, with a card chosen`));
      return [...new Set(found)];
    }),
    axe: async (boards, options) => {
      const found = [];
      for (const [html, more] of boards) {
        hang(html);
        if (more.choose) choose();
        // tactics cards in the hand are drawn in layers, which axe takes for each other
        const part = { include: [["#board"]], exclude: [[".hand .card[data-tactic]"]] };
        const { violations } = await axe.run(part, { resultTypes: ["violations"], ...options });
        found.push(violations.flatMap((rule) => rule.nodes.map((node) =>
          `${rule.id}: ${node.html.slice(0, 160)} ${[...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ")}`)));
      }
      return found;
    },
  };
})();

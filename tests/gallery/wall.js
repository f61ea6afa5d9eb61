// Puts boards into the page one after the other, and says what is wrong with how they look.
// Each fault is a sentence; `where` says on which screen.
(() => {
  const SMALLEST = 24; // px: WCAG 2.2, 2.5.8
  const TARGETS = "#board :is(.slot > label.card, label.go, .undo, .strip__menu, .points > summary)";
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

  const seen = (box) => box.width > 1 && box.height > 1;
  const quote = (text) => `"${text.trim().replace(/\s+/g, " ").slice(0, 40)}"`;

  // Every piece of text that a reader sees, with the boxes of its lines.
  function* texts() {
    const walker = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (!node.data.trim() || parent.closest(".visually-hidden, svg, script, style, [hidden], option")) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(seen);
      if (lines.length) yield [node, parent, lines];
    }
  }

  // What lies beyond the edge of a part that scrolls is seen when it scrolls.
  function scrolledAway(line, edge) {
    const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
    return x < edge.left || x > edge.right || y < edge.top || y > edge.bottom;
  }

  // The first box around a text that cuts it off, or null. Undefined for a text that only
  // screen readers get.
  function cutting(parent, lines) {
    for (let box = parent; box && box.id !== "board"; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.position === "fixed") return null;
      const [x, y] = [style.overflowX, style.overflowY];
      if (x === "visible" && y === "visible") continue;
      const edge = box.getBoundingClientRect();
      if (!seen(edge)) return undefined;
      // What does not fit into a strip or a caption is left out whole: it stands on a second line, which is not shown.
      if (box.matches(".strip__facts, .rival__facts, .rival__now, .strip__score, .caption") && lines.every((line) => line.top >= edge.bottom - 1)) return undefined;
      const cuts = (line) =>
        (/hidden|clip/.test(x) && (line.right > edge.right + 1.5 || line.left < edge.left - 1.5)) ||
        (/hidden|clip/.test(y) && (line.bottom > edge.bottom + 3 || line.top < edge.top - 3));
      if (lines.some(cuts)) return box;
      if (/auto|scroll/.test(x + y)) return scrolledAway(lines[0], edge) ? undefined : null;
    }
    return null;
  }

  // No text is cut off or lies under something else. Only names may end with an ellipsis.
  function words({ names }) {
    return [...texts()].flatMap(([node, parent, lines]) => {
      const box = cutting(parent, lines);
      if (box === undefined) return [];
      if (box) return names.includes(node.data.trim()) ? [] : [`${quote(node.data)} is cut off by ${named(box)}`];
      const line = lines[0];
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [];
      const top = topmost(parent, x, y);
      const sheet = top && top.closest(".result, .offers, .recap, .first, .sheet");
      if (sheet && !sheet.contains(parent)) return [];  // it can be put away
      // what slides under the bar of a replay comes out again as the page scrolls
      if (top && top.closest(".replay") && document.documentElement.scrollHeight > innerHeight + 1) return [];
      if (!top || top.contains(parent) || parent.contains(top) || clear(top, parent, x, y) || stacked(top, parent)) return [];
      return [`${quote(node.data)} lies under ${named(top)} ${quote(top.textContent)}`];
    });
  }

  // What lies on top there. A text that taps go through counts like any other.
  function topmost(parent, x, y) {
    const through = getComputedStyle(parent).pointerEvents === "none";
    if (through) parent.style.pointerEvents = "auto";
    const top = document.elementFromPoint(x, y);
    if (through) parent.style.pointerEvents = "";
    return top;
  }

  // A card of a pile lies wholly under the next one.
  function stacked(top, parent) {
    const [upper, lower] = [top, parent].map((part) => part.closest(".card, .pile"));
    if (!upper || !lower) return false;
    const [one, other] = [upper, lower].map((part) => part.getBoundingClientRect());
    return upper.closest(".pile")?.contains(lower) || (Math.abs(one.left - other.left) < 2 && Math.abs(one.top - other.top) < 2);
  }

  // A button without paint of its own may lie over what it is the button of.
  function clear(top, parent, x, y) {
    for (let box = top; box && !box.contains(parent); box = box.parentElement) {
      const style = getComputedStyle(box);
      const paint = style.backgroundColor !== "rgba(0, 0, 0, 0)" || style.backgroundImage !== "none";
      if ((paint || [...box.childNodes].some((node) => writes(node, x, y))) && style.opacity !== "0") return false;
    }
    return true;
  }

  function writes(node, x, y) {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some((line) => x > line.left && x < line.right && y > line.top && y < line.bottom);
  }

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
    right: (boards, options) => boards.map(([html, more]) => {
      hang(html);
      const look = () => [...(more.read ? words(options) : []), ...(more.measured ? looks({ ...options, ...more }) : [])];
      const found = look();
      if (more.choose && choose()) found.push(...look().map((fault) => `${fault}, with a card chosen`));
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

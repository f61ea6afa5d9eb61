// All games of the ZIP of one's data, sent one by one: the file is unpacked here, since no form takes files.
(() => {
  "use strict";
  const box = document.getElementById("zip"), form = box.closest("form"), file = document.getElementById("file");
  const said = box.querySelector("[role=status]"), list = box.querySelector("ol"), words = box.dataset;
  const END = 0x06054b50, ENTRY = 0x02014b50, TAIL = 22 + 0xffff;
  const GAME = /^games\/(?!.*\.running\.txt$).+\.txt$/;
  const wait = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });
  const view = async (part) => new DataView(await part.arrayBuffer());

  // --- the ZIP (APPNOTE 4.3): its directory stands at the end
  async function entries(zip) {
    const start = Math.max(0, zip.size - TAIL), tail = await view(zip.slice(start));
    let end = tail.byteLength - 22;
    while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
    if (end < 0) throw new SyntaxError("no ZIP");
    const count = tail.getUint16(end + 10, true), from = tail.getUint32(end + 16, true);
    const directory = await view(zip.slice(from, from + tail.getUint32(end + 12, true))), found = [];
    for (let at = 0; found.length < count; at += 46 + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)) {
      if (directory.getUint32(at, true) !== ENTRY) throw new SyntaxError("no entry");
      const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, directory.getUint16(at + 28, true)));
      found.push({ name, packed: directory.getUint16(at + 10, true) === 8, size: directory.getUint32(at + 20, true), at: directory.getUint32(at + 42, true) });
    }
    return found;
  }

  async function text(zip, { packed, size, at }) {
    const head = await view(zip.slice(at, at + 30)), start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const part = zip.slice(start, start + size).stream();
    return new Response(packed ? part.pipeThrough(new DecompressionStream("deflate-raw")) : part).text();
  }

  async function send(name, transcript) {
    const body = new FormData(form);
    body.set("transcript", transcript);
    body.set("name", name);
    for (;;) {
      const answer = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body })
        .catch(() => { throw new Error("no answer", { cause: "lost" }); });
      if (answer.status !== 429) return answer.text();
      await wait(Number(answer.headers.get("Retry-After")) || 5);
    }
  }

  async function all(zip) {
    const games = (await entries(zip)).filter(({ name }) => GAME.test(name));
    for (const [i, game] of games.entries()) {
      said.textContent = words.at.replace("{i}", i + 1).replace("{n}", games.length);
      list.insertAdjacentHTML("beforeend", await send(game.name, await text(zip, game)));
    }
    said.textContent = games.length ? words.done : words.none;
  }

  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    file.disabled = true;
    list.replaceChildren();
    try { await all(file.files[0]); } catch (error) { said.textContent = words[error.cause || "bad"]; }
    file.disabled = false;
    file.value = "";
  });
  box.hidden = !window.DecompressionStream;
})();

// The same check as static/verify_shuffle.py, computed by the reader's own browser. The method: docs/fair-shuffle.md.
(() => {
  "use strict";
  const bytesOf = (text) => new TextEncoder().encode(text);
  const bytesOfHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

  // --- SHA-256 (FIPS 180-4). The browser's own is missing on pages without https.
  function fractions(count, root) {
    const primes = [];
    for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
    return primes.map((prime) => (root(prime) % 1) * 2 ** 32 | 0);
  }

  function sha256(data) {
    const constants = fractions(64, Math.cbrt), hash = fractions(8, Math.sqrt), words = new Int32Array(64);
    const padded = new Uint8Array((data.length + 72) & ~63), view = new DataView(padded.buffer);
    padded.set(data);
    padded[data.length] = 0x80;
    view.setUint32(padded.length - 4, data.length * 8);
    const turn = (word, by) => (word >>> by) | (word << (32 - by));
    for (let start = 0; start < padded.length; start += 64) {
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) { words[i] = view.getInt32(start + 4 * i); continue; }
        const w2 = words[i - 2], w15 = words[i - 15];
        words[i] = (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)) + words[i - 7] + (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) + words[i - 16];
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i += 1) {
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)) | 0;
        [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = hash[i] + word | 0; });
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // --- SHAKE-256 (FIPS 202): 25 lanes of 64 bits
  const WHOLE = (1n << 64n) - 1n, RATE = 136;
  const turned = (lane, by) => ((lane << by) | (lane >> (64n - by))) & WHOLE;

  function permute(lanes) {
    for (let round = 0, feed = 1; round < 24; round += 1) {
      const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
      for (let i = 0; i < 25; i += 1) lanes[i] ^= columns[(i + 4) % 5] ^ turned(columns[(i + 1) % 5], 1n);
      let x = 1, y = 0, carried = lanes[1];
      for (let t = 1; t < 25; t += 1) {
        [x, y] = [y, (2 * x + 3 * y) % 5];
        [carried, lanes[x + 5 * y]] = [lanes[x + 5 * y], turned(carried, BigInt(((t * (t + 1)) / 2) % 64))];
      }
      for (let row = 0; row < 25; row += 5) {
        const old = lanes.slice(row, row + 5);
        for (let i = 0; i < 5; i += 1) lanes[row + i] = old[i] ^ (~old[(i + 1) % 5] & WHOLE & old[(i + 2) % 5]);
      }
      for (let j = 0; j < 7; j += 1) {
        feed = ((feed << 1) ^ ((feed >> 7) * 0x71)) % 256;
        if (feed & 2) lanes[0] ^= 1n << BigInt((1 << j) - 1);
      }
    }
  }

  function* shake256(data) {
    const lanes = Array(25).fill(0n), padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE);
    padded.set(data);
    padded[data.length] = 0x1f;
    padded[padded.length - 1] |= 0x80;
    for (let start = 0; start < padded.length; start += RATE) {
      for (let i = 0; i < RATE; i += 1) lanes[i >> 3] ^= BigInt(padded[start + i]) << BigInt(8 * (i & 7));
      permute(lanes);
    }
    for (;;) {
      for (let i = 0; i < RATE; i += 1) yield Number((lanes[i >> 3] >> BigInt(8 * (i & 7))) & 255n);
      permute(lanes);
    }
  }

  // --- the shuffle, and what it has to give
  function seed(fields) {
    const parts = fields.map((field) => (typeof field === "string" ? bytesOf(field) : field));
    return Uint8Array.from(parts.flatMap((part) => [0, 0, part.length >> 8, part.length & 255, ...part]));
  }

  function shuffled(secret, { nonces, table }, number, cards) {
    const stream = shake256(seed(["fairdeal shuffle 1", secret, table, String(number), String(nonces.length), ...nonces]));
    const order = [...cards].sort();
    for (let i = order.length - 1; i > 0; i -= 1) {
      const n = i + 1, width = i < 256 ? 1 : 2, limit = 256 ** width - (256 ** width % n);
      let value;
      do {
        value = 0;
        for (let k = 0; k < width; k += 1) value = value * 256 + stream.next().value;
      } while (value >= limit);
      const j = value % n;
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  function check(proof) {
    if (proof.version !== 1 || !["random", "seats"].includes(proof.order)) throw new Error("another version");
    const secret = bytesOfHex(proof.secret);
    const deals = proof.deals.map((cards, number) => {
      const expected = number === 0 && proof.order === "seats" ? [...cards].sort() : shuffled(secret, proof, number, cards);
      return expected.join(" ") === cards.join(" ");
    });
    return secret.length === 64 && sha256(secret) === proof.commitment && deals.length > 0 && deals.every(Boolean);
  }

  const button = document.querySelector("[data-check]");
  const answer = document.getElementById("checked");
  if (button) button.addEventListener("click", async () => {
    let verdict = "unknown";
    try {
      verdict = check(await (await fetch(button.dataset.check)).json()) ? "good" : "bad";
    } catch { /* the answer says that nothing is known */ }
    answer.className = `checked checked--${verdict}`;
    answer.textContent = answer.dataset[verdict];
  });
})();

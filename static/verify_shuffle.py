#!/usr/bin/env python3
"""Check the shuffles of a table without the site that dealt them: python verify_shuffle.py FILE

FILE is the JSON of the table's fairness page, "-" is standard input. See docs/fair-shuffle.md.
"""

import hashlib
import json
import sys


def field(value):
    data = value if isinstance(value, bytes) else value.encode("ascii")
    return len(data).to_bytes(4, "big") + data


def shuffle(secret, nonces, table, number, cards):
    fields = [b"fairdeal shuffle 1", secret, table, str(number), str(len(nonces)), *nonces]
    # Generous: a shuffle takes a few bytes for each card, and rejected ones are less than half.
    stream = iter(hashlib.shake_256(b"".join(map(field, fields))).digest(1000 + 100 * len(cards)))
    order = sorted(cards)
    for i in range(len(order) - 1, 0, -1):
        n = i + 1
        width = (i.bit_length() + 7) // 8
        limit = 256**width // n * n
        while (value := int.from_bytes(bytes(next(stream) for _ in range(width)), "big")) >= limit:
            pass
        j = value % n
        order[i], order[j] = order[j], order[i]
    return order


def check(proof):
    if proof["version"] != 1 or proof["order"] not in ("random", "seats"):
        raise ValueError("this script knows version 1, with seats in random order or as they sit")
    secret = bytes.fromhex(proof["secret"])
    if len(secret) != 64:
        raise ValueError("a secret has 64 bytes")
    fits = hashlib.sha256(secret).hexdigest() == proof["commitment"]
    verdict = "is that of the secret" if fits else "is NOT that of the secret"
    print("commitment", ascii(proof["commitment"]), verdict)
    for seat, nonce in enumerate(proof["nonces"]):
        print(f"nonce of seat {seat}: {nonce!a}")
    for number, cards in enumerate(proof["deals"]):
        expected, verdict = sorted(cards), "as they sit"
        if number > 0 or proof["order"] == "random":
            expected = shuffle(secret, proof["nonces"], proof["table"], number, cards)
            verdict = "as shuffled"
        print(f"deal {number}: {len(cards)} cards,", verdict if cards == expected else "DIFFERENT")
        fits = fits and cards == expected
    print("This table was dealt as promised." if fits else "This table was NOT dealt as promised.")
    return fits


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(0 if sys.argv[1] == "-" else sys.argv[1], encoding="utf-8") as file:
            sys.exit(0 if check(json.load(file)) else 1)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"This is not a proof that can be checked: {type(error).__name__}: {error}")

"""Shuffles that every player can check after the game. docs/fair-shuffle.md says why, and gives
test vectors.

Before anybody sits, a table fixes a secret and shows its SHA-256. Every seat adds a nonce. Each
shuffle is then decided by SHAKE-256 over secret, nonces, table and shuffle number, so nobody steers
it alone, and once the secret is shown anybody can compute it again. Changing a byte of this needs a
new VERSION.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any

SECRET_BYTES = 64
MAX_NONCE = 64
VERSION = b"fairdeal shuffle 1"
FIRST_BYTES = 512  # a deck of a hundred cards takes about 115


def commitment(secret: bytes) -> str:
    """What is shown before the game: SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


class Stream:
    """Random numbers out of the bytes of SHAKE-256(seed): the same seed gives the same numbers,
    everywhere and for ever."""

    __slots__ = ("_bytes", "_next", "_shake")

    def __init__(self, seed: bytes) -> None:
        self._shake = hashlib.shake_256(seed)
        self._bytes = self._shake.digest(FIRST_BYTES)
        self._next = 0

    def randrange(self, start: int, /) -> int:
        """0 ≤ result < start, each equally likely: the few values that would favour low results are
        thrown away."""
        if start < 1:
            raise ValueError(f"a random number needs at least 1 choice, not {start}")
        width = ((start - 1).bit_length() + 7) // 8
        values = 256**width
        limit = values - values % start
        while (value := int.from_bytes(self._take(width), "big")) >= limit:
            pass
        return value % start

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Fisher–Yates, from the last place down."""
        for i in range(len(x) - 1, 0, -1):
            j = self.randrange(i + 1)
            x[i], x[j] = x[j], x[i]

    def _take(self, width: int) -> bytes:
        begin, self._next = self._next, self._next + width
        while self._next > len(self._bytes):
            # hashlib computes the output from its beginning each time; doubling keeps the sum
            # linear.
            self._bytes = self._shake.digest(2 * len(self._bytes))
        return self._bytes[begin : self._next]


def seed(secret: bytes, nonces: Sequence[str], table: str, number: int) -> bytes:
    """The bytes that decide a shuffle. Each field follows its length, so no two inputs share their
    bytes."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    if number < 0:
        raise ValueError(f"shuffles are numbered from 0, not {number}")
    for nonce in nonces:
        if not 1 <= len(nonce) <= MAX_NONCE or not all(
            "!" <= character <= "~" for character in nonce
        ):
            raise ValueError(
                f"a nonce is 1 to {MAX_NONCE} printable ASCII characters without spaces"
            )
    texts = (table, str(number), str(len(nonces)), *nonces)
    fields = (VERSION, secret, *(text.encode("ascii") for text in texts))
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def shuffle(
    secret: bytes, nonces: Sequence[str], table: str, number: int, cards: Sequence[str]
) -> tuple[str, ...]:
    """One shuffle of a table. `nonces` by seat number; `number` counts the deals in the table's log
    from 0; raises ValueError.

    The cards are sorted first, so the result depends on which cards they are and not on how an
    engine lists them.
    """
    order = sorted(cards)
    Stream(seed(secret, nonces, table, number)).shuffle(order)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One deal of a table: as it was dealt, and as the shuffle gives it."""

    number: int
    cards: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def matches(self) -> bool:
        return self.cards == self.expected


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether the secret is the one promised, and what became of each deal."""

    commitment_matches: bool
    deals: tuple[Verdict, ...]

    @property
    def ok(self) -> bool:
        return self.commitment_matches and all(deal.matches for deal in self.deals)


def verify(
    *,
    secret: bytes,
    commitment: str,
    nonces: Sequence[str],
    table: str,
    order: str,
    deals: Sequence[Sequence[str]],
) -> Verification:
    """Compute every deal of a table again. `deals` are the deal entries of its log, all of them, in
    order.

    `order` is "random", or "seats" when the creator chose that players sit in turn order: then deal
    0, the seat deal, is sorted instead of shuffled. It keeps its number all the same.
    """
    if order not in ("random", "seats"):
        raise ValueError(f"the order of seats is random or seats, not {order[:20]!r}")
    verdicts = []
    for number, cards in enumerate(deals):
        as_they_sit = number == 0 and order == "seats"
        expected = (
            tuple(sorted(cards)) if as_they_sit else shuffle(secret, nonces, table, number, cards)
        )
        verdicts.append(Verdict(number, tuple(cards), expected))
    return Verification(hashlib.sha256(secret).hexdigest() == commitment, tuple(verdicts))

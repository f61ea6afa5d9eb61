"""Shuffles that every player can check after the game. docs/fair-shuffle.md gives the reasons and
test vectors.

Before anybody sits down, a table fixes a secret and shows its SHA-256. Every seat adds a nonce.
SHAKE-256 over secret, nonces, table and shuffle number then decides each shuffle. So nobody decides
it alone, and everybody can recompute it once the secret is shown. A change of any byte of this
needs a new VERSION.
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
    """Return the commitment that is shown before the game: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


class Stream:
    """Random numbers from the bytes of SHAKE-256(seed). The same seed always gives the same
    numbers."""

    __slots__ = ("_bytes", "_next", "_shake")

    def __init__(self, seed: bytes) -> None:
        self._shake = hashlib.shake_256(seed)
        self._bytes = self._shake.digest(FIRST_BYTES)
        self._next = 0

    def randrange(self, start: int, /) -> int:
        """Return a random number, 0 ≤ number < start, each equally likely. Raise ValueError if
        start < 1.

        Bytes whose value would favour low numbers are skipped.
        """
        if start < 1:
            raise ValueError(f"a random number needs at least 1 choice, not {start}")
        width = ((start - 1).bit_length() + 7) // 8
        values = 256**width
        limit = values - values % start
        while (value := int.from_bytes(self._take(width), "big")) >= limit:
            pass
        return value % start

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place: Fisher–Yates, from the last item down."""
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
    """Return the bytes that decide a shuffle. Raise ValueError if an argument is out of bounds.

    The length of each field stands before it, so two different inputs never give the same bytes.
    """
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
    """Return the cards of one shuffle, in order. Raise ValueError if an argument is out of bounds.

    `nonces` are by seat; `number` counts the deals in the log of the table from 0. The cards are
    sorted first, so the result does not depend on the order in which an engine lists them.
    """
    order = sorted(cards)
    Stream(seed(secret, nonces, table, number)).shuffle(order)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One deal of a table: the cards as they were dealt, and as the shuffle gives them."""

    number: int
    cards: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def matches(self) -> bool:
        """Tell whether the cards were dealt as the shuffle gives them."""
        return self.cards == self.expected


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a check: whether the secret matches the commitment, and a verdict on each
    deal."""

    commitment_matches: bool
    deals: tuple[Verdict, ...]

    @property
    def ok(self) -> bool:
        """Tell whether the commitment and every deal match."""
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
    """Compute every deal of a table again. Raise ValueError if an argument is out of bounds.

    `deals` are the deal entries of its log, all of them, in order. `order` is "random", or "seats"
    when the creator chose that players sit in turn order. Then deal 0, the seat deal, is sorted
    instead of shuffled, and the next deal still has the number 1.
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

"""The cards that a viewer may know, and the cards that a text names by code, words or picture."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

SUITS = {"yellow": "Y", "blue": "B", "white": "W", "green": "G", "red": "R", "purple": "P"}
CODE = re.compile(r"\b([YBWGRP](?:x|10|[2-9]))\b")
WORDS = re.compile(rf"\b({'|'.join(SUITS)})[\s_-]+(10|[2-9]|investment)\b", re.IGNORECASE)
PICTURE = re.compile(r'data-suit="([ybwgrp])"[^>]*?data-(?:v="(10|[2-9])"|kind="(invest)")')
IN_THE_LOG = re.compile(
    r'<b class="word" data-suit="([ybwgrp])">(?:<[^>]*>)*\s*(10|[2-9]|investment)'
)


def named(text: str) -> set[str]:
    """Return the codes of all cards that a text names."""
    cards = set(CODE.findall(text))
    cards |= {
        SUITS[suit.lower()] + ("x" if rank[0] in "iI" else rank)
        for suit, rank in WORDS.findall(text)
    }
    cards |= {suit.upper() + (rank or "x") for suit, rank, _invest in PICTURE.findall(text)}
    return cards | {
        suit.upper() + ("x" if rank == "investment" else rank)
        for suit, rank in IN_THE_LOG.findall(text)
    }


@dataclass
class Truth:
    """The places of all cards."""

    hands: tuple[list[str], list[str]]
    stock: list[str]
    public: set[str]

    def known(self, seat: int | None) -> set[str]:
        """Return the public cards and the viewer's own hand."""
        return self.public if seat is None else self.public | set(self.hands[seat])


def rows(database: Path, table: str) -> list[tuple[int | None, str]]:
    """Return seat and code of each entry in the database."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(
            "SELECT seat, code FROM tables_action WHERE table_id = ? ORDER BY ply", (table,)
        ).fetchall()


def truth(database: Path, table: str) -> Truth:
    """Return the places of all cards, without use of the engine under test."""
    (_, order), (_, deal), *turns = rows(database, table)
    cards = deal.split(" ")[1:]
    first, second = (cards[:8], cards[8:16]) if order == "deal S0 S1" else (cards[8:16], cards[:8])
    now = Truth((first, second), cards[16:], set())
    piles: dict[str, list[str]] = {}
    for seat, code in turns:
        assert seat is not None
        verb, card = code.split(" ")
        if verb == "draw":
            now.hands[seat].append(now.stock.pop(0) if card == "stock" else piles[card].pop())
            continue
        now.hands[seat].remove(card)
        now.public.add(card)
        if verb == "discard":
            piles.setdefault(card[0], []).append(card)
    return now

"""Receipts: the hashes of log entries, which players get as they move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games.tables.models import Action, Status, Table
from games.tables.state import hash_chain

SHOWN = 500  # entries of a chain on one page
_RECEIPT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Link:
    """An entry with its hash. While the game runs seat and code are not told: `code` is ""."""

    ply: int
    seat: int | None
    code: str
    hash: str


@dataclass(frozen=True, slots=True)
class Check:
    """A requested receipt, and its entry, if there is one. `sound`: every hash up to that entry
    follows from the entries as they stand."""

    receipt: str
    link: Link | None
    sound: bool = False


def broken(table: Table, actions: Sequence[Action]) -> int | None:
    """Return the first ply whose hash does not follow from the log; None if all do. Early logs
    were written without a key."""
    tail, keys = table.commitment, (hash_chain.key(bytes(table.secret)), "")
    for ply, action in enumerate(actions):
        follows = any(action.hash == _hash(tail, action, key) for key in keys)
        if (action.ply, action.prev) != (ply, tail) or not follows:
            return ply
        tail = action.hash
    return None


def check(table: Table, receipt: str) -> Check:
    """Find the entry of a typed receipt."""
    wanted = "".join(receipt.split()).lower()
    if not _RECEIPT.fullmatch(wanted):
        return Check(receipt, None)
    found = Action.objects.filter(table=table, hash=wanted).first()
    if found is None:
        return Check(receipt, None)
    until = list(Action.objects.filter(table=table, ply__lte=found.ply).order_by("ply"))
    link = _link(found, told=_is_told(table))
    return Check(receipt, link, broken(table, until) is None)


def chain(table: Table) -> list[Link]:
    """Return the newest links of a table's chain, oldest first."""
    rows = Action.objects.filter(table=table).order_by("-ply")[:SHOWN]
    told = _is_told(table)
    return [_link(row, told=told) for row in reversed(rows)]


def as_json(table: Table) -> list[dict[str, Any]]:
    """Return the whole log of an ended table, as it goes into its hashes."""
    return [
        {
            "ply": row.ply,
            "seat": row.seat,
            "code": row.code,
            "at": hash_chain.stamp(row.at),
            "clock": row.clock_ms,
            "hash": row.hash,
        }
        for row in Action.objects.filter(table=table).order_by("ply")
    ]


def _is_told(table: Table) -> bool:
    return table.status == Status.ENDED and not table.is_sealed(timezone.now())


def _link(row: Action, *, told: bool) -> Link:
    return Link(row.ply, row.seat if told else None, row.code if told else "", row.hash)


def _hash(tail: str, action: Action, key: str) -> str:
    return hash_chain.link(
        tail,
        table_id=action.table_id,
        ply=action.ply,
        seat=action.seat,
        code=action.code,
        at=action.at,
        clock_ms=action.clock_ms,
        key=key,
    )

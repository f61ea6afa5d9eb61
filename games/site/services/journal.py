"""The journal of actions by hosts and moderators."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection, transaction

from games.site.models import JournalEntry

LOCK = 0x4A6F7572  # one of PostgreSQL's advisory locks: "Jour"


@transaction.atomic
def write(
    *,
    by: AbstractBaseUser | None,
    action: str,
    user: AbstractBaseUser | None = None,
    table_id: str = "",
    why: str = "",
    facts: Mapping[str, Any] | None = None,
    now: datetime,
) -> JournalEntry:
    """Append an entry, in the transaction of its action, and return it. `by` is None for the site
    or a command; `user` is the subject."""
    _lock()
    last = JournalEntry.objects.order_by("-pk").first()
    entry = JournalEntry(
        at=now,
        by_id=by.pk if by else None,
        action=action,
        user_id=user.pk if user else None,
        table_id=table_id,
        why=why,
        facts=dict(facts or {}),
        prev=last.hash if last else "",
    )
    entry.hash = digest(entry)
    entry.save(force_insert=True)
    return entry


def _lock() -> None:
    """Lock the journal until the transaction ends; a lock on the last entry would not exclude the
    next. SQLite has a single writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def digest(entry: JournalEntry) -> str:
    """Return the hash over an entry and its predecessor."""
    facts = [
        entry.prev,
        entry.at.isoformat(),
        entry.by_id,
        entry.action,
        entry.user_id,
        entry.table_id,
        entry.why,
        entry.facts,
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def check() -> tuple[int, int | None]:
    """Verify the chain. Return the number of intact entries, and the id of the first broken one or
    None."""
    before, count = "", 0
    for entry in JournalEntry.objects.order_by("pk").iterator():
        if entry.prev != before or entry.hash != digest(entry):
            return count, entry.pk
        before, count = entry.hash, count + 1
    return count, None

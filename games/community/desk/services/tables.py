"""Actions on tables."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.community.moderation.rights import Act, require
from games.community.moderation.selectors import other_keepers
from games.ratings import services as ratings
from games.site.services import journal
from games.tables import services
from games.tables.models import Seat


def is_own(by: User, table_id: str) -> bool:
    """Return whether somebody has sat at a table that another moderator or host could decide."""
    sat = Seat.objects.filter(table=table_id, user=by).exists()
    return sat and other_keepers(by)


def _require_not_own(by: User, act: Act, table_id: str) -> None:
    """Raise NotYours if `is_own`."""
    if is_own(by, table_id):
        require(by, act, by)


def break_off(*, by: User, table_id: str, why: str, now: datetime) -> None:
    """End a running or open table without a result. Raises TableError, or NotYours."""
    with transaction.atomic():
        _require_not_own(by, Act.BREAK_OFF, table_id)
        services.break_off(table_id=table_id, now=now)
        journal.write(by=by, action="table broken off", table_id=table_id, why=why, now=now)


def annul(*, by: User, table_id: str, why: str, annulled: bool = True, now: datetime) -> int:
    """Annul a table, or undo that; return how many ratings changed. Raises TableError, or
    NotYours."""
    with transaction.atomic():
        _require_not_own(by, Act.ANNUL, table_id)
        changed = len(ratings.annul(table_id=table_id, annulled=annulled, now=now))
        action = "table annulled" if annulled else "table counted again"
        facts = {"changed": changed}
        journal.write(by=by, action=action, table_id=table_id, why=why, facts=facts, now=now)
    return changed

"""Ending a table as the host, without its players' consent."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.tables import access
from games.tables.errors import NotPossible
from games.tables.models import Status
from games.tables.services import finish
from games.tables.services.close import close
from games.tables.state import snapshot_cache


@transaction.atomic
def break_off(*, table_id: str, now: datetime) -> None:
    """End a game without a result, or close a table that waits. Raises TableError."""
    table = access.lock(table_id)
    if table.status == Status.ENDED:
        raise NotPossible(_("This table has ended already."))
    if table.status == Status.OPEN:
        close(table, now)
    else:
        finish.break_off(snapshot_cache.locked(table.id, table.version), now)

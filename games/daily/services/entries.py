"""The start of a deal: once on its day, and any number of times later, uncounted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.daily import selectors
from games.daily.models import Deal, Entry
from games.registry import engines
from games.tables import services
from games.tables.errors import NotPossible
from games.tables.models import Status, Table


@transaction.atomic
def begin(*, deal: Deal, user: User, now: datetime) -> Table:
    """Return the user's table of a deal: that of the day, else a running one, else a new one.
    Raises TableError."""
    if now < deal.begins or deal.game not in engines():
        raise NotPossible(_("This deal cannot be played yet."))
    if user.is_bot:
        raise NotPossible(_("The deals of the day are for people."))
    # serialises two simultaneous clicks
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    entry = Entry.objects.filter(deal=deal, user=user).select_related("table").first()
    if entry and (deal.runs(now) or entry.table.status == Status.RUNNING):
        return entry.table
    if entry and (running := selectors.running_table(deal, user.pk)):
        return running
    table = services.open_dealt(user=user, deal=_shared(deal, now), now=now)
    if entry is None:
        Entry.objects.create(deal=deal, user=user, table=table, began_at=now)
    return table


def _shared(deal: Deal, now: datetime) -> services.Deal:
    return services.Deal(
        name=deal.name,
        game=deal.game,
        ruleset=deal.ruleset,
        options=deal.options,
        levels=deal.levels,
        secret=bytes(deal.secret),
        commitment=deal.commitment,
        sealed_until=deal.ends if deal.runs(now) else None,
    )

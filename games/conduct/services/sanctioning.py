"""Sanctions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.conduct.models import Report, Sanction
from games.house.services import journal


@transaction.atomic
def sanction(
    *,
    by: User,
    user: User,
    measure: str,
    until: datetime | None,
    words: str,
    why: str,
    report: Report | None = None,
    now: datetime,
) -> Sanction:
    """Write a sanction, with `words` to the person and `why` for the journal; return it."""
    made = Sanction.objects.create(
        by=by, user=user, measure=measure, until=until, words=words, report=report, at=now
    )
    facts = {"sanction": made.pk, "until": until and until.isoformat()}
    journal.write(by=by, action=f"sanction {measure}", user=user, why=why, facts=facts, now=now)
    return made

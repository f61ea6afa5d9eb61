"""Reports and sanctions are forgotten some time after they are done with."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from accounts.services.removal import remove
from games.community.moderation.models import Measure, Report, Sanction


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete sanctions that ended, and reports that were decided, so long ago; return how many. A
    sanction that holds stays, with the report for which it was made, and so does an appeal that
    waits."""
    before = now - after
    ended = Q(until__lt=before) | Q(lifted_at__lt=before) | Q(measure=Measure.WARNING)
    over = Sanction.objects.filter(ended, at__lt=before)
    count = remove(over.exclude(appealed_at__isnull=False, heard_at=None), limit)
    decided = Report.objects.filter(decided_at__lt=before)
    named = Sanction.objects.filter(report__isnull=False).values("report")
    return count + remove(decided.exclude(pk__in=named), limit - count)

"""Expiry of reports and sanctions."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from accounts.services.removal import remove
from games.community.moderation.models import Measure, Report, Sanction


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete sanctions ended, and reports decided, longer ago than that; return how many. A
    sanction in force stays, with its report, and so does an open appeal."""
    before = now - after
    ended = Q(until__lt=before) | Q(lifted_at__lt=before) | Q(measure=Measure.WARNING)
    over = Sanction.objects.filter(ended, at__lt=before)
    count = remove(over.exclude(appealed_at__isnull=False, heard_at=None), limit)
    decided = Report.objects.filter(decided_at__lt=before)
    named = Sanction.objects.filter(report__isnull=False).values("report")
    return count + remove(decided.exclude(pk__in=named), limit - count)

"""The sources of the site's numbers (`games.site.numbers`)."""

from __future__ import annotations

import os
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from accounts.models import Device, Letter, State
from config.monitoring import checks, doctor, request_counts
from games.notices.models import Notice, Where
from games.site import numbers, parts
from games.site.numbers import Source
from games.tables.models import Status, Table


def provide() -> None:
    """Provide the sources of the numbers, and the check of the parts."""
    numbers.provide(
        people=Source(_people),
        games=Source(_games),
        moves=Source(lambda since, until: _counts(since).get("moves", 0), sum),
        slow=Source(lambda since, until: request_counts.percentile_95(_counts(since)), max),
        mails=Source(_mails, sum),
        failed=Source(_failed, lambda values: values[-1]),
        errors=Source(lambda since, until: _counts(since).get("errors", 0), sum),
        bots=Source(_bots, max),
        disk=Source(_disk, lambda values: values[-1]),
    )
    parts.provide(doctor.of_desk)


def _people(since: datetime, until: datetime) -> int | None:
    """Return how many people were here today; None of other spans: a device has only its last
    day."""
    if until - since < numbers.DAY or not _is_now(since, until):
        return None
    return Device.objects.filter(last_seen=since.date()).values("user").distinct().count()


def _games(since: datetime, until: datetime) -> int:
    """Return how many games began. Each count uses the lobby's index."""
    return sum(
        Table.objects.filter(
            status=status, private=private, created_at__gte=since, created_at__lt=until
        ).count()
        for status in (Status.RUNNING, Status.ENDED)
        for private in (False, True)
    )


def _counts(since: datetime) -> dict[str, int]:
    return request_counts.read(int(since.timestamp() // 3600))


def _mails(since: datetime, until: datetime) -> int:
    sent = {"state": State.SENT, "sent_at__gte": since, "sent_at__lt": until}
    notices = Notice.objects.filter(where=Where.MAIL, **sent)
    return notices.count() + Letter.objects.filter(**sent).count()


def _failed(since: datetime, until: datetime) -> int | None:
    return checks.mails()[State.FAILED.value] if _is_now(since, until) else None


def _bots(since: datetime, until: datetime) -> int | None:
    return int(checks.bots_behind().total_seconds()) if _is_now(since, until) else None


def _disk(since: datetime, until: datetime) -> int | None:
    """Return the used share of the disk, in thousandths."""
    if not _is_now(since, until):
        return None
    disk = os.statvfs(settings.DATA_DIR)
    used = disk.f_blocks - disk.f_bfree
    return round(1000 * used / (used + disk.f_bavail))


def _is_now(since: datetime, until: datetime) -> bool:
    return since <= timezone.now() < until

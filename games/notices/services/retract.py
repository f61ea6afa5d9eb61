"""Retraction of notices that devices show: when the table is opened, on any device, and when they
no longer hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.notices import validity
from games.notices.channels import Failed, Gone, Sender
from games.notices.models import Kind, Notice, State, Where
from games.notices.services import timing
from games.tables.live import presence

SHOWS = (Where.PUSH,)
"""Channels whose places show a message until it is retracted."""
AGAIN = timedelta(minutes=5)  # after a failed try …
LONGEST = timedelta(hours=12)  # … and no longer than this


def record_shown(notices: Sequence[Notice], tag: str) -> None:
    """Record that a place shows these notices under a tag, in place of others."""
    if tag:
        place = {"user": notices[0].user_id, "where": notices[0].where, "shown": tag}
        Notice.objects.filter(**place, target=notices[0].target).update(shown="")
        timing.among(notices).update(shown=tag)


def ended(where: Where, now: datetime) -> Iterator[list[Notice]]:
    """Yield the messages of a channel of which all notices are over."""
    messages: dict[tuple[int, str], list[int]] = defaultdict(list)
    found = shown(where, now)
    for pk, target, tag in found.order_by("pk").values_list("pk", "target", "shown"):
        messages[target, tag].append(pk)
    over = _over(found) if messages else set()
    for message in messages.values():
        if all(pk in over for pk in message):
            yield list(Notice.objects.filter(pk__in=message).select_related("user", "table"))


def shown(where: Where, now: datetime) -> QuerySet[Notice]:
    """Return the notices that places of a channel show and that may be retracted now."""
    rows = Notice.objects.filter(~Q(shown=""), where=where, state=State.SENT, due_at__lte=now)
    return rows if where in SHOWS else rows.none()


def _over(shown: QuerySet[Notice]) -> set[int]:
    """Return the ids of notices whose table was opened, or that no longer hold."""
    so = shown.filter(validity.still_true())
    rows = list(so.values_list("pk", "kind", "table", "user"))
    opened = presence.recently_opened(
        [(table_id, user_id) for _pk, _kind, table_id, user_id in rows if table_id]
    )
    left = {pk for pk, _kind, *place in rows if tuple(place) not in opened}
    asks_more = (Kind.OPENED, *validity.OF_NO_TABLE)
    opening = shown.filter(kind__in=asks_more, pk__in=left).select_related("user", "table")
    left -= {notice.pk for notice in opening if not timing.still_true(notice)}
    return set(shown.values_list("pk", flat=True)) - left


def retract(message: Sequence[Notice], by: Sender, now: datetime) -> None:
    """Try to retract a message. Errors of its place are recorded."""
    rows = timing.among(message)
    try:
        by.retract(message, now)
    except Gone:
        rows.update(shown="")
    except Failed as failed:
        again = now + max(AGAIN, failed.wait or timedelta())
        since = max(notice.sent_at or now for notice in message)
        rows.update(**{"shown": ""} if now - since > LONGEST else {"due_at": again})
    else:
        rows.update(shown="")

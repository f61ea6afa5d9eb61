"""Sending what is due, each channel by itself. A message that fails is tried again later and keeps
no other back, but for those to the same device or webhook.

A notice is marked before it is handed over and after. Who dies in between leaves it unknown whether
it went out, and then it is given up: twice is worse than not at all.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts import post
from accounts.services.removing import remove
from games.notices.channels import CHANNELS, Away, Failed, Gone, Way
from games.notices.grid import TOPICS, Grid, When
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.services import judging

log = logging.getLogger(__name__)

OLD = timedelta(days=90)  # longer than any turn by correspondence
UNKNOWN = timedelta(minutes=15)


def send_due(
    *,
    now: datetime,
    where: Where = Where.MAIL,
    limit: int = 200,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Send what is due on a channel; how many messages went out. None while somebody else sends on
    it: the next run is soon."""
    Notice.objects.filter(where=where, state=State.SENDING, due_at__lt=now - UNKNOWN).update(
        state=State.FAILED, error=Why.INTERRUPTED
    )
    end, sent = clock() + post.BUDGET, 0
    with suppress(Away), CHANNELS[where].alone() as ours:
        for notices in _messages(where, now, limit) if ours else ():
            if ours is None or clock() > end:
                break
            sent += _send(notices, now, ours)
    return sent


def _messages(where: Where, now: datetime, limit: int) -> list[list[Notice]]:
    """Return the notices of each message: one, or all that one place gets together."""
    waiting = Notice.objects.filter(where=where, state=State.WAITING, due_at__lte=now)
    messages: dict[Any, list[Notice]] = {}
    due = list(waiting.select_related("user", "table", "by").order_by("due_at", "pk")[:limit])
    for notice in due:
        if not _is_together(notice):
            messages[notice.pk] = [notice]
        elif (place := (notice.user_id, notice.target)) not in messages:
            of_place = waiting.filter(user=notice.user_id, target=notice.target)
            found = of_place.select_related("user", "table", "by").order_by("pk")
            messages[place] = [other for other in found if _is_together(other)]
    return list(messages.values())


def _is_together(notice: Notice) -> bool:
    """Return whether a notice goes out with others: those of an hour or a day, and those that were
    held in hours of quiet."""
    when = Grid.of(notice.user.wishes).when(TOPICS[Kind(notice.kind)], Where(notice.where))
    return when in (When.HOURLY, When.DAILY) or notice.error == Why.HELD


def _send(notices: Sequence[Notice], now: datetime, by: Way) -> bool:
    claimed: Sequence[Notice] = notices
    try:
        claimed = _claim([notice for notice in notices if judging.is_news(notice, now)], now)
        if not claimed:
            return False
        by.send(claimed, now)
    except Gone:
        _gone(claimed[0])
        return False
    except Failed as failed:
        _note(failed, claimed, now)
        if isinstance(failed, Away):
            raise
        return False
    except Exception as error:  # a fault of ours: it waits for its repair, the others do not
        log.exception("A notice could not be written.")
        _failed(claimed, now, Failed(post.words(error)))
        return False
    judging.among(claimed).update(state=State.SENT, sent_at=now, error="")
    return True


def _note(failed: Failed, claimed: Sequence[Notice], now: datetime) -> None:
    if not isinstance(failed, Away):
        cause = failed.__cause__ or failed
        log.warning("A notice could not be sent (%s).", type(cause).__name__)
    _failed(claimed, now, failed)


@transaction.atomic
def _claim(notices: Sequence[Notice], now: datetime) -> list[Notice]:
    """Mark those of the notices that no other worker is about to send, and return them."""
    free = set(
        judging.among(notices)
        .select_for_update(skip_locked=True)
        .filter(state=State.WAITING)
        .values_list("pk", flat=True)
    )
    ours = [notice for notice in notices if notice.pk in free]
    judging.among(ours).update(state=State.SENDING, due_at=now, tries=F("tries") + 1)
    return ours


def _failed(notices: Iterable[Notice], now: datetime, failed: Failed) -> None:
    """Set a time for the next try, each later than the one before, or give the notices up. What
    else waits for the same device or webhook rests as long: it costs one try, not one each."""
    for notice in judging.among(notices).exclude(state__in=[State.SENT, State.DROPPED]):
        tries = max(notice.tries, 1)
        wait = None if failed.final else post.wait(tries, None)
        facts: dict[str, Any] = {"tries": tries, "error": failed.why[:120]}
        if wait is None:
            judging.among([notice]).update(state=State.FAILED, due_at=now, **facts)
            continue
        again = now + max(wait, failed.wait or timedelta())
        judging.among([notice]).update(state=State.WAITING, due_at=again, **facts)
        if notice.target:
            others = judging.same_place(notice).filter(due_at__lt=again, tries=0)
            others.exclude(error=Why.HELD).update(due_at=again, error=Why.RESTS)


def _gone(notice: Notice) -> None:
    """Drop what waits for a place that is no more."""
    judging.among([notice]).update(state=State.FAILED, error=Why.GONE)
    judging.same_place(notice).update(state=State.DROPPED, error=Why.GONE)


def forget_old(*, now: datetime, after: timedelta = OLD, limit: int = 1000) -> int:
    """Delete what was told long ago; return the number of notices."""
    old = Notice.objects.filter(due_at__lt=now - after)
    return remove(old.exclude(state__in=[State.WAITING, State.SENDING]), limit)

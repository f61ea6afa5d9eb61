"""Delivery of due notices, each channel by itself. A message that fails is tried again later, and
delays only those to the same device or webhook.

A notice is marked before and after it is sent. If a worker dies in between it is given up: twice is
worse than never.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import mail_connection
from accounts.models import User
from accounts.selectors import mail_address
from accounts.services import letters
from accounts.services.removal import remove
from games.notices import mail_links
from games.notices.channels import CHANNELS, ChannelDown, Failed, Gone, Sender
from games.notices.models import Notice, State, Where, Why
from games.notices.services import retract, timing
from games.notices.services.queue import Pace, Queue

log = logging.getLogger(__name__)

OLD = timedelta(days=90)  # longer than a turn by correspondence
INTERRUPTED = timedelta(minutes=15)


def send_due(
    *, now: datetime, where: Where = Where.MAIL, clock: Callable[[], float] = time.monotonic
) -> int:
    """Send the due notices of a channel and retract those that are over; return the number of sent
    messages: 0 while another task has the channel."""
    Notice.objects.filter(where=where, state=State.SENDING, due_at__lt=now - INTERRUPTED).update(
        state=State.FAILED, error=Why.INTERRUPTED
    )
    end, sent = clock() + mail_connection.BUDGET, 0
    with suppress(ChannelDown), CHANNELS[where].exclusive() as ours:
        if ours is None:
            return 0
        with _pace(where) as pace:
            queue, moment = Queue(where, now, pace), clock()
            while moment <= end and (message := queue.next(end - moment)):
                (place, notices), begun = message, moment
                accepted = _send(notices, now, ours)
                sent += bool(accepted)
                moment = clock()
                if accepted is not None and place.host:
                    pace.note(place.host, moment - begun, now)
            for ended in retract.ended(where, now):
                if clock() > end:
                    break
                retract.retract(ended, ours, now)
    return sent


@contextmanager
def _pace(where: Where) -> Iterator[Pace]:
    """Yield the pace of a channel's hosts, and save it."""
    pace = Pace(where)
    try:
        yield pace
    finally:
        pace.keep()


def _send(notices: Sequence[Notice], now: datetime, by: Sender) -> bool | None:
    """Send a message; return whether it was accepted, None if it was not tried."""
    claimed: Sequence[Notice] = notices
    try:
        claimed = _claim([notice for notice in notices if timing.is_news(notice, now)], now)
        if not claimed:
            return None
        tag = by.send(claimed, now)
    except Gone:
        _gone(claimed[0])
        return None
    except Failed as failed:
        _note(failed, claimed, now)
        if isinstance(failed, ChannelDown):
            raise
        return False
    except Exception as error:  # our fault: it waits, the others do not
        log.exception("A notice could not be written.")
        _failed(claimed, now, Failed(mail_connection.error_kind(error)))
        return False
    timing.among(claimed).update(state=State.SENT, sent_at=now, error="")
    retract.record_shown(claimed, tag)
    return True


def _note(failed: Failed, claimed: Sequence[Notice], now: datetime) -> None:
    if not isinstance(failed, ChannelDown):
        cause = failed.__cause__ or failed
        log.warning("A notice could not be sent (%s).", type(cause).__name__)
    _failed(claimed, now, failed)


@transaction.atomic
def _claim(notices: Sequence[Notice], now: datetime) -> list[Notice]:
    """Mark the notices that no other worker sends as ours, and return them."""
    free = set(
        timing.among(notices)
        .select_for_update(skip_locked=True)
        .filter(state=State.WAITING)
        .values_list("pk", flat=True)
    )
    ours = [notice for notice in notices if notice.pk in free]
    timing.among(ours).update(state=State.SENDING, due_at=now, tries=F("tries") + 1)
    return ours


def _failed(notices: Iterable[Notice], now: datetime, failed: Failed) -> None:
    """Schedule the next try, or give the notices up. Others for the same device or webhook wait as
    long."""
    for notice in timing.among(notices).exclude(state__in=[State.SENT, State.DROPPED]):
        tries = max(notice.tries, 1)
        wait = None if failed.final else mail_connection.pause_after(tries, None)
        facts: dict[str, Any] = {"tries": tries, "error": failed.why[:120]}
        if wait is None:
            timing.among([notice]).update(state=State.FAILED, due_at=now, **facts)
            continue
        again = now + max(wait, failed.wait or timedelta())
        timing.among([notice]).update(state=State.WAITING, due_at=again, **facts)
        if notice.target:
            others = timing.same_place(notice).filter(due_at__lt=again, tries=0)
            others.exclude(error=Why.HELD).update(due_at=again, error=Why.RESTS)


def _gone(notice: Notice) -> None:
    """Drop the notices for a place that is gone."""
    timing.among([notice]).update(state=State.FAILED, error=Why.GONE)
    timing.same_place(notice).update(state=State.DROPPED, error=Why.GONE)


def forget_old(*, now: datetime, after: timedelta = OLD, limit: int = 1000) -> int:
    """Delete old notices; return their number."""
    old = Notice.objects.filter(due_at__lt=now - after)
    return remove(old.exclude(state__in=[State.WAITING, State.SENDING]), limit)


def test_mail(*, user: User, now: datetime) -> str:
    """Write a test to a user's confirmed address, and return it; "" without one, or without a mail
    server."""
    address = mail_address(user)
    if address is None or not mail_connection.has_server():
        return ""
    subject = _("Test from %(site)s") % {"site": settings.SITE_NAME}
    body = _("If you can read this, news of your games can come here.")
    settings_page = mail_links.absolute("notices")
    message = EmailMessage(subject, f"{body}\n\n{settings_page}\n", to=[address])
    letters.write(message, kind="notices_test", now=now)
    return address

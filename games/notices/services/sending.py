"""Sending what is due. Each letter is by itself: one that fails is tried again later and keeps no
other back.

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
from accounts.models import TurnMail, User
from accounts.selectors import mail_address
from games.notices import due, mail
from games.notices.models import Kind, News, Notice, State, What
from games.notices.selectors import TO_ACT, is_unhurried
from games.tables.live import presence
from games.tables.models import Answer, Invitation, Seat, Status

log = logging.getLogger(__name__)

OLD = timedelta(days=90)  # longer than any turn by correspondence
LOOK_AGAIN = timedelta(seconds=20)  # while somebody looks at the table
UNKNOWN = timedelta(minutes=15)


def send_due(
    *, now: datetime, limit: int = 200, clock: Callable[[], float] = time.monotonic
) -> int:
    """Send what is due; how many letters went out. None while somebody else sends: the next run is
    soon."""
    Notice.objects.filter(state=State.SENDING, due_at__lt=now - UNKNOWN).update(
        state=State.FAILED, error="interrupted"
    )
    end, sent = clock() + post.BUDGET, 0
    with suppress(post.Away), post.alone() as ours:
        for notices in _letters(now, limit) if ours else ():
            if clock() > end:
                break
            sent += _send(notices, now, ours)
    return sent


def _letters(now: datetime, limit: int) -> list[list[Notice]]:
    """Return the notices of each letter: one, or all turns of somebody who wants one mail a day."""
    waiting = Notice.objects.filter(state=State.WAITING, due_at__lte=now).select_related(
        "user", "table", "by"
    )
    letters: dict[Any, list[Notice]] = {}
    for notice in waiting.order_by("due_at", "pk")[:limit]:
        if notice.kind != Kind.TURN or notice.user.turn_mail != TurnMail.DAILY:
            letters[notice.pk] = [notice]
        elif ("daily", notice.user_id) not in letters:
            letters["daily", notice.user_id] = list(
                waiting.filter(user=notice.user_id, kind=Kind.TURN).order_by("pk")
            )
    return list(letters.values())


def _send(notices: Sequence[Notice], now: datetime, by: Any) -> bool:
    try:
        fresh = [notice for notice in notices if _is_news(notice, now)]
        claimed = _claim(fresh, now)
        if not claimed:
            return False
        letter = mail.letter(claimed, now)
    except Exception as error:  # a fault of ours: it waits for its repair, the others do not
        log.exception("A notice could not be written.")
        _failed(notices, now, error)
        return False
    try:
        by.open()
    except post.Away as away:
        _failed(claimed, now, away.__cause__)
        raise
    try:
        by.send(letter)
    except Exception as error:
        # its text would name the address
        log.warning("A notice could not be sent (%s).", type(error).__name__)
        _failed(claimed, now, error)
        return False
    _among(claimed).update(state=State.SENT, sent_at=now, error="")
    return True


def _among(notices: Iterable[Notice]) -> Any:
    return Notice.objects.filter(pk__in=[notice.pk for notice in notices])


def _is_news(notice: Notice, now: datetime) -> bool:
    """Return whether to send a notice now. One that is no news any more is dropped."""
    if not wants(notice.user, notice.kind) or not _still_true(notice):
        _among([notice]).filter(state=State.WAITING).update(state=State.DROPPED)
        return False
    if presence.is_looking(notice.table_id, notice.user_id):
        # Who leaves without a move is told after all, unless it was for one mail a day. The rest
        # has been seen now.
        later = notice.kind == Kind.TURN and notice.user.turn_mail == TurnMail.NOW
        change: dict[str, Any] = {"due_at": now + LOOK_AGAIN} if later else {"state": State.DROPPED}
        _among([notice]).filter(state=State.WAITING).update(**change)
        return False
    return True


def wants(user: User, kind: str) -> bool:
    """Return whether the user can be told such things by mail, and wants to."""
    wish = {Kind.TURN: user.turn_mail != TurnMail.OFF, Kind.INVITATION: user.invitation_mail}
    wish |= {Kind.REMATCH: user.invitation_mail}
    wish |= dict.fromkeys((Kind.OVER, Kind.IDLE), user.over_mail)
    return user.is_active and wish[Kind(kind)] and mail_address(user) is not None


def _still_true(notice: Notice) -> bool:
    seats = Seat.objects.filter(table=notice.table_id, user=notice.user_id)
    if notice.kind == Kind.TURN:
        seat = seats.filter(TO_ACT).first()
        return seat is not None and due.begun(notice.table_id, seat.number) == notice.begun
    if notice.kind == Kind.OVER:
        return is_unhurried(notice.table.time_control) or _unseen(notice)
    if notice.kind == Kind.IDLE:
        return notice.table.breaks_off_at is not None and notice.table.ply == notice.begun
    asked = Invitation.objects.filter(
        table=notice.table_id, user=notice.user_id, answer=Answer.NONE
    )
    return notice.table.status == Status.OPEN and not seats.exists() and asked.exists()


def _unseen(notice: Notice) -> bool:
    """Return whether the user has not seen yet that the game has ended."""
    news = News.objects.filter(user=notice.user_id, table=notice.table_id, read_at=None)
    return news.filter(what=What.ENDED).exists()


@transaction.atomic
def _claim(notices: Sequence[Notice], now: datetime) -> list[Notice]:
    """Mark those of the notices that no other worker is about to send, and return them."""
    free = (
        _among(notices)
        .select_for_update(skip_locked=True)
        .filter(state=State.WAITING)
        .values_list("pk", flat=True)
    )
    free = set(free)
    ours = [notice for notice in notices if notice.pk in free]
    _among(ours).update(state=State.SENDING, due_at=now, tries=F("tries") + 1)
    return ours


def _failed(notices: Sequence[Notice], now: datetime, error: BaseException | None) -> None:
    """Set a time for the next try, each later than the one before, or give the notices up."""
    for notice in Notice.objects.filter(pk__in=[notice.pk for notice in notices]).exclude(
        state__in=[State.SENT, State.DROPPED]
    ):
        tries = max(notice.tries, 1)
        wait = post.wait(tries, error)
        state, due_at = (State.FAILED, now) if wait is None else (State.WAITING, now + wait)
        _among([notice]).update(state=state, due_at=due_at, tries=tries, error=post.words(error))


def forget_old(*, now: datetime) -> int:
    """Delete what was told long ago."""
    old = Notice.objects.filter(due_at__lt=now - OLD).exclude(
        state__in=[State.WAITING, State.SENDING]
    )
    return old.delete()[0]

"""Mails about accounts: confirm this address, choose a new password, your password was changed.

Content and recipient are deleted once a letter is sent or has failed, since it holds a link that
lets its reader in. Unlike a notice, one whose sender died is sent again: twice is better than
never.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, QuerySet

from accounts import mail_connection, task_messages
from accounts.models import Letter, State
from accounts.services.removal import remove

log = logging.getLogger(__name__)

SEND = "accounts.tasks.send_letters"
# the link has expired
STALE = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
INTERRUPTED = timedelta(minutes=5)  # a worker that takes longer has died
OLD = timedelta(days=90)


def write(message: EmailMessage, *, kind: str, now: datetime) -> None:
    """Save a letter to each recipient, and have a worker send them."""
    for address in message.to:
        Letter.objects.create(
            kind=kind,
            to=address,
            subject=str(message.subject),
            body=str(message.body),
            written_at=now,
            due_at=now,
        )
    transaction.on_commit(lambda: task_messages.send(SEND), robust=True)


def are_due(*, now: datetime) -> bool:
    """Return whether a letter is due."""
    return Letter.objects.filter(state=State.WAITING, due_at__lte=now).exists()


def unsettled(*, now: datetime) -> QuerySet[Letter]:
    """Return the letters that are due, or whose sender may have died."""
    return Letter.objects.filter(state__in=[State.WAITING, State.SENDING], due_at__lte=now)


def send_due(
    *,
    now: datetime,
    by: mail_connection.Connection,
    limit: int = 200,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Send the letters that are due; return how many were sent."""
    Letter.objects.filter(state=State.SENDING, due_at__lt=now - INTERRUPTED).update(
        state=State.WAITING, error="interrupted"
    )
    end, sent = clock() + mail_connection.BUDGET, 0
    try:
        for letter in Letter.objects.filter(state=State.WAITING, due_at__lte=now).order_by(
            "due_at", "pk"
        )[:limit]:
            if clock() > end:
                break
            sent += _send(letter, now, by)
    except mail_connection.Unreachable:
        return sent  # the rest waits for the next run
    return sent


def _send(letter: Letter, now: datetime, by: mail_connection.Connection) -> bool:
    if letter.written_at < now - STALE:
        _give_up(letter, "too late")
        return False
    if not Letter.objects.filter(pk=letter.pk, state=State.WAITING).update(
        state=State.SENDING, due_at=now, tries=F("tries") + 1
    ):
        return False
    letter.tries += 1
    try:
        by.open()
    except mail_connection.Unreachable as away:
        _failed(letter, now, away.__cause__)
        raise
    try:
        by.send(_message(letter))
    except Exception as error:
        log.warning(
            "A letter about an account (%s) could not be sent (%s).",
            letter.kind,
            mail_connection.error_kind(error),
        )
        _failed(letter, now, error)
        return False
    state = State.SENT if mail_connection.has_server() else State.DROPPED
    _settle(letter, state=state, sent_at=now, error="")
    return True


def _message(letter: Letter) -> EmailMessage:
    number = mail_connection.message_id([letter.key or f"{letter.pk} {letter.written_at}"])
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": number}
    return EmailMessage(letter.subject, letter.body, to=[letter.to], headers=headers)


def _failed(letter: Letter, now: datetime, error: BaseException | None) -> None:
    """Schedule the next try, or give the letter up."""
    pause = mail_connection.pause_after(letter.tries, error)
    if pause is None:
        _give_up(letter, mail_connection.error_kind(error))
    else:
        Letter.objects.filter(pk=letter.pk).update(
            state=State.WAITING, due_at=now + pause, error=mail_connection.error_kind(error)
        )


def _give_up(letter: Letter, why: str) -> None:
    log.warning("A letter about an account (%s) was given up: %s.", letter.kind, why)
    _settle(letter, state=State.FAILED, error=why)


def _settle(letter: Letter, **facts: object) -> None:
    Letter.objects.filter(pk=letter.pk).update(**facts, to="", subject="", body="")


def withdraw(addresses: list[str]) -> None:
    """Delete all letters to these addresses."""
    Letter.objects.filter(to__in=filter(None, addresses)).delete()


def forget_old(*, now: datetime, after: timedelta = OLD, limit: int = 1000) -> int:
    """Delete letters that were sent or failed long ago; return how many."""
    old = Letter.objects.filter(written_at__lt=now - after)
    return remove(old.exclude(state__in=[State.WAITING, State.SENDING]), limit)

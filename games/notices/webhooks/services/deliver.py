"""One try to send a message to a webhook; the caller decides when to try again. A webhook that
fails for a week is switched off."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.selectors import mail_address
from accounts.services import letters
from games.notices import outbound
from games.notices.outbound import retry_after
from games.notices.webhooks import formats, words
from games.notices.webhooks.models import Hook
from games.notices.webhooks.words import Message

log = logging.getLogger(__name__)

PATIENCE = timedelta(days=7)
ENOUGH = 5  # failed tries in that week: rare notices switch nothing off
GONE = 410

Post = Callable[..., outbound.Answer]


class Off(Exception):
    """The webhook does not exist, or is switched off."""


class Failed(Exception):
    """The message was not accepted. `reason` is a sentence without an address; `retry_after`: the
    seconds that the listener asks for."""

    def __init__(self, reason: str, retry_after: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.retry_after = reason, retry_after


def targets(user_id: int) -> list[Hook]:
    """Return the webhooks of a user that are on."""
    return list(Hook.objects.filter(user=user_id, user__is_active=True, off_at=None))


def send(
    *,
    hook_id: int,
    message: Message,
    now: datetime,
    post: Post = outbound.send,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Send a message. Raises Off or Failed."""
    hook = Hook.objects.filter(pk=hook_id, user__is_active=True, off_at=None).first()
    if hook is None:
        raise Off
    _try(hook, message, now, post, clock)


def test(
    *,
    user_id: int,
    now: datetime,
    post: Post = outbound.send,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Send a test to a user's webhook, which switches it on again if accepted. Raises Off or
    Failed."""
    hook = Hook.objects.filter(user=user_id, user__is_active=True).first()
    if hook is None:
        raise Off
    message = Message(
        kind="test",
        title=_("Test from %(site)s") % {"site": settings.SITE_NAME},
        body=_("If you can read this, news of your games can come here."),
        url=f"{settings.BASE_URL}/",
        tag="test",
        table="",
        game="",
        at=now,
        key=secrets.token_hex(16),
    )
    _try(hook, message, now, post, clock)


def _try(
    hook: Hook, message: Message, now: datetime, post: Post, clock: Callable[[], float]
) -> None:
    """Send outside of any transaction, then record the result."""
    request, begun = formats.request(hook, message, now), clock()
    try:
        answer = post(
            request.url,
            method=request.method,
            headers=request.headers,
            body=request.body,
            networks=settings.OUTBOUND_NETWORKS,
        )
    except outbound.Undelivered as error:
        _failed(hook, now, fault=error.fault.value)
        raise Failed(outbound.sentence(error.fault)) from None
    if 200 <= answer.status < 300:
        _reached(hook, now, round((clock() - begun) * 1000))
    elif _failed(hook, now, status=answer.status):
        raise Off
    else:
        wait = retry_after.seconds(answer.headers.get("retry-after", ""), now)
        raise Failed(words.answered(answer.status), wait)


def _same(hook: Hook) -> Any:
    """Return the query for a webhook, if it still has the address that was called."""
    return Hook.objects.filter(pk=hook.pk, set_at=hook.set_at)


def _reached(hook: Hook, now: datetime, took: int) -> None:
    _same(hook).update(
        reached_at=now,
        took=max(took, 0),
        failing_since=None,
        failures=0,
        fault="",
        status=None,
        off_at=None,
    )


@transaction.atomic
def _failed(hook: Hook, now: datetime, *, fault: str = "", status: int | None = None) -> bool:
    """Record a failure; return whether it switches the webhook off: by status 410, or after a
    week."""
    log.info("A webhook (%s) failed: %s.", hook.kind, fault or status)
    locked = _same(hook).select_for_update(of=("self",)).select_related("user").first()
    if locked is None:
        return False
    locked.failing_since = locked.failing_since or now
    locked.failures, locked.fault, locked.status = locked.failures + 1, fault, status
    tired = now - locked.failing_since >= PATIENCE and locked.failures >= ENOUGH
    off = locked.off_at is None and (status == GONE or tired)
    if off:
        locked.off_at = now
        _tell(locked, now)
    locked.save(update_fields=["failing_since", "failures", "fault", "status", "off_at"])
    return off


def _tell(hook: Hook, now: datetime) -> None:
    """Write the owner a letter that the webhook is switched off."""
    address = mail_address(hook.user)
    if address is None:
        return
    with translation.override(hook.user.mail_language or settings.LANGUAGE_CODE):
        facts = {"hook": hook, "host": words.host(hook), "reason": words.reason(hook)}
        body = render_to_string("hooks/mail/off.txt", facts | {"site": settings})
        subject = _("%(site)s: Your webhook is switched off") % {"site": settings.SITE_NAME}
    letters.write(EmailMessage(subject, body, to=[address]), kind="hook_off", now=now)

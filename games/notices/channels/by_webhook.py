"""Webhooks: each is a place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import translation

from accounts.models import User
from games.notices import message_contents, words
from games.notices.channels import interface
from games.notices.channels.interface import Failed, Gone, Target
from games.notices.models import Notice
from games.notices.webhooks import services
from games.notices.webhooks import words as hooks
from games.notices.webhooks.models import Hook
from games.notices.webhooks.words import Message


def reachable() -> Q:
    """Return the condition for rows with a `user` who has a webhook that is on."""
    return Q(Exists(Hook.objects.filter(user=OuterRef("user"), off_at=None)))


def targets(user: User) -> list[Target]:
    """Return the webhooks of a user that are on, named by their hosts."""
    return [Target(hook.pk, hooks.host(hook), hook.set_at) for hook in services.targets(user.pk)]


def hosts(targets: Collection[int]) -> dict[int, str]:
    """Return the hosts of webhooks."""
    return {hook.pk: hooks.host(hook) for hook in Hook.objects.filter(pk__in=targets)}


def send(notices: Sequence[Notice], now: datetime) -> str:
    """Send a message to a webhook, where it stays."""
    with translation.override(message_contents.language_of(notices[0].user)):
        message = Message(**asdict(words.of(notices, now)))
        try:
            services.send(hook_id=notices[0].target, message=message, now=now)
        except services.Off as error:
            raise Gone from error
        except services.Failed as error:
            wait = timedelta(seconds=error.retry_after) if error.retry_after else None
            raise Failed(error.reason, wait=wait) from error
    return ""


exclusive = interface.of("webhook", send)

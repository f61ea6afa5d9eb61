"""Push: each device of a user is a place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db.models import Exists, OuterRef, Q
from django.utils import translation

from accounts.models import User
from games.notices import message_contents, words
from games.notices.channels import interface
from games.notices.channels.interface import Failed, Gone, Target
from games.notices.models import Notice
from games.notices.push import selectors, services
from games.notices.push.message import End, Message
from games.notices.push.models import Device
from games.tables.live import presence


def reachable() -> Q:
    """Return the condition for rows with a `user` who has a device that is not gone."""
    return Q(Exists(selectors.reachable().filter(user=OuterRef("user"))))


def targets(user: User) -> list[Target]:
    """Return the devices of a user that are not gone."""
    known = services.targets(user.pk)
    return [
        Target(device.pk, device.shown_name, device.made_at) for device in known if not device.gone
    ]


def hosts(targets: Collection[int]) -> dict[int, str]:
    """Return the hosts of the push services of devices."""
    known = Device.objects.filter(pk__in=targets).values_list("pk", "endpoint")
    return {pk: urlsplit(endpoint).netloc for pk, endpoint in known}


def send(notices: Sequence[Notice], now: datetime) -> str:
    """Push a message to a device, which shows it until it is retracted."""
    tables = [(notice.table_id, notice.user_id) for notice in notices if notice.table_id]
    if tables:
        presence.forget_opened(tables)
    with translation.override(message_contents.language_of(notices[0].user)):
        content = words.of(notices, now)
        message = Message(content.kind, content.title, content.body, content.url, content.tag)
        _push(notices[0].target, message, now)
    return content.tag


def retract(notices: Sequence[Notice], now: datetime) -> None:
    """Have a device close a message."""
    _push(notices[0].target, End(notices[0].shown), now)


def _push(device_id: int, message: Message | End, now: datetime) -> None:
    try:
        services.send(device_id=device_id, message=message, now=now)
    except services.Gone as error:
        raise Gone from error
    except services.Failed as error:
        wait = timedelta(seconds=error.retry_after) if error.retry_after else None
        raise Failed(error.reason, wait=wait) from error


exclusive = interface.of("push", send, retract)

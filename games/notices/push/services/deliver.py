"""Delivery of one notice to the push service of one device. The caller decides when to try
again."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings

from games.notices import outbound
from games.notices.outbound import Fault, retry_after
from games.notices.push import encryption, keys
from games.notices.push.errors import Failed, Gone
from games.notices.push.message import End, Message
from games.notices.push.models import Device, Trouble
from games.notices.push.selectors import reachable

SECONDS = 5.0  # to wait for a push service
TTL = 12 * 60 * 60  # seconds for which a push service stores an undelivered notice
URGENT = frozenset(("turn", "low", "test", "challenged"))  # wakes a phone
_GONE = (404, 410)
_FORBIDDEN = (Fault.ADDRESS, Fault.PLAIN, Fault.PORT, Fault.PRIVATE)
_TROUBLES = {401: Trouble.REFUSED, 403: Trouble.REFUSED, 408: Trouble.SILENT, 429: Trouble.BUSY}
VISITED = timedelta(days=1)


def send(*, device_id: int, message: Message | End, now: datetime) -> None:
    """Push a message to a device; a retraction only if its browser tolerates it. Raises Gone, after
    which only the device's name is left, or Failed."""
    device = reachable().filter(pk=device_id).select_related("signed_in").first()
    if device is None:
        raise Gone
    if isinstance(message, End) and _penalises_silence(device, now):
        return
    if device.made_for != keys.public_key():  # the site's key has changed
        raise _failed(device, Trouble.KEY, now)
    try:
        answer = outbound.send(
            device.endpoint,
            headers=_headers(device, message, now),
            body=_encrypted(device, message),
            networks=settings.OUTBOUND_NETWORKS,
            seconds=SECONDS,
        )
    except outbound.Undelivered as error:
        trouble = Trouble.FORBIDDEN if error.fault in _FORBIDDEN else Trouble.SILENT
        raise _failed(device, trouble, now) from None
    if answer.status in _GONE:
        _mark_gone(device, now)
    if not 200 <= answer.status < 300:
        wait = retry_after.seconds(answer.headers.get("retry-after", ""), now)
        raise _failed(device, _trouble(answer.status), now, wait)
    _note(device, reached_at=now, failed_at=None, trouble=Trouble.NONE)


def _penalises_silence(device: Device, now: datetime) -> bool:
    """Return whether a browser may revoke push from a site that pushes and shows nothing: Safari at
    the third time, Firefox after some unless its user visits the site."""
    host = urlsplit(device.endpoint).hostname or ""
    if host.endswith(".mozilla.com"):
        return device.signed_in.last_seen < (now - VISITED).date()
    return host.endswith(".push.apple.com")


def _trouble(status: int) -> Trouble:
    return _TROUBLES.get(status, Trouble.BROKEN if status >= 500 else Trouble.REFUSED)


def _encrypted(device: Device, message: Message | End) -> bytes:
    return encryption.seal(message.packed(), public=bytes(device.public), auth=bytes(device.auth))


def _headers(device: Device, message: Message | End, now: datetime) -> dict[str, str]:
    return {
        "Authorization": keys.signature(device.endpoint, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        # a phone that was off gets the newest about one table
        "Topic": _topic(message.tag),
        "Urgency": "high" if message.kind in URGENT else "normal",
    }


def _topic(tag: str) -> str:
    """Return an opaque tag in the alphabet and length that push services accept."""
    return base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:24]).decode()


def _mark_gone(device: Device, now: datetime) -> None:
    """Delete the endpoint of a device. Raises Gone."""
    _note(device, gone_at=now, endpoint="", mark="", public=b"", auth=b"")
    raise Gone


def _failed(device: Device, trouble: Trouble, now: datetime, wait: int | None = None) -> Failed:
    _note(device, failed_at=now, trouble=trouble)
    return Failed(str(trouble.label), wait)


def _note(device: Device, **facts: object) -> None:
    """Write the result, unless the browser has subscribed anew."""
    Device.objects.filter(pk=device.pk, mark=device.mark).update(**facts)

"""Changes of devices."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import models as accounts
from accounts.models import User
from games.base64url import decoded
from games.notices import outbound
from games.notices.push import encryption, keys
from games.notices.push.errors import SubscriptionRefused
from games.notices.push.models import LONGEST_ENDPOINT, Device, Trouble
from games.notices.push.selectors import reachable


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser's subscription: endpoint and keys."""

    endpoint: str
    public: bytes
    auth: bytes

    @property
    def mark(self) -> str:
        """Return the hash of the endpoint."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


def read(endpoint: str, public: str, auth: str) -> Subscription:
    """Return the subscription in a browser's form. Raises SubscriptionRefused."""
    wrong = SubscriptionRefused(_("This browser’s push service cannot be used here."))
    try:
        outbound.target(endpoint, settings.OUTBOUND_NETWORKS)
        found = Subscription(endpoint, decoded(public), decoded(auth))
        encryption.point(found.public)
    except (outbound.Undelivered, ValueError):
        raise wrong from None
    if len(endpoint) > LONGEST_ENDPOINT or len(found.auth) != encryption.AUTH:
        raise wrong
    return found


def subscribe(
    *,
    user: User,
    signed_in: accounts.Device,
    subscription: Subscription,
    now: datetime,
) -> Device:
    """Add or update the device of a signed-in browser, and return it. Raises SubscriptionRefused if
    there are too many, or it is another user's."""
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=user.pk)
            return _save(user, signed_in, subscription, now)
    except IntegrityError:  # the same browser in two requests, for two people
        raise SubscriptionRefused(_("This did not work. Try again.")) from None


def _save(user: User, signed_in: accounts.Device, found: Subscription, now: datetime) -> Device:
    _remove_same_browser(user, signed_in, found)
    device = Device.objects.filter(signed_in=signed_in).first()
    most = settings.LIMIT_COUNTS["push_devices"]
    others = reachable().filter(user=user).exclude(signed_in=signed_in)
    if others.count() >= most:
        raise SubscriptionRefused(
            ngettext(
                "You have %(count)s device already. Remove it first.",
                "You have %(count)s devices already. Remove one first.",
                most,
            )
            % {"count": most}
        )
    same = device is not None and device.mark == found.mark
    if device is None:
        device = Device(user=user, signed_in=signed_in, name=signed_in.name, made_at=now)
    device.endpoint, device.mark, device.made_for = found.endpoint, found.mark, keys.public_key()
    device.public, device.auth, device.gone_at = found.public, found.auth, None
    if not same:
        device.reached_at, device.failed_at, device.trouble = None, None, Trouble.NONE
    device.save()
    return device


def _remove_same_browser(user: User, signed_in: accounts.Device, found: Subscription) -> None:
    """Remove the device of the same browser under another session, also another user's. Raises
    SubscriptionRefused if the sender lacks its secret."""
    known = Device.objects.select_for_update().filter(mark=found.mark).first()
    if known is None or known.signed_in_id == signed_in.pk:
        return
    ours = known.user_id == user.pk
    if not ours and not constant_time_compare(bytes(known.auth), found.auth):
        raise SubscriptionRefused(_("This browser’s push service cannot be used here."))
    known.delete()


@transaction.atomic
def renew(*, user: User, old: str, subscription: Subscription, now: datetime) -> bool:
    """Update the endpoint of a browser that its push service has moved; return whether the old one
    was known."""
    mark = hashlib.sha256(old.encode()).hexdigest()
    device = reachable().select_for_update().filter(user=user, mark=mark).first()
    if device is None:
        return False
    taken = Device.objects.filter(mark=subscription.mark).exclude(pk=device.pk)
    if taken.exists():
        return False
    device.endpoint, device.mark = subscription.endpoint, subscription.mark
    device.public, device.auth = subscription.public, subscription.auth
    device.made_for = keys.public_key()
    device.failed_at, device.trouble = None, Trouble.NONE
    device.save()
    return True


def rename(*, user: User, device_id: int, name: str) -> None:
    """Rename one of a user's devices."""
    Device.objects.filter(user=user, pk=device_id).update(name=name)


def remove(*, user: User, device_id: int) -> None:
    """Remove one of a user's devices."""
    Device.objects.filter(user=user, pk=device_id).delete()


def forget_signed_out(user_id: int) -> None:
    """Remove the devices on which a user has been signed out."""
    Device.objects.filter(user=user_id, signed_in__ended__isnull=False).delete()

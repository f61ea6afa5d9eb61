"""Devices. Each sign-in creates one, whose key goes into the session: ending it ends the cookie and
every copy of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import sessions
from accounts.models import Device, User
from accounts.services.removal import remove
from accounts.sessions import SignedIn, ValidSession, Visitor
from games.provided import Provided

BROWSERS = (  # the first match: most claim to be Chrome and Safari as well
    *(
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("YaBrowser", "Yandex"),
        ("Vivaldi", "Vivaldi"),
    ),
    *(
        ("FxiOS", "Firefox"),
        ("Firefox", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ),
)
SYSTEMS = (
    *(
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
    ),
    *(("Mac OS X", "macOS"), ("Macintosh", "macOS"), ("Linux", "Linux")),
)


def browser(agent: str) -> str:
    """Return the name of the browser in a User-Agent; "" if unknown."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """Return the name of the system in a User-Agent; "" if unknown."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")


# a cookie lasts 60 days, and is renewed at visits
DEAD = timedelta(days=75)
forget_signed_out: Provided[[int], object] = Provided(None)
"""Remove the push subscriptions of ended devices of a user, by id, in this transaction."""
sessions_changed: Provided[[int], object] = Provided(None)
"""Have the open sockets of a user, by id, check their sessions."""


def match_session(request: HttpRequest) -> None:
    """Match the devices to the session after a request, before the cookie is written: create one
    for a user who signed in, end that of one who signed out."""
    came: ValidSession | None = getattr(request, "valid_session", None)
    if came is None and not request.session.modified:
        return
    now, today = sessions.visitor(request.session), timezone.now().date()
    # A guest who made an account has a new session, but in the same browser.
    same = came is not None and came.visitor.user_id == now.user_id
    stays = same and came is not None and came.visitor.stamp.device == now.stamp.device
    if came is not None and not same:
        end(came.visitor, today)
    if stays and came is not None and came.seen is not None:
        if came.seen < today:
            Device.objects.filter(key=now.stamp.device).update(last_seen=today)
        if not now.stamp.old:
            return
    if now.user_id is not None and now.stamp.old:
        key = came.visitor.stamp.device if same and came else secrets.token_urlsafe(18)
        if _create(now.user_id, key, request.headers.get("User-Agent", ""), today):
            request.session[sessions.DEVICE] = key


def _create(user_id: int, key: str, agent: str, today: date) -> bool:
    """Create the device if it is missing, and end those beyond the limit; False if the user has
    been deleted meanwhile."""
    facts = {
        "browser": browser(agent),
        "system": system(agent),
        "first_seen": today,
        "last_seen": today,
    }
    try:
        with transaction.atomic():
            Device.objects.get_or_create(key=key, defaults={"user_id": user_id, **facts})
    except IntegrityError:
        return False
    kept = Device.objects.filter(user=user_id, ended=None).order_by("-last_seen", "-pk")[
        : settings.LIMIT_COUNTS["devices"]
    ]
    ended = Device.objects.filter(user=user_id, ended=None).exclude(
        pk__in=list(kept.values_list("pk", flat=True))
    )
    if ended.update(ended=today):
        forget_signed_out(user_id)
    return True


def here(request: SignedIn, *, now: datetime) -> Device:
    """Return the device of a request; create it for a session that is older than devices."""
    key = sessions.visitor(request.session).stamp.device
    agent, today = request.headers.get("User-Agent", ""), now.date()
    facts = {"browser": browser(agent), "system": system(agent)}
    days = {"first_seen": today, "last_seen": today}
    device, made = Device.objects.get_or_create(
        key=key, defaults={"user_id": request.user.pk, **facts, **days}
    )
    if made:
        request.session[sessions.DEVICE] = key
    return device


def end(who: Visitor, today: date) -> None:
    """End the device of a session."""
    assert who.user_id is not None
    # an old session may have no row; with one, no copy of the cookie is valid
    if who.stamp.old:
        facts = {"user_id": who.user_id, "first_seen": today, "last_seen": today}
        Device.objects.get_or_create(key=who.stamp.device, defaults=facts)
    _end(
        who.user_id,
        Device.objects.filter(user=who.user_id, key=who.stamp.device).values_list("pk", flat=True),
        today,
    )


def end_one(*, user: User, device_id: int, now: datetime) -> None:
    """End one of a user's devices."""
    _end(user.pk, [device_id], now.date())


def _end(user_id: int, device_ids: Iterable[int], today: date) -> None:
    Device.objects.filter(user=user_id, pk__in=list(device_ids), ended=None).update(ended=today)
    changed(user_id)


@transaction.atomic
def end_others(request: SignedIn, *, now: datetime) -> None:
    """Sign a user out everywhere but here. Copies of this cookie end too: the session gets a new
    stamp."""
    user = User.objects.select_for_update().get(pk=request.user.pk)
    user.sign_outs += 1
    user.save(update_fields=["sign_outs"])
    here = sessions.visitor(request.session).stamp.device
    Device.objects.filter(user=user, ended=None).exclude(key=here).update(ended=now.date())
    update_session_auth_hash(request, user)
    changed(user.pk)


@transaction.atomic
def end_everywhere(user_id: int) -> None:
    """Sign a user out on every device, for a host."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.sign_outs += 1
    user.save(update_fields=["sign_outs"])
    end_all(user)


def end_all(user: User, but: str = "") -> None:
    """Delete the devices of a user whose stamp changes, but one."""
    Device.objects.filter(user=user).exclude(key=but).delete()
    changed(user.pk)


def changed(user_id: int) -> None:
    """Remove the subscriptions of ended devices, and have the user's open sockets check their
    sessions after the commit."""
    forget_signed_out(user_id)
    transaction.on_commit(lambda: sessions_changed(user_id), robust=True)


def forget_old(*, now: datetime, after: timedelta = DEAD, limit: int = 1000) -> int:
    """Delete devices whose cookies expired long ago; return how many."""
    return remove(Device.objects.filter(last_seen__lt=(now - after).date()), limit)

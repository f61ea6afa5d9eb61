"""Devices. Each signing in makes one, and its key goes into the session: when
the device ends, so do the cookie and every copy of it, at once and nothing else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import sessions
from accounts.models import Device, User
from accounts.services.removal import remove
from accounts.sessions import Proved, SignedIn, Visitor

BROWSERS = (  # the first that fits: most say that they are Chrome and Safari as well
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
    """Return the name of the browser, "" if it is none of the known ones."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def system(agent: str) -> str:
    """Return the name of the system that it runs on, "" if it is none of the known ones."""
    return next((name for mark, name in SYSTEMS if mark in agent), "")


# tables stand above accounts, so this is found by its name
RING = "games.tables.services.sessions_changed"
# after this no cookie of a device is good: one lasts 60 days, and is renewed by those who come back
DEAD = timedelta(days=75)


def _nobody(user_id: int) -> None:
    return None


_listener: list[Callable[[int], object]] = [_nobody]


def provide(listener: Callable[[int], object]) -> None:
    """Set the function to call with the id of a user some of whose devices may have ended, in the
    transaction in which they do."""
    _listener[:] = [listener]


def settle(request: HttpRequest) -> None:
    """Make the devices agree with what a request has made of its session: a user who came in gets
    one, and the one of a user who went out ends. Called when the answer is ready and the cookie is
    not written yet."""
    came: Proved | None = getattr(request, "proved", None)
    if came is None and not request.session.modified:
        return
    now, today = sessions.visitor(request.session), timezone.now().date()
    # A guest who has made an account is somebody in another session, but in the same browser.
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
        if _made(now.user_id, key, request.headers.get("User-Agent", ""), today):
            request.session[sessions.DEVICE] = key


def _made(user_id: int, key: str, agent: str, today: date) -> bool:
    """Make the device unless it is there; False if the user is gone meanwhile."""
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
        _listener[0](user_id)
    return True


def here(request: SignedIn, *, now: datetime) -> Device:
    """Return the device of a request, made if its session is from before there were devices."""
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
    # it need not have a row yet; the row says from now on that no copy of the cookie is good
    if who.stamp.old:
        facts = {"user_id": who.user_id, "first_seen": today, "last_seen": today}
        Device.objects.get_or_create(key=who.stamp.device, defaults=facts)
    _ended(
        who.user_id,
        Device.objects.filter(user=who.user_id, key=who.stamp.device).values_list("pk", flat=True),
        today,
    )


def end_one(*, user: User, device_id: int, now: datetime) -> None:
    """End one of a user's devices; what is none of them, or has ended, is left."""
    _ended(user.pk, [device_id], now.date())


def _ended(user_id: int, device_ids: Iterable[int], today: date) -> None:
    Device.objects.filter(user=user_id, pk__in=list(device_ids), ended=None).update(ended=today)
    changed(user_id)


@transaction.atomic
def end_others(request: SignedIn, *, now: datetime) -> None:
    """Sign a user out everywhere but here. Copies of this session's cookie end as well, since it
    gets another stamp."""
    user = User.objects.select_for_update().get(pk=request.user.pk)
    user.sign_outs += 1
    user.save(update_fields=["sign_outs"])
    here = sessions.visitor(request.session).stamp.device
    Device.objects.filter(user=user, ended=None).exclude(key=here).update(ended=now.date())
    update_session_auth_hash(request, user)
    changed(user.pk)


@transaction.atomic
def end_everywhere(user_id: int) -> None:
    """Sign a user out on every device, on a host's word."""
    user = User.objects.select_for_update().get(pk=user_id)
    user.sign_outs += 1
    user.save(update_fields=["sign_outs"])
    end_all(user)


def end_all(user: User, but: str = "") -> None:
    """Forget the devices of a user whose stamp changes, so that no session is good any more but one
    that gets the new stamp."""
    Device.objects.filter(user=user).exclude(key=but).delete()
    changed(user.pk)


def changed(user_id: int) -> None:
    """End what goes with devices that have ended, and have the open sockets of this user look again
    whether their sessions are good, once this is committed."""
    _listener[0](user_id)
    transaction.on_commit(lambda: import_string(RING)(user_id), robust=True)


def forget_old(*, now: datetime, after: timedelta = DEAD, limit: int = 1000) -> int:
    """Delete devices whose cookies have expired long ago; return how many."""
    return remove(Device.objects.filter(last_seen__lt=(now - after).date()), limit)

"""Changes of names: a guest's at any time, an account's once a month. A former name stays reserved
for a year, so that nobody is mistaken for another."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, connection, transaction

from accounts import names, selectors, task_messages
from accounts.models import HeldName, User

YEAR = timedelta(days=365)
LOCK = 0x4E616D65  # a PostgreSQL advisory lock: "Name"
# if the message is lost, the next move shows the new name
SHOW_NAME = "games.tables.tasks.show_name"


class TooSoon(Exception):
    """The account changed its name less than a month ago."""


def rename(*, user: User, name: str, now: datetime, anyway: bool = False) -> User:
    """Give a user a checked name, and return the user. `anyway`: by a moderator, at any time.
    Raises TooSoon, or IntegrityError if the name is taken meanwhile."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk, is_active=True)
        username = names.CHOSEN + name if user.is_guest else name
        if username == user.username:
            return user
        if not anyway and not selectors.may_rename(user, now):
            raise TooSoon
        lock_name(username, user)
        before = names.skeletons(user.username)
        release(user, current=True)
        HeldName.objects.filter(user=user, mark__in=names.skeletons(username)).delete()
        user.username = username
        if not user.is_guest:
            # a moderator's choice may be changed at once
            user.renamed_at = None if anyway else now
            _reserve(user, before - names.skeletons(username), until=now + YEAR)
        reserve(user)
        user.save(update_fields=["username", "renamed_at"])
        transaction.on_commit(lambda: task_messages.send(SHOW_NAME, user.pk), robust=True)
    return user


def lock_name(name: str, user: User | None = None) -> None:
    """Lock names until the transaction ends. Raises IntegrityError if this one is taken or
    confusable with a taken one, which no constraint can check. SQLite has a single writer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    if selectors.is_taken(name, but=user):
        raise IntegrityError("the name is taken meanwhile")


def reserve(user: User) -> None:
    """Reserve the skeletons of a user's name, unless it is plain."""
    if not user.username.isascii():
        _reserve(user, names.skeletons(user.username), until=None)


def release(user: User, current: bool = False) -> None:
    """Release the names that are reserved for a user, or the current one alone."""
    held = HeldName.objects.filter(user=user)
    (held.filter(until=None) if current else held).delete()


def _reserve(user: User, marks: frozenset[str], until: datetime | None) -> None:
    HeldName.objects.filter(mark__in=marks).exclude(until__gte=selectors.today()).exclude(
        until=None
    ).delete()
    HeldName.objects.filter(mark__in=marks, user=user).delete()
    HeldName.objects.bulk_create(
        HeldName(user=user, mark=mark, until=until and until.date()) for mark in sorted(marks)
    )

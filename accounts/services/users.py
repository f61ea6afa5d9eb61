"""Users: guests, accounts, preferences, closing."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from accounts import closing, names, proofs, task_messages
from accounts.models import Role, Theme, User
from accounts.services import devices, letters
from accounts.services.names import lock_name, release, reserve
from games.sweep import sweep

IDLE = timedelta(days=30)
# a periodic task makes up for a lost message
RELEASE_SEATS = "games.tables.tasks.release_seats"
SHOW_NAME = "games.tables.tasks.show_name"

_CODE = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def new_guest() -> User:
    """Create a guest, with a random name and no way to log in again."""
    code = "".join(secrets.choice(_CODE) for _ in range(8))
    return User.objects.create(
        username=names.GUEST + code, is_guest=True, password=make_password(None)
    )


def save_new(user: User) -> None:
    """Save a new account with checked fields. Raises IntegrityError if the name is taken
    meanwhile."""
    with transaction.atomic():
        lock_name(user.username)
        user.save()
        reserve(user)


def give_role(*, user: User, role: str) -> None:
    """Set the office of a user, one of `Role`. Raises ValueError for a guest or a closed
    account."""
    if role and (user.is_guest or user.is_closed):
        raise ValueError("Only an account can have a role.")
    User.objects.filter(pk=user.pk).update(role=role)


def choose_theme(*, user: User, theme: str) -> None:
    """Set a user's colours, one of `Theme`."""
    User.objects.filter(pk=user.pk).update(theme=theme)


def choose_talk(*, user: User, wanted: bool) -> None:
    """Set whether a user sees talk at tables."""
    User.objects.filter(pk=user.pk).update(talks=wanted)


def name_in_dumps(*, user: User, named: bool, now: datetime) -> None:
    """Set whether dumps of games name a user."""
    User.objects.filter(pk=user.pk).update(unnamed_since=None if named else now)


def show_presence(*, user: User, shown: bool) -> None:
    """Set whether followers see that a user is here."""
    User.objects.filter(pk=user.pk).update(shows_presence=shown)


def remove_idle_guests(*, now: datetime, after: timedelta = IDLE, limit: int = 500) -> int:
    """Remove guests who are idle for longer than `after`; return how many. Those without tables are
    deleted, the others closed, so that opponents keep their games."""
    long_ago = now - after
    away = User.objects.filter(is_guest=True, date_joined__lt=long_ago).exclude(
        last_login__gte=long_ago
    )
    away = away.exclude(devices__last_seen__gte=long_ago.date())
    for tables in ("seats__table", "opened_tables"):
        away = away.exclude(**{f"{tables}__ended_at__gte": long_ago}).exclude(
            **{f"{tables}__status__in": ["open", "running"]}
        )
    return sweep(
        list(away.values_list("pk", flat=True)),
        lambda pk: _remove_idle(pk, away, now),
        limit=limit,
        what="A guest could not be removed",
    )


@transaction.atomic
def _remove_idle(pk: int, away: QuerySet[User], now: datetime) -> bool:
    # Locked, then checked again: a guest who sits down meanwhile holds the lock, and stays.
    user = User.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
    if user is None or not away.filter(pk=pk).exists():
        return False
    alone = User.objects.filter(pk=pk, seats=None, opened_tables=None).exists()
    if not (alone and _delete(user)):
        _close_row(user, now)
    return True


def _delete(user: User) -> bool:
    """Delete a user's row; False if a row that stays refers to it, such as a report."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).delete()
    except ProtectedError:
        return False
    return True


def turn_into_account(
    *, guest: User, username: str, email: str, password: str, device: str = ""
) -> User:
    """Turn a guest's row into an account, which keeps seats and games, and return it. Ends every
    session; `device` stays, since that browser gets a new one. Raises User.DoesNotExist if the user
    is no longer a guest, IntegrityError if the name is taken meanwhile."""
    hashed = make_password(password)  # slow on purpose, so before the row is locked
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=guest.pk, is_guest=True, is_active=True)
        lock_name(username, user)
        user.username, user.email, user.password, user.is_guest = username, email, hashed, False
        user.save()
        reserve(user)
        devices.end_all(user, but=device)
        transaction.on_commit(lambda: task_messages.send(SHOW_NAME, user.pk), robust=True)
    return user


def set_password(*, user: User, password: str, device: str = "") -> None:
    """Set a password. Ends every session but that of `device`, to which the caller gives the new
    stamp."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        devices.end_all(user, but=device)


@transaction.atomic
def close(*, user: User, now: datetime) -> None:
    """Close an account. The row stays, since opponents keep their games, without name and
    access."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_closed:
        return
    _close_row(user, now)
    for bot in user.bots.filter(closed_at=None):  # nobody would answer for them
        close(user=bot, now=now)
    transaction.on_commit(lambda: task_messages.send(RELEASE_SEATS, user.pk), robust=True)


def _close_row(user: User, now: datetime) -> None:
    release(user)
    remove_access(user)
    user.username = f"{names.CLOSED}{user.pk}"
    user.is_active = user.is_guest = user.is_staff = user.is_superuser = False
    user.last_login, user.closed_at, user.renamed_at = None, now, None
    user.unnamed_since, user.role = None, Role.NONE
    user.save()


def remove_access(user: User) -> None:
    """Remove from an account, which the caller saves, all that signs a person in or reaches
    them."""
    addresses = EmailAddress.objects.filter(user=user)
    letters.withdraw([user.email, *addresses.values_list("email", flat=True)])
    addresses.delete()
    Authenticator.objects.filter(user=user).delete()
    closing.forget(user.pk)
    user.email = ""
    user.set_unusable_password()  # sessions carry a hash of it, so this ends them all
    user.sign_outs += 1
    devices.end_all(user)
    user.theme, user.zone = Theme.AUTO, ""
    user.wishes, user.daily_at, user.quiet = "", User().daily_at, ""
    user.mail_zone = user.mail_language = ""
    transaction.on_commit(lambda: proofs.changed(user.pk), robust=True)

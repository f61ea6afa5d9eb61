"""Queries about users."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, reduce
from itertools import islice
from operator import or_
from typing import Any

from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts import names, sessions, tokens
from accounts.models import Device, HeldName, Scope, Token, User

RENAME_AFTER = timedelta(days=30)


def today() -> date:
    """Return the site's day."""
    return timezone.now().date()


def own_tokens(user: User) -> QuerySet[Token]:
    """Return the tokens of a user and of the user's bots, newest first."""
    found = Token.objects.filter(Q(user=user) | Q(user__owner=user)).select_related("user")
    return found.order_by("-made_at", "-pk")


@dataclass(frozen=True, slots=True)
class Bearer:
    """The user for whom a program acts, and its scopes. `token`: the id of its personal token, and
    `used` the day of its last use; both None of an app."""

    user: User
    scopes: frozenset[str]
    token: int | None = None
    used: date | None = None


def bearer(text: str, now: datetime) -> Bearer | None:
    """Return the bearer of a token; None if it is invalid. One query."""
    if not tokens.is_whole(text):
        return None
    hashed = tokens.hashed(text)
    if text.startswith(tokens.APP):
        rows = AccessToken.objects.filter(token_checksum=hashed, expires__gt=now)
        app = rows.select_related("user").first()
        return Bearer(app.user, frozenset(app.scope.split())) if app and _is_open(app) else None
    moment = connection.ops.adapt_datetimefield_value(now)
    for user in User.objects.raw(_by_token(), [hashed, moment]):
        own: Any = user  # with the columns of its token
        return Bearer(user, frozenset(own.token_scopes.split()), own.token_id, own.token_used)
    return None


@cache
def _by_token() -> str:
    """Return the statement that finds a user by the hash of a token and a moment. Not by the ORM,
    which takes longer than the database: each move of a program runs it."""
    token, user = Token._meta.db_table, User._meta.db_table
    return (
        "SELECT u.*, t.id AS token_id, t.scopes AS token_scopes, t.used_on AS token_used"
        f' FROM "{token}" t JOIN "{user}" u ON u.id = t.user_id'
        " WHERE t.hash = %s AND u.is_active AND (t.ends_at IS NULL OR t.ends_at > %s)"
    )


def _is_open(token: AccessToken) -> bool:
    return token.user is not None and token.user.is_active


@dataclass(frozen=True, slots=True)
class Connection:
    """An app that a user has authorized."""

    app: Application
    labels: list[str]
    used: datetime
    """When the app last got a token; it needs one every hour."""


def connections(user: User) -> list[Connection]:
    """Return the apps that may act for a user, in the order of names. One query."""
    rows = RefreshToken.objects.filter(user=user, access_token__isnull=False)
    rows = rows.select_related("application__user", "access_token").order_by("created")
    found: dict[int, list[RefreshToken]] = {}
    for row in rows:
        found.setdefault(row.application_id, []).append(row)
    return sorted(map(_connection, found.values()), key=lambda one: one.app.name.casefold())


def _connection(rows: list[RefreshToken]) -> Connection:
    scopes = {scope for row in rows for scope in row.access_token.scope.split()}
    labels = [str(scope.label) for scope in Scope if scope in scopes]
    return Connection(rows[0].application, labels, rows[-1].created)


def apps(user: User) -> QuerySet[Application]:
    """Return the apps that a user has registered, newest first."""
    found: QuerySet[Application] = Application.objects.filter(user=user).order_by("-pk")
    return found


def is_taken(name: str, but: User | None = None) -> bool:
    """Return whether a name is, or is confusable with, a current or recent name of a user other
    than `but`."""
    marks, own = names.skeletons(name), but.pk if but else 0
    upper = [mark.upper() for mark in marks]
    users = User.objects.annotate(upper=Upper("username")).filter(upper__in=upper)
    return (
        users.exclude(pk=own).exists() or _held().filter(mark__in=marks).exclude(user=own).exists()
    )


def _held() -> QuerySet[HeldName]:
    return HeldName.objects.filter(Q(until=None) | Q(until__gte=today()))


def former_owner(name: str) -> User | None:
    """Return the user who recently had this name, or has a confusable one; or None."""
    if len(name) > 2 * names.LONGEST:  # skeletons of a long text take long
        return None
    held = (
        _held()
        .filter(mark__in=names.skeletons(names.normalized(name)))
        .select_related("user")
        .first()
    )
    return held.user if held else None


def looks_like(start: str) -> Q:
    """Return the condition for users whose names beyond plain letters begin like this, accents
    aside."""
    marks = [Q(mark__startswith=mark) for mark in names.skeletons(start)]
    return Q(pk__in=HeldName.objects.filter(reduce(or_, marks), until=None).values("user"))


def may_rename(user: User, now: datetime) -> bool:
    """Return whether a user may change the name: guests at any time, accounts once a month."""
    return (next_rename(user) or now) <= now


def next_rename(user: User) -> datetime | None:
    """Return when an account may change its name again."""
    return user.renamed_at + RENAME_AFTER if user.renamed_at and not user.is_guest else None


def free_names_like(name: str, count: int = 2) -> list[str]:
    """Return free names close to a taken one."""
    year = timezone.now().year % 100
    endings = ["_K", str(year), "_B", "_2", "_S", "7", "_M", "42", "_77"]
    wishes = [name[: names.LONGEST - len(ending)] + ending for ending in endings]
    free = (wish for wish in wishes if not names.is_reserved(wish) and not is_taken(wish))
    return list(islice(free, count))


def mail_address(user: User) -> str | None:
    """Return the user's confirmed mail address, or None."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device as the settings show it."""

    number: int
    name: str
    since: str
    seen: str
    here: bool


def devices(request: HttpRequest) -> list[DeviceRow]:
    """Return the user's devices: this one, then the others, latest first."""
    here, today = sessions.visitor(request.session).stamp.device, timezone.now().date()
    rows = Device.objects.filter(user=request.user.pk, ended=None).order_by("-last_seen", "-pk")
    shown = [
        DeviceRow(
            row.pk,
            row.name,
            _day(row.first_seen, today),
            _day(row.last_seen, today),
            row.key == here,
        )
        for row in rows
    ]
    return sorted(shown, key=lambda device: not device.here)


def _day(day: date, today: date) -> str:
    if day >= today:
        return gettext("today")
    return gettext("yesterday") if day == today - timedelta(days=1) else date_format(day, "j F Y")


def days_seen(user_ids: Collection[int]) -> dict[int, date]:
    """Return user id → the day of the last visit. At most one query."""
    if not user_ids:
        return {}
    rows = Device.objects.filter(user__in=user_ids).values("user")
    return dict(rows.annotate(day=Max("last_seen")).values_list("user", "day"))

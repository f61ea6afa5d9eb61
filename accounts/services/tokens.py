"""Creation and revocation of tokens."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import tokens
from accounts.models import Scope, Token, User
from accounts.services import apps


class TooMany(Exception):
    """The user has as many tokens as one may have."""


@transaction.atomic
def make(
    *, user: User, name: str, scopes: Collection[str], days: int | None, now: datetime
) -> tuple[Token, str]:
    """Create a token, and return it with its text, which is not stored. `days`: its life; None: no
    end. Raises TooMany."""
    User.objects.select_for_update().get(pk=user.pk)
    if Token.objects.filter(user=user).count() >= settings.LIMIT_COUNTS["tokens"]:
        raise TooMany
    text = tokens.new()
    token = Token.objects.create(
        user=user,
        name=name.strip()[:40] or _("A program"),
        hash=tokens.hashed(text),
        start=text[: tokens.KNOWN_BY],
        scopes=" ".join(scope for scope in Scope.values if scope in scopes),
        made_at=now,
        ends_at=None if days is None else now + timedelta(days=days),
    )
    return token, text


def end(*, user: User, token_id: int) -> None:
    """Revoke a token of a user or of a user's bots."""
    Token.objects.filter(Q(user=user) | Q(user__owner=user), pk=token_id).delete()


@transaction.atomic
def end_all(user_id: int) -> None:
    """Revoke all tokens of a user and of a user's bots, and the rights of apps."""
    Token.objects.filter(Q(user=user_id) | Q(user__owner=user_id)).delete()
    apps.revoke_all(user_id)


def password_changed(*, request: HttpRequest, user: User, **_facts: Any) -> None:
    """Revoke a user's tokens after a change of password, if the form says so."""
    if request.POST.get("end_tokens") == "on":
        end_all(user.pk)


def note_use(*, token: int, used: date | None, day: date) -> None:
    """Write the day of a token's last use, once a day. `used`: the stored day."""
    if used != day:
        Token.objects.filter(pk=token).update(used_on=day)


def remove_ended(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete at most `limit` tokens that ended longer ago than `after`; return how many."""
    gone = Token.objects.filter(ends_at__lte=now - after).values_list("pk", flat=True)[:limit]
    return Token.objects.filter(pk__in=list(gone)).delete()[0]

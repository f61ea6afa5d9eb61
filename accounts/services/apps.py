"""Apps of others: registered by who makes them, let in and shut out by everybody for themselves.
What a grant becomes is written by django-oauth-toolkit (accounts.oauth.provider)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.models import User
from accounts.services.removal import remove


class TooMany(Exception):
    """Somebody has as many apps as one person may have."""


@transaction.atomic
def register(*, user: User, name: str, addresses: Sequence[str]) -> Application:
    """Register an app of a name and redirect addresses that the form has checked. It has no secret:
    PKCE proves who asked. Raises TooMany."""
    User.objects.select_for_update().get(pk=user.pk)
    if Application.objects.filter(user=user).count() >= settings.LIMIT_COUNTS["apps"]:
        raise TooMany
    app: Application = Application.objects.create(
        user=user,
        name=name,
        redirect_uris=" ".join(addresses),
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        client_secret="",
        hash_client_secret=False,
    )
    return app


def withdraw(*, user: User, app_id: int) -> None:
    """Delete an app of a user's own, with all tokens that it has of anybody."""
    Application.objects.filter(user=user, pk=app_id).delete()


@transaction.atomic
def shut_out(*, user: User, app_id: int) -> None:
    """End what an app may do for a user."""
    _end(Q(user=user, application=app_id))


@transaction.atomic
def shut_out_all(user_id: int) -> None:
    """End what all apps may do for a user."""
    _end(Q(user=user_id))


def _end(which: Q) -> None:
    Grant.objects.filter(which).delete()
    RefreshToken.objects.filter(which).delete()
    AccessToken.objects.filter(which).delete()


def withdraw_all(user_id: int) -> None:
    """Delete the apps of a user whose account is closed."""
    Application.objects.filter(user=user_id).delete()


def remove_ended(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete at most `limit` of each kind of rows that ended longer ago than that: codes, tokens,
    and refresh tokens, which outlive theirs by as long; return how many."""
    gone = now - after
    kept = timedelta(seconds=settings.OAUTH_IDLE_SECONDS)
    # a used refresh token is kept while it tells that somebody uses it a second time
    idle = Q(access_token=None, revoked=None) | Q(access_token__expires__lte=gone - kept)
    return (
        remove(Grant.objects.filter(expires__lte=gone), limit)
        + remove(RefreshToken.objects.filter(idle | Q(revoked__lte=gone - kept)), limit)
        + remove(AccessToken.objects.filter(expires__lte=gone, refresh_token=None), limit)
    )

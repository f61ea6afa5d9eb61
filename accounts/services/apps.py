"""Apps of others: registration by their makers, revocation by everybody for themselves. Grants are
written by django-oauth-toolkit (accounts.oauth.provider)."""

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
    """The user has as many apps as one may have."""


@transaction.atomic
def register(*, user: User, name: str, addresses: Sequence[str]) -> Application:
    """Register an app with a checked name and redirect addresses. It has no secret: PKCE takes its
    place. Raises TooMany."""
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


def delete_app(*, user: User, app_id: int) -> None:
    """Delete an app of a user's own, with all its tokens."""
    Application.objects.filter(user=user, pk=app_id).delete()


@transaction.atomic
def revoke(*, user: User, app_id: int) -> None:
    """Revoke the rights of an app to act for a user."""
    _revoke(Q(user=user, application=app_id))


@transaction.atomic
def revoke_all(user_id: int) -> None:
    """Revoke the rights of all apps to act for a user."""
    _revoke(Q(user=user_id))


def _revoke(which: Q) -> None:
    Grant.objects.filter(which).delete()
    RefreshToken.objects.filter(which).delete()
    AccessToken.objects.filter(which).delete()


def delete_all(user_id: int) -> None:
    """Delete the apps of a user whose account is closed."""
    Application.objects.filter(user=user_id).delete()


def remove_ended(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete at most `limit` each of the codes, tokens and refresh tokens that ended longer ago
    than `after`; return how many."""
    gone = now - after
    kept = timedelta(seconds=settings.OAUTH_IDLE_SECONDS)
    # a used refresh token stays, to detect a second use
    idle = Q(access_token=None, revoked=None) | Q(access_token__expires__lte=gone - kept)
    return (
        remove(Grant.objects.filter(expires__lte=gone), limit)
        + remove(RefreshToken.objects.filter(idle | Q(revoked__lte=gone - kept)), limit)
        + remove(AccessToken.objects.filter(expires__lte=gone, refresh_token=None), limit)
    )

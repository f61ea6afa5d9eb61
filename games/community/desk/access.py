"""Access to the desk: 404 for others than moderators and hosts, who need a second step in this
session within half a day."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import Role

LIFE = 12 * 3600  # seconds of access after a second step
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
View = Callable[..., HttpResponse]


def keeper(view: View) -> View:
    """Restrict a view to moderators and hosts."""
    return _guarded(view, (Role.MODERATOR, Role.HOST))


def host_only(view: View) -> View:
    """Restrict a view to hosts."""
    return _guarded(view, (Role.HOST,))


def _guarded(view: View, roles: tuple[str, ...]) -> View:
    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if getattr(request.user, "role", "") not in roles:
            raise Http404
        return _second_step(request) or view(request, *args, **kwargs)

    return guarded


def _second_step(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to set up or pass the second step; None after a recent one."""
    has = set(
        Authenticator.objects.filter(user=request.user.pk, type__in=FACTORS).values_list(
            "type", flat=True
        )
    )
    if not has:
        messages.warning(
            request,
            _("The desk needs two-step sign-in. Turn on an app or add a passkey first."),
        )
        return HttpResponseRedirect(reverse("mfa_index"))
    if _has_recent_step(request):
        return None
    page = "mfa_reauthenticate" if FACTORS[0] in has else "mfa_reauthenticate_webauthn"
    back = request.get_full_path() if request.method == "GET" else reverse("desk")
    return HttpResponseRedirect(f"{reverse(page)}?{urlencode({'next': back})}")


def _has_recent_step(request: HttpRequest) -> bool:
    """Return whether this session passed a second step recently."""
    since = time.time() - LIFE
    return any(
        record.get("method") == "mfa" and record.get("at", 0) >= since
        for record in get_authentication_records(request, request.user)
    )

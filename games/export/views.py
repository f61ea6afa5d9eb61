"""The page that requests an export, and its download."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import SignedIn
from games.export import selectors, services, signing

View = Callable[..., HttpResponseBase]
_require_recent: Callable[[View], View] = reauthentication_required


@_require_recent
def _empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _is_authenticated_recently(request: SignedIn) -> bool:
    """Return whether the user, unless without password and passkey, has recently used one."""
    try:
        _empty(request)
    except ReauthenticationRequired:
        return False
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def page(request: SignedIn) -> HttpResponse:
    """Show the newest export; by POST request another."""
    if request.method == "POST":
        try:
            services.request(user=request.user, now=timezone.now())
        except services.TooSoon:
            return _page(request, _("You can ask once a day."), status=429)
        return redirect("my_data")
    return _page(request)


def _page(request: SignedIn, alert: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    export = selectors.newest(request.user.pk)
    facts = {
        "alert": alert,
        "export": export,
        "is_open": _is_authenticated_recently(request),
        "file": export and selectors.ready(request.user.pk, export.pk, now),
        "until": export and export.asked_at + selectors.KEPT,
        "next_at": selectors.next_at(request.user.pk, now),
    }
    return render(request, "mydata/page.html", facts, status=status)


@never_cache
@require_safe
@login_required
def download(request: SignedIn, number: int) -> HttpResponseBase:
    """Send one of the user's exports; without recent authentication redirect to that first."""
    if not _is_authenticated_recently(request):
        ways = get_adapter().get_reauthentication_methods(request.user)
        ask = ways[0]["url"] if ways else reverse("account_login")
        return redirect(f"{ask}?{urlencode({REDIRECT_FIELD_NAME: reverse('my_data')})}")
    export = selectors.ready(request.user.pk, number, timezone.now())
    if export is None:
        raise Http404
    body = selectors.pieces(export) if request.method == "GET" else iter(())
    response = StreamingHttpResponse(body, content_type="application/zip")
    name = f"my-data-{export.asked_at:%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Content-Length"] = str(export.size)
    return response


@require_safe
def key(request: HttpRequest) -> HttpResponse:
    """Show the public key of the site's signatures."""
    return JsonResponse(signing.public_key(), headers={"Access-Control-Allow-Origin": "*"})

"""The page of one's webhook, and its forms."""

from __future__ import annotations

import threading
from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from accounts.views import next_url
from games.notices.webhooks import selectors, services
from games.notices.webhooks.forms import AddressForm
from games.notices.webhooks.models import Kind

# A test holds a thread up for five seconds at most. One at a time leaves the others to the games.
_testing = threading.Lock()


class _View(Protocol):
    def __call__(self, request: SignedIn, /) -> HttpResponse: ...


def _with_an_account(view: _View) -> Any:
    """Refuse guests: nobody could be asked about what is sent in their name."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapped(request: SignedIn) -> HttpResponse:
        return redirect("account_signup") if request.user.is_guest else view(request)

    return wrapped


@sensitive_post_parameters("address", "token")
@_with_an_account
def hook(request: SignedIn) -> HttpResponse:
    """Show the webhook, or the form for one of the kind that is asked for, and keep what is
    sent."""
    kind = request.POST.get("kind") or request.GET.get("kind", "")
    if kind and kind not in Kind.values:
        raise Http404
    if request.method != "POST":
        return _page(request, AddressForm(kind=kind) if kind else None)
    if not kind:
        raise Http404
    form = AddressForm(request.POST, kind=kind)
    if not form.is_valid():
        return _page(request, form, status=422)
    found = form.cleaned_data
    secret = services.set_address(user=request.user, kind=kind, now=timezone.now(), **found)
    if secret:
        return _page(request, secret=secret)
    messages.success(request, _("Saved. Send a test to see whether it comes through."))
    return redirect("hook")


def _page(
    request: SignedIn, form: AddressForm | None = None, *, secret: str = "", status: int = 200
) -> HttpResponse:
    facts = {"form": form, "kind": Kind(form.kind) if form else None, "secret": secret}
    found = {"row": selectors.row(request.user), "kinds": Kind}
    return render(request, "hooks/page.html", facts | found, status=status)


@require_POST
@_with_an_account
def test(request: SignedIn) -> HttpResponse:
    """Send a test and say how it went."""
    if not limits.allow("hook_tests", request.user.pk):
        return too_many(request)
    if not _testing.acquire(blocking=False):
        messages.warning(request, _("Another test is under way. Try again in a moment."))
        return _back(request)
    try:
        services.test(user_id=request.user.pk, now=timezone.now())
    except services.Failed as error:
        messages.error(request, _("The test failed. %(why)s") % {"why": error.reason})
    except services.Off:
        messages.error(request, _("Your webhook is switched off."))
    else:
        messages.success(request, _("The test came through."))
    finally:
        _testing.release()
    return _back(request)


@require_POST
@_with_an_account
def renew(request: SignedIn) -> HttpResponse:
    """Make another secret, and show it this once."""
    secret = services.renew(user=request.user)
    return _page(request, secret=secret) if secret else redirect("hook")


@require_POST
@_with_an_account
def remove(request: SignedIn) -> HttpResponse:
    """Remove the webhook."""
    services.remove(user=request.user)
    messages.success(request, _("The webhook is removed."))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """Lead to the page on which the form stood."""
    return redirect(next_url(request) if request.POST.get("next") else "hook")

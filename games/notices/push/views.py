"""The panel of devices and its forms. A script gets the new panel as the answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.adapter import is_ours
from accounts.services import devices as sessions
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from games.notices.push import services
from games.notices.push.message import Message
from games.notices.push.panel import panel
from games.notices.push.services.devices import read


class SubscribeForm(forms.Form):
    """A browser's subscription, as `PushSubscription.toJSON` writes it."""

    endpoint = forms.CharField(max_length=2000)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=200)


class RenewForm(SubscribeForm):
    """A subscription with its former endpoint."""

    old = forms.CharField(max_length=2000)


class DeviceForm(forms.Form):
    """One of the devices."""

    device = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class NameForm(DeviceForm):
    """A new name for a device."""

    name = forms.CharField(max_length=40)


View = Callable[[SignedIn], HttpResponse]


def _limited(name: str) -> Callable[[View], View]:
    """Return a decorator that applies a limit of one person."""

    def around(view: View) -> View:
        @wraps(view)
        def limited(request: SignedIn) -> HttpResponse:
            return view(request) if limits.allow(name, request.user.pk) else too_many(request)

        return limited

    return around


@never_cache
@require_safe
@login_required
def page(request: SignedIn) -> HttpResponse:
    """Show the devices to which notices are pushed."""
    return render(request, "push/page.html", {"push": panel(request)})


@require_POST
@login_required
@_limited("push_changes")
def subscribe(request: SignedIn) -> HttpResponse:
    """Add this browser."""
    form = SubscribeForm(request.POST)
    if not form.is_valid():
        return _answer(request, _("This browser’s push service cannot be used here."), bad=True)
    facts, now = form.cleaned_data, timezone.now()
    try:
        services.subscribe(
            user=request.user,
            signed_in=sessions.here(request, now=now),
            subscription=read(facts["endpoint"], facts["p256dh"], facts["auth"]),
            now=now,
        )
    except services.SubscriptionRefused as error:
        return _answer(request, error.reason, bad=True)
    return _answer(request, _("This device will get notifications from now on."))


# A service worker has no CSRF token, but it knows the former endpoint, a secret of the browser, and
# the cookie is SameSite.
@csrf_exempt
@require_POST
@login_required
@_limited("push_changes")
def renew(request: SignedIn) -> HttpResponse:
    """Update the endpoint of a browser that its push service has moved."""
    form = RenewForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    facts = form.cleaned_data
    try:
        found = read(facts["endpoint"], facts["p256dh"], facts["auth"])
    except services.SubscriptionRefused:
        return HttpResponse(status=422)
    known = services.renew(
        user=request.user, old=facts["old"], subscription=found, now=timezone.now()
    )
    return HttpResponse(status=204 if known else 404)


@require_POST
@login_required
@_limited("push_changes")
def remove(request: SignedIn) -> HttpResponse:
    """Remove a device."""
    form = DeviceForm(request.POST)
    if form.is_valid():
        services.remove(user=request.user, device_id=form.cleaned_data["device"])
    return _answer(request, _("The device has been removed. Nothing more is sent there."))


@require_POST
@login_required
@_limited("push_changes")
def rename(request: SignedIn) -> HttpResponse:
    """Give a device another name."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _answer(request, _("A name has 1 to 40 letters."), bad=True)
    name = " ".join(form.cleaned_data["name"].split())
    services.rename(user=request.user, device_id=form.cleaned_data["device"], name=name)
    return _answer(request, _("The device has been renamed."))


@require_POST
@login_required
@_limited("push_tests")
def test(request: SignedIn) -> HttpResponse:
    """Send a test to a device, and show the result."""
    form = DeviceForm(request.POST)
    number = form.cleaned_data["device"] if form.is_valid() else 0
    if number not in {device.pk for device in services.targets(request.user.pk)}:
        return _answer(request, _("This device is no longer listed."), bad=True)
    try:
        services.send(device_id=number, message=_test_message(request), now=timezone.now())
    except services.Gone:
        return _answer(request, _("This device can no longer be reached."), bad=True)
    except services.Failed as error:
        return _answer(request, error.reason, bad=True)
    return _answer(request, _("The test is sent."), tested=number)


def _test_message(request: SignedIn) -> Message:
    return Message(
        kind="test",
        title=_("A test"),
        body=_("Notifications about your games will look like this."),
        url=settings.BASE_URL + _back(request),
        tag="test",
    )


def _answer(
    request: SignedIn, result: str, *, bad: bool = False, tested: int | None = None
) -> HttpResponse:
    """Answer with the panel to a script, else with a redirect and a message."""
    if request.headers.get("Fairdeal-Panel"):
        context: dict[str, Any] = {"push": panel(request, tested=tested, result=result)}
        return render(request, "push/devices.html", context, status=422 if bad else 200)
    messages.add_message(request, messages.ERROR if bad else messages.SUCCESS, result)
    return HttpResponseRedirect(f"{_back(request)}#push")


def _back(request: SignedIn) -> str:
    url = request.POST.get("next", "")
    return url if is_ours(url) else reverse("push")

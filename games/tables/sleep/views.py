"""The page "Sleep and days off", and its forms."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from games import zones
from games.tables.sleep import services, week_form
from games.tables.sleep.errors import Refused
from games.tables.sleep.page import Filled, page

WRONG_DATE = "0001-01-01"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sleep(request: SignedIn) -> HttpResponse:
    """Show the page. A POST says when to sleep."""
    if request.method != "POST":
        return _show(request)
    return _done(request, _save)


@require_POST
@login_required
def call_off_week(request: SignedIn) -> HttpResponse:
    """Call a change of the week off."""
    return _done(request, _call_off_week)


@require_POST
@login_required
def book(request: SignedIn) -> HttpResponse:
    """Book days away."""
    return _done(request, _book)


@require_POST
@login_required
def call_off(request: SignedIn, away: int) -> HttpResponse:
    """Call days away off."""

    def off(request: SignedIn, now: datetime) -> str:
        services.call_off(user=request.user, away_id=away, now=now)
        return _("These days have been cancelled.")

    return _done(request, off)


def _save(request: SignedIn, now: datetime) -> str:
    data = request.POST
    services.save_week(
        user=request.user,
        zone=data.get("zone", ""),
        week=week_form.week_from_form(data.dict()),
        now=now,
    )
    return _("Your week is saved.")


def _call_off_week(request: SignedIn, now: datetime) -> str:
    services.call_off_week(user=request.user, now=now)
    return _("Your week stays as it is.")


def _book(request: SignedIn, now: datetime) -> str:
    first, last = _date(request.POST.get("first", "")), _date(request.POST.get("last", ""))
    if first is None:
        raise Refused(_("Say which day is the first."), "first")
    if last is None:
        raise Refused(_("Say which day is the last."), "last")
    services.book(user=request.user, first=first, last=last, now=now)
    return _("Your days off are booked.")


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == len(WRONG_DATE) else None
    except ValueError:
        return None


def _done(request: SignedIn, service: Callable[[SignedIn, datetime], str]) -> HttpResponse:
    """Do what a form asks for, and show the page; with the form and the reason if it is refused."""
    if not limits.allow("sleep", request.user.pk):
        return too_many(request)
    try:
        said = service(request, timezone.now())
    except Refused as refused:
        return _show(request, _filled(request, refused), 422)
    messages.success(request, said)
    return HttpResponseRedirect(reverse("sleep"), status=303)


def _filled(request: SignedIn, refused: Refused) -> Filled:
    """Return a refused form as it was sent, as far as it makes sense."""
    data = request.POST
    first, last = (data.get(name, "")[: len(WRONG_DATE)] for name in ("first", "last"))
    zone = data.get("zone", "")
    try:
        week = week_form.week_from_form(data.dict()) if zone else ()
    except Refused:
        week = ()
    return Filled(
        refused,
        zone if zone in zones.names() else "",
        week if any(day.awake_spans for day in week) else (),
        first,
        last,
    )


def _show(request: HttpRequest, filled: Filled | None = None, status: int = 200) -> HttpResponse:
    user = request.user
    assert user.is_authenticated
    facts = {} if user.is_guest else page(user, timezone.now(), filled)
    return render(request, "sleep/sleep.html", facts, status=status)

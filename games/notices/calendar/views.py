"""The calendar, and the page on which one gets its address."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.sessions import SignedIn
from games.notices.calendar import dates, selectors, sending, services
from games.notices.calendar.models import Calendar


@never_cache
@login_required
def calendar(request: SignedIn) -> HttpResponse:
    """Show whether there is an address. A form that is sent makes a new one, which is shown this
    once."""
    if request.method != "POST":
        return _page(request)
    token = services.renew(user=request.user, now=timezone.now())
    return _page(request, f"{settings.BASE_URL}{reverse('calendar_feed', args=[token])}")


def _page(request: SignedIn, address: str = "") -> HttpResponse:
    found = Calendar.objects.filter(user=request.user).first()
    # under this scheme browsers hand an address to the calendar program
    webcal = f"webcal://{address.partition('://')[2]}" if address else ""
    facts = {"calendar": found, "address": address, "webcal": webcal}
    return render(request, "calendar/page.html", facts)


@require_POST
@login_required
def names(request: SignedIn) -> HttpResponse:
    """Write whether opponents are named."""
    services.choose_names(user=request.user, names="names" in request.POST)
    return redirect("calendar")


@require_POST
@login_required
def remove(request: SignedIn) -> HttpResponse:
    """Remove the calendar."""
    services.remove(user=request.user)
    messages.success(request, _("The calendar is removed, and its link no longer works."))
    return redirect("calendar")


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Send the calendar of whoever has this token. No session is looked at: calendar programs have
    none."""
    found = selectors.calendar_of(token)
    if not limits.allow("calendar", found.user_id if found else limits.address(request)):
        return HttpResponse(status=429, headers={"Retry-After": "600"})
    if found is None:
        raise Http404
    from games.notices.calendar import icalendar  # 5 MB that most processes never need

    now = timezone.now()
    with translation.override(found.user.mail_language or settings.LANGUAGE_CODE):
        due, own = selectors.deadlines(found.user, now), dates.of(found.user, now)
        body = icalendar.text(due, own, names=found.names)
    return sending.sent(request, body, "deadlines.ics")

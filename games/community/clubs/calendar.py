"""The calendar of a club: each member has an address of their own, which ends with membership."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.sessions import SignedIn
from games.community.clubs import panels, selectors, services
from games.community.clubs.models import Club, Role
from games.community.clubs.requests import needs, of_club
from games.notices.calendar import sending


@require_http_methods(["GET", "HEAD", "POST"])
@of_club
def calendar(request: SignedIn, club: Club) -> HttpResponse:
    """Show the dates of a club to a member. A form that is sent makes a new address of the
    calendar, which is shown this once."""
    role, now = needs(request, club, *Role), timezone.now()
    address = ""
    if request.method == "POST":
        key = services.new_calendar(club=club, user=request.user)
        address = f"{settings.BASE_URL}{reverse('club_calendar_feed', args=[key])}"
    facts = {
        "club": club,
        "role": role,
        "leads": selectors.leads(role),
        "dates": [date for date in panels.dates(club, now) if date.is_ahead(now)],
        "address": address,
        "webcal": f"webcal://{address.partition('://')[2]}" if address else "",
    }
    return render(request, "clubs/calendar.html", facts)


@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """Send the calendar to whoever has this key. No session is looked at: calendar programs have
    none."""
    found = selectors.calendar_of(key)
    if not limits.allow("calendar", found.user_id if found else limits.address(request)):
        return HttpResponse(status=429, headers={"Retry-After": "600"})
    if found is None:
        raise Http404
    from games.community.clubs import icalendar  # what writes it is 5 MB that most never need

    with translation.override(found.user.mail_language or settings.LANGUAGE_CODE):
        body = icalendar.text(found.club, panels.dates(found.club, timezone.now()))
    return sending.sent(request, body, "club.ics")

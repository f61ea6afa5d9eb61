"""The ways into a club and out of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.row_views import to_login
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from games.community.clubs import selectors, services
from games.community.clubs.errors import ClubError
from games.community.clubs.models import Club, Door
from games.community.clubs.requests import of_club, refused, to, to_clubs


@require_POST
@of_club
def join(request: SignedIn, club: Club) -> HttpResponse:
    """Join through an open door, or ask to join; with `act=withdraw` take that back."""
    there, now = to("club", club), timezone.now()
    try:
        if request.POST.get("act") == "withdraw":
            services.withdraw(club=club, user=request.user)
        elif club.door == Door.OPEN:
            services.join(club=club, user=request.user, now=now)
        else:
            words = request.POST.get("words", "")
            services.ask(club=club, user=request.user, words=words, now=now)
    except ClubError as error:
        return refused(request, error, there)
    return there


@require_POST
@of_club
def leave(request: SignedIn, club: Club) -> HttpResponse:
    """Leave a club."""
    services.leave(club=club, user=request.user, now=timezone.now())
    messages.success(request, _("You have left %(club)s.") % {"club": club.title})
    return to_clubs()


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the holder of a club's link whether to join, or let them in."""
    if not limits.allow("club_links", limits.address(request)):
        return too_many(request)
    club = selectors.by_link(key)
    if club is None:
        raise Http404
    if request.method != "POST":
        if selectors.role(club, request.user) is not None:
            return to("club", club)
        response = render(request, "clubs/link.html", {"club": club, "key": key})
        response["X-Robots-Tag"] = "noindex"
        return response
    if not request.user.is_authenticated:
        return to_login(request.path)
    try:
        services.join(club=club, user=request.user, link=key, now=timezone.now())
    except ClubError as error:
        return _refused(request, club, key, error)
    return to("club", club)


def _refused(request: HttpRequest, club: Club, key: str, error: ClubError) -> HttpResponse:
    facts = {"club": club, "key": key, "alert": error.sentence}
    return render(request, "clubs/link.html", facts, status=error.status)

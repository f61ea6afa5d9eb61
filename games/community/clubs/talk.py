"""The talk of a club, for its members: rules, limits, mutes and reports are those of tables."""

from __future__ import annotations

import secrets

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.sessions import SignedIn
from games.community.clubs import selectors
from games.community.clubs.models import Club, Door, Membership, Role
from games.community.clubs.requests import named, needs, of_club, to
from games.community.people import services as people
from games.community.people.errors import PeopleError
from games.community.people.models import Kind
from games.community.talk import selectors as lines
from games.community.talk import services
from games.community.talk.models import LONGEST
from games.community.talk.venues import Venue
from games.community.talk.words import PHRASES
from games.digits import number
from games.tables.errors import TableError

KIND = "club"


def venue(club: Club) -> Venue:
    """Return a club as a venue of talk. Members who came by an open door are not known there
    yet."""
    url = reverse("club_talk", args=[club.slug])
    return Venue(f"{KIND}-{club.pk}", url, club.private or club.door != Door.OPEN)


def find(key: str, user_id: int | None) -> Venue | None:
    """Return the venue of this key if a user may read it."""
    club = number(key.partition("-")[2], 18, None)
    mine = Membership.objects.filter(club=club, user=user_id, club__closed_at=None)
    found = mine.select_related("club").first()
    return venue(found.club) if found else None


@require_http_methods(["GET", "HEAD", "POST"])
@of_club
def talk(request: SignedIn, club: Club) -> HttpResponse:
    """Show the talk of a club to a member, who says a `phrase`, by code, or a `text`, takes back
    the line `back`, or mutes `name` (`again`: hears them again)."""
    role = needs(request, club, *Role)
    if request.method != "POST":
        return _page(request, club, role)
    try:
        _change(request, club)
    except (TableError, PeopleError) as error:
        return _page(request, club, role, str(error.sentence), error.status)
    there = to("club_talk", club)
    there["Location"] += "#talk-end"
    return there


def _change(request: SignedIn, club: Club) -> None:
    sent, user, now = request.POST, request.user, timezone.now()
    if back := sent.get("back", ""):
        if (line := number(back, 18, None)) is None:
            raise Http404
        services.take_back(line_id=line, user=user, now=now)
    elif "name" in sent:
        _hear(user, named(request), again="again" in sent)
    else:
        services.say_at(
            venue=venue(club),
            user=user,
            phrase=sent.get("phrase", "")[:12],
            text=sent.get("text", ""),
            key=sent.get("key", "")[:32],
            now=now,
        )


def _hear(user: User, other: User, *, again: bool) -> None:
    if again:
        people.untie(user=user, other=other, kind=Kind.MUTE)
    else:
        people.tie(user=user, other=other, kind=Kind.MUTE, now=timezone.now())


def _page(
    request: SignedIn, club: Club, role: Role, alert: str = "", status: int = 200
) -> HttpResponse:
    facts = {
        "club": club,
        "role": role,
        "leads": selectors.leads(role),
        "talk": lines.venue_talk(venue(club), request.user, timezone.now()),
        "phrases": PHRASES.items(),
        "longest": LONGEST,
        "key": secrets.token_hex(16),
        "alert": alert,
        "kept": request.POST.get("text", "")[: 4 * LONGEST],
    }
    return render(request, "clubs/talk.html", facts, status=status)

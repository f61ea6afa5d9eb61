"""The pages of public games and of people."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.metering import metered
from accounts.models import User
from accounts.selectors import former_owner
from accounts.too_many import too_many
from games.lobby import players, public_games, selectors
from games.lobby.filters import Filters, seat_counts
from games.ratings import profiles

# spans of the archive, the same in every time zone
SPANS = {
    "day": (timedelta(days=1), gettext_lazy("Last 24 hours")),
    "week": (timedelta(days=7), gettext_lazy("Last 7 days")),
    "month": (timedelta(days=30), gettext_lazy("Last 30 days")),
    "year": (timedelta(days=365), gettext_lazy("Last 12 months")),
}


@require_safe
@metered
def watch(request: HttpRequest) -> HttpResponse:
    """Show the running public games."""
    filters = Filters.from_query(request.GET)
    found = public_games.running(filters, timezone.now(), after=request.GET.get("after", ""))
    facts = {
        "found": found,
        "filters": filters,
        "games": list(selectors.games().values()),
        "seat_counts": seat_counts(),
        "older": _with(filters.query, found.after),
    }
    return render(request, "lobby/watch.html", facts)


@require_safe
@metered
def archive(request: HttpRequest) -> HttpResponse:
    """Show the ended public games, by game, player and time."""
    now, game, when = (
        timezone.now(),
        Filters.from_query(request.GET).game,
        request.GET.get("when", ""),
    )
    name = request.GET.get("player", "").strip()[:64]
    people = _called(name)
    found = public_games.GamePage([])
    if people or not name:
        found = public_games.ended(
            now,
            game=game,
            people=people,
            since=now - SPANS[when][0] if when in SPANS else None,
            after=request.GET.get("after", ""),
        )
    asked = {"game": game, "player": name, "when": when if when in SPANS else ""}
    query = urlencode({key: value for key, value in asked.items() if value})
    facts = {
        "found": found,
        "asked": asked,
        "query": query,
        "nobody": bool(name) and not people,
        "short": len(name) < players.SHORTEST,
        "spans": [(value, label) for value, (_span, label) in SPANS.items()],
        "games": list(selectors.games().values()),
        "older": _with(query, found.after),
    }
    return render(request, "lobby/archive.html", facts)


def _called(name: str) -> list[User]:
    """Return the player with a current or recent name, else those whose names begin with it."""
    if player := (profiles.find(name) or former_owner(name)) if name else None:
        return [player]
    return players.with_prefix(name) if len(name) >= players.SHORTEST else []


def _with(query: str, after: str) -> str:
    """Return the query of the next page, or ""."""
    return "&".join(filter(None, (query, urlencode({"after": after})))) if after else ""


@require_safe
@metered
def people(request: HttpRequest) -> HttpResponse:
    """Show people: the results of a search, or the reader's lists."""
    now, asked = timezone.now(), request.GET.get("q", "").strip()[:64]
    reader = request.user if request.user.is_authenticated else None
    searched = len(asked) >= players.SHORTEST
    if searched and not limits.allow("searches", limits.address(request)):
        return too_many(request)
    facts = {
        "asked": asked,
        "searched": searched,
        "short": bool(asked) and not searched,
        "found": players.search(asked, reader, now) if searched else [],
        "most": players.MOST,
        "people": None if searched else players.people(reader, now),
    }
    response = render(request, "lobby/players.html", facts)
    if asked:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response

"""Pages on which people and their public games are found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.metering import metered
from games.lobby import played, players, selectors
from games.lobby.filters import Filters, seat_counts
from games.ratings import profiles


@require_safe
@metered
def watch(request: HttpRequest) -> HttpResponse:
    """Show the public games that run."""
    filters = Filters.asked(request.GET)
    found = played.running(filters, timezone.now(), after=request.GET.get("after", ""))
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
    """Show the public games that have ended, by game, player and day."""
    game = Filters.asked(request.GET).game
    name, day = request.GET.get("player", "").strip()[:64], request.GET.get("until", "")
    player = profiles.find(name) if name else None
    found = played.Found([])
    if player or not name:
        found = played.ended(
            timezone.now(),
            game=game,
            player=player,
            until=_end_of(day),
            after=request.GET.get("after", ""),
        )
    asked = {"game": game, "player": name, "until": day if _end_of(day) else ""}
    query = urlencode({key: value for key, value in asked.items() if value})
    facts = {
        "found": found,
        "asked": asked,
        "query": query,
        "nobody": bool(name) and player is None,
        "search": urlencode({"q": name}),
        "games": list(selectors.games().values()),
        "older": _with(query, found.after),
    }
    return render(request, "lobby/archive.html", facts)


def _end_of(day: str) -> datetime | None:
    """Return the end of a day in UTC; None if it is no day."""
    try:
        return datetime.fromisoformat(f"{day}T00:00:00").replace(tzinfo=UTC) + timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def _with(query: str, after: str) -> str:
    """Return the query of the next page; "" if there is none."""
    return "&".join(filter(None, (query, urlencode({"after": after})))) if after else ""


@require_safe
@metered
def people(request: HttpRequest) -> HttpResponse:
    """Show people: those whose names begin as the search says, or those one may want to see."""
    now, asked = timezone.now(), request.GET.get("q", "").strip()[:64]
    reader = request.user if request.user.is_authenticated else None
    searched = len(asked) >= players.SHORTEST
    facts = {
        "asked": asked,
        "searched": searched,
        "short": bool(asked) and not searched,
        "found": players.named(asked, now) if searched else [],
        "most": players.MOST,
        "people": None if searched else players.people(reader, now),
    }
    return render(request, "lobby/players.html", facts)

"""The first click on a game: once a device, a newcomer is offered its lesson."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from games.learning.lessons import course
from games.lobby import selectors
from games.tables import access
from games.tables.http import dismissed, opening


@require_POST
@ensure_csrf_cookie
def first_click(request: HttpRequest) -> HttpResponse:
    """Open a table against bots like `play_now`, but once offer the lesson to a newcomer to `game`:
    `way=lesson` leads to it, `way=play` to the table, and the device remembers either."""
    game, way = request.POST.get("game", ""), request.POST.get("way", "")
    lesson = course.lesson(game)
    if lesson is None or _knows(request, game):
        return opening.play_now(request)
    if way not in ("lesson", "play"):
        facts = {"game": selectors.games()[game], "lesson": lesson, "bot": _level(request)}
        return render(request, "lessons/first.html", facts)
    answer = opening.play_now(request) if way == "play" else _to(game)
    dismissed.put_away(request, answer, game)
    return answer


def _knows(request: HttpRequest, game: str) -> bool:
    """Return whether the reader knows the game: from this device, or an ended game."""
    if game in dismissed.games(request):
        return True
    return request.user.pk is not None and access.has_played(request.user.pk, game)


def _level(request: HttpRequest) -> str:
    """Return the posted level, unchecked; the template escapes it."""
    return request.POST.get("bot", "")[:20]


def _to(game: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("lesson", args=[game]), status=303)

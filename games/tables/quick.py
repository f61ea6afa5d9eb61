"""The door of whoever wants to play now: one click, and a bot sits opposite. A plain form, as all of them are."""

from __future__ import annotations

from allauth.core.internal.ratelimit import respond_429
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.views import enter_as_guest
from games.tables import services
from games.tables.errors import TableError, TooFast
from games.tables.forms import NewTable
from games.tables.models import Level


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """`game`, and `bot` (Club unless told otherwise): on to a table against bots. A stranger becomes a guest on the way."""
    if not enter_as_guest(request):
        return respond_429(request)  # type: ignore[no-any-return]
    game, level = request.POST.get("game", ""), request.POST.get("bot", "") or Level.CLUB
    try:
        if not limits.allow("new_tables", request.user.pk):
            raise TooFast
        table = services.play_now(user=request.user, game=game, level=level, now=timezone.now())  # type: ignore[arg-type]
    except TableError as error:
        form = NewTable.offered({"game": game, "bot": level}, request.user)  # type: ignore[arg-type]
        return render(request, "tables/new.html", {"form": form, "alert": error.sentence}, status=error.status)
    return HttpResponseRedirect(reverse("table", args=[table.id]), status=303)

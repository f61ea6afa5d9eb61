"""Doors over HTTP: on to the next table, the head's link for pages without a socket."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.notices import selectors


@never_cache
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """On to a table that waits for the reader, the nearest deadline first; to the lobby if there is none."""
    found = selectors.turns(request.user.pk).after(request.GET.get("from", ""))
    return redirect("table", found) if found else redirect("home")


@never_cache
@require_safe
def turns(request: HttpRequest) -> HttpResponse:
    """The head's link alone, for a page whose socket is down."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "notices/turns.html")

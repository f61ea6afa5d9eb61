"""The page that takes in a game from elsewhere."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts.metering import metered
from games.tables import services
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely


@login_required
@metered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, or by POST make a table of its transcript and lead there."""
    if request.method != "POST":
        return render(request, "tables/import.html", {})
    text = request.POST.get("transcript", "")
    try:
        check_limits(request, bots=False)
        table = services.import_game(
            text=text,
            user=request.user,  # type: ignore[arg-type]
            now=timezone.now(),
        )
    except TableError as error:
        facts = {"text": text, "alert": error.sentence}
        return timely(render(request, "tables/import.html", facts, status=error.status), error)
    return HttpResponseRedirect(reverse("table", args=[table.pk]), status=303)

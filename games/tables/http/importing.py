"""The page that takes in a game from elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.metering import metered
from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games.tables import services
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely


@ensure_csrf_cookie
@metered
def page(request: HttpRequest) -> HttpResponse:
    """Show the form, or by POST make a table of its transcript and lead there. A visitor without
    an account becomes a guest by sending it."""
    if request.method != "POST":
        return render(request, "tables/import.html", {})
    if not enter_as_guest(request):
        return too_many(request)
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

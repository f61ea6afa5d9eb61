"""The page that takes in a game from elsewhere."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.metering import metered
from games.tables import services
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely
from games.tables.models import Table
from games.tables.proof import claims


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
    if site := claims.signer(text):
        _tell(request, site, table)
    return HttpResponseRedirect(reverse("table", args=[table.pk]), status=303)


def _tell(request: HttpRequest, site: str, table: Table) -> None:
    """Tell what came of a claim."""
    said = _("Signed by %(site)s. Its host is not trusted here, so nobody sits there.")
    if table.seats.filter(user=request.user.pk).exists():
        said = _("Signed by %(site)s. The seat is yours here, too.")
    messages.info(request, said % {"site": site})

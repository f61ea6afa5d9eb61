"""The page that imports games."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.metering import metered
from games.registry import engines
from games.tables import services
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely
from games.tables.http.request import Request
from games.tables.models import Table
from games.tables.proof import claims


@login_required
@metered
def page(request: Request) -> HttpResponse:
    """Show the form, or by POST make a table of its transcript and lead there. htmx gets one line
    of a list: static/js/import_zip.js sends all games of a file."""
    if request.method != "POST":
        return render(request, "tables/import.html", {})
    text = request.POST.get("transcript", "")
    try:
        check_limits(request, bots=False)
        table = services.import_game(text=text, user=request.user, now=timezone.now())
    except TableError as error:
        facts = {"text": text, "name": request.POST.get("name", ""), "alert": error.sentence}
        template = "tables/imported.html" if request.htmx else "tables/import.html"
        return timely(render(request, template, facts, status=error.status), error)
    claimed = _claimed(request, table, text)
    if request.htmx:
        row = {"table": table, "game": engines()[table.game].title, "claimed": claimed}
        return render(request, "tables/imported.html", row)
    if claimed:
        messages.info(request, claimed)
    return HttpResponseRedirect(reverse("table", args=[table.pk]), status=303)


def _claimed(request: Request, table: Table, text: str) -> str:
    """Return the result of the claim in a transcript, "" if there is none."""
    site = claims.signer(text)
    if not site:
        return ""
    said = _("Signed by %(site)s. Its host is not trusted here, so nobody sits there.")
    if table.seats.filter(user=request.user.pk).exists():
        said = _("Signed by %(site)s. The seat is yours here, too.")
    return said % {"site": site}

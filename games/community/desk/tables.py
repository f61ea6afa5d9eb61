"""The page of a table at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.community.desk import journal, services
from games.community.desk.access import keeper
from games.community.desk.people import NO_REASON
from games.community.moderation.errors import ConductError
from games.kernel import clock
from games.registry import engines
from games.screens import clocks
from games.tables import access
from games.tables.errors import NoSuchTable, TableError
from games.tables.http.request import Request


@keeper
def table(request: Request, table_id: str) -> HttpResponse:
    """Show a table, without cards, or by POST perform the action `do` for the reason `why`."""
    try:
        found = access.find(table_id)
    except NoSuchTable as error:
        raise Http404 from error
    alert, status = "", 200
    if request.method == "POST":
        alert, status = _perform(request, table_id)
        if not alert:
            return HttpResponseRedirect(reverse("desk_table", args=[table_id]), status=303)
    facts = {
        "table": found,
        "title": engines()[found.game].title,
        "terms": clocks.summary(clock.stored(found.time_control), found.rated),
        "seats": found.seats.select_related("user").order_by("number"),
        "entries": journal.visible(request.user).filter(table_id=table_id),
        "sealed": found.is_sealed(timezone.now()),
        "own": services.is_own(request.user, table_id),
        "alert": alert,
    }
    return render(request, "desk/table.html", facts, status=status)


def _perform(request: Request, table_id: str) -> tuple[str, int]:
    """Perform the form's action; return the sentence of an error, or "", and the status."""
    what, why, now = request.POST.get("do", ""), request.POST.get("why", "").strip(), timezone.now()
    if not why:
        return str(NO_REASON), 422
    try:
        if what == "break_off":
            services.break_off(by=request.user, table_id=table_id, why=why[:1000], now=now)
            messages.success(request, _("Called off."))
        elif what in ("annul", "count"):
            changed = services.annul(
                by=request.user,
                table_id=table_id,
                why=why[:1000],
                annulled=what == "annul",
                now=now,
            )
            messages.success(request, _("Done. Ratings changed: %(count)s.") % {"count": changed})
        else:
            return _("Choose something to do."), 422
    except (ConductError, TableError) as error:
        return str(error.sentence), error.status
    return "", 200

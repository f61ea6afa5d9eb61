"""The journal, page by page."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from accounts.models import User
from games.community.desk.access import keeper
from games.site.models import JournalEntry
from games.tables.http.request import Request

LINES = 50


def visible(keeper: User) -> QuerySet[JournalEntry]:
    """Return the entries that a moderator or host may see: not decisions of reports about them."""
    mine = Q(action="report decided", user=keeper)
    return JournalEntry.objects.exclude(mine).select_related("by", "user")


@keeper
def journal(request: Request) -> HttpResponse:
    """Show a page of the journal, newest first; `?about=` or `?by=` filters by person."""
    entries = visible(request.user).order_by("-pk")
    about, by = request.GET.get("about", "")[:60], request.GET.get("by", "")[:60]
    if about:
        entries = entries.filter(user__username__iexact=about)
    if by:
        entries = entries.filter(by__username__iexact=by)
    page = Paginator(entries, LINES).get_page(request.GET.get("page"))
    facts = {"page": page, "about": about, "by": by}
    facts["filters"] = urlencode({"about": about, "by": by})
    return render(request, "desk/journal.html", facts)

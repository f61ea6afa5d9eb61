"""The pages of reviews."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from accounts.metering import metered
from accounts.models import User
from games.learning.review import my_play as own
from games.learning.review import page, selectors, services
from games.learning.review.errors import NoReview
from games.learning.review.models import Status
from games.learning.review.subject import has_played
from games.tables.errors import NoSuchTable, TableError
from games.tables.http.request import Request
from games.tables.models import Table
from games.tables.state.public import PublicTable


@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: Request, table_id: str) -> HttpResponse:
    """Show the review of an ended table, so far. By POST a player requests it, with `times` for a
    deeper one, or stops it with `answer=stop`."""
    table, found = _find(table_id, request.user.pk)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            _change(request, table_id)
        except TableError as error:
            return _show(request, table, found, alert=str(error.sentence), status=error.status)
    if request.method == "POST":
        return _to(request, table_id)
    return _show(request, table, found)


def _find(table_id: str, user_id: int | None) -> tuple[Table, PublicTable]:
    """Return the table. Raises Http404 if it cannot be reviewed."""
    try:
        return selectors.find(table_id, timezone.now(), user_id)
    except (NoSuchTable, NoReview) as error:
        raise Http404(error.sentence) from error


def _change(request: Request, table_id: str) -> None:
    if request.POST.get("answer") == "stop":
        services.stop(table_id=table_id, user=request.user)
        return
    times = 4 if request.POST.get("times") == "4" else 1
    services.ask(table_id=table_id, user=request.user, times=times, now=timezone.now())


def _to(request: Request, table_id: str) -> HttpResponse:
    stopped = request.POST.get("answer") == "stop"
    there = reverse("table" if stopped else "review", args=[table_id])
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": there})
    return HttpResponseRedirect(there, status=303)


def _show(
    request: Request, table: Table, found: PublicTable, alert: str = "", status: int = 200
) -> HttpResponse:
    shown = selectors.reviews_of(table.id).shown
    if request.htmx and shown and shown.status in (Status.DONE, Status.FAILED):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    told = page.facts(table, found, shown, request.user.pk, timezone.now())
    told |= {"alert": alert, "mine": shown is not None and shown.asked_by_id == request.user.pk}
    told["may_ask"] = request.user.is_authenticated and has_played(table, request.user)
    name = "review/part.html" if request.htmx else "review/page.html"
    response = render(request, name, told, status=status)
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_safe
@metered
def mine(request: HttpRequest) -> HttpResponse:
    """Show the reader's habits over all reviewed games, to nobody else."""
    assert isinstance(request.user, User)
    response = render(request, "review/mine.html", {"games": own.of(request.user)})
    response["Cache-Control"] = "no-store"
    return response

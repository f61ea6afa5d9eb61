"""Plans: what a player leaves for the next turn, shown to this player alone."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from accounts.sessions import Visitor
from games.tables import services
from games.tables.board import presenter
from games.tables.http import pages
from games.tables.http.actions import changing, ply_of
from games.tables.http.request import Request


@require_http_methods(["GET", "HEAD", "POST"])
def plans(request: Request, table_id: str) -> HttpResponse:
    """Show the player's lines to a script, and lead everybody else to the table; on POST keep the
    lines as the form has them."""
    there = reverse("table", args=[table_id]) + "#plans"
    if request.method == "POST":
        answer = keep(request, table_id)
        if answer.status_code == 303:
            return HttpResponseRedirect(there, status=303)
        return _filled(request, table_id, answer) if request.htmx else answer
    found = pages.find(table_id, user_id=request.user.pk)
    if not request.htmx:
        return HttpResponseRedirect(there)
    response = HttpResponse(presenter.plans(found, request.user.pk))
    response["Cache-Control"] = "no-store"
    return response


def _filled(request: Request, table_id: str, answer: HttpResponse) -> HttpResponse:
    """Put the player's lines into the board of an answer to a script."""
    if answer.status_code in (200, 422, 409):
        found = pages.find(table_id, user_id=request.user.pk)
        board = presenter.with_plans(answer.content.decode(), found, request.user.pk)
        answer.content = board.encode()
    return answer


@changing
def keep(request: Request, table_id: str, visitor: Visitor) -> None:
    """Keep the lines of the form. `keep` names the one that is new or changed, `remove` the one
    that goes, `up` the one that moves up."""
    services.keep_plans(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        lines=presenter.plan_lines(table_id, visitor.user_id, request.POST),
        ply=ply_of(request),
        now=timezone.now(),
    )

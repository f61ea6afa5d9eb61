"""Requests that change a table: each view reads the form, calls one service, and answers with the
new board."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import limits, origins, sessions
from accounts.sessions import Visitor
from accounts.views import enter_as_guest
from games.tables import services
from games.tables.board import presenter
from games.tables.errors import NotPossible, TableError, TooFast
from games.tables.http import pages
from games.tables.http.opening import check_limits, timely
from games.tables.http.request import Request
from games.tables.models import Table
from games.tables.state.public import PublicTable

View = Callable[..., HttpResponse]


def _changing(service: Callable[[Request, str, Visitor], PublicTable | None]) -> View:
    """Make a view of a POST that changes a table. It answers htmx with the new board and a plain
    form with a redirect; a refusal is answered with the board as it stands."""

    @wraps(service)
    @require_POST
    def view(request: Request, table_id: str) -> HttpResponse:
        visitor = sessions.visitor(request.session)
        try:
            if visitor.user_id is not None and not limits.allow("moves", visitor.user_id):
                raise TooFast
            after = service(request, table_id, visitor)
        except TableError as error:
            return refused(request, table_id, error)
        if request.htmx:
            return pages.show(request, after or presenter.look(table_id), visitor.user_id)
        return HttpResponseRedirect(reverse("table", args=[table_id]), status=303)

    return view


def refused(request: Request, table_id: str, error: TableError) -> HttpResponse:
    """Return the table's page with the reason of the refusal."""
    if error.status == 404:
        raise Http404(error.sentence) from error
    # A refusal may come from a session that is no longer good, so the seat's own board needs the
    # full check.
    table, user_id = pages.find(table_id), request.user.pk
    page = pages.show(request, table, user_id, alert=error.sentence, status=error.status)
    return timely(page, error)


@_changing
def act(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Play one code, several in a row, or cards that the game turns into a code."""
    ply = _ply(request)
    return services.several(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        codes=_codes(request, table_id, visitor.user_id, ply),
        ply=ply,
        now=timezone.now(),
    )


def _codes(request: Request, table_id: str, user_id: int | None, ply: int) -> list[str]:
    if "code" in request.POST:
        return [request.POST["code"]]
    if "codes" in request.POST:  # one button that stands for several, with commas between them
        return request.POST["codes"].split(",")
    return [presenter.composed(table_id, user_id, ply, request.POST.getlist("card"))]


@_changing
def undo(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Take the last action back."""
    return services.undo(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        ply=_ply(request),
        now=timezone.now(),
    )


@require_POST
def go_on(request: Request, table_id: str) -> HttpResponse:
    """Go on from the end of a deal to the next one; the fragment of the address puts it away."""
    visitor = sessions.visitor(request.session)
    if visitor.user_id is not None and limits.allow("moves", visitor.user_id):
        services.go_on(table_id=table_id, user_id=visitor.user_id, now=timezone.now())
    return HttpResponseRedirect(reverse("table", args=[table_id]) + "#board", status=303)


@_changing
def resign(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Give the game up."""
    return services.resign(
        table_id=table_id, user_id=visitor.user_id, stamp=visitor.stamp, now=timezone.now()
    )


@_changing
def draw(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Offer a draw or agree to one; with `answer=no` decline it."""
    return services.draw(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=request.POST.get("answer") != "no",
        now=timezone.now(),
    )


@_changing
def abort(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Break the game off or agree to it; `answer=ask` asks the others, `answer=no` declines."""
    answer = request.POST.get("answer")
    return services.abort(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=answer != "no",
        ask=answer == "ask",
        shown=_number(request.POST.get("walkouts", ""), digits=8),
        now=timezone.now(),
    )


def _number(text: str, digits: int) -> int | None:
    """Return the number in a field; None if there is none, or if it has more digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def _ply(request: Request) -> int:
    ply = _number(request.POST.get("ply", ""), digits=8)
    if ply is None:
        raise NotPossible(_("The request did not say which move it answers. Nothing was played."))
    return ply


def _before_the_start(service: Callable[[Request, str], None]) -> View:
    """Make a view of a POST before the start. A visitor without an account is asked to log in and
    comes back; with `as=guest` the visitor becomes a guest instead."""

    @wraps(service)
    @require_POST
    def view(request: Request, table_id: str) -> HttpResponse:
        if not request.user.is_authenticated and not _becomes_guest(request):
            return _log_in(reverse("table", args=[table_id]))
        return changing(request, table_id)

    @_changing
    def changing(request: Request, table_id: str, visitor: Visitor) -> None:
        service(request, table_id)

    return view


def _becomes_guest(request: Request) -> bool:
    return request.POST.get("as") == "guest" and enter_as_guest(request)


def _log_in(then: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('account_login')}?next={then}", status=303)


@_before_the_start
def sit(request: Request, table_id: str) -> None:
    """Take a seat, or the first free one."""
    services.sit(
        table_id=table_id,
        user=request.user,
        number=_number(request.POST.get("seat", ""), digits=2),
        nonce=request.POST.get("nonce", ""),
        origin=origins.of(request),
        now=timezone.now(),
    )


@_before_the_start
def stand(request: Request, table_id: str) -> None:
    """Leave the seat."""
    services.stand(table_id=table_id, user=request.user, now=timezone.now())


@_before_the_start
def start(request: Request, table_id: str) -> None:
    """Start with fewer players than asked."""
    services.start(table_id=table_id, user=request.user, now=timezone.now())


@require_POST
def known(request: Request, table_id: str) -> HttpResponse:
    """Put away what the board says to somebody's first game, for as long as the session lasts."""
    table = pages.find(table_id)
    request.session[pages.KNOWN] = sorted({*request.session.get(pages.KNOWN, ()), table.game})
    if request.htmx:
        return pages.show(request, table, request.user.pk)
    return HttpResponseRedirect(reverse("table", args=[table_id]), status=303)


@require_POST
def rematch(request: Request, table_id: str) -> HttpResponse:
    """Open a rematch, or sit down at the one that is open already."""
    if not request.user.is_authenticated:
        return _log_in(reverse("table", args=[table_id]))
    try:
        check_limits(request, bots=Table.objects.filter(pk=table_id, bots__gt=0).exists())
        again = services.rematch(
            table_id=table_id,
            user=request.user,
            nonce=request.POST.get("nonce", ""),
            origin=origins.of(request),
            now=timezone.now(),
        )
    except TableError as error:
        return refused(request, table_id, error)
    there = reverse("table", args=[again.id])
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": there})
    return HttpResponseRedirect(there, status=303)

"""Requests that change a table: each view reads the form, calls one service, and answers with the
new board."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits, sessions
from accounts.sessions import Visitor
from games.digits import number
from games.tables import services
from games.tables.board import presenter
from games.tables.errors import NotPossible, TableError, TooFast
from games.tables.http import dismissed_intros, pages
from games.tables.http.new_table import timely
from games.tables.http.request import Request
from games.tables.state.public import PublicTable

View = Callable[..., HttpResponse]


def changing(service: Callable[[Request, str, Visitor], PublicTable | None]) -> View:
    """Make a view of a POST that changes a table. It answers htmx with the new board, or only with
    its version if the page has an open socket, and a plain form with a redirect; a refusal is
    answered with the board as it stands."""

    @wraps(service)
    @require_POST
    def view(request: Request, table_id: str) -> HttpResponse:
        visitor = sessions.visitor(request.session)
        try:
            if visitor.user_id is not None and not limits.allow("moves", visitor.user_id):
                raise TooFast
            if "ply" in request.POST:  # of which the answer speaks when all is done
                ply_of(request)
            after = service(request, table_id, visitor)
        except TableError as error:
            return refused(request, table_id, error)
        return _receipted(request, after, _done(request, table_id, visitor.user_id, after))

    return view


def _done(
    request: Request, table_id: str, user_id: int | None, after: PublicTable | None
) -> HttpResponse:
    if request.htmx and after is not None and "Fairdeal-Socket" in request.headers:
        return pages.pushed(after)
    if request.htmx:
        return pages.show(request, after or presenter.look(table_id, user_id), user_id)
    return HttpResponseRedirect(reverse("table", args=[table_id]), status=303)


def _receipted(request: Request, after: PublicTable | None, answer: HttpResponse) -> HttpResponse:
    """Add the hash of the entry that a move wrote, or of the last one of several."""
    if after is not None and "ply" in request.POST:
        several = request.POST.get("codes", "").count(",") if "code" not in request.POST else 0
        answer["Fairdeal-Receipt"] = presenter.receipt(after, ply_of(request) + several)
    return answer


def refused(request: Request, table_id: str, error: TableError) -> HttpResponse:
    """Return the table's page with the reason of the refusal."""
    if error.status == 404:
        raise Http404(error.sentence) from error
    # A refusal may come from a session that is no longer good, so the seat's own board needs the
    # full check.
    user_id = request.user.pk
    table = pages.find(table_id, user_id=user_id)
    page = pages.show(request, table, user_id, alert=error.sentence, status=error.status)
    return timely(page, error)


@changing
def act(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Play one code, several in a row, or cards that the game turns into a code."""
    ply = ply_of(request)
    return services.several(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        codes=_codes(request, table_id, visitor.user_id, ply),
        ply=ply,
        now=timezone.now(),
    )


async def act_in_loop(request: Request, table_id: str, visitor: Visitor) -> HttpResponse | None:
    """Answer a move for htmx in the event loop, by one statement and without a thread. None if it
    needs more or was not written: then `act` answers."""
    try:
        ply = ply_of(request)
    except NotPossible:
        return None
    move = services.prepare(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        codes=_named(request) or (),
        cards=request.POST.getlist("card"),
        ply=ply,
        now=timezone.now(),
    )
    if move is None or not await limits.allow_in_loop("moves", visitor.user_id):
        return None
    after = await services.play(move)
    if after is None:
        return None
    return _receipted(request, after, _done(request, table_id, visitor.user_id, after))


def _named(request: Request) -> list[str] | None:
    """Return the codes of a form; None if it has cards."""
    if "code" in request.POST:
        return [request.POST["code"]]
    if "codes" in request.POST:  # one button that stands for several, with commas between them
        return request.POST["codes"].split(",")
    return None


def _codes(request: Request, table_id: str, user_id: int | None, ply: int) -> list[str]:
    return _named(request) or [
        presenter.composed(table_id, user_id, ply, request.POST.getlist("card"))
    ]


@changing
def undo(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Take the last action back."""
    return services.undo(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        ply=ply_of(request),
        now=timezone.now(),
    )


@changing
def takeback(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Ask the others for one's last action, or agree to it; with `answer=no` decline it."""
    return services.take_back_together(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        ply=ply_of(request),
        agree=request.POST.get("answer") != "no",
        now=timezone.now(),
    )


@changing
def slower(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Offer to go on by correspondence, or agree to it; with `answer=no` decline it."""
    return services.slow_down(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=request.POST.get("answer") != "no",
        now=timezone.now(),
    )


@changing
def hint(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Ask for a hint; with `hide` hide it."""
    user_id, stamp, now = visitor.user_id, visitor.stamp, timezone.now()
    if "hide" in request.POST:
        return services.hide_hint(table_id=table_id, user_id=user_id, stamp=stamp, now=now)
    ply = ply_of(request)
    return services.ask_hint(table_id=table_id, user_id=user_id, ply=ply, now=now, stamp=stamp)


@require_POST
def go_on(request: Request, table_id: str) -> HttpResponse:
    """Go on from the end of a deal to the next one; the fragment of the address puts it away."""
    visitor = sessions.visitor(request.session)
    if visitor.user_id is not None and limits.allow("moves", visitor.user_id):
        services.go_on(table_id=table_id, user_id=visitor.user_id, now=timezone.now())
    return HttpResponseRedirect(reverse("table", args=[table_id]) + "#board", status=303)


@changing
def pause(request: Request, table_id: str, visitor: Visitor) -> None:
    """Store whether bots pause before they move; with `off` they do not."""
    services.pause(
        table_id=table_id,
        user_id=request.user.pk,
        wanted="off" not in request.POST,
        now=timezone.now(),
    )


@changing
def resign(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Give the game up."""
    return services.resign(
        table_id=table_id, user_id=visitor.user_id, stamp=visitor.stamp, now=timezone.now()
    )


@changing
def draw(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Offer a draw or agree to one; with `answer=no` decline it."""
    return services.draw(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=request.POST.get("answer") != "no",
        now=timezone.now(),
    )


@changing
def abort(request: Request, table_id: str, visitor: Visitor) -> PublicTable:
    """Break the game off or agree to it; `answer=ask` asks the others, `answer=no` declines."""
    answer = request.POST.get("answer")
    return services.abort(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=answer != "no",
        ask=answer == "ask",
        shown=number(request.POST.get("walkouts", ""), 8, None),
        now=timezone.now(),
    )


def ply_of(request: Request) -> int:
    """Return the ply of the board that a form was sent from. Raises NotPossible."""
    ply = number(request.POST.get("ply", ""), 8, None)
    if ply is None:
        raise NotPossible(_("The request did not say which move it answers. Nothing was played."))
    return ply


@require_POST
def known(request: Request, table_id: str) -> HttpResponse:
    """Dismiss the introduction to a first game, on this device."""
    table = pages.find(table_id, user_id=request.user.pk)
    response: HttpResponse = HttpResponseRedirect(reverse("table", args=[table_id]), status=303)
    if request.htmx:
        response = pages.show(request, table, request.user.pk)
    dismissed_intros.put_away(request, response, table.game)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def plans(request: Request, table_id: str) -> HttpResponse:
    """Show the player's plans to a script, and redirect others to the table; on POST store them as
    the form has them."""
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
    """Store the lines of the form. `keep`: the new or changed one; `remove`: the deleted one; `up`:
    the one that moves up."""
    services.keep_plans(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        lines=presenter.plan_lines(table_id, visitor.user_id, request.POST),
        ply=ply_of(request),
        now=timezone.now(),
    )

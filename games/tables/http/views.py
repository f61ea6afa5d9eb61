"""Doors over HTTP: parse, ask, call one service, render. Every form is a plain form; htmx gets the
board alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts import limits, origins, sessions
from accounts.metering import metered
from accounts.views import enter_as_guest
from games import registry
from games.epoch import milliseconds
from games.screens import clocks, share_card
from games.tables import services
from games.tables.board import moments, presenter
from games.tables.errors import NoSuchTable, NotPossible, TableError, TooFast
from games.tables.http.opening import check_limits, timely
from games.tables.live import local_sockets, presence
from games.tables.models import Table
from games.tables.proof import fairness

View = Callable[..., HttpResponse]


# --- looking
# ----------------------------------------------------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table; `?ply=N` one moment of it, `&eyes=` through whose eyes; for htmx the board alone,
    or 204 if `?version=` has it already."""
    if "ply" in request.GET:
        return _moment(request, table_id)
    snapshot = _found(table_id)
    user_id = request.user.pk
    if user_id is not None and snapshot.seated(user_id) is not None:
        presence.look(snapshot.id, user_id)
    if request.htmx and request.GET.get("version") == str(snapshot.version):  # type: ignore[attr-defined]
        return _dated(HttpResponse(status=204))
    return _show(request, snapshot, user_id)


@metered
def _moment(request: HttpRequest, table_id: str) -> HttpResponse:
    snapshot = _found(table_id, presenter.glance)
    try:
        board = presenter.moment(snapshot, request.user.pk, request.GET)
    except TableError as error:
        raise Http404(error.sentence) from error
    return _shown(request, snapshot, board, "tables/replay.html")


@require_safe
@metered
def log(request: HttpRequest, table_id: str) -> HttpResponse:
    """The log in words, oldest first: `?page=N` of it, by default the first of a game that has
    ended, and the newest of one that runs."""
    snapshot = _found(table_id, presenter.glance)
    number = _page(request.GET.get("page", "1" if snapshot.status == "ended" else ""))
    found = presenter.log_page(snapshot, request.user.pk, number)
    if found is None:
        raise Http404
    page, turns = found
    facts = {
        "table": snapshot.header,
        "page": page,
        "turns": turns,
        "replayable": moments.possible(snapshot.header),
    }
    return render(request, "tables/log.html", facts)


def _page(text: str) -> int | None:
    """The number of a page; None if none is asked for, and 0, which is no page's, for what is no
    number."""
    return (
        (int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0) if text else None
    )


@require_GET
@metered
def transcript(request: HttpRequest, table_id: str) -> HttpResponse:
    """The transcript as text, once every card may be known."""
    snapshot = _found(table_id, presenter.glance)
    if snapshot.status != "ended" or not snapshot.header.begun:
        raise Http404
    return HttpResponse(fairness.transcript(snapshot.id), content_type="text/plain; charset=utf-8")


@require_safe
@metered
def card(request: HttpRequest, table_id: str) -> HttpResponse:
    """The picture of a game that has ended, for links; whoever has the link of a private table may
    look."""
    snapshot = _found(table_id, presenter.glance)
    facts = presenter.card(snapshot)
    if facts is None:
        raise Http404
    picture, tag = share_card.png(share_card.draw(facts, bool(fairness.proof(snapshot.id).ok)))
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = (
        "private, max-age=86400" if snapshot.private else "public, max-age=86400"
    )
    response["ETag"] = f'"{tag}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


@require_safe
@metered
def fair(request: HttpRequest, table_id: str) -> HttpResponse:
    """What was sealed, and, after the end, whether every deal follows from it."""
    snapshot = _found(table_id, presenter.glance)
    facts = {"table": snapshot.header, "proof": fairness.proof(snapshot.id)}
    suits = registry.screen(snapshot.game).suits
    return render(request, "tables/fair.html", facts | {"suits": suits})


@require_GET
@metered
def fair_json(request: HttpRequest, table_id: str) -> HttpResponse:
    """The same for the stand-alone script."""
    proof = fairness.proof(_found(table_id, presenter.glance).id)
    if not proof.opened:
        raise Http404
    return JsonResponse(proof.as_json(), json_dumps_params={"indent": 1})


def _found(table_id: str, look: Callable[[str], Any] = presenter.look) -> Any:
    """The table; whoever looks at one where somebody's time is up lets the flag fall."""
    try:
        snapshot = look(table_id)
        now = timezone.now()
        if (
            snapshot.status == "running"
            and snapshot.flag_at is not None
            and snapshot.flag_at <= now
        ):
            services.flag(table_id=table_id, now=now)
            snapshot = look(table_id)
    except NoSuchTable as error:
        raise Http404(error.sentence) from error
    return snapshot


def _show(
    request: HttpRequest,
    snapshot: Any,
    user_id: int | None,
    *,
    alert: Any = None,
    status: int = 200,
) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(
            request,
            snapshot,
            presenter.board(snapshot, user_id, alert=alert),
            "tables/table.html",
            status,
        )
    with timezone.override(_zone(request)):
        board = presenter.board(snapshot, user_id, alert=alert, now=timezone.now())
    return _shown(request, snapshot, board, "tables/table.html", status)


def _zone(request: HttpRequest) -> ZoneInfo | None:
    """Of whoever looks, if they have said so. A browser with JavaScript knows its own."""
    try:
        return ZoneInfo(request.user.zone) if request.user.zone else None  # type: ignore[union-attr]
    except (AttributeError, ValueError, ZoneInfoNotFoundError):
        return None


def _shown(
    request: HttpRequest, snapshot: Any, board: str, page: str, status: int = 200
) -> HttpResponse:
    """A board, in its page unless htmx asks."""
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(board, status=status)
    else:
        facts = {
            "table": snapshot.header,
            "summary": clocks.summary(snapshot.control, snapshot.rated),
        }
        facts |= {
            "now": milliseconds(timezone.now()),
            "board": mark_safe(board),
            "picture": _picture(snapshot),
        }
        facts["bot_thinks"] = bool(snapshot.bots_to_act)
        # of the game's own board, if it needs one
        facts["script"] = registry.screen(snapshot.game).script
        response = render(request, page, facts, status=status)
    response["Cache-Control"] = "no-store"
    return _dated(response)


def _picture(snapshot: Any) -> dict[str, Any] | None:
    """What the head of a page says of the table's picture, if it has one that everybody may
    find."""
    facts = None if snapshot.private else presenter.result(snapshot)
    if facts is None:
        return None
    address = settings.BASE_URL + reverse("card", args=[snapshot.id])
    return {
        "address": address,
        "width": share_card.WIDTH,
        "height": share_card.HEIGHT,
        "words": facts.words,
    }


def _dated(response: HttpResponse) -> HttpResponse:
    """With the server's time, so that clocks on screens are right where the computer's own is
    wrong."""
    response["Fairdeal-Time"] = str(milliseconds(timezone.now()))
    return response


# --- doing
# ------------------------------------------------------------------------------------------------------


def _door(service: Callable[[HttpRequest, str, sessions.Visitor], Any]) -> View:
    """A POST that changes a table: the new board for htmx, a redirect for a plain form, a refusal
    with the board as it stands."""

    @wraps(service)
    @require_POST
    @services.rings_held()
    def view(request: HttpRequest, table_id: str) -> HttpResponse:
        visitor = sessions.visitor(request.session)
        try:
            if visitor.user_id is not None and not limits.allow("moves", visitor.user_id):
                raise TooFast
            snapshot = service(request, table_id, visitor)
        except TableError as error:
            return refused(request, table_id, error)
        if snapshot is not None:
            local_sockets.tell(snapshot, visitor.user_id)
        if request.htmx:  # type: ignore[attr-defined]
            return _show(request, snapshot or presenter.look(table_id), visitor.user_id)
        return HttpResponseRedirect(reverse("table", args=[table_id]), status=303)

    return view


def refused(request: HttpRequest, table_id: str, error: TableError) -> HttpResponse:
    """Return the table's page with the sentence that says why not."""
    if error.status == 404:
        raise Http404(error.sentence) from error
    # A refusal may come from a session that is no longer good, so the seat's own board needs the
    # full check.
    return timely(
        _show(
            request, _found(table_id), request.user.pk, alert=error.sentence, status=error.status
        ),
        error,
    )


@_door
def act(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> Any:
    ply = _ply(request)
    codes = _codes(request, table_id, visitor.user_id, ply)
    return services.several(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        codes=codes,
        ply=ply,
        now=timezone.now(),
    )


def _codes(request: HttpRequest, table_id: str, user_id: int | None, ply: int) -> list[str]:
    """One `code`; or `codes`, several that one button stands for, with commas between them; or
    cards, which the game makes a code of."""
    if "code" in request.POST:
        return [request.POST["code"]]
    if "codes" in request.POST:
        return request.POST["codes"].split(",")
    return [presenter.composed(table_id, user_id, ply, request.POST.getlist("card"))]


@_door
def undo(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> Any:
    return services.undo(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        ply=_ply(request),
        now=timezone.now(),
    )


@_door
def resign(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> Any:
    return services.resign(
        table_id=table_id, user_id=visitor.user_id, stamp=visitor.stamp, now=timezone.now()
    )


@_door
def draw(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> Any:
    agree = request.POST.get("answer") != "no"
    return services.draw(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=agree,
        now=timezone.now(),
    )


@_door
def abort(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> Any:
    answer, told = request.POST.get("answer"), request.POST.get("walkouts", "")
    return services.abort(
        table_id=table_id,
        user_id=visitor.user_id,
        stamp=visitor.stamp,
        agree=answer != "no",
        ask=answer == "ask",
        shown=int(told) if told.isascii() and told.isdigit() and len(told) < 9 else None,
        now=timezone.now(),
    )


def _ply(request: HttpRequest) -> int:
    text = request.POST.get("ply", "")
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise NotPossible(_("The request did not say which move it answers. Nothing was played."))
    return int(text)


def _seated_door(service: Callable[[HttpRequest, str], None]) -> View:
    """Doors before the start: whoever is not logged in is asked to, and comes back."""

    @wraps(service)
    @require_POST
    def view(request: HttpRequest, table_id: str) -> HttpResponse:
        if not request.user.is_authenticated and not _as_guest(request):
            return _sign_in(reverse("table", args=[table_id]))
        return door(request, table_id)

    @_door
    def door(request: HttpRequest, table_id: str, visitor: sessions.Visitor) -> None:
        service(request, table_id)

    return view


def _as_guest(request: HttpRequest) -> bool:
    """Somebody who came by a link sits down with one click: `as=guest` makes a guest of a stranger
    on the way."""
    return request.POST.get("as") == "guest" and enter_as_guest(request)


def _sign_in(then: str) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('account_login')}?next={then}", status=303)


@_seated_door
def sit(request: HttpRequest, table_id: str) -> None:
    number = request.POST.get("seat", "")
    services.sit(
        table_id=table_id,
        user=request.user,  # type: ignore[arg-type]
        number=int(number) if number.isascii() and number.isdigit() and len(number) < 3 else None,
        nonce=request.POST.get("nonce", ""),
        origin=origins.of(request),
        now=timezone.now(),
    )


@_seated_door
def stand(request: HttpRequest, table_id: str) -> None:
    services.stand(table_id=table_id, user=request.user, now=timezone.now())  # type: ignore[arg-type]


@_seated_door
def start(request: HttpRequest, table_id: str) -> None:
    services.start(table_id=table_id, user=request.user, now=timezone.now())  # type: ignore[arg-type]


@require_POST
def rematch(request: HttpRequest, table_id: str) -> HttpResponse:
    """The same again: on to the new table, whoever of the players asked first."""
    if not request.user.is_authenticated:
        return _sign_in(reverse("table", args=[table_id]))
    try:
        check_limits(request, bots=Table.objects.filter(pk=table_id, bots__gt=0).exists())
        more = {"nonce": request.POST.get("nonce", ""), "origin": origins.of(request)}
        table = services.rematch(table_id=table_id, user=request.user, now=timezone.now(), **more)
    except TableError as error:
        return refused(request, table_id, error)
    there = reverse("table", args=[table.id])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": there})
    return HttpResponseRedirect(there, status=303)

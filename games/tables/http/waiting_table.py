"""Requests about a waiting table, and about rematches: each view reads the form, calls one service,
and answers with the new board or a redirect to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import address_hashes, admission, limits
from accounts.metering import metered
from accounts.row_views import to_login
from accounts.sessions import Visitor
from accounts.too_many import too_many
from accounts.views import enter_as_guest, next_url
from games.digits import number
from games.tables import services
from games.tables.board import presenter
from games.tables.errors import TableError, TooFast
from games.tables.http.actions import View, changing, refused
from games.tables.http.new_table import check_limits
from games.tables.http.pages import find
from games.tables.http.request import Request
from games.tables.models import Level, Table


def _before_the_start(service: Callable[[Request, str], None]) -> View:
    """Make a view of a POST before the start. A visitor without an account is asked to log in and
    comes back; with `as=guest` the visitor becomes a guest instead."""

    @wraps(service)
    @require_POST
    def view(request: Request, table_id: str) -> HttpResponse:
        if not request.user.is_authenticated and not _becomes_guest(request):
            return to_login(reverse("table", args=[table_id]))
        return changed(request, table_id)

    @changing
    def changed(request: Request, table_id: str, visitor: Visitor) -> None:
        service(request, table_id)

    return view


def _becomes_guest(request: Request) -> bool:
    try:
        return request.POST.get("as") == "guest" and enter_as_guest(request)
    except admission.NoGuests:  # the switch was turned while the page was open
        return False


@_before_the_start
def sit(request: Request, table_id: str) -> None:
    """Take a seat, or the first free one."""
    services.sit(
        table_id=table_id,
        user=request.user,
        number=number(request.POST.get("seat", ""), 2, None),
        nonce=request.POST.get("nonce", ""),
        origin=address_hashes.of(request),
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


@_before_the_start
def bot(request: Request, table_id: str) -> None:
    """Give a `seat` to a bot, whose level stands in a field with the seat's number, or with `empty`
    take a seat from its bot."""
    sent, user, now = request.POST, request.user, timezone.now()
    emptied = number(sent.get("empty", ""), 2, None)
    if emptied is not None:
        services.empty_seat(table_id=table_id, user=user, number=emptied, now=now)
        return
    if user.is_guest and not limits.allow("guest_bot_games", limits.address(request)):
        raise TooFast
    seat = number(sent.get("seat", ""), 2, None)
    level = sent.get(f"bot-{seat}", Level.CLUB)
    services.give_to_bot(
        table_id=table_id, user=user, number=-1 if seat is None else seat, level=level, now=now
    )


@_before_the_start
def unrate(request: Request, table_id: str) -> None:
    """Make the table unrated."""
    services.unrate(table_id=table_id, user=request.user, now=timezone.now())


@_before_the_start
def open_to_all(request: Request, table_id: str) -> None:
    """Release the reserved seats of a rematch."""
    services.open_to_all(table_id=table_id, host=request.user, now=timezone.now())


@require_POST
def invite(request: Request, table_id: str) -> HttpResponse:
    """Invite somebody by `name`, or with one tap (`who`), and show the table again."""
    there = reverse("table", args=[table_id])
    if not request.user.is_authenticated:
        return to_login(there)
    try:
        if not limits.allow("invitations", request.user.pk):
            raise TooFast
        sent, now = request.POST, timezone.now()
        name = sent.get("who") or sent.get("name", "")
        user = services.invite_by_name(table_id=table_id, by=request.user, name=name, now=now)
    except TableError as error:
        return refused(request, table_id, error)
    # The same for everybody: who takes e-mails is nobody's business.
    messages.success(request, _("%(name)s has been invited.") % {"name": user.name})
    return HttpResponseRedirect(there, status=303)


@_before_the_start
def withdraw(request: Request, table_id: str) -> None:
    """Withdraw the invitation of a `user`."""
    asked = number(request.POST.get("user", ""), 9, None)
    services.withdraw(table_id=table_id, host=request.user, user_id=asked, now=timezone.now())


@require_POST
def decline(request: Request, table_id: str) -> HttpResponse:
    """Decline an invitation and go where the page says (`next`), or to the lobby."""
    if not request.user.is_authenticated:
        return to_login(reverse("table", args=[table_id]))
    try:
        services.decline(table_id=table_id, user=request.user, now=timezone.now())
    except TableError as error:
        return refused(request, table_id, error)
    return _to(request, next_url(request))


def _to(request: Request, there: str) -> HttpResponse:
    """Redirect to a page, also for htmx, which follows no redirect to another page."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": iri_to_uri(there)})
    return HttpResponseRedirect(there, status=303)


@require_POST
def rematch(request: Request, table_id: str) -> HttpResponse:
    """Open a rematch, or sit down at the one that is open already; with `answer=no` decline it."""
    if not request.user.is_authenticated:
        return to_login(reverse("table", args=[table_id]))
    if request.POST.get("answer") == "no":
        return _no_rematch(request, table_id)
    try:
        check_limits(request, bots=Table.objects.filter(pk=table_id, bots__gt=0).exists())
        again = services.rematch(
            table_id=table_id,
            user=request.user,
            nonce=request.POST.get("nonce", ""),
            origin=address_hashes.of(request),
            now=timezone.now(),
        )
    except TableError as error:
        return refused(request, table_id, error)
    return _to(request, reverse("table", args=[again.id]))


@changing
def _no_rematch(request: Request, table_id: str, visitor: Visitor) -> None:
    services.decline_rematch(table_id=table_id, user=request.user, now=timezone.now())


@require_POST
@metered
def play_on(request: Request, table_id: str) -> HttpResponse:
    """Open a game that goes on from a moment of an ended one (`ply`, with the reader in `seat`),
    and redirect to it. A visitor without an account becomes a guest, if there is such a table."""
    find(table_id, presenter.glance, request.user.pk)
    if not enter_as_guest(request):
        return too_many(request)
    ply, seat = (number(request.POST.get(name, ""), 6, None) for name in ("ply", "seat"))
    try:
        check_limits(request, bots=True)
        table = services.play_on(
            table_id=table_id,
            ply=ply or 0,
            seat=-1 if seat is None else seat,
            user=request.user,
            now=timezone.now(),
        )
    except TableError as error:
        return refused(request, table_id, error)
    messages.success(request, _("What this seat could not see was dealt again."))
    return _to(request, reverse("table", args=[table.id]))

"""Views that open a table: the form, and one click for a game against bots. Both are plain forms
without htmx."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from accounts import address_hashes, limits
from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games import registry
from games.tables import services
from games.tables.errors import BotsAway, BotsBusy, TableError, TooFast
from games.tables.http.forms import NewTable
from games.tables.models import Level, Status, Table


@ensure_csrf_cookie
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table, or open the table and redirect to its page. A form that is
    sent twice opens one table. A visitor without an account becomes a guest by sending it."""
    if request.method != "POST":
        reader = request.user if request.user.is_authenticated else None
        offered = NewTable.offered(request.GET.dict(), reader)
        return render(request, "tables/new.html", {"form": offered})
    if not enter_as_guest(request):
        return too_many(request)
    form = NewTable(request.POST.get("game", ""), request.POST, request.user)  # type: ignore[arg-type]
    try:
        check_limits(request, bots=bool(form.bots))
        more = form.terms() | {"key": form.key, "origin": address_hashes.of(request)}
        opened = services.open_table(creator=request.user, now=timezone.now(), **more)  # type: ignore[arg-type]
    except TableError as error:
        return _refused(request, form, error)
    if form.invite and opened.status == Status.OPEN:
        _invite(request, opened, form.invite)
    return _to(opened)


def _invite(request: HttpRequest, opened: Table, name: str) -> None:
    """Invite the user for whom the table was opened. A refusal is said on the table's page."""
    try:
        if not limits.allow("invitations", request.user.pk):
            raise TooFast
        user = services.invite_by_name(
            table_id=opened.id,
            by=request.user,  # type: ignore[arg-type]
            name=name,
            now=timezone.now(),
        )
    except TableError as error:
        messages.warning(request, str(error.sentence))
    else:
        messages.success(request, _("%(name)s has been invited.") % {"name": user.name})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table against bots and redirect to its page.

    The POST names the `game`, and perhaps a level as `bot` (Club by default). The front page has
    one choice of levels for all games: instead of a level that this game has not, its strongest bot
    sits down. A visitor without an account becomes a guest.
    """
    if not enter_as_guest(request):
        return too_many(request)
    game, level = request.POST.get("game", ""), request.POST.get("bot", "") or Level.CLUB
    if level in Level.values and level not in registry.levels(game):
        level = registry.levels(game)[-1]
    try:
        check_limits(request, bots=True)
        return _to(services.play_now(user=request.user, game=game, level=level, now=timezone.now()))  # type: ignore[arg-type]
    except TableError as error:
        # Without bots the page offers a table for people.
        people = isinstance(error, (BotsBusy, BotsAway))
        wanted = {"game": game} if people else {"game": game, "bot": level}
        form = NewTable.offered(wanted, request.user)  # type: ignore[arg-type]
        return _refused(request, form, error)


def check_limits(request: HttpRequest, *, bots: bool) -> None:
    """Raise TooFast if this user, or the guests from this address, open tables too fast."""
    user = request.user
    if not limits.allow("new_tables", user.pk):
        raise TooFast
    if bots and user.is_guest and not limits.allow("guest_bot_games", limits.address(request)):  # type: ignore[union-attr]
        raise TooFast


def timely(response: HttpResponse, error: TableError) -> HttpResponse:
    """Add Retry-After to a refusal, if known; return it."""
    if error.wait is not None:
        response["Retry-After"] = str(error.wait)
    return response


def _to(table: Table) -> HttpResponse:
    return HttpResponseRedirect(reverse("table", args=[table.id]), status=303)


def _refused(request: HttpRequest, form: NewTable, error: TableError) -> HttpResponse:
    return timely(
        render(
            request, "tables/new.html", {"form": form, "alert": error.sentence}, status=error.status
        ),
        error,
    )

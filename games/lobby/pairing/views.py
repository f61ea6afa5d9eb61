"""The page of the search for an opponent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST

from accounts import address_hashes, limits
from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games.digits import number
from games.kernel import clock as clocks
from games.lobby.pairing import selectors, services
from games.lobby.pairing.models import Ticket
from games.registry import engines, screen
from games.screens import clocks as clock_words
from games.tables import services as tables
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits
from games.tables.http.request import Request
from games.tables.models import Level

OFFER = 20
"""Seconds after which a bot is offered."""


@never_cache
@ensure_csrf_cookie
def find(request: Request) -> HttpResponse:
    """Show the terms or the running search, or start one, which makes a visitor a guest. Without
    JavaScript the page refreshes itself, as a heartbeat."""
    if request.method == "POST":
        return _search(request)
    if request.user.is_authenticated and "again" not in request.GET:
        ticket = _heartbeat(request, "")
        if ticket and ticket.found_at and ticket.found_at > timezone.now() - 4 * selectors.HERE:
            return HttpResponseRedirect(reverse("table", args=[ticket.table_id]))
    return _page(request)


def _heartbeat(request: Request, nonce: str) -> Ticket | None:
    """Record a heartbeat, try to match, and return the newest live ticket."""
    now = timezone.now()
    ticket = services.keep_alive(user_id=request.user.pk, nonce=nonce, now=now)
    if ticket is not None and ticket.found_at is None:
        services.match(ticket_id=ticket.pk, now=now)
        ticket = Ticket.objects.filter(pk=ticket.pk).first()
    return ticket


def _search(request: Request) -> HttpResponse:
    if refused := services.refusal(request.POST.get("game", ""), _clock(request)):
        return _page(request, refused, 422)
    if not enter_as_guest(request):
        return too_many(request)
    if not limits.allow("looking", request.user.pk):
        return too_many(request)
    try:
        ticket = services.search(
            user=request.user,
            game=request.POST.get("game", ""),
            clock=_clock(request),
            rated=request.POST.get("rated") == "on",
            origin=address_hashes.of(request),
            now=timezone.now(),
        )
    except TableError as error:
        return _page(request, str(error.sentence), error.status)
    table = None if ticket.live else services.match(ticket_id=ticket.pk, now=timezone.now())
    if table is not None:
        return HttpResponseRedirect(reverse("table", args=[table.id]), status=303)
    if not ticket.live:
        messages.success(request, _("You will find the game under “Your turn” once it begins."))
    return HttpResponseRedirect(reverse("find"), status=303)


def _clock(request: Request) -> str:
    return request.POST.get("clock", "normal")


def _page(request: Request, alert: str = "", status: int = 200) -> HttpResponse:
    now, user = timezone.now(), request.user
    waits = selectors.mine(user.pk) if user.is_authenticated else []
    live = next((each for each in waits if each.live), None)
    data = {**request.GET.dict(), **request.POST.dict()}
    game = data.get("game", "") if data.get("game", "") in engines() else next(iter(engines()))
    facts: dict[str, Any] = {
        "games": [engine for engine in engines().values() if 2 in engine.seats],
        "game": game,
        "clocks": [(name, clock_words.brief(clocks.stored(name))) for name in services.CLOCKS],
        "clock": data.get("clock", "normal"),
        "rated": data.get("rated") == "on",
        "may_rate": user.is_authenticated and not user.is_guest,
        "looking": _row(live) if live else None,
        "waits": [_row(each) for each in waits if not each.live],
        "waited": int((now - live.made_at).total_seconds()) if live else 0,
        "offer": OFFER,
        "alert": alert,
    }
    shown = live.game if live else game
    facts["usual"] = words_for(selectors.median_wait(shown, True, now))
    facts["mine"] = selectors.rating(user.pk, shown) if facts["may_rate"] else None
    usual = selectors.median_wait(shown, True, now)
    facts["usual_seconds"] = int(usual.total_seconds()) if usual else 0
    return render(request, "pairing/find.html", facts, status=status)


def _row(ticket: Ticket) -> dict[str, Any]:
    return {
        "ticket": ticket,
        "title": engines()[ticket.game].title if ticket.game in engines() else ticket.game,
        "cover": screen(ticket.game).about.cover if ticket.game in engines() else "",
        "terms": clock_words.summary(clocks.stored(ticket.clock), ticket.rated),
    }


def words_for(usual: timedelta | None) -> str:
    """Return the usual time of a search in words: "40 s", "3 minutes"; "" if unknown."""
    if usual is None:
        return ""
    seconds = round(usual.total_seconds())
    if seconds < 90:
        return _("%(count)s s") % {"count": seconds}
    minutes = round(seconds / 60)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


@never_cache
@require_POST
def beat(request: Request) -> HttpResponse:
    """Record a heartbeat; answer with `table`, the address of a table found, and `looking`, whether
    the search goes on."""
    if not request.user.is_authenticated:
        raise Http404
    ticket = _heartbeat(request, request.POST.get("nonce", ""))
    found = ticket is not None and ticket.found_at is not None
    at = reverse("table", args=[ticket.table_id]) if found and ticket else ""
    return JsonResponse({"looking": ticket is not None and not found, "table": at})


@never_cache
@require_POST
def stop(request: Request) -> HttpResponse:
    """Withdraw a ticket."""
    if not request.user.is_authenticated:
        raise Http404
    ticket = number(request.POST.get("ticket", ""), 18, None)
    if ticket is not None:
        services.stop(user_id=request.user.pk, ticket_id=ticket)
    return HttpResponseRedirect(reverse("find") + "?again=1", status=303)


@never_cache
@require_POST
def bot(request: Request) -> HttpResponse:
    """Open a table against a bot; the search goes on while it is watched."""
    if not request.user.is_authenticated:
        raise Http404
    ticket = selectors.live(request.user.pk)
    if ticket is None:
        return HttpResponseRedirect(reverse("find"), status=303)
    if ticket.found_at is not None:
        return HttpResponseRedirect(reverse("table", args=[ticket.table_id]), status=303)
    try:
        check_limits(request, bots=True)
        table = tables.play_now(
            user=request.user, game=ticket.game, level=Level.CLUB, now=timezone.now()
        )
    except TableError as error:
        return _page(request, str(error.sentence), error.status)
    services.wait_with_a_bot(user_id=request.user.pk, table_id=table.id)
    messages.info(request, _("The search goes on. “Your turn” lights up when it finds somebody."))
    return HttpResponseRedirect(reverse("table", args=[table.id]), status=303)

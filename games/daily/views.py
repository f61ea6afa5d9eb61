"""The pages of the deals of the day."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from accounts.metering import metered
from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games.daily import calendars, converters, pages, selectors, services, standings
from games.daily.models import DAY, Deal
from games.digits import number
from games.screens import clocks
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely
from games.tables.models import Status


@require_safe
@ensure_csrf_cookie
def daily(request: HttpRequest) -> HttpResponse:
    """Show today's deals, and calendar and standings of a month (`?month=2026-10`)."""
    now = timezone.now()
    found = selectors.shown_deals(_settle(now), request.user.pk, now)
    month = _month(request.GET.get("month", ""), now)
    facts = {"deals": found, "today": now.date(), "loud": _first_to_play(found)}
    return _uncached(
        render(request, "daily/daily.html", facts | _month_context(request, month, now))
    )


def _settle(now: datetime) -> list[Deal]:
    """Settle what is due, and return today's deals."""
    deals = services.make(now=now)
    services.settle(now=now)
    services.close(now=now)
    return deals


def _month(text: str, now: datetime) -> date:
    """Return the requested month, or this one if it has no deals."""
    this, since = now.date().replace(day=1), selectors.first_day()
    try:
        month = converters.Month().to_python(text) if text else this
    except ValueError:
        return this
    return month if since and since.replace(day=1) <= month < this else this


def _first_to_play(found: list[selectors.ShownDeal]) -> Deal | None:
    return next((shown.deal for shown in found if not shown.ended), None)


def _month_context(request: HttpRequest, month: date, now: datetime) -> dict[str, Any]:
    """Return the context of calendar and standings."""
    since, today = selectors.first_day(), now.date()
    reader = request.user
    member = reader if reader.is_authenticated and not reader.is_guest else None
    facts: dict[str, Any] = {
        "month": month,
        "places": standings.top(month, request.user.pk),
        "listed": standings.count(month),
        "member": member is not None,
    }
    if member is not None:
        played = selectors.days(member.pk, month)
        before = selectors.month_before(month)
        facts["weeks"] = calendars.weeks(month, today, played, since)
        facts["before"] = before if since and before >= since.replace(day=1) else None
        facts["after"] = selectors.next_month(month) if month < today.replace(day=1) else None
    return facts


@require_safe
@metered
def day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the deals of a past day, which may be played uncounted."""
    now = timezone.now()
    if day == now.date():
        return redirect("daily")
    found = selectors.shown_deals(selectors.deals(day), request.user.pk, now)
    if not found or day > now.date():
        raise Http404
    return _uncached(render(request, "daily/day.html", {"deals": found, "day": day}))


@require_safe
@metered
def month(request: HttpRequest, month: date) -> HttpResponse:
    """Show a page of the standings of a month."""
    listed = standings.count(month)
    last = max(1, -(-listed // standings.PAGE))
    page = number(request.GET.get("page", ""), 4, 1)
    if not listed or not 1 <= page <= last:
        raise Http404
    facts = {
        "month": month,
        "places": standings.page(month, request.user.pk, page),
        "listed": listed,
        "number": page,
        "last": last,
    }
    return render(request, "daily/month.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def deal(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Show a deal with its commitment; after the own game or the day with results; after the day
    with its secret. On POST start or resume it."""
    now = timezone.now()
    found = _deal(day, game, now)
    if request.method == "POST":
        return _begin(request, found, now)
    return _page(request, found, now)


def _deal(day: date, game: str, now: datetime) -> Deal:
    """Return a deal up to tomorrow's. Raises Http404."""
    if day > now.date() + DAY:
        raise Http404
    if day >= now.date():
        _settle(now)
    found = selectors.deal_of(day, game)
    if found is None:
        raise Http404
    services.settle(now=now, deal=found)
    return found


def _begin(request: HttpRequest, found: Deal, now: datetime) -> HttpResponse:
    if not enter_as_guest(request):
        return too_many(request)
    try:
        entry = selectors.entry_of(found, request.user.pk)
        if entry is None or found.is_over(now):
            check_limits(request, bots=bool(found.levels))
        table = services.begin(deal=found, user=request.user, now=now)  # type: ignore[arg-type]
    except TableError as error:
        page = _page(request, found, now, alert=error.sentence, status=error.status)
        return timely(page, error)
    there = reverse("table", args=[table.id])
    if table.status == Status.ENDED:
        there = reverse("daily_deal", args=[found.date, found.game])
    return HttpResponseRedirect(there, status=303)


def _page(
    request: HttpRequest, found: Deal, now: datetime, *, alert: Any = None, status: int = 200
) -> HttpResponse:
    facts = pages.facts(found, request.user.pk, now) | {"alert": alert}
    facts["opens"] = clocks.time_of_day(found.ends, getattr(request.user, "zone", ""))
    page = "daily/results.html" if facts["field"] is not None else "daily/deal.html"
    return _uncached(render(request, page, facts, status=status))


def _uncached(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response

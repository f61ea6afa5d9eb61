"""The pages of duplicate matches, and of sets of deals."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.too_many import too_many
from accounts.views import enter_as_guest
from games.community.duplicate import pages, selectors, services
from games.community.duplicate.forms import NewMatch
from games.community.duplicate.models import DealSet, Match
from games.tables.errors import TableError
from games.tables.http.new_table import check_limits, timely


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
def matches(request: HttpRequest) -> HttpResponse:
    """Show the form for a new match and the reader's matches, or by POST make one."""
    if request.method != "POST":
        return _form(request, NewMatch(request.GET.dict()))
    form = NewMatch(request.POST.dict())
    if not enter_as_guest(request):
        return too_many(request)
    try:
        check_limits(request, bots=False)
        made = services.make_match(user=request.user, now=timezone.now(), **form.terms())  # type: ignore[arg-type]
    except TableError as error:
        return timely(_form(request, form, error), error)
    return _redirect(made.deal_set)


def _form(request: HttpRequest, form: NewMatch, error: TableError | None = None) -> HttpResponse:
    mine = selectors.matches_of(request.user.pk) if request.user.is_authenticated else []
    facts = {"form": form, "mine": mine, "alert": error and error.sentence}
    return render(request, "duplicate/matches.html", facts, status=error.status if error else 200)


@require_safe
@never_cache
@ensure_csrf_cookie
def deal_set(request: HttpRequest, set_id: str) -> HttpResponse:
    """Show a match, or the deals of an event."""
    found = _found(set_id)
    if selectors.is_hidden(found, request.user.pk):
        raise Http404
    return _page(request, found)


@require_safe
def deal(request: HttpRequest, set_id: str, number: int) -> HttpResponse:
    """Redirect from the address of a deal to the page of its set."""
    found = _found(set_id)
    if number >= found.deals or selectors.is_hidden(found, request.user.pk):
        raise Http404
    return HttpResponseRedirect(f"{_address(found)}#deal-{number + 1}")


@require_POST
def join(request: HttpRequest, set_id: str) -> HttpResponse:
    """Take the other side of a match; a stranger becomes a guest."""
    found = _match(set_id).deal_set
    if not enter_as_guest(request):
        return too_many(request)
    try:
        services.join(deals=found, user=request.user, now=timezone.now())  # type: ignore[arg-type]
    except TableError as error:
        return _page(request, found, error)
    return _redirect(found)


@require_POST
def play(request: HttpRequest, set_id: str) -> HttpResponse:
    """Redirect to the reader's running table, or start the next deal."""
    found = _match(set_id).deal_set
    if not request.user.is_authenticated:
        return _redirect(found)
    try:
        check_limits(request, bots=True)
        table = services.play_next(deals=found, user=request.user, now=timezone.now())
    except TableError as error:
        return timely(_page(request, found, error), error)
    return HttpResponseRedirect(reverse("table", args=[table.id]), status=303)


def _found(set_id: str) -> DealSet:
    found = selectors.find(set_id)
    if found is None:
        raise Http404
    services.open_seal(deals=found, now=timezone.now())
    found.refresh_from_db()
    return found


def _match(set_id: str) -> Match:
    found = selectors.match_of(set_id)
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, found: DealSet, error: TableError | None = None) -> HttpResponse:
    match, reader = selectors.match_of(found.pk), request.user.pk
    facts: dict[str, Any] = {
        "deals": found,
        "title": pages.title(found),
        "cover": pages.cover(found),
        "alert": error and error.sentence,
        "secret": bytes(found.secret).hex() if found.opened_at else "",
    }
    if found.opened_at:
        facts["luck"] = pages.luck_of(found)
    if match is None:
        facts["groups"] = pages.groups(found)
        page = "duplicate/deals.html"
    else:
        facts |= _match_facts(match, reader)
        page = "duplicate/match.html"
    return render(request, page, facts, status=error.status if error else 200)


def _match_facts(match: Match, reader: int | None) -> dict[str, Any]:
    own = match.has(reader)
    rows = pages.match_rows(match, reader)
    over = match.deal_set.closed_at is not None or timezone.now() >= match.until
    return {
        "match": match,
        "rows": rows,
        "total": pages.total(match),
        "own": own,
        "next": pages.next_of(match, reader) if own else None,
        "may_join": match.second is None and not own and not over,
        "over": over,
        "link": f"{settings.BASE_URL}{_address(match.deal_set)}",
    }


def _address(deals: DealSet) -> str:
    return reverse("deal_set", args=[deals.pk])


def _redirect(deals: DealSet) -> HttpResponse:
    return HttpResponseRedirect(_address(deals), status=303)

"""The pages of events. They work without JavaScript."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import address_hashes, limits
from accounts.models import Role as Office
from accounts.models import User
from accounts.row_views import of_row
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from games import registry
from games.community.clubs import selectors as clubs
from games.community.clubs.models import Club, Role
from games.community.duplicate.luck import Luck
from games.community.duplicate.pages import luck_figures
from games.community.events import (
    bracket,
    data,
    forms,
    lists,
    mine,
    pages,
    podium,
    round_list,
    selectors,
    services,
    words,
)
from games.community.events.errors import EventError
from games.community.events.models import Event, Stage
from games.community.events.services import news
from games.community.events.services.enter import is_offered, why_not
from games.community.events.services.make import refusal
from games.digits import number

LISTED = 30  # events on a page of the calendar


of_event = of_row(selectors.find, "event_changes", "event")
"""Look up the event in the address for its reader."""


def _number(request: HttpRequest, name: str = "page", usual: int = 1) -> int:
    """Return a number in the address, from 1 to 1000; the usual one unless it is valid."""
    asked = number(request.GET.get(name, ""), 4, None)
    return usual if asked is None else max(1, min(asked, 1000))


@require_safe
@never_cache
def events(request: HttpRequest) -> HttpResponse:
    """Show the calendar: running and coming events, and past ones by `?page=`."""
    page = _number(request)
    start = LISTED * (page - 1)
    past = list(selectors.past(request.user)[start : start + LISTED + 1])
    ahead = list(selectors.ahead(request.user)[: 4 * LISTED]) if page == 1 else []
    found = lists.rows(ahead, request.user)
    facts = {
        "groups": [
            ("mine", _("Yours"), [row for row in found if row.mine]),
            ("open", _("To come"), _others(found, Stage.OPEN)),
            ("running", _("Running"), _others(found, Stage.RUNNING)),
        ],
        "ahead": found,
        "past": lists.rows(past[:LISTED], request.user),
        "newer": page - 1,
        "older": page + 1 if len(past) > LISTED else 0,
        "makes": _places(request.user),
        "sheet": "events/dated.css",
    }
    return render(request, "events/events.html", facts)


def _others(rows: list[lists.Row], stage: Stage) -> list[lists.Row]:
    return [row for row in rows if row.event.stage == stage and not row.mine]


def _places(user: object) -> list[tuple[str, str]]:
    """Return where a user may make an event: the keys of clubs ("" for the site), and names."""
    if not isinstance(user, User):
        return []
    led = [one.club for one in clubs.of_user(user.pk) if clubs.leads(Role(one.role))]
    site = [("", "")] if user.role == Office.HOST else []
    return site + [(club.slug, club.name) for club in led]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedIn) -> HttpResponse:
    """Show the form for a new event, or make it; `club`: the club's key."""
    sent = request.POST if request.method == "POST" else request.GET
    club = _club(request, sent.get("club", "")[:64])
    if refusal(request.user, club):
        raise Http404
    now, alert, status = timezone.now(), "", 200
    if request.method == "POST":
        if not limits.allow("event_changes", request.user.pk):
            return too_many(request)
        try:
            terms = forms.terms(request.POST)
            event = services.make(by=request.user, club=club, now=now, **terms)
        except EventError as error:
            alert, status = str(error), error.status
        else:
            return _to(event)
    facts = forms.fields(sent, club, now)
    facts |= {"alert": alert, "key": secrets.token_hex(16)}
    return render(request, "events/new.html", facts, status=status)


def _club(request: HttpRequest, slug: str) -> Club | None:
    if not slug:
        return None
    club = clubs.find(slug, request.user)
    if club is None:
        raise Http404
    return club


def _to(event: Event, name: str = "event") -> HttpResponse:
    return HttpResponseRedirect(reverse(name, args=[event.pk]), status=303)


@require_safe
@of_event
def event(request: HttpRequest, event: Event) -> HttpResponse:
    """Show an event: my game, the terms, the standings, the rounds."""
    news.read(event, request.user.pk, timezone.now())
    page = pages.Page(event, request.user)
    facts = _about(event, request.user, page.total) | _standings(page, _number(request))
    facts |= {
        "mine": page.mine,
        "reason": why_not(event, request.user, page.mine),
        "offered": page.mine is not None and is_offered(event, page.mine),
        "sentences": words.sentences(event),
        "rounds": round_list.of(page, _number(request, "round", 0), _number(request, "part")),
        "bracket": bracket.of(page),
        "entered": [one for one in page.entries if one.plays and one.user][: pages.ENTERED],
        "decisions": page.decisions(),
        "luck": luck_figures(Luck(**event.luck)) if event.luck else None,
    }
    if facts["organises"]:
        facts |= {"companies": page.companies(), "short": page.short()}
    return render(request, "events/event.html", facts)


def _standings(page: pages.Page, number: int) -> dict[str, Any]:
    """Return a page of the standings, with the reader's part and the end."""
    rows = page.rows()
    size = pages.BESIDE_BRACKET if page.is_knockout else pages.SHOWN
    start = size * (number - 1)
    shown = rows[start : start + size]
    return {
        "part": mine.of(page, rows, page.last),
        "end": podium.of(page, rows),
        "rows": shown,
        "tied": [row for row in shown if row.told[0]],
        "before": number - 1,
        "after": number + 1 if len(rows) > start + size else 0,
        "ties": words.tie_breaks(),
        "again": words.again(page.again()),
    }


def _about(event: Event, user: object, total: int) -> dict[str, Any]:
    last = event.all_rounds.order_by("-number").first()
    return {
        "event": event,
        "title": words.title(event),
        "cover": registry.screen(event.game).about.cover,
        "terms": words.brief(event),
        "begins": words.moment(event.starts_at, event.zone),
        "ends": words.moment(last.ends_at, event.zone) if last and not last.ended_at else "",
        "round": round_list.of_all(event, event.number, total) if event.number else "",
        "ended": words.moment(event.ended_at, event.zone) if event.ended_at else "",
        "organises": selectors.organises(event, user if isinstance(user, User) else None),
    }


@require_POST
@of_event
def enter(request: SignedIn, event: Event) -> HttpResponse:
    """Enter the event, or come back."""
    try:
        services.enter(
            event_id=event.pk,
            user=request.user,
            origin=address_hashes.of(request),
            now=timezone.now(),
        )
    except EventError as error:
        return _refused(request, error, event)
    return _to(event)


@require_POST
@of_event
def leave(request: SignedIn, event: Event) -> HttpResponse:
    """Leave the event."""
    services.leave(event_id=event.pk, user=request.user, now=timezone.now())
    return _to(event)


def _refused(
    request: HttpRequest, error: EventError, event: Event, name: str = "event"
) -> HttpResponse:
    if error.status == 404:
        raise Http404(str(error))
    messages.warning(request, str(error))
    return _to(event, name)


@require_http_methods(["GET", "HEAD", "POST"])
@of_event
def run(request: SignedIn, event: Event) -> HttpResponse:
    """Show the decisions that organisers may make, or make one."""
    if not selectors.organises(event, request.user):
        raise Http404
    if request.method == "POST":
        try:
            _decide(request, event)
        except EventError as error:
            return _refused(request, error, event, "event_run")
        return _to(event, "event_run")
    page = pages.Page(event, request.user)
    facts = _about(event, request.user, page.total) | {
        "games": [game for number in _recent(event) for game in page.games(number)],
        "entries": [(one, pages.name_of(one)) for one in page.entries if not one.bot],
        "companies": page.companies(),
        "decisions": page.decisions(),
    }
    return render(request, "events/run.html", facts)


def _recent(event: Event) -> list[int]:
    """Return the rounds whose results are corrected: the last two."""
    return list(range(event.number, max(0, event.number - 2), -1))


def _decide(request: SignedIn, event: Event) -> None:
    """Make the decision of an organiser's form. Raises EventError."""
    sent = request.POST
    told: dict[str, Any] = {"event_id": event.pk, "by": request.user, "now": timezone.now()}
    why = sent.get("why", "")[:300]
    what = sent.get("what", "")
    if what == "pause":
        services.pause(why=why, **told)
    elif what == "go_on":
        services.go_on(**told)
    elif what == "stop":
        services.stop(why=why, **told)
    elif what == "correct":
        services.correct(
            pairing_id=_id(sent.get("pairing", "")),
            result=sent.get("result", "") or " ".join(sent.getlist("place")[:10]),
            version=_id(sent.get("version", "")),
            why=why,
            **told,
        )
    elif what == "remove":
        services.remove(entry_id=_id(sent.get("entry", "")), why=why, **told)
    elif what == "replace":
        user = User.objects.filter(username=sent.get("name", "")[:64]).first()
        if user is None:
            raise EventError(_("Nobody of that name is here."))
        services.replace(entry_id=_id(sent.get("entry", "")), user=user, why=why, **told)
    else:
        raise EventError


def _id(told: str) -> int:
    return number(told, 11, -1)


@require_safe
@of_event
def as_json(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the event as JSON."""
    return JsonResponse(data.facts(event, pages.Page(event, request.user)))


@require_safe
@of_event
def as_csv(request: HttpRequest, event: Event) -> HttpResponse:
    """Return the standings as CSV."""
    text = data.table(pages.Page(event, request.user))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="event-{event.pk}.csv"'
    return response

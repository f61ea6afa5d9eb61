"""Events, as the caller may see them: the calendar, one of them, entering and leaving."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts import address_hashes, limits
from games.api import schemas
from games.api.answers import address, answer
from games.api.auth import Asked, anybody, needs
from games.api.problems import Problem
from games.community.events import data, pages, selectors, services, words
from games.community.events.models import Event
from games.community.events.services import entering

router = Router(tags=["events"])
READ, PLAY = needs("read"), needs("play")
LISTED = 50  # events on a page
CALENDAR = {"ahead": selectors.ahead, "past": selectors.past}


@router.get("/events", auth=anybody, response=schemas.EventRows)
def events(
    request: Asked,
    when: Literal["ahead", "past"] = "ahead",
    page: Annotated[int, Query(ge=1, lt=10_000)] = 1,
) -> HttpResponse:
    """Return a page of the events that run and are to come, or of those that are over."""
    start = LISTED * (page - 1)
    rows = list(CALENDAR[when](request.auth.user)[start : start + LISTED + 1])
    behind = f"{request.build_absolute_uri(request.path)}?when={when}&page={page + 1}"
    facts = {
        "items": [_row(one) for one in rows[:LISTED]],
        "next": behind if len(rows) > LISTED else None,
    }
    return answer(request, facts)


@router.get("/me/events", auth=READ, response=list[schemas.EventRow])
def entered(request: Asked) -> HttpResponse:
    """Return the events that run or are to come in which the caller plays."""
    return answer(request, [_row(one) for one in selectors.entered(request.auth.user)])


@router.get("/events/{event_id}", auth=anybody, response=schemas.EventDetails)
def event(request: Asked, event_id: str) -> HttpResponse:
    """Return an event with its terms, standings and games."""
    return answer(request, _details(request, event_id))


@router.post("/events/{event_id}/enter", auth=PLAY, response=schemas.EventDetails)
def enter(request: Asked, event_id: str) -> HttpResponse:
    """Enter an event, or come back to it. Safe to repeat."""
    found = _changes(request, event_id)
    origin = address_hashes.of(request)
    services.enter(event_id=found.pk, user=request.user, origin=origin, now=timezone.now())
    return answer(request, _details(request, event_id))


@router.post("/events/{event_id}/leave", auth=PLAY, response=schemas.EventDetails)
def leave(request: Asked, event_id: str) -> HttpResponse:
    """Leave an event. Safe to repeat."""
    found = _changes(request, event_id)
    services.leave(event_id=found.pk, user=request.user, now=timezone.now())
    return answer(request, _details(request, event_id))


def _changes(request: Asked, event_id: str) -> Event:
    """Return an event that the caller is about to change. Raises Problem."""
    found: Event = _found(request, event_id)
    if not limits.allow("event_changes", request.user.pk):
        raise Problem(429)
    return found


def _found(request: Asked, event_id: str) -> Any:
    found = selectors.visible(request.auth.user).filter(pk=event_id[:64]).first()
    if found is None:
        raise Problem(404)
    return found


def _row(event: Any) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "club": event.club.slug if event.club else "",
        "game": event.game,
        "format": event.format,
        "stage": event.stage,
        "clock": event.time_control,
        "rated": event.rated,
        "duplicate": event.duplicate,
        "starts_at": event.starts_at,
        "entries": event.count,
        "url": address("event", event.pk),
    }


def _details(request: Asked, event_id: str) -> dict[str, Any]:
    found, user = _found(request, event_id), request.auth.user
    page = pages.Page(found, user)
    mine = page.my_game()
    facts = {
        "terms": [str(sentence) for sentence in words.sentences(found)],
        "entered": page.mine is not None and page.mine.plays,
        "refusal": entering.why_not(found, user or AnonymousUser(), page.mine),
        "table": (mine.table or None) if mine else None,
    }
    return data.facts(found, page) | _row(found) | facts

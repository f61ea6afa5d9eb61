"""Tournaments and leagues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from accounts import address_hashes, limits
from games.api import schemas
from games.api.answers import address, answer
from games.api.auth import ApiRequest, anybody, needs
from games.api.problems import Problem
from games.community.events import data, pages, selectors, services, words
from games.community.events.models import Event
from games.community.events.services.enter import why_not

router = Router(tags=["events"])
PLAY, READ = needs("play"), needs("read")
Stage: TypeAlias = Literal["", "open", "running", "ended", "stopped"]
Format: TypeAlias = Literal["", "swiss", "robin", "knockout", "arena", "league", "groups"]


@router.get("/events", auth=anybody, response=schemas.EventRows)
def events(
    request: ApiRequest,
    stage: Stage = "",
    format: Format = "",
    game: str = "",
    club: str = "",
    after: str = "",
) -> HttpResponse:
    """Return public events and those of the caller's clubs, latest start first."""
    only = {"stage": stage, "format": format, "game": game[:40], "club__slug": club[:60]}
    only = {name: value for name, value in only.items() if value}
    found, behind = selectors.page(request.auth.user, only, after=after)
    query = {"stage": stage, "format": format, "game": game, "club": club, "after": behind}
    parameters = urlencode({name: value for name, value in query.items() if value})
    there = request.build_absolute_uri(f"{request.path}?{parameters}")
    return answer(request, {"items": _rows(found), "next": there if behind else None})


@router.get("/events/{event_id}", auth=anybody, response=schemas.EventFacts)
def event(request: ApiRequest, event_id: str) -> HttpResponse:
    """Return an event with terms, standings and pairings. One of a private club exists for its
    members alone."""
    return _answer(request, _found(request, event_id))


@router.post("/events/{event_id}/enter", auth=PLAY, response=schemas.EventFacts)
def enter(request: ApiRequest, event_id: str) -> HttpResponse:
    """Enter or re-enter an event. Idempotent."""
    event = _to_change(request, event_id)
    origin, now = address_hashes.of(request), timezone.now()
    services.enter(event_id=event.pk, user=request.user, origin=origin, now=now)
    return _answer(request, _found(request, event_id))


@router.post("/events/{event_id}/leave", auth=PLAY, response=schemas.EventFacts)
def leave(request: ApiRequest, event_id: str) -> HttpResponse:
    """Leave an event: before its start without a trace, later with the results so far.
    Idempotent."""
    event = _to_change(request, event_id)
    services.leave(event_id=event.pk, user=request.user, now=timezone.now())
    return _answer(request, _found(request, event_id))


@router.get("/me/events", auth=READ, response=list[schemas.EventRow])
def mine(request: ApiRequest) -> HttpResponse:
    """Return the caller's events that are not over, the next one first."""
    return answer(request, _rows(selectors.entered(request.auth.user)))


def _found(request: ApiRequest, event_id: str) -> Event:
    event = selectors.find(event_id[:16], request.auth.user)
    if event is None:
        raise Problem(404)
    return event


def _to_change(request: ApiRequest, event_id: str) -> Event:
    event = _found(request, event_id)
    if not limits.allow("event_changes", request.user.pk):
        raise Problem(429)
    return event


def _rows(counted: Iterable[Any]) -> list[dict[str, Any]]:
    """Return the rows of events with counts, from `selectors.visible`."""
    return [_row(event, event.count) for event in counted]


def _row(event: Event, players: int) -> dict[str, Any]:
    return data.heading(event) | {
        "clock": event.time_control,
        "rated": event.rated and not event.is_private,
        "same_cards": event.duplicate,
        "club": event.club.slug if event.club else None,
        "players": players,
        "url": address("event", event.pk),
    }


def _answer(request: ApiRequest, event: Event) -> HttpResponse:
    user = request.auth.user
    page = pages.Page(event, user)
    playing = [one for one in page.entries if one.plays]
    known, game = data.facts(event, page), page.my_game()
    facts = _row(event, sum(not one.bot for one in playing)) | {
        "terms": words.sentences(event),
        "entries": [pages.name_of(one) for one in playing],
        "standings": known["standings"],
        "games": known["games"],
        "luck": event.luck,
        "mine": {
            "entered": page.mine is not None and page.mine.plays,
            "why_not": "" if user is None else why_not(event, user, page.mine),
            "table": game.table or None if game else None,
        },
    }
    return answer(request, facts)

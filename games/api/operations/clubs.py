"""Clubs."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts import limits
from games.api import bodies, schemas
from games.api.answers import address, answer
from games.api.auth import ApiRequest, anybody, needs
from games.api.problems import Problem
from games.community.clubs import selectors, services
from games.community.clubs.models import Club

router = Router(tags=["clubs"])
PLAY, READ = needs("play"), needs("read")


@router.get("/clubs", auth=anybody, response=schemas.ClubRows)
def clubs(request: ApiRequest, page: Annotated[int, Query(ge=1, lt=1000)] = 1) -> HttpResponse:
    """Return public clubs, the newest first."""
    found, more = selectors.listed(page)
    there = request.build_absolute_uri(f"{request.path}?page={page + 1}")
    items = [_row(one) | {"members": one.count} for one in found]
    return answer(request, {"items": items, "next": there if more else None})


@router.get("/me/clubs", auth=READ, response=list[schemas.OwnClub])
def mine(request: ApiRequest) -> HttpResponse:
    """Return the caller's clubs, also private ones."""
    found = selectors.of_user(request.user.pk)
    return answer(request, [_row(one.club) | {"role": one.role} for one in found])


@router.get("/clubs/{slug}", auth=anybody, response=schemas.Club)
def club(request: ApiRequest, slug: str) -> HttpResponse:
    """Return a club with its members. A private one exists for its members alone."""
    found = selectors.find(slug[:60], request.auth.user)
    if found is None:
        raise Problem(404)
    return _answer(request, found)


@router.post("/clubs/{slug}/join", auth=PLAY, response=schemas.Club)
def join(request: ApiRequest, slug: str, body: bodies.Join | None = None) -> HttpResponse:
    """Join a club that is open or by its link, or ask to join: `role` is null until a decision."""
    body = body or bodies.Join(link="", words="")
    found = _to_change(request, slug, body.link)
    facts: dict[str, Any] = {"club": found, "user": request.user, "now": timezone.now()}
    if body.link:
        services.join(link=body.link, **facts)
    else:
        services.ask(words=body.words, **facts)
    return _answer(request, found)


@router.post("/clubs/{slug}/leave", auth=PLAY, response={204: None})
def leave(request: ApiRequest, slug: str) -> HttpResponse:
    """Leave a club, or withdraw the request to join."""
    found, now = _to_change(request, slug), timezone.now()
    services.withdraw(club=found, user=request.user)
    services.leave(club=found, user=request.user, now=now)
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def _to_change(request: ApiRequest, slug: str, link: str = "") -> Club:
    """Return a club that exists for the caller or by its link, within the limit of changes."""
    found = selectors.find(slug[:60], request.user)
    if found is None and link:
        found = selectors.by_link(link)
    if found is None or found.slug != slug:
        raise Problem(404)
    if not limits.allow("club_changes", request.user.pk):
        raise Problem(429)
    return found


def _row(club: Club) -> dict[str, Any]:
    return {
        "slug": club.slug,
        "name": club.title,
        "door": club.door,
        "private": club.private,
        "url": address("club", club.slug),
    }


def _answer(request: ApiRequest, club: Club) -> HttpResponse:
    members = [
        {"name": one.user.username, "role": one.role, "joined_at": one.joined_at}
        for one in selectors.members(club)
    ]
    facts = _row(club) | {
        "words": "" if club.hidden else club.words,
        "role": selectors.role(club, request.auth.user),
        "members": members,
    }
    return answer(request, facts)

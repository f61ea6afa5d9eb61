"""Clubs, as the caller may see them."""

from __future__ import annotations

from django.http import HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import address, answer
from games.api.auth import Asked, anybody
from games.api.problems import Problem
from games.community.clubs import selectors

router = Router(tags=["clubs"])


@router.get("/clubs/{slug}", auth=anybody, response=schemas.Club)
def club(request: Asked, slug: str) -> HttpResponse:
    """Return a club with its members. A private one exists for its members alone."""
    user = request.auth.user
    found = selectors.find(slug[:60], user)
    if found is None:
        raise Problem(404)
    members = [
        {"name": one.user.username, "role": one.role, "joined_at": one.joined_at}
        for one in selectors.members(found)
    ]
    facts = {
        "slug": found.slug,
        "name": found.title,
        "words": "" if found.hidden else found.words,
        "door": found.door,
        "private": found.private,
        "role": selectors.role(found, user),
        "members": members,
        "url": address("club", found.slug),
    }
    return answer(request, facts)

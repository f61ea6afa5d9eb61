"""The caller, and new guests."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from accounts import admission, limits
from accounts import services as accounts
from accounts.models import Scope
from accounts.services import tokens
from games.api import schemas
from games.api.answers import address, answer
from games.api.auth import ApiRequest, needs
from games.api.operations.tables import rows
from games.api.problems import Problem
from games.lobby import public_games
from games.tables import selectors

router = Router(tags=["me"])
READ = needs("read")


@router.post("/guest", auth=None, response={201: schemas.Guest})
def guest(request: ApiRequest) -> HttpResponse:
    """Create a guest, with a token for reading and playing."""
    if not admission.guests_may():
        raise Problem(403, "no_guests", admission.NoGuests.sentence)
    if not limits.allow("guests", limits.address(request)):
        raise Problem(429)
    user = accounts.new_guest()
    _token, text = tokens.make(
        user=user, name="", scopes=(Scope.READ, Scope.PLAY), days=None, now=timezone.now()
    )
    return answer(request, {"token": text, "name": user.username}, status=201)


@router.get("/me", auth=READ, response=schemas.Me)
def me(request: ApiRequest) -> HttpResponse:
    """Return the caller."""
    user = request.auth.user
    assert user is not None
    mine = selectors.tables_of(user)
    facts = {
        "name": user.username,
        "guest": user.is_guest,
        "bot": user.is_bot,
        "scopes": sorted(request.auth.scopes),
        "turns": sum(my.my_turn for my in mine),
    }
    return answer(request, facts)


@router.get("/me/games", auth=READ, response=schemas.Rows)
def games(request: ApiRequest, after: str = "", transcripts: bool = False) -> HttpResponse:
    """Return the caller's ended games, also private ones, latest first."""
    user = request.auth.user
    assert user is not None
    page = public_games.own(user, timezone.now(), after=after)
    return answer(request, rows(request, page, transcripts=transcripts))


@router.get("/me/tables", auth=READ, response=list[schemas.Turns])
def tables(request: ApiRequest) -> HttpResponse:
    """Return the caller's open and running tables, those where the caller must act first."""
    user = request.auth.user
    assert user is not None
    facts = [
        {
            "id": my.table.pk,
            "game": my.table.game,
            "status": my.table.status,
            "seat": my.seat,
            "others": my.others,
            "my_turn": my.my_turn,
            "flag_at": my.table.flag_at,
            "url": address("table", my.table.pk),
        }
        for my in selectors.tables_of(user)
    ]
    return answer(request, facts)

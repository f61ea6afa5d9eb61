"""Players, their ratings and public games."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from accounts.models import User
from games.api import schemas
from games.api.answers import address, answer
from games.api.auth import ApiRequest, anybody
from games.api.operations.games import known
from games.api.operations.tables import aware, rows, written
from games.api.problems import Problem
from games.lobby import public_games
from games.ratings import profiles, selectors
from games.ratings.models import RatingChange

router = Router(tags=["players"])
STEPS = 500  # of a history


def _player(name: str) -> User:
    user = profiles.find(name[:64])
    if user is None:
        raise Problem(404)
    return user


@router.get("/players/{name}", auth=anybody, response=schemas.Profile)
def player(request: ApiRequest, name: str) -> HttpResponse:
    """Return a player with ratings."""
    user, now = _player(name), timezone.now()
    results = [] if user.is_guest else profiles.results(user, now)
    facts = {
        "name": user.username,
        "guest": user.is_guest,
        "bot": user.is_bot,
        "owner": user.owner.username if user.owner else None,
        "joined_at": user.date_joined,
        "games_ended": profiles.counts(user, request.auth.user, now)["games_ended"],
        "ratings": [_rating(result) for result in results],
        "url": address("profile", user.username),
    }
    return answer(request, facts)


def _rating(result: profiles.Result) -> dict[str, Any]:
    rating = result.rating
    return {
        "game": rating.game,
        "ladder": rating.ladder,
        "value": rating.value,
        "deviation": result.deviation,
        "provisional": result.provisional,
        "games": rating.games,
        "won": rating.won,
        "drawn": rating.drawn,
        "lost": result.lost,
        "last_at": rating.last_at,
    }


@router.get("/players/{name}/ratings/{slug}", auth=anybody, response=list[schemas.Step])
def history(request: ApiRequest, name: str, slug: str, ladder: str = "") -> HttpResponse:
    """Return the latest changes of a player's rating, oldest first."""
    ladders = [one.value for one in selectors.ladders(known(slug))]
    if not ladders or (ladder and ladder not in ladders):
        raise Problem(404)
    changes = RatingChange.objects.filter(
        user=_player(name), game=slug, ladder=ladder or ladders[0]
    )
    fields = ("table", "table__private", "at", "mu_before", "mu_after", "sigma_after")
    steps = list(changes.order_by("-at", "-table").values_list(*fields)[:STEPS])[::-1]
    return answer(
        request,
        [
            {
                "table": "" if private else table,
                "at": at,
                "before": round(before),
                "after": round(after),
                "deviation": round(sigma),
            }
            for table, private, at, before, after, sigma in steps
        ],
    )


@router.get("/players/{name}/games", auth=anybody, response=schemas.Rows)
def games(
    request: ApiRequest,
    name: str,
    game: str = "",
    after: str = "",
    transcripts: bool = False,
    since: datetime | None = None,
    until: datetime | None = None,
    result: Literal["", "won", "drawn", "lost"] = "",
) -> HttpResponse:
    """Return the ended public games of a player, latest first, perhaps of a game, a result or a
    time."""
    page = public_games.ended(
        timezone.now(),
        game=game,
        people=[_player(name)],
        since=aware(since),
        until=aware(until),
        result=result,
        after=after,
    )
    filters = {"game": game, "result": result, "since": written(since), "until": written(until)}
    return answer(request, rows(request, page, transcripts=transcripts, **filters))

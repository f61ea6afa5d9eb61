"""The games of the site: their options, leaderboards and archives."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router

from games import registry
from games.api import schemas
from games.api.answers import answer
from games.api.auth import ApiRequest, anybody
from games.api.operations.tables import aware, rows, written
from games.api.problems import Problem
from games.kernel.clock import PRESETS
from games.lobby import public_games
from games.ratings import profiles, ranks, seasons, selectors
from games.ratings.models import ALL_TIME
from games.ratings.ranks import Ranking

router = Router(tags=["games"])


@router.get("/games", auth=anybody, response=list[schemas.Game])
def games(request: ApiRequest) -> HttpResponse:
    """Return the games with their options."""
    return answer(request, [_game(slug) for slug in registry.engines()])


def _game(slug: str) -> dict[str, Any]:
    engine = registry.engines()[slug]
    return {
        "slug": slug,
        "title": engine.title,
        "seats": list(engine.seats),
        "options": [
            {
                "name": option.name,
                "label": str(option.label),
                "choices": list(option.choices),
                "default": option.default,
            }
            for option in engine.options
        ],
        "bots": list(registry.levels(slug)),
        "clocks": list(PRESETS),
        "ladders": [ladder.value for ladder in selectors.ladders(engine)],
    }


def known(slug: str) -> Any:
    """Return the engine of a game. Raises Problem."""
    engine = registry.engines().get(slug)
    if engine is None:
        raise Problem(404)
    return engine


@router.get("/leaderboards/{slug}", auth=anybody, response=schemas.Leaderboard)
def leaderboard(
    request: ApiRequest,
    slug: str,
    ladder: str = "",
    season: str = ALL_TIME,
    page: Annotated[int, Query(ge=1, lt=10**8)] = 1,
) -> HttpResponse:
    """Return a page of a ranking: of all time, or of a season such as 2026Q4."""
    now, ladders = timezone.now(), selectors.ladders(known(slug))
    if (ladder and ladder not in ladders) or not ladders:
        raise Problem(404)
    if season != ALL_TIME and not seasons.known(season):
        raise Problem(404)
    ranking = Ranking(slug, ladder or ladders[0].value, season)
    shown = selectors.page(ranking, ranks.of(ranking, now), page, None, now)
    here = request.build_absolute_uri(request.path)
    behind = f"{here}?ladder={ranking.ladder}&season={season}&page={shown.number + 1}"
    facts = {
        "game": slug,
        "ladder": ranking.ladder,
        "season": season,
        "players": shown.total,
        "items": [_ranked(one) for one in shown.rows],
        "next": behind if shown.number < shown.last else None,
    }
    return answer(request, facts)


def _ranked(row: selectors.Row) -> dict[str, Any]:
    return {
        "rank": None if row.bot else row.rank,
        "name": row.name,
        "value": row.value,
        "deviation": row.deviation,
        "games": row.games,
        "bot": row.bot,
    }


@router.get("/games/{slug}/archive", auth=anybody, response=schemas.Rows)
def archive(
    request: ApiRequest,
    slug: str,
    player: str = "",
    days: Annotated[int, Query(ge=0, le=36500)] = 0,
    after: str = "",
    transcripts: bool = False,
    since: datetime | None = None,
    until: datetime | None = None,
    result: Literal["", "won", "drawn", "lost"] = "",
    ladder: Literal["", "two", "many", "bots", "prog"] = "",
) -> HttpResponse:
    """Return ended public games, latest first, perhaps of a player, a result or a time."""
    known(slug)
    now = timezone.now()
    people = []
    if player:
        user = profiles.find(player[:64])
        if user is None:
            raise Problem(404)
        people = [user]
    if result and not people:
        raise Problem(422, "invalid", _("A result belongs to a player: name one."))
    page = public_games.ended(
        now,
        game=slug,
        people=people,
        since=aware(since) or (now - timedelta(days=days) if days else None),
        until=aware(until),
        result=result,
        ladder=ladder,
        after=after,
    )
    filters = {"player": player, "days": str(days or ""), "result": result, "ladder": ladder}
    filters |= {"since": written(since), "until": written(until)}
    return answer(request, rows(request, page, transcripts=transcripts, **filters))

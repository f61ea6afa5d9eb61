"""The list of games, the page of each game, and its rules."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.models import User
from games import registry
from games.lobby import discovery, open_tables, selectors
from games.lobby.filters import Filters
from games.ratings import ranks, words
from games.ratings import selectors as ladders
from games.ratings.models import ALL_TIME, Ladder, Rating
from games.ratings.ranks import Ranking
from games.ratings.rating import RANKED_FROM, provisional
from games.registry import engines
from games.tables.board import levels

TABLES = 4  # open tables on a game's page
TOP = 5  # players of its ladder


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List the games."""
    rows = [
        (game, open_tables.count(game.slug), selectors.has_rules(game.slug))
        for game in selectors.games().values()
    ]
    facts = {"rows": rows, "lessons": frozenset(registry.lessons())}
    return render(request, "lobby/games.html", facts)


@require_safe
@ensure_csrf_cookie
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show the page of a game: at most ten queries. Raises Http404."""
    if game not in selectors.games():
        raise Http404
    now = timezone.now()
    reader = request.user if request.user.is_authenticated else None
    mine = selectors.my_tables(reader, now).offered if reader else ()
    seen = open_tables.Reader.of(reader.pk if reader else None)
    listed = open_tables.listed(Filters(game=game), now, mine=mine, reader=seen)
    facts = {
        "game": selectors.games()[game],
        "ruled": selectors.has_rules(game),
        "lesson": registry.lessons().get(game),
        "levels": levels.offered({game}),
        "picture": discovery.picture_of(game),
        "tables": [row for row in listed.rows if isinstance(row, open_tables.OpenTable)][:TABLES],
        "total": listed.total,
        "pairs": 2 in engines()[game].seats,
    }
    return render(request, "lobby/game.html", facts | _ladder(game, reader, now))


def _ladder(game: str, reader: User | None, now: datetime) -> dict[str, Any]:
    """Return the best players of a game's first ladder, and the reader's own ratings."""
    found = ladders.ladders(engines()[game])
    if not found:
        return {}
    ranking = Ranking(game, found[0], ALL_TIME)
    page = ladders.page(ranking, ranks.of(ranking, now), 1, reader, now)
    own = Rating.objects.filter(user=reader, game=game, season=ALL_TIME) if reader else ()
    return {
        "rated": True,
        "top": [row for row in page.rows if not row.bot][:TOP],
        "rank_from": RANKED_FROM,
        "own": [
            (
                words.LADDERS[Ladder(rating.ladder)](),
                rating.value,
                provisional(ranks.deviation(rating, now)),
                rating.games,
            )
            for rating in sorted(own, key=lambda rating: found.index(rating.ladder))
        ],
    }


@require_safe
def to_games(request: HttpRequest) -> HttpResponse:
    """Redirect from the addresses of former lists."""
    return redirect("games", permanent=True)


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game. Raises Http404."""
    if game not in selectors.games() or not selectors.has_rules(game):
        raise Http404
    facts = {
        "game": selectors.games()[game],
        "suits": registry.screen(game).suits,
        "picture": discovery.picture_of(game),
        "lesson": registry.lessons().get(game),
    }
    return render(request, f"{game}/rules.html", facts)

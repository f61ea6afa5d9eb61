"""Ratings at tables, for `games.screens.player_ratings`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import FilteredRelation, Q

from accounts.models import User
from games.ratings import bot_ratings, rated_results, rating
from games.ratings.models import ALL_TIME
from games.screens.player_ratings import ShownRating, Standings
from games.screens.rating_weights import Counted


def of(
    table_id: str, game: str, seats: int, user_ids: Iterable[int], levels: Collection[str] = ()
) -> Standings:
    """Return each player's rating with its change by a table; until it is rated, the current
    rating. One query."""
    ladder = rated_results.ladder_of(seats, len(levels))
    now = Q(ratings__game=game, ratings__ladder=ladder, ratings__season=ALL_TIME)
    people: Any = User.objects.filter(pk__in=list(user_ids)).annotate(
        now=FilteredRelation("ratings", condition=now),
        change=FilteredRelation("rating_changes", condition=Q(rating_changes__table=table_id)),
    )
    change = ("change__mu_before", "change__sigma_before", "change__mu_after")
    counted = ("change__weight", "change__number", "change__short", "change__shared")
    rows = people.values_list("pk", *change, "now__mu", "now__sigma", *counted)
    found: Standings = {level: bot_ratings.standing(game, level) for level in levels}
    for user, mu_before, sigma_before, mu_after, mu, sigma, weight, *why in rows:
        if mu_after is not None:
            found[user] = _standing(
                mu_before,
                sigma_before,
                round(mu_after),
                Counted(weight, *why) if weight < 1 else None,
            )
        elif mu is not None:
            found[user] = _standing(mu, sigma)
    return found


def _standing(
    mu: float, sigma: float, after: int | None = None, counted: Counted | None = None
) -> ShownRating:
    return ShownRating(round(mu), round(sigma), rating.provisional(sigma), after, counted)

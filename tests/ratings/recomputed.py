"""Everybody's ratings once more, from nothing but transcripts, who sat where, and when the games ended.

Written for itself: nothing of `games.ratings` but the names of its rows, no running counts, no order but a sort.
"""

from __future__ import annotations

import itertools
import math
from datetime import datetime
from typing import Any

from openskill.models import PlackettLuce

from games.ratings.models import Rating, RatingChange
from games.tables import fairness
from games.tables.models import Table

Key = tuple[str, str, str, str]  # name, game, ladder, season
Figures = tuple[float, float, int, int, int, datetime]  # mu, sigma, games, won, drawn, last


def ratings() -> dict[Key, Figures]:
    found: dict[Key, Figures] = {}
    ended = Table.objects.filter(ended_by__in=["rules", "resign", "flag", "draw"], rated=True, annulled=False)
    for table in sorted(ended, key=lambda table: (table.ended_at, table.id)):
        places = [int(place) for place in fairness.transcript(table.id).rsplit("places", 1)[1].split()]
        names = list(table.seats.order_by("number").values_list("user__username", flat=True))
        ladder, at = "two" if len(names) == 2 else "many", table.ended_at
        assert at is not None
        before = [grown(found.get((name, table.game, ladder, "")), at) for name in names]
        for name, place, (mu, sigma) in zip(names, places, played(before, places), strict=True):
            best = place == 1 and places.count(1) == 1
            worst = place == max(places) and min(places) < place
            for season in ("", f"{at.year}Q{math.ceil(at.month / 3)}"):
                _, _, games, won, drawn, _ = found.get((name, table.game, ladder, season), (0, 0, 0, 0, 0, at))
                found[name, table.game, ladder, season] = (mu, sigma, games + 1, won + best, drawn + (not best and not worst), at)
    return found


def grown(figures: Figures | None, at: datetime) -> tuple[float, float]:
    if figures is None:
        return 1500.0, 350.0
    mu, sigma, *_, last = figures
    days = (at - last).total_seconds() / 86400
    return mu, max(sigma, min(350.0, math.sqrt(sigma**2 + 8500 / 365 * days)))


def played(before: list[tuple[float, float]], places: list[int]) -> list[tuple[float, float]]:
    """openskill, a tie being the mean of the orders that it may stand for."""
    seats = range(len(places))
    model = PlackettLuce(mu=1500, sigma=350, beta=400 / math.log(10) / math.sqrt(len(places)), tau=7, gamma=lambda *game: 2)
    orders = [order for order in itertools.permutations(seats) if [places[seat] for seat in order] == sorted(places)]
    after: list[list[Any]] = [[] for _ in seats]
    for order in orders:
        teams = model.rate([[model.rating(*figures)] for figures in before], ranks=[float(order.index(seat)) for seat in seats])
        for seat in seats:
            after[seat].append(teams[seat][0])
    return [(sum(r.mu for r in found) / len(orders), math.sqrt(sum(r.sigma**2 for r in found) / len(orders))) for found in after]


def assert_right() -> None:
    """Every rating is what comes out here, nobody else has one, and every table counted once for each seat."""
    expected = ratings()
    stored = {(rating.user.username, rating.game, rating.ladder, rating.season): rating for rating in Rating.objects.select_related("user")}
    assert stored.keys() == expected.keys()
    for key, (mu, sigma, games, won, drawn, at) in expected.items():
        rating = stored[key]
        assert math.isclose(rating.mu, mu, rel_tol=1e-12), (key, rating.mu, mu)
        assert math.isclose(rating.sigma, sigma, rel_tol=1e-12), (key, rating.sigma, sigma)
        assert (rating.games, rating.won, rating.drawn, rating.last_at) == (games, won, drawn, at), key
        assert (rating.value, rating.deviation) == (round(rating.mu), round(rating.sigma))
        whole = expected[(*key[:3], "")] if key[3] == "" else None
        assert whole is None or rating.established == (whole[2] >= 10 and sigma <= 110)
    seats = sum(figures[2] for key, figures in expected.items() if key[3] == "")
    assert RatingChange.objects.count() == seats
    assert not Table.objects.filter(rating_due=True).exists()

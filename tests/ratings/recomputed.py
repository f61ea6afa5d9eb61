"""Everybody's ratings once more, from nothing but transcripts, who sat where, and when the games
ended.

Written for itself: nothing of `games.ratings` but the names of its rows, no running counts, no
order but a sort.
"""

from __future__ import annotations

import itertools
import math
from datetime import datetime
from typing import Any

from django.conf import settings
from openskill.models import PlackettLuce

from games.ratings.models import Housemates, Rating, RatingChange
from games.tables.models import Table
from games.tables.proof import fairness

Key = tuple[str, str, str, str]  # name, game, ladder, season
Figures = tuple[float, float, int, int, int, datetime]  # mu, sigma, games, won, drawn, last


def ratings() -> dict[Key, Figures]:
    found: dict[Key, Figures] = {}
    met: list[tuple[str, str, frozenset[str], datetime]] = []
    ended = Table.objects.filter(
        ended_by__in=["rules", "resign", "flag", "draw"], rated=True, annulled=False
    )
    for table in sorted(ended, key=lambda table: (table.ended_at, table.id)):
        places = [
            int(place) for place in fairness.transcript(table.id).rsplit("places", 1)[1].split()
        ]
        names = list(table.seats.order_by("number").values_list("user__username", flat=True))
        ladder, at = "two" if len(names) == 2 else "many", table.ended_at
        assert at is not None
        before = [grown(found.get((name, table.game, ladder, "")), at) for name in names]
        counted = weights(table, ladder, names, places, met)
        after = [
            mixed(old, new, weight)
            for old, new, weight in zip(before, played(before, places), counted, strict=True)
        ]
        for name, place, (mu, sigma) in zip(names, places, after, strict=True):
            best = place == 1 and places.count(1) == 1
            worst = place == max(places) and min(places) < place
            for season in ("", f"{at.year}Q{math.ceil(at.month / 3)}"):
                _, _, games, won, drawn, _ = found.get(
                    (name, table.game, ladder, season), (0, 0, 0, 0, 0, at)
                )
                found[name, table.game, ladder, season] = (
                    mu,
                    sigma,
                    games + 1,
                    won + best,
                    drawn + (not best and not worst),
                    at,
                )
    return found


def weights(
    table: Table, ladder: str, names: list[str], places: list[int], met: list[Any]
) -> list[float]:
    """By seat, for games of people only; puts the table on the list of those that were met."""
    seats, found = list(table.seats.order_by("number")), []
    guarded = settings.RATINGS == "guarded"
    days = 30 if guarded else 1
    for here, name in enumerate(names):
        pairs = []
        for there, other in enumerate(names):
            if here == there:
                continue
            pair, at = frozenset({name, other}), table.ended_at
            recent = sum(
                0 <= (at - when).total_seconds() < days * 86400
                for *who, when in met
                if who == [table.game, ladder, pair]
            )
            weight = 1.0 if recent < FULL else 2.0 ** (FULL - 1 - recent)
            if not guarded:
                pairs.append(weight)
                continue
            lasted = [
                ply for ply in (seats[here].left_ply, seats[there].left_ply) if ply is not None
            ]
            lasted += [table.ply] if table.ended_by != "rules" else []
            if lasted and min(lasted) < LENGTHS[table.game] / 10 and places[here] <= places[there]:
                weight *= 0.1
            alike = seats[here].company is not None and seats[here].company == seats[there].company
            people = sorted(
                [user for seat in (here, there) if (user := seats[seat].user_id) is not None]
            )
            if alike and not Housemates.objects.filter(first=people[0], second=people[1]).exists():
                weight = 0.0
            pairs.append(weight)
        found.append(sum(pairs) / len(pairs))
    met += [
        (table.game, ladder, frozenset(pair), table.ended_at)
        for pair in itertools.combinations(names, 2)
    ]
    return found


FULL = 3
LENGTHS = {"lost_cities": 90, "odin": 240}
"""Of the games and options that these tests play."""


def mixed(
    before: tuple[float, float], after: tuple[float, float], weight: float
) -> tuple[float, float]:
    return before[0] + weight * (after[0] - before[0]), before[1] + weight * (after[1] - before[1])


def grown(figures: Figures | None, at: datetime) -> tuple[float, float]:
    if figures is None:
        return 1500.0, 350.0
    mu, sigma, *_, last = figures
    days = (at - last).total_seconds() / 86400
    return mu, max(sigma, min(350.0, math.sqrt(sigma**2 + 8500 / 365 * days)))


def played(before: list[tuple[float, float]], places: list[int]) -> list[tuple[float, float]]:
    """openskill, a tie being the mean of the orders that it may stand for."""
    seats = range(len(places))
    model = PlackettLuce(
        mu=1500,
        sigma=350,
        beta=400 / math.log(10) / math.sqrt(len(places)),
        tau=7,
        gamma=lambda *game: 2,
    )
    orders = [
        order
        for order in itertools.permutations(seats)
        if [places[seat] for seat in order] == sorted(places)
    ]
    after: list[list[Any]] = [[] for _ in seats]
    for order in orders:
        teams = model.rate(
            [[model.rating(*figures)] for figures in before],
            ranks=[float(order.index(seat)) for seat in seats],
        )
        for seat in seats:
            after[seat].append(teams[seat][0])
    return [
        (
            sum(r.mu for r in found) / len(orders),
            math.sqrt(sum(r.sigma**2 for r in found) / len(orders)),
        )
        for found in after
    ]


def assert_right() -> None:
    """Every rating is what comes out here, nobody else has one, and every table counted once for
    each seat."""
    expected = ratings()
    stored = {
        (rating.user.username, rating.game, rating.ladder, rating.season): rating
        for rating in Rating.objects.select_related("user")
    }
    assert stored.keys() == expected.keys()
    for key, (mu, sigma, games, won, drawn, at) in expected.items():
        rating = stored[key]
        assert math.isclose(rating.mu, mu, rel_tol=1e-12), (key, rating.mu, mu)
        assert math.isclose(rating.sigma, sigma, rel_tol=1e-12), (key, rating.sigma, sigma)
        assert (rating.games, rating.won, rating.drawn, rating.last_at) == (
            games,
            won,
            drawn,
            at,
        ), key
        assert (rating.value, rating.deviation) == (round(rating.mu), round(rating.sigma))
        whole = expected[(*key[:3], "")] if key[3] == "" else None
        assert whole is None or rating.established == (whole[2] >= 10 and sigma <= 110)
    seats = sum(figures[2] for key, figures in expected.items() if key[3] == "")
    assert RatingChange.objects.count() == seats
    assert not Table.objects.filter(rating_due=True).exists()

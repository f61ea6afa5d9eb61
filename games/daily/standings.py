"""The standings of a month: accounts by the points of their best days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from games.daily.models import Standing

TOP = 5
PAGE = 100


@dataclass(frozen=True, slots=True)
class Place:
    """A row; `gap`: whether rows are left out before it."""

    number: int
    standing: Standing
    me: bool
    gap: bool = False


def _listed(month: date) -> QuerySet[Standing]:
    """Return the standings in order, without guests: a person may be several."""
    rows = Standing.objects.filter(
        month=month, user__is_guest=False, user__is_active=True, points__gt=0
    )
    return rows.select_related("user").order_by("-points", "user")


def count(month: date) -> int:
    """Return the number of rows."""
    return _listed(month).count()


def top(month: date, user_id: int | None) -> list[Place]:
    """Return the first places, and the reader's row with its neighbours."""
    first = list(_listed(month)[:TOP])
    places = [Place(number, row, row.user_id == user_id) for number, row in enumerate(first, 1)]
    own = _listed(month).filter(user=user_id).first() if user_id else None
    if own is None or any(place.me for place in places):
        return places
    ahead = Q(points__gt=own.points) | Q(points=own.points, user__lt=own.user_id)
    number = 1 + _listed(month).filter(ahead).count()
    begin = max(TOP, number - 2)
    near = _listed(month)[begin : number + 1]
    return places + [
        Place(at, row, row.user_id == user_id, gap=at == begin + 1 and begin > TOP)
        for at, row in enumerate(near, begin + 1)
    ]


def page(month: date, user_id: int | None, number: int) -> list[Place]:
    """Return a page, counted from 1."""
    begin = (number - 1) * PAGE
    found = _listed(month)[begin : begin + PAGE]
    return [Place(at, row, row.user_id == user_id) for at, row in enumerate(found, begin + 1)]

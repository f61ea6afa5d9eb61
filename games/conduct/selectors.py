"""Sanctions that hold for somebody."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from games.conduct.models import Measure, Sanction


def standing(user_id: int, measure: str, now: datetime) -> QuerySet[Sanction]:
    """Return the sanctions of this measure that hold for a user, the one that ends last in
    front."""
    found = Sanction.objects.filter(user=user_id, measure=measure, lifted_at=None)
    return found.filter(Q(until=None) | Q(until__gt=now)).order_by("-until")


def mute(user_id: int, now: datetime) -> Sanction | None:
    """Return the sanction for which a user may not talk; None if the user may. One query."""
    return standing(user_id, Measure.MUTE, now).first()

"""Queries for reports and sanctions. A `keeper` is a moderator or host."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.db.models import Q, QuerySet

from accounts.models import Role, User
from games.community.moderation.models import Measure, Report, Sanction
from games.community.moderation.rights import Act, may


def in_force(user_id: int, measure: str, now: datetime) -> QuerySet[Sanction]:
    """Return a user's sanctions in force, those without an end first, then the latest to end."""
    found = Sanction.objects.filter(user=user_id, measure=measure, lifted_at=None)
    return found.filter(Q(until=None) | Q(until__gt=now)).order_by("-until")


def mute(user_id: int, now: datetime) -> Sanction | None:
    """Return the sanction that forbids a user to talk, or None. One query."""
    return in_force(user_id, Measure.MUTE, now).first()


def suspension(user_id: int, now: datetime) -> Sanction | None:
    """Return the sanction that forbids a user to sign in, or None. One query."""
    return in_force(user_id, Measure.SUSPENSION, now).first()


def was_suspended(user_id: int) -> bool:
    """Return whether a user has a suspension, in force or expired, that was not lifted. Plain SQL,
    since each move through the API asks."""
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT 1 FROM "{Sanction._meta.db_table}"'
            " WHERE user_id = %s AND measure = %s AND lifted_at IS NULL LIMIT 1",
            [user_id, Measure.SUSPENSION.value],
        )
        return cursor.fetchone() is not None


def visible(keeper: User) -> QuerySet[Report]:
    """Return the reports that a keeper may see: those about others."""
    return Report.objects.exclude(about=keeper).select_related("by", "about", "decided_by")


def waiting(keeper: User) -> QuerySet[Report]:
    """Return the open reports that a keeper may see, oldest first."""
    return visible(keeper).filter(decided_at=None).order_by("at")


def appeals(keeper: User) -> QuerySet[Sanction]:
    """Return the sanctions under appeal by others, oldest appeal first."""
    appealed = Sanction.objects.filter(appealed_at__isnull=False, heard_at=None).exclude(
        user=keeper
    )
    return appealed.select_related("user", "by").order_by("appealed_at")


def may_hear(keeper: User, made: Sanction) -> bool:
    """Return whether a keeper may decide an appeal: one who neither imposed the sanction nor made
    the report, unless there is no other keeper."""
    part = (made.by_id, made.report.by_id if made.report else None)
    return may(keeper, Act.HEAR, made.user) and not (keeper.pk in part and other_keepers(keeper))


def upheld(user_id: int) -> int:
    """Return how many reports about a user were upheld."""
    decided = Report.objects.filter(about=user_id, decided_at__isnull=False)
    return decided.exclude(outcome="nothing").count()


def other_keepers(user: User) -> bool:
    """Return whether there is another moderator or host."""
    there = User.objects.filter(role__in=(Role.MODERATOR, Role.HOST), is_active=True)
    return there.exclude(pk=user.pk).exists()

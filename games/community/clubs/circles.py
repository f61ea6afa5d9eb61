"""Clubs as tables know them (games.tables.state.circles)."""

from __future__ import annotations

from django.urls import reverse

from games.community.clubs import selectors, services
from games.community.clubs.models import Club, ClubTable, Membership
from games.tables.state.circles import Circle


def of_club(club: Club) -> Circle:
    """Return a club as tables know it."""
    return Circle(club.slug, club.title, club.private, reverse("club", args=[club.slug]))


def of_user(user_id: int) -> list[Circle]:
    """Return the clubs of a user. One query."""
    return [of_club(membership.club) for membership in selectors.of_user(user_id)]


def of_table(table_id: str) -> Circle | None:
    """Return the club of a table, or None. One query."""
    found = ClubTable.objects.filter(table=table_id, club__closed_at=None)
    row = found.select_related("club").first()
    return None if row is None else of_club(row.club)


def is_member(table_id: str, user_id: int | None) -> bool:
    """Return whether a user belongs to the club of a table. One query."""
    return Membership.objects.filter(
        user=user_id, club__tables__table=table_id, club__closed_at=None
    ).exists()


def add(table_id: str, key: str) -> None:
    """Store that a table belongs to a club."""
    services.add_table(table_id=table_id, slug=key)

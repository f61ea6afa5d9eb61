"""Ann owns a club, Ben organises, Cal is a member, and Dee is a stranger."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from datetime import timedelta

import pytest

from accounts.models import User
from games.community.clubs.models import Club, Door, Membership, Role
from tests.kit.played import NOON
from tests.kit.types import Cast
from tests.tables.conftest import cast, kept, no_memory

__all__ = ["cast", "kept", "no_memory"]


def club_of(cast: Cast, *, slug: str = "sunday-cards", **facts: object) -> Club:
    """Return a club with three members, founded long ago."""
    facts = {"name": "Sunday Cards", "door": Door.REQUEST, "created_at": NOON} | facts
    club = Club.objects.create(slug=slug, **facts)
    for days, (name, role) in enumerate(
        (("ann", Role.OWNER), ("ben", Role.ORGANISER), ("cal", Role.MEMBER))
    ):
        joined = NOON + timedelta(days=days)
        Membership.objects.create(club=club, user=cast[name], role=role, joined_at=joined)
    User.objects.update(date_joined=NOON - timedelta(days=7))
    for user in cast.values():
        user.refresh_from_db()
    return club


@pytest.fixture
def club(cast: Cast) -> Club:
    return club_of(cast)


@pytest.fixture
def secret(cast: Cast) -> Club:
    """Return a private club."""
    return club_of(cast, slug="quiet-house-k3x9", name="Quiet House", private=True)

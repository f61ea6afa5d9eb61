from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from games.community.clubs import selectors
from games.community.clubs.models import Club, Role
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db
ROLES = {"ann": Role.OWNER, "ben": Role.ORGANISER, "cal": Role.MEMBER, "dee": None}


def test_roles(club: Club, cast: Cast) -> None:
    assert {name: selectors.role(club, user) for name, user in cast.items()} == ROLES
    assert selectors.role(club, AnonymousUser()) is selectors.role(club, None) is None


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_a_private_club_exists_for_members_alone(
    club: Club, cast: Cast, private: bool, closed: bool
) -> None:
    Club.objects.update(private=private, closed_at=NOON if closed else None)
    club.refresh_from_db()
    for name, reader in {**cast, "": AnonymousUser(), "nobody": None}.items():
        sees = not closed and (not private or name in ("ann", "ben", "cal"))
        assert selectors.may_see(club, reader) == sees, name
        assert (selectors.find(club.slug, reader) == club) == sees, name
        assert (club in selectors.visible(reader)) == sees, name
    mine = [one.club for one in selectors.of_user(cast["cal"].pk)]
    assert mine == ([] if closed else [club])

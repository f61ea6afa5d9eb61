"""Two requests of a club at the same moment, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts import services as accounts
from games.community.clubs import services
from games.community.clubs.models import Asked, Club, Door, Membership
from games.tables.models import Table
from tests.clubs.conftest import club_of
from tests.clubs.test_tables import opens
from tests.kit.played import NOON
from tests.kit.types import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]


@pytest.fixture
def club(cast: Cast) -> Club:
    return club_of(cast, door=Door.OPEN)


def sound(club: Club) -> dict[str, str]:
    """Return the members by name; there is one owner exactly, or the club is closed."""
    club.refresh_from_db()
    found = dict(Membership.objects.filter(club=club).values_list("user__username", "role"))
    owners = [name for name, role in found.items() if role == "owner"]
    assert len(owners) == 1 if club.closed_at is None else not found
    return found


def test_handing_over_while_the_heir_leaves(club: Club, cast: Cast, together: Together) -> None:
    together(
        partial(services.hand_over, club=club, by=cast["ann"], user=cast["ben"], now=NOON),
        partial(services.leave, club=club, user=cast["ben"], now=NOON),
    )
    assert set(sound(club)) == {"ann", "cal"}


def test_handing_over_to_two(club: Club, cast: Cast, together: Together) -> None:
    together(
        partial(services.hand_over, club=club, by=cast["ann"], user=cast["ben"], now=NOON),
        partial(services.hand_over, club=club, by=cast["ann"], user=cast["cal"], now=NOON),
    )
    assert set(sound(club)) == {"ann", "ben", "cal"}


def test_owner_and_heir_leave_at_once(club: Club, cast: Cast, together: Together) -> None:
    together(
        *(partial(services.leave, club=club, user=cast[one], now=NOON) for one in ("ann", "ben"))
    )
    assert sound(club) == {"cal": "owner"}


def test_two_accounts_close_at_once(club: Club, cast: Cast, together: Together) -> None:
    answers = together(
        *(partial(accounts.close, user=cast[one], now=NOON) for one in ("ann", "ben"))
    )
    assert answers == [None, None]
    assert sound(club) == {"cal": "owner"}


def test_joining_twice_is_one_membership(club: Club, cast: Cast, together: Together) -> None:
    joins = partial(services.join, club=club, user=cast["dee"], now=NOON)
    assert together(joins, joins) == [None, None]
    assert sound(club)["dee"] == "member"


def test_asking_while_being_let_in_by_link(club: Club, cast: Cast, together: Together) -> None:
    Club.objects.update(door=Door.REQUEST)
    together(
        partial(services.ask, club=club, user=cast["dee"], words="Hello", now=NOON),
        partial(services.join, club=club, user=cast["dee"], link=club.link, now=NOON),
    )
    assert sound(club)["dee"] == "member" and not Asked.objects.exists()


def test_the_last_leaves_while_another_joins(club: Club, cast: Cast, together: Together) -> None:
    Membership.objects.exclude(user=cast["ann"]).delete()
    left, joined = together(
        partial(services.leave, club=club, user=cast["ann"], now=NOON),
        partial(services.join, club=club, user=cast["dee"], now=NOON),
    )
    assert left is None
    assert sound(club) == ({"dee": "owner"} if joined is None else {})


def test_joining_while_the_account_closes(club: Club, cast: Cast, together: Together) -> None:
    together(
        partial(accounts.close, user=cast["dee"], now=NOON),
        partial(services.join, club=club, user=cast["dee"], now=NOON),
    )
    assert len(sound(club)) == 3


def test_a_form_that_is_sent_twice_at_once_founds_one_club(cast: Cast, together: Together) -> None:
    founds = partial(services.found, by=cast["ann"], name="Twice", key="k", now=NOON)
    one, other = together(founds, founds)
    assert one == other and Club.objects.count() == 1


def test_one_name_for_two_clubs_at_once(cast: Cast, together: Together) -> None:
    answers = together(
        *(
            partial(services.found, by=cast[one], name="Only One", now=NOON)
            for one in ("ann", "ben")
        )
    )
    assert sorted(isinstance(answer, Club) for answer in answers) == [False, True]
    assert Club.objects.count() == 1


def test_no_table_is_public_in_a_club_that_becomes_private(
    club: Club, cast: Cast, together: Together
) -> None:
    opens(club, cast)
    together(
        partial(
            services.choose_door, club=club, by=cast["ann"], door="open", private=True, now=NOON
        ),
        partial(opens, club, cast, "ben"),
        partial(accounts.close, user=cast["cal"], now=NOON),
    )
    sound(club)
    assert club.private and not Table.objects.filter(of_club__club=club, private=False).exists()

"""Eligibility where ratings are guarded: who has proved to be somebody, and no two of one
address that play each other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import proofs, services
from accounts.models import User
from games.ratings import eligibility, ranks, selectors
from games.ratings.eligibility import Obstacles
from games.ratings.models import Meeting, Rating
from games.ratings.ranks import Ranking
from games.ratings.services import rate_due, vouch
from games.ratings.tasks import settle_ranks
from tests.accounts.conftest import PASSWORD, mails
from tests.accounts.test_settings import again, link_in
from tests.kit.people import browser_of
from tests.ratings.conftest import Club
from tests.ratings.factory import ended, person, rating

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def guarded(settings: Any) -> Any:
    settings.RATINGS = "guarded"
    cache.clear()
    return settings


@pytest.fixture
def ann() -> User:
    """Ranked by all that her rating says, and nobody yet."""
    user = person("ann")
    user.set_password(PASSWORD)
    user.save()
    rating(user, 1700)
    settle_ranks()
    return user


def ranked() -> list[str]:
    rows = ranks.ranked(Ranking("lost_cities", "two", ""), timezone.now())
    return sorted(rows.values_list("user__username", flat=True))


def confirm(user: User, address: str = "") -> EmailAddress:
    """As a host would by hand: nobody is told."""
    return EmailAddress.objects.create(
        user=user, email=address or f"{user.username}@example.org", verified=True, primary=True
    )


def passkey(user: User) -> Authenticator:
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={})


def at_home(user: User) -> Client:
    """Return the user's browser, where the password was said just now."""
    browser = browser_of(user)
    again(browser)
    return browser


def test_a_rating_alone_makes_no_rank(ann: User, guarded: Any) -> None:
    assert ranked() == [] and eligibility.obstacles(ann, timezone.now()) == Obstacles(True, ())
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=False)
    Authenticator.objects.create(user=ann, type=Authenticator.Type.TOTP, data={})
    assert settle_ranks() == 0, (
        "an address that nobody confirmed proves nothing, nor does a second step"
    )
    guarded.RATINGS = "open"
    assert (
        settle_ranks() == 1
        and ranked() == ["ann"]
        and eligibility.obstacles(ann, timezone.now()) is None
    )


def test_a_confirmed_address_is_ranked_at_once_until_it_goes(ann: User) -> None:
    """By the pages that allauth has for it; the link of the mail is opened where nobody is signed
    in."""
    home = at_home(ann)
    home.post("/accounts/email/", {"action_add": "1", "email": "ann@example.org"})
    assert ranked() == []
    Client().post(link_in(mails()[-1]))
    assert ranked() == ["ann"]
    home.post("/accounts/email/", {"action_remove": "1", "email": "ann@example.org"})
    assert not EmailAddress.objects.filter(user=ann).exists()
    assert ranked() == []


def test_a_passkey_is_as_good(ann: User) -> None:
    found = passkey(ann)
    proofs.changed(ann.pk)
    assert ranked() == ["ann"]
    at_home(ann).post(f"/accounts/2fa/webauthn/keys/{found.pk}/remove/")
    assert not Authenticator.objects.filter(pk=found.pk).exists() and ranked() == []


def test_a_closed_account_is_nobody(ann: User, django_capture_on_commit_callbacks: Any) -> None:
    confirm(ann)
    settle_ranks()
    with django_capture_on_commit_callbacks(execute=True):
        services.close(user=ann, now=timezone.now())
    assert ranked() == [] and not Rating.objects.get(user=ann).eligible


def test_a_sweep_makes_good_what_nobody_told(ann: User) -> None:
    confirm(ann)
    assert ranked() == [] and settle_ranks() == 1 and ranked() == ["ann"] and settle_ranks() == 0


def test_whoever_is_rated_is_looked_at(ann: User, club: Club) -> None:
    club.people["ann"] = ann
    confirm(ann)
    club.ends("ann 1 ben 2")
    club.rates()
    assert club.of("ann").eligible and not club.of("ben").eligible


# --- together


def meet(first: User, second: User, games: int, days_ago: float = 1, company: str = "00") -> None:
    for game in range(games):
        ended(
            first,
            second,
            at=timezone.now() - timedelta(days=days_ago, hours=game),
            company=company,
            rating_due=True,
        )
    rate_due(now=timezone.now())


@pytest.fixture
def two() -> tuple[User, User]:
    """Ann and Ben, each ranked on what they played against others."""
    ann, ben = person("ann"), person("ben")
    for user, value in ((ann, 1700), (ben, 1650)):
        confirm(user)
        rating(user, value, game="odin")
    return ann, ben


def listed() -> list[str]:
    settle_ranks()
    return sorted(
        Rating.objects.filter(game="odin", eligible=True).values_list("user__username", flat=True)
    )


def test_who_plays_with_an_account_of_the_same_address_is_not_ranked_with_it(
    two: tuple[User, User],
) -> None:
    ann, ben = two
    meet(ann, ben, 2)
    assert listed() == ["ann", "ben"], "a visit is no household"
    meet(ann, ben, 1, days_ago=2)
    assert listed() == []
    assert eligibility.obstacles(ann, timezone.now()) == Obstacles(False, ("ben",))
    vouch(people=[ann, ben], now=timezone.now())
    assert listed() == ["ann", "ben"] and eligibility.obstacles(ann, timezone.now()) is None
    vouch(people=[ann, ben], two=False, now=timezone.now())
    assert listed() == []


def test_from_two_addresses_they_are_two(two: tuple[User, User]) -> None:
    meet(*two, 5, company="01")
    assert listed() == ["ann", "ben"]


def test_addresses_pass_on_to_others(two: tuple[User, User]) -> None:
    meet(*two, 5, days_ago=91)
    assert Meeting.objects.filter(shared=True).count() == 5 and listed() == ["ann", "ben"]


def test_those_who_are_together_are_told_in_all_ladders_at_once(
    two: tuple[User, User], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        meet(*two, 3)
    assert not Rating.objects.filter(game="odin", eligible=True).exists()


def test_the_seasons_of_a_list_are_those_of_the_ranked(ann: User) -> None:
    rating(ann, 1700, season="2026Q2")
    settle_ranks()
    assert selectors.seasons("lost_cities", "two") == []
    confirm(ann)
    settle_ranks()
    assert selectors.seasons("lost_cities", "two") == ["2026Q2"]

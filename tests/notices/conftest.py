"""Ann and Ben play by correspondence and can be reached by mail, Cal has no confirmed address, Dee
is a guest."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from games.notices.grid import Grid, Topic, When
from games.notices.models import Where
from games.tables.state import snapshot_cache
from tests.kit.people import browser_of
from tests.kit.played import NOON, Played, sits_down
from tests.kit.types import Cast, Visits

__all__ = ["NOON"]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def cast(db: Any) -> Cast:
    snapshot_cache.forget()
    people = {name: User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal")}
    people["dee"] = User.objects.create_user("guest-dee", password=None, is_guest=True)
    for name in ("ann", "ben"):
        EmailAddress.objects.create(
            user=people[name], email=f"{name}@example.org", verified=True, primary=True
        )
    EmailAddress.objects.create(
        user=people["cal"], email="cal@example.org", verified=False, primary=True
    )
    return people


class Game(Played):
    """A table of Lost Cities; the first to sit down begins."""

    def acts(self, name: str, code: str) -> None:
        self.does(name, "act", code=code, ply=self.ply)

    def puts(self, name: str) -> None:
        """Play the first half of a turn: a card is discarded."""
        self.acts(name, next(code for code in self.legal(name) if code.startswith("discard")))

    def turn(self, name: str, after: timedelta = HOUR) -> None:
        """Play a whole turn, some time after the last one."""
        self.now += after
        self.puts(name)
        self.acts(name, "draw stock")


Deals: TypeAlias = Callable[..., Game]


@pytest.fixture
def deals(cast: Cast) -> Deals:
    """`deals("ann", "ben", clock="daily")`: a game in which Ann is to move first."""

    def deal(*names: str, clock: str = "daily", rated: bool = False, now: datetime = NOON) -> Game:
        opened = sits_down(cast, *names, clock=clock, rated=rated, order="seats", now=now)
        return Game(opened.id, cast, now)

    return deal


def wishes(user: User, words: str, **about: Any) -> None:
    """Keep what a user wants, without a page: `wishes(ann, "turn-mail daily, low-push off")`."""
    kept = Grid.of(User.objects.get(pk=user.pk).wishes)
    for word in filter(None, words.split(", ")):
        cell, when = word.split()
        topic, where = cell.split("-")
        kept = kept.but(Topic(topic), Where(where), When(when))
    User.objects.filter(pk=user.pk).update(wishes=kept.letters, **about)
    user.refresh_from_db()


def wish(user: User, cell: str) -> str:
    """Return what a user wants: `wish(ann, "turn-mail")` is "daily"."""
    topic, where = cell.split("-")
    return Grid.of(User.objects.get(pk=user.pk).wishes).when(Topic(topic), Where(where)).value


@pytest.fixture
def visits(cast: Cast) -> Visits:
    def client(name: str | None = None) -> Client:
        return browser_of(cast[name] if name else None, enforce_csrf_checks=True)

    return client

"""The sweep finds those who fit, whoever else waits, at a cost that is counted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.community.people.models import Kind, Tie
from games.kernel import shuffle
from games.lobby.pairing import services
from games.lobby.pairing.models import Ticket
from games.site.models import Name
from games.site.services import switches
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Seat, Status, Table
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATER = NOON + timedelta(hours=20)
"""By then everybody who looks by correspondence accepts every rating."""


def look(user: User, now: datetime = NOON, clock: str = "daily") -> Ticket:
    return services.search(user=user, game="lost_cities", clock=clock, rated=False, now=now)


def waits(users: list[User], clock: Callable[[int], str], **more: Any) -> list[Ticket]:
    """Write tickets as they stood there before."""
    facts = {"game": "lost_cities", "live": False, "rating": 1500, "commitment": "c"}
    facts |= {"made_at": NOON - timedelta(days=1), "seen_at": NOON - timedelta(days=1)} | more
    facts |= {"secret": secrets.token_bytes(shuffle.SECRET_BYTES)}
    return Ticket.objects.bulk_create(
        [Ticket(user=user, clock=clock(number), **facts) for number, user in enumerate(users)]
    )


@pytest.fixture
def strangers(db: Any) -> list[User]:
    return User.objects.bulk_create([User(username=f"stranger{each}") for each in range(201)])


def cost(now: datetime = LATER) -> tuple[int, int]:
    """Return how many tables a sweep found, and with how many queries."""
    with CaptureQueriesContext(connection) as asked:
        found = services.match_all(now=now)
    return found, len(asked)


def odd(number: int) -> str:
    return f"custom {24 + number}h+1h/300h"


def pairs_apart(users: list[User]) -> None:
    ties = list(zip(users[0:200:2], users[1:200:2], strict=True))
    Tie.objects.bulk_create(
        [Tie(user=one, other=other, kind=Kind.BLOCK, at=NOON) for one, other in ties]
    )


def test_elder_tickets_that_nobody_else_has_keep_nobody_from_being_found(
    cast: dict[str, User], strangers: list[User]
) -> None:
    waits(strangers, odd)
    look(cast["ann"]), look(cast["ben"])
    found, queries = cost()
    assert found == 1 and queries < 60
    assert cost()[1] < 10  # nobody is left who could fit


def test_neither_do_couples_of_which_one_has_blocked_the_other(
    cast: dict[str, User], strangers: list[User]
) -> None:
    waits(strangers, lambda number: odd(number // 2))
    pairs_apart(strangers)
    Ticket.objects.filter(user=strangers[-1]).delete()
    look(cast["ann"]), look(cast["ben"])
    assert services.match_all(now=LATER, limit=200) + services.match_all(now=LATER, limit=200) == 1
    assert cost()[1] < 10


def test_neither_do_those_whom_everybody_has_blocked_on_the_same_terms(
    cast: dict[str, User], strangers: list[User]
) -> None:
    crowd = strangers[:8]
    waits(crowd, lambda number: "daily")
    Tie.objects.bulk_create(
        [
            Tie(user=one, other=other, kind=Kind.BLOCK, at=NOON)
            for one in [*crowd, cast["ann"], cast["ben"]]
            for other in crowd
            if one != other
        ]
    )
    look(cast["ann"]), look(cast["ben"])
    found = [services.match_all(now=LATER, limit=3) for _ in range(4)]  # 10 tickets, 3 at a time
    assert sum(found) == 1
    assert not Ticket.objects.filter(user__in=(cast["ann"], cast["ben"]), found_at=None).exists()


def test_a_sweep_goes_on_where_the_last_one_ended(cast: dict[str, User]) -> None:
    cache.delete("pairing-last")
    names = sorted(cast)[:4]
    tickets = [look(cast[name], clock="daily") for name in names]
    ratings = (1000, 2000, 1500, 1500)
    for ticket, rating in zip(tickets, ratings, strict=True):
        Ticket.objects.filter(pk=ticket.pk).update(rating=rating)
    assert services.match_all(now=NOON, limit=2) == 0  # these two are too far apart so early
    assert services.match_all(now=NOON, limit=2) == 1


def test_live_tickets_of_games_against_bots_that_nobody_looks_at_cost_no_more(
    cast: dict[str, User], strangers: list[User]
) -> None:
    table = tables.open_table(creator=cast["ann"], game="odin", bots={1: "club"}, now=NOON)
    waits(strangers, lambda number: "normal", live=True, meanwhile=table)
    assert cost() == (0, cost()[1]) and cost()[1] < 10


def test_whoever_has_many_open_tables_is_found_all_the_same(cast: dict[str, User]) -> None:
    for _ in range(settings.LIMIT_COUNTS["open_tables"]):
        tables.open_table(creator=cast["ann"], game="odin", now=NOON)
    look(cast["ann"]), look(cast["ben"])
    assert services.match_all(now=LATER) == 1
    with pytest.raises(NotPossible):
        tables.open_table(creator=cast["ann"], game="odin", now=NOON)


def test_nobody_is_tried_while_the_house_is_closed(cast: dict[str, User]) -> None:
    look(cast["ann"]), look(cast["ben"])
    switches.turn(name=Name.MAINTENANCE, value="on", by=None, now=NOON)
    assert cost()[0] == 0 and cost()[1] < 3
    switches.turn(name=Name.MAINTENANCE, value="off", by=None, now=NOON)
    assert services.match_all(now=LATER) == 1


def test_a_page_that_waits_alone_takes_no_lock(cast: dict[str, User]) -> None:
    ticket = look(cast["ann"], clock="normal")
    with CaptureQueriesContext(connection) as asked:
        assert services.match(ticket_id=ticket.pk, now=NOON) is None
    assert len(asked) < 4 and not any("SAVEPOINT" in each["sql"] for each in asked)


def test_everybody_of_a_crowd_sits_at_one_table(strangers: list[User]) -> None:
    waits(strangers[:21], lambda number: "daily")
    assert services.match_all(now=LATER) == 10
    assert Table.objects.filter(status=Status.RUNNING).count() == 10
    users = list(Seat.objects.values_list("user", flat=True))
    assert len(users) == len(set(users)) == 20


@pytest.mark.parametrize("clock", ["custom 24h+1h/300h", "custom 300+20", "untimed", "soon"])
def test_only_the_clocks_of_the_page_are_looked_for(cast: dict[str, User], clock: str) -> None:
    with pytest.raises(NotPossible):
        look(cast["ann"], clock=clock)

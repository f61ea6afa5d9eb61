"""Those who follow a host hear of a public table that waits, if they ask for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.community.people import services
from games.community.people.models import Kind as Kinds
from games.community.people.models import Tie
from games.notices import message_contents
from games.notices.models import Kind, Notice, State
from games.notices.services import find_due
from games.notices.services.timing import is_news
from games.tables import services as tables
from games.tables.models import Table
from tests.kit.played import sits_down
from tests.lobby.conftest import NOON
from tests.notices.conftest import wishes

Cast = dict[str, User]
Says = Callable[[str], None]
Opens = Callable[..., Table]
SOON, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def told(cast: Cast, ties: Says) -> Callable[[timedelta], list[str]]:
    """Ben follows Ann and wants to hear of her tables; `told(SOON)` looks then and returns who was
    told so far."""
    for name in ("ben", "cal"):
        EmailAddress.objects.create(
            user=cast[name], email=f"{name}@example.org", verified=True, primary=True
        )
    ties("ben follows ann")
    wishes(cast["ben"], "opened-mail now")
    wishes(cast["cal"], "opened-mail now")

    def look(after: timedelta) -> list[str]:
        find_due(now=NOON + after)
        found = Notice.objects.filter(kind=Kind.OPENED).order_by("pk")
        return [notice.user.username for notice in found]

    return look


def test_a_follower_who_asks_for_it_is_told_once(told: Any, opens: Opens) -> None:
    opens("ann")
    assert told(timedelta(seconds=5)) == []
    assert told(SOON) == ["ben"]
    assert told(2 * SOON) == ["ben"]
    notice = Notice.objects.get()
    assert message_contents.of([notice], NOON).title == "ann has opened a table of Lost Cities"
    assert is_news(notice, NOON + SOON)


def test_of_one_host_at_most_one_an_hour(told: Any, opens: Opens) -> None:
    opens("ann")
    told(SOON)
    opens("ann")
    assert told(2 * SOON) == ["ben"]


def test_at_first_nobody_is_told(told: Any, opens: Opens, cast: Cast) -> None:
    wishes(cast["ben"], "opened-mail off")
    opens("ann")
    assert told(SOON) == []


def test_private_tables_are_told_to_nobody(told: Any, opens: Opens) -> None:
    opens("ann", private=True)
    assert told(SOON) == []


@pytest.mark.parametrize("blocks", ["cal blocks ben", "ben blocks cal"])
def test_nobody_hears_of_a_table_with_somebody_apart(
    told: Any, cast: Cast, ties: Says, blocks: str
) -> None:
    sits_down(cast, "ann", "cal", game="odin", seats=4)
    ties(blocks)
    assert told(SOON) == []


@pytest.mark.parametrize("end", ["full", "gone", "blocked", "unfollowed", "hidden"])
def test_a_notice_that_waits_is_dropped_when_it_is_no_news(
    told: Any, opens: Opens, cast: Cast, ties: Says, end: str
) -> None:
    table = opens("ann")
    told(SOON)
    if end == "full":
        tables.sit(table_id=table.id, user=cast["cal"], now=NOON)
    elif end == "gone":
        tables.stand(table_id=table.id, user=cast["ann"], now=NOON)
    elif end == "blocked":
        ties("ann blocks ben")
    elif end == "hidden":
        Table.objects.filter(pk=table.pk).update(private=True)
    else:
        services.untie(user=cast["ben"], other=cast["ann"], kind="follow")
    notice = Notice.objects.get(kind=Kind.OPENED)
    assert not is_news(notice, NOON + SOON)
    assert Notice.objects.get(pk=notice.pk).state == State.DROPPED


def test_tables_that_suit_nobody_keep_no_other_back(
    told: Any, opens: Opens, cast: Cast, ties: Says
) -> None:
    """Ben follows Dee, who has blocked him: her table stands before Ann's for an hour."""
    ties("ben follows dee")
    Tie.objects.create(user=cast["dee"], other=cast["ben"], kind=Kinds.BLOCK, at=NOON)
    table = opens("dee")
    Table.objects.filter(pk=table.id).update(created_at=NOON - timedelta(seconds=1))
    opens("ann")
    for _ in range(2):
        find_due(now=NOON + SOON, limit=1)
    notice = Notice.objects.get(kind=Kind.OPENED)
    assert (notice.user, notice.by) == (cast["ben"], cast["ann"])


def test_it_takes_the_same_few_queries_however_many_suit_nobody(
    told: Any, opens: Opens, cast: Cast, ties: Says
) -> None:
    ties("ben follows dee")
    Tie.objects.create(user=cast["dee"], other=cast["ben"], kind=Kinds.BLOCK, at=NOON)
    costs = []
    for _ in range(3):
        opens("dee")
        with CaptureQueriesContext(connection) as asked:
            find_due(now=NOON + SOON)
        costs.append(len(asked))
    assert costs[0] == costs[2]

"""Lines between turns at sealed tables: played as anywhere, and nobody else learns of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.community.duplicate.models import DealSet
from games.notices.models import News
from games.tables import services as tables
from games.tables.models import Plan, Table
from games.tables.proof import audit
from games.tables.state.between_turns import Line
from tests.duplicate.conftest import NOON, Clock
from tests.duplicate.test_deal_sets import opened
from tests.duplicate.test_secrecy import MASKED
from tests.kit.people import browser_of
from tests.kit.played import Played
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def seen(people: Cast, table: Table, other: Table) -> list[str]:
    """Return what a player of the same deal gets of both tables, and of what is new."""
    client = browser_of(people["cal"])
    paths = (f"/t/{table.pk}/", f"/t/{other.pk}/", "/turns/", "/notices/last/")
    answers = [client.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [404, 200, 200, 200]
    return [MASKED.sub("", answer.content.decode()) for answer in answers]


def test_a_line_is_played_and_nobody_else_learns_of_it(
    deals: DealSet, people: Cast, clock: Clock
) -> None:
    table = opened(deals, 0, people["ann"], people["ben"], clock="daily")
    other = opened(deals, 0, people["cal"], people["eve"], clock="daily")
    played = Played(table.pk, people, NOON + timedelta(minutes=1))
    first = played.mover
    second = "ben" if first == "ann" else "ann"
    before = seen(people, table, other)
    position = played.snapshot.position
    assert position is not None
    hand = played.snapshot.engine.view(position.state, played.seat(second)).hand
    line = Line("anything", {}, {"way": "discard", "card": hand[0], "draw": "stock"})
    played.does(second, "keep_plans", lines=[line], ply=played.ply)
    assert Plan.objects.count() == 1
    assert seen(people, table, other) == before
    discard = next(code for code in played.legal(first) if code.startswith("discard"))
    played.plays(f"{first} {discard}", f"{first} draw stock")
    assert tables.play_plans(table_id=table.pk, now=played.now + timedelta(seconds=1))
    assert played.mover == first and not Plan.objects.exists()
    assert list(audit.faults(Table.objects.get(pk=table.pk))) == []
    assert not News.objects.exclude(user__in=[people["ann"], people["ben"]]).exists()
    assert seen(people, table, other) == before

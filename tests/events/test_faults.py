"""Workers that die between any two statements, and people who decide at the same moment."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.community.events import services
from games.community.events.errors import Stale
from games.community.events.models import Decision, Entry, Event, Pairing, Round
from games.tables.models import Seat, Table
from tests.events.conftest import Evening
from tests.kit.types import Together
from tests.ratings.test_faults import Killed, killed_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def lives(evening: Evening, event: Event) -> int:
    """Take the steps that are due in lives each a little longer than the one before; return how
    many there were."""
    for life in range(1, 400):
        try:
            with killed_at(life):
                services.keep(now=evening.now)
            return life
        except Killed:
            whole(event)
    raise AssertionError("it does not end")


def whole(event: Event) -> None:
    """Nothing is half done: every table belongs to a pairing, and has all its seats."""
    pairings = Pairing.objects.filter(round__event=event)
    assert Table.objects.count() == pairings.exclude(table=None).count()
    for pairing in pairings.exclude(table=None).select_related("table"):
        seats = Seat.objects.filter(table=pairing.table_id).count()
        assert seats == len(pairing.players)
    assert not pairings.filter(settled_at=None).exclude(points=None).exists()
    assert Round.objects.filter(event=event).count() == Event.objects.get(pk=event.pk).number


def test_a_swiss_whose_workers_are_killed(evening: Evening) -> None:
    event = evening.makes(rounds=2, clock="normal", length=30)
    evening.enters(event, "ann", "ben", "cal")
    evening.now = event.starts_at
    killed = 0
    while not Event.objects.get(pk=event.pk).is_over:
        killed += lives(evening, event)
        evening.plays_all(event)
        event.refresh_from_db()
        evening.now = max(evening.now, event.next_at or evening.now)
    assert killed > 20
    assert [len(evening.pairs(event, number)) for number in (1, 2)] == [2, 2]
    assert Table.objects.count() == 2
    assert sum(points for _name, points in evening.standings(event)) == 4


def test_two_workers_at_once_take_each_step_once(evening: Evening, together: Together) -> None:
    event = evening.makes(rounds=1, clock="normal", length=30)
    evening.enters(event, "ann", "ben", "cal", "dee")
    evening.now = event.starts_at
    answers = together(*[partial(services.keep, now=evening.now)] * 3)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert Table.objects.count() == Pairing.objects.count() == 2


def test_two_organisers_who_correct_at_once(evening: Evening, together: Together) -> None:
    event = evening.makes(rounds=2, clock="normal", length=30)
    evening.enters(event, "ann", "ben")
    event = evening.waits(event)
    pairing = Pairing.objects.get(round__event=event)
    told: dict[str, Any] = {"event_id": event.pk, "by": evening.people["ann"], "version": 0}
    told |= {"pairing_id": pairing.pk, "why": "They agreed.", "now": evening.now}
    answers = together(*[partial(services.correct, result=each, **told) for each in "10="])
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(answer) for answer in refused] == [Stale, Stale]
    assert Decision.objects.filter(event=event, what="correct").count() == 1


def test_entering_twice_at_once(evening: Evening, together: Together) -> None:
    event = evening.makes()
    enter = partial(services.enter, event_id=event.pk, user=evening.people["ben"], now=evening.now)
    answers = together(enter, enter, enter)
    assert {answer.pk for answer in answers} == {Entry.objects.get(event=event).pk}

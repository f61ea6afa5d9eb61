"""A round: what is due, in batches, once, whatever else goes wrong, and told afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Letter
from accounts.services import letters
from games.retention import selectors, tasks
from games.retention.models import Run, Turn
from games.retention.rules import Rule
from games.retention.services import rounds
from tests.kit.types import Together
from tests.retention.conftest import DAY, NOON

pytestmark = pytest.mark.django_db


def old_letters(count: int) -> None:
    Letter.objects.bulk_create(
        Letter(kind="x", written_at=NOON - 100 * DAY, due_at=NOON, state="sent")
        for _ in range(count)
    )


def a_rule(**facts: Any) -> Rule:
    told: dict[str, Any] = {"name": "letters", "what": "Letters", "kept": 90 * DAY, "then": "gone"}
    return Rule(**{**told, "remove": letters.forget_old, **facts})


def test_batches_until_nothing_is_left() -> None:
    old_letters(7)
    sizes: list[int] = []

    def remove(*, now: datetime, after: timedelta, limit: int) -> int:
        sizes.append(letters.forget_old(now=now, after=after, limit=limit))
        return sizes[-1]

    assert rounds.run_due_rules(now=NOON, rules=[a_rule(remove=remove, batch=3)]) == {"letters": 7}
    assert sizes == [3, 3, 1]


def test_a_rule_is_looked_at_once_in_its_time() -> None:
    old_letters(1)
    rule = a_rule()
    assert rounds.run_due_rules(now=NOON, rules=[rule]) == {"letters": 1}
    old_letters(1)
    assert rounds.run_due_rules(now=NOON + timedelta(minutes=59), rules=[rule]) == {}
    assert rounds.run_due_rules(now=NOON + timedelta(minutes=60), rules=[rule]) == {"letters": 1}


def test_what_is_more_than_a_run_removes_comes_with_the_next() -> None:
    old_letters(5)
    rule = a_rule(batch=2, limit=3)
    assert rounds.run_due_rules(now=NOON, rules=[rule]) == {"letters": 3}
    assert rounds.run_due_rules(now=NOON + timedelta(minutes=5), rules=[rule]) == {"letters": 2}


def test_a_rule_that_fails_keeps_no_other_back_and_is_told(caplog: Any) -> None:
    def fails(*, now: datetime, after: timedelta, limit: int) -> int:
        raise RuntimeError

    old_letters(1)
    rules = [a_rule(name="guests", remove=fails), a_rule()]
    assert rounds.run_due_rules(now=NOON, rules=rules) == {"letters": 1}
    assert "Housekeeping failed at guests." in caplog.text
    run = selectors.last_run()
    assert run is not None and (run.removed, run.failed) == ({"letters": 1}, ["guests"])
    found = {kept.rule.name: kept for kept in selectors.reports(NOON)}
    assert found["guests"].failed and not found["letters"].failed
    rounds.run_due_rules(now=NOON + DAY, rules=[a_rule(name="guests")])
    assert not selectors.reports(NOON + DAY)[3].failed, "it has come through since"


def test_a_run_that_removes_nothing_leaves_no_report() -> None:
    rounds.run_due_rules(now=NOON, rules=[a_rule()])
    assert not Run.objects.exists() and selectors.last_run() is None
    assert Turn.objects.get().looked_at == NOON


def test_the_desk_is_told_what_was_removed_of_late(cast: Any) -> None:
    for days, count in ((40, 1), (20, 2), (0.5, 4)):
        Run.objects.create(at=NOON - days * DAY, removed={"news": count})
    found = {kept.rule.name: kept for kept in selectors.reports(NOON)}
    assert (found["news"].day, found["news"].month) == (4, 6)
    assert found["news"].looked_at is None and found["guests"].month == 0


def test_the_task() -> None:
    old_letters(2)
    assert tasks.keep_house() == 2
    assert tasks.keep_house() == 0


def test_the_scheduler_knows_the_task_and_none_of_those_that_it_replaces() -> None:
    from config.celery import app

    named = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert "games.retention.tasks.keep_house" in named
    assert not {name for name in named if "forget" in name or "idle" in name}
    app.loader.import_default_modules()
    assert named <= set(app.tasks)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_workers_remove_each_thing_once(together: Together) -> None:
    old_letters(40)
    rule = a_rule(batch=5)

    def works() -> int:
        return sum(rounds.run_due_rules(now=NOON, rules=[rule]).values())

    answers = together(works, works, works)
    assert all(isinstance(answer, int) for answer in answers), answers
    assert sum(answers) == 40 and not Letter.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_workers_at_one_rule_do_not_wait_for_each_other(together: Together) -> None:
    """Also if the turn is given twice, as after a clock that was set back."""
    old_letters(40)

    def works() -> int:
        return letters.forget_old(now=NOON, limit=40)

    answers = together(works, works)
    assert all(isinstance(answer, int) for answer in answers), answers
    assert sum(answers) + Letter.objects.count() == 40

"""The scheduler sends what is due when it is due, and next to nothing while a site is idle."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Letter, State, User
from config.beat import Scheduler
from config.celery import app
from games.learning.review.models import Review
from games.lobby.pairing.models import Ticket
from games.notices.models import Kind, Notice, Where
from games.site.models import Name, Switch
from games.tables import services
from games.tables.models import Plan, Seat, Table
from tests.kit.servers import Valkey
from tests.kit.types import Patch

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
OFTEN = 60.0  # seconds: what is looked for more often asks first


class Beat(Scheduler):
    """A scheduler with a clock of its own that keeps a record of what it sends."""

    def __init__(self, folder: Path) -> None:
        self.second, self.record = 0.0, Counter[str]()
        super().__init__(app, schedule_filename=str(folder / "beat.json"))
        for name in set(self.schedule) - set(app.conf.beat_schedule):
            del self.schedule[name], self.next[name]

    def clock(self) -> float:  # type: ignore[override]
        return self.second

    def apply_async(self, entry: Any, **_: Any) -> None:
        self.record[entry.name] += 1

    def _waiting(self, entry: Any) -> int:
        return 0

    def runs(self, seconds: float) -> Counter[str]:
        """Go on for so long, and return what was sent."""
        self.record, end = Counter(), self.second + seconds
        while (pause := self.tick()) <= end - self.second:
            self.second += pause
        self.second = end
        return self.record


@pytest.fixture
def beat(tmp_path: Path, monkeypatch: Patch, redis_server: Valkey) -> Beat:
    app.autodiscover_tasks(force=True)
    monkeypatch.setattr("config.beat.close_old_connections", lambda: None)  # it is the test's
    made = Beat(tmp_path)
    monkeypatch.setattr(timezone, "now", lambda: NOON + made.second * SECOND)
    made.sent = dict.fromkeys(made.schedule, 0.0)
    return made


def test_an_idle_site_sends_six_tasks_a_minute(beat: Beat) -> None:
    sent = beat.runs(600)
    assert sent.total() <= 60, sent
    often = {name for name, entry in app.conf.beat_schedule.items() if entry["schedule"] <= 600}
    assert not {name for name in often if not sent[name]}, "all are sent, though"


def test_whatever_is_looked_for_often_asks_first() -> None:
    app.autodiscover_tasks(force=True)
    for entry in app.conf.beat_schedule.values():
        assert entry["schedule"] >= OFTEN or hasattr(app.tasks[entry["task"]], "due"), entry


@pytest.fixture
def table(db: Any) -> Table:
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    made = services.open_table(
        creator=ann, game="lost_cities", clock="daily", now=NOON - timedelta(hours=1)
    )
    services.sit(table_id=made.id, user=ben, now=NOON - timedelta(hours=1))
    return Table.objects.get(pk=made.id)


def now() -> datetime:
    return timezone.now()


def a_flag(table: Table) -> None:
    Table.objects.update(flag_at=now())


def a_bot(table: Table) -> None:
    Table.objects.update(bot_at=now() - 4 * SECOND)


def a_hint(table: Table) -> None:
    Seat.objects.update(hint_at=now() - 20 * SECOND)


def the_switch(table: Table) -> None:
    Switch.objects.create(name=Name.MAINTENANCE, value="on", at=now())


def a_plan(table: Table) -> None:
    seat = min(Table.objects.get().acting)
    Plan.objects.create(table=table, seat=seat, place=1, since=0, condition="always")


def a_rating(table: Table) -> None:
    an_end(table)
    Table.objects.update(rating_due=True)


def a_search(table: Table) -> None:
    facts = {"live": True, "rating": 1500, "made_at": now(), "seen_at": now()}
    Ticket.objects.create(user=User.objects.first(), game="odin", clock="fast", **facts)


def a_review(table: Table) -> None:
    Review.objects.create(table=table, asked_at=now())


def a_letter(table: Table) -> None:
    Letter.objects.create(kind="x", to="a@example.org", written_at=now(), due_at=now())


def a_letter_of_a_sender_that_died(table: Table) -> None:
    a_letter(table)
    Letter.objects.update(state=State.SENDING, due_at=now() - timedelta(minutes=6))


def a_move(table: Table) -> None:
    Table.objects.update(changed_at=now())


def an_end(table: Table) -> None:
    Table.objects.update(status="ended", ended_at=now(), ended_by="draw", flag_at=None)


def a_clock_of_a_live_game(table: Table) -> None:
    Table.objects.update(flag_at=now() + timedelta(hours=2))


def a_notice(where: Where, **facts: Any) -> Callable[[Table], None]:
    def write(table: Table) -> None:
        given = {"user": User.objects.first(), "kind": Kind.OVER, "due_at": now()} | facts
        Notice.objects.create(table=table, where=where, **given)

    return write


@pytest.mark.parametrize(
    "happens, name",
    [
        (a_flag, "flag-due"),
        (a_bot, "ask-overdue-bots"),
        (a_hint, "ask-overdue-bots"),
        (the_switch, "follow-switch"),
        (a_plan, "play-due-plans"),
        (a_rating, "rate-due-tables"),
        (a_search, "pair-waiting"),
        (a_review, "ask-due-reviews"),
        (a_letter, "send-letters"),
        (a_letter_of_a_sender_that_died, "send-letters"),
        (a_move, "send-due-notices"),
        (an_end, "send-due-notices"),
        (a_clock_of_a_live_game, "send-due-notices"),
        (a_notice(Where.MAIL), "send-due-notices"),
        (a_notice(Where.PUSH), "send-due-push-notices"),
        (a_notice(Where.PUSH, state=State.SENT, shown="a tag"), "send-due-push-notices"),
        (a_notice(Where.WEBHOOK), "send-due-webhook-notices"),
        (a_notice(Where.WEBHOOK, state=State.SENDING), "send-due-webhook-notices"),
    ],
)
def test_what_is_due_is_sent_at_the_next_look(
    happens: Callable[[Table], None], name: str, table: Table, beat: Beat
) -> None:
    every = app.conf.beat_schedule[name]["schedule"]
    assert not beat.runs(every)[name]
    happens(table)
    assert beat.runs(every)[name] == 1
    assert beat.runs(every)[name] == 1, "again, as a message may be lost"


def test_who_cannot_ask_sends(beat: Beat, monkeypatch: Patch) -> None:
    beat.runs(60)
    for question in beat.queries.values():
        monkeypatch.setattr(question, "sql", "SELECT a table that is not there")
    monkeypatch.setattr(connection, "close", lambda: None)
    sent = beat.runs(30)
    assert (sent["flag-due"], sent["send-due-push-notices"]) == (15, 3)


def test_after_a_restart_everything_is_sent_once(beat: Beat) -> None:
    beat.sent = {}
    asking = {name for name, entry in beat.schedule.items() if beat._due(entry)}
    assert beat.runs(30) == dict.fromkeys(asking, 1)


def test_on_time_though_the_clock_of_the_machine_is_set_back(
    beat: Beat, monkeypatch: Patch
) -> None:
    beat.runs(60)
    monkeypatch.setattr(app, "now", lambda: NOON - timedelta(days=1))
    assert beat.runs(60)["keep-days"] == 1

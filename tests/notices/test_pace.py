"""A listener that answers late, and well, delays nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from games.notices import outbound, services
from games.notices.channels import by_webhook
from games.notices.models import Kind, Notice, State, Where
from games.notices.webhooks import services as hooks
from games.notices.webhooks.models import Hook
from games.tables import services as tables
from games.tables.models import Invitation, Table
from tests.kit.types import Patch
from tests.notices.conftest import NOON, wishes

Told = Callable[..., User]
pytestmark = [pytest.mark.django_db, pytest.mark.database]
SECOND = timedelta(seconds=1)
LATE = 4.9


class World:
    """Listeners by host, each with the seconds that it takes to say yes. The time is here."""

    def __init__(self) -> None:
        self.now, self.passed, self.heard = NOON, 0.0, list[str]()
        self.takes: dict[str, float] = {}

    def post(self, url: str, **facts: Any) -> outbound.Answer:
        host = url.split("/")[2]
        self.heard.append(host)
        self.passed += self.takes.get(host, 0.1)
        return outbound.Answer(200, {}, b"")

    def run(self) -> list[str]:
        """Do what the task does every ten seconds, and return who was called."""
        before = len(self.heard)
        services.send_due(now=self.now, where=Where.WEBHOOK, clock=lambda: self.passed)
        self.now += 10 * SECOND
        return self.heard[before:]

    def runs(self, count: int) -> list[str]:
        return [host for _ in range(count) for host in self.run()]


@pytest.fixture
def world(monkeypatch: Patch) -> World:
    found, real = World(), hooks.send
    cache.delete("notices-pace-webhook")

    def send(**facts: Any) -> None:
        real(**facts, post=found.post)

    monkeypatch.setattr(by_webhook.services, "send", send)
    return found


@pytest.fixture
def told(db: Any) -> Told:
    """`told("a.example", 3)`: somebody with a webhook there, for whom three invitations are due."""

    def tell(host: str, count: int, at: datetime = NOON - 60 * SECOND) -> User:
        user = User.objects.create_user(f"u{User.objects.count()}", password=None)
        wishes(user, "invited-webhook now")
        address = f"https://{host}/fd"
        hooks.set_address(user=user, kind="json", address=address, now=NOON - 120 * SECOND)
        due(user, count, at)
        return user

    return tell


def due(user: User, count: int, at: datetime) -> None:
    """Have a user invited so many times, all of which stands."""
    target = Hook.objects.get(user=user).pk
    host, _new = User.objects.get_or_create(username="host")
    made = Table.objects.first() or tables.open_table(creator=host, game="odin", now=NOON)
    Invitation.objects.create(table=made, user=user, by=host, at=NOON)
    facts = {"user": user, "table": made, "kind": Kind.INVITATION, "where": Where.WEBHOOK}
    facts |= {"target": target, "made_at": at, "due_at": at}
    Notice.objects.bulk_create([Notice(**facts, begun=number) for number in range(count)])


def waiting(user: User) -> int:
    return Notice.objects.filter(user=user, state=State.WAITING).count()


def test_a_host_that_answers_late_delays_itself_alone(world: World, told: Told) -> None:
    world.takes["slow.example"] = LATE
    slow = [told("slow.example", 10) for _ in range(3)]
    quick = told("quick.example", 5, NOON - SECOND)
    assert "quick.example" in world.run()
    world.run()
    assert waiting(quick) == 0
    told_later = told("quick.example", 5, NOON)
    assert world.run()[:5] == ["quick.example"] * 5
    assert waiting(told_later) == 0 and 0 < sum(map(waiting, slow)) < 30


def test_neither_do_many_hosts_that_nobody_knows_yet(world: World, told: Told) -> None:
    told("quick.example", 1)
    assert world.run() == ["quick.example"]
    for number in range(15):
        world.takes[f"s{number}.example"] = LATE
        told(f"s{number}.example", 3)
    for _ in range(5):
        user = told("quick.example", 2, world.now)
        assert world.run()[:2] == ["quick.example"] * 2 and waiting(user) == 0


def test_the_slow_have_their_turns_while_the_quick_never_end(world: World, told: Told) -> None:
    world.takes |= {"slow.example": LATE, "other.example": LATE, "quick.example": 1.0}
    told("quick.example", 1)
    world.run()
    told("quick.example", 80)
    slow, other = told("slow.example", 4), told("other.example", 4)
    heard = world.runs(2)
    assert {"slow.example", "other.example"} < set(heard), "each run has seconds for the slow"
    heard += world.runs(7)
    assert waiting(slow) == waiting(other) == 0
    assert heard.count("quick.example") > 9 * 6


def test_who_is_new_waits_for_each_of_the_slow_ones_once(world: World, told: Told) -> None:
    for number in range(4):
        world.takes[f"s{number}.example"] = LATE
        told(f"s{number}.example", 50)
    new = told("new.example", 1, NOON)
    world.runs(3)
    assert waiting(new) == 0


def test_one_quick_answer_does_not_make_a_host_quick(world: World, told: Told) -> None:
    world.takes["odd.example"] = LATE
    told("odd.example", 1), told("quick.example", 1)
    world.run()
    world.takes["odd.example"] = 0.1
    told("odd.example", 1)
    world.run()
    world.takes["odd.example"] = LATE
    told("odd.example", 3), told("quick.example", 2, world.now)
    assert world.run()[:2] == ["quick.example"] * 2
    world.takes["odd.example"] = 0.1
    told("odd.example", 12, world.now)
    world.runs(2)
    told("quick.example", 1, world.now)
    told("odd.example", 1, world.now - SECOND)
    assert world.run()[0] == "odd.example"


def test_one_who_is_told_much_has_others_wait_for_one_message(world: World, told: Told) -> None:
    told("quick.example", 1)
    world.run()
    world.takes["quick.example"] = 0.9
    told("quick.example", 300), told("quick.example", 300)
    user = told("quick.example", 1, NOON)
    world.run()
    assert waiting(user) == 0


def test_whoever_was_not_called_is_not_taken_for_quick(world: World, told: Told) -> None:
    user = told("slow.example", 1)
    Notice.objects.filter(user=user).update(kind=Kind.REMATCH)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert world.run() == []
    world.takes["slow.example"] = LATE
    told("slow.example", 1), told("quick.example", 1, NOON)
    world.run()
    told("slow.example", 1), told("quick.example", 1, NOON)
    assert world.run() == ["quick.example", "slow.example"]

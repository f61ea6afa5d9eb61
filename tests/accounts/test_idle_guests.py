"""Guests are not kept for ever: not even those who played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts import services
from accounts.models import Device, User
from accounts.services import users
from games.tables import services as tables
from tests.kit.types import Patch, Together

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def person(name: str, days: int, seen: int | None = None, guest: bool = True) -> User:
    """Somebody who came so many days ago, and logged in the last time so many days ago."""
    last = None if seen is None else NOW - timedelta(days=seen)
    return User.objects.create(
        username=name, is_guest=guest, date_joined=NOW - timedelta(days=days), last_login=last
    )


def test_only_guests_who_stay_away() -> None:
    person("guest-old", 40), person("guest-older", 60, seen=50)
    kept = {
        person("guest-new", 20),
        person("guest-back", 60, seen=3),
        person("account", 400, guest=False),
    }
    sits, sat, opened = (person(f"guest-{name}", 90) for name in ("sits", "sat", "opened"))
    table = tables.open_table(creator=sits, game="lost_cities", now=NOW)
    tables.sit(table_id=table.id, user=sat, now=NOW)
    tables.resign(table_id=table.id, user_id=sat.pk, now=NOW)
    tables.stand(
        table_id=tables.open_table(creator=opened, game="lost_cities", now=NOW).id,
        user=opened,
        now=NOW,
    )
    assert services.remove_idle_guests(now=NOW) == 2
    assert set(User.objects.all()) == {*kept, sits, sat, opened}
    assert services.remove_idle_guests(now=NOW) == 0


def test_who_has_played_leaves_the_games_to_the_opponents() -> None:
    guest, host = person("guest-4k2fabcd", 90, seen=90), person("host", 400, guest=False)
    over, long_over = (
        tables.open_table(creator=guest, game="lost_cities", now=NOW - timedelta(days=days))
        for days in (35, 45)
    )
    for table in (over, long_over):
        tables.sit(table_id=table.id, user=host, now=table.created_at)
    tables.resign(table_id=long_over.id, user_id=guest.pk, now=NOW - timedelta(days=40))
    assert services.remove_idle_guests(now=NOW) == 0, "one game still runs"
    tables.resign(table_id=over.id, user_id=guest.pk, now=NOW - timedelta(days=29))
    assert services.remove_idle_guests(now=NOW) == 0, "it ended lately"
    later = NOW + timedelta(days=2)
    assert services.remove_idle_guests(now=later) == 1
    guest.refresh_from_db()
    assert (guest.is_closed, guest.is_guest, guest.is_active, guest.closed_at) == (
        True,
        False,
        False,
        later,
    )
    assert guest.name == "Closed account" and "4k2f" not in guest.username
    assert list(long_over.seats.order_by("number").values_list("user", flat=True)) == [
        guest.pk,
        host.pk,
    ]
    assert services.remove_idle_guests(now=later) == 0


def test_who_still_looks_in_stays() -> None:
    guest = person("guest-reads", 90, seen=90)
    device = Device.objects.create(
        user=guest, key="k", first_seen=NOW.date(), last_seen=NOW.date() - timedelta(days=20)
    )
    assert services.remove_idle_guests(now=NOW) == 0
    Device.objects.filter(pk=device.pk).update(last_seen=NOW.date() - timedelta(days=31))
    assert services.remove_idle_guests(now=NOW) == 1


def test_who_only_opened_a_table_that_closed_goes_too() -> None:
    guest = person("guest-opened", 90)
    tables.stand(
        table_id=tables.open_table(creator=guest, game="lost_cities", now=NOW).id,
        user=guest,
        now=NOW,
    )
    assert services.remove_idle_guests(now=NOW + timedelta(days=31)) == 1
    guest.refresh_from_db()
    assert guest.is_closed


def test_in_batches() -> None:
    for number in range(5):
        person(f"guest-{number}", 40)
    assert [services.remove_idle_guests(now=NOW, limit=2) for _ in range(3)] == [2, 2, 1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_who_sits_down_at_that_moment_stays(together: Together) -> None:
    """Either the guest sits and stays, or is gone and cannot sit: never a seat without its
    player."""
    host = User.objects.create_user("host")
    for number in range(5):
        guest = person(f"guest-{number}", 40)
        table = tables.open_table(creator=host, game="lost_cities", now=NOW)
        together(
            lambda: services.remove_idle_guests(now=NOW),
            lambda table=table, guest=guest: tables.sit(table_id=table.id, user=guest, now=NOW),  # type: ignore[misc]
        )
        table.refresh_from_db()
        assert (
            table.seats.filter(user__username=guest.username).exists()
            == User.objects.filter(pk=guest.pk).exists()
        )
        tables.resign(
            table_id=table.id, user_id=host.pk, now=NOW
        ) if table.status == "running" else tables.stand(table_id=table.id, user=host, now=NOW)


def test_one_that_cannot_be_removed_holds_no_other_up(monkeypatch: Patch) -> None:
    guests = [person(f"guest-{number}", 40) for number in range(2)]
    real = users._delete

    def delete(user: User) -> bool:
        if user.pk == guests[0].pk:
            raise ValueError
        return real(user)

    monkeypatch.setattr(users, "_delete", delete)
    assert services.remove_idle_guests(now=NOW, limit=1) == 1
    assert list(User.objects.filter(is_guest=True)) == guests[:1]

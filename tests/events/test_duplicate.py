"""An evening with the same cards for all, live."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.community.clubs.models import Club, Membership
from games.community.duplicate.models import DealSet
from games.community.events import services
from games.community.events.models import Event, Pairing
from games.tables.models import Table
from tests.events.conftest import NAMES, Evening
from tests.kit.played import client_of
from tests.ratings.test_faults import Killed


def test_an_evening_of_eight_whose_worker_dies_between_steps(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = evening.makes(duplicate=True, rounds=2, clock="normal", length=60)
    evening.enters(event, *NAMES[:8])
    take = services.rounds.advance
    dies = iter([False, True] * 10_000)

    def advance(**told: object) -> bool:
        if next(dies):
            raise Killed
        return take(**told)  # type: ignore[arg-type]

    monkeypatch.setattr(services.rounds, "advance", advance)
    evening.now = event.starts_at
    for _life in range(2_000):
        event.refresh_from_db()
        if event.is_over:
            break
        try:
            services.advance_all(event_id=event.pk, now=evening.now)
        except Killed:
            continue
        running = evening.running(event)
        for table in running:
            evening.plays(table)
        event.refresh_from_db()
        if not running and event.next_at is not None:
            evening.now = max(evening.now, event.next_at)
    assert event.stage == "ended"
    assert Table.objects.count() == 2 * 4 * 4  # each pair has two deals, and plays each twice
    assert DealSet.objects.filter(opened_at__isnull=False).count() == 2
    total = sum(points for _name, points in evening.standings(event))
    assert total == pytest.approx(2 * 4)  # half a point on the average
    for deals in DealSet.objects.all():
        seats = {(each.number, each.players) for each in deals.tables.all()}
        assert len(seats) == 16
    page = client_of().get(f"/events/{event.pk}/").content.decode()
    if event.luck:
        assert "came from the cards" in page
    Event.objects.filter(pk=event.pk).update(
        luck={
            "games": 48, "deals": 6, "plain": 80.2, "compared": 30.1,
            "share": 0.62, "low": 0.4, "high": 0.75,
        }
    )  # fmt: skip
    page = client_of().get(f"/events/{event.pk}/").content.decode()
    assert "<b>62 %</b> of the differences" in page
    assert '<rect class="luck__play" y="2" width="38%"' in page
    assert '<line x1="25%" x2="60%"' in page


def test_until_the_round_is_over_nobody_else_sees_a_table(evening: Evening) -> None:
    event = evening.makes(duplicate=True, rounds=1, clock="normal", length=60)
    evening.enters(event, "ann", "ben", "cal", "dee")
    event = evening.waits(event)
    table = evening.running(event)[0]
    names = [seat.user.username for seat in table.seats.select_related("user") if seat.user]
    other = next(name for name in ("ann", "ben", "cal", "dee") if name not in names)
    assert f"/t/{table.pk}/" in seen(evening, names[0], event)
    assert f"/t/{table.pk}/" not in seen(evening, other, event)
    assert table.pk not in client_of().get(f"/events/{event.pk}/results.json").content.decode()
    assert client_of(evening.people[other]).get(f"/t/{table.pk}/").status_code == 404
    evening.now += timedelta(hours=2)  # the round is over: what nobody has begun is not played
    event = evening.plays_to_the_end(event)
    assert event.stage == "ended"
    assert not Pairing.objects.filter(settled_at=None).exists()


def test_what_a_private_club_has_played_stays_its_own(evening: Evening) -> None:
    Club.objects.filter(pk=evening.club.pk).update(private=True)
    evening.club.refresh_from_db()
    event = evening.makes(duplicate=True, rounds=1, clock="normal", length=60)
    evening.enters(event, "ann", "ben")
    Membership.objects.filter(user=evening.people["ida"]).delete()
    event = evening.plays_to_the_end(event)
    deals = DealSet.objects.get()
    assert deals.opened_at is not None
    table = deals.tables.all()[0].table_id
    for path in (f"/t/{table}/", f"/t/{table}/fair/", f"/duplicate/{deals.pk}/"):
        assert client_of(evening.people["cal"]).get(path).status_code == 200, path
        for stranger in (client_of(), client_of(evening.people["ida"])):
            assert stranger.get(path).status_code == 404, path
    assert client_of().get(f"/duplicate/{deals.pk}/0/").status_code == 404


def seen(evening: Evening, name: str, event: Event) -> str:
    text: str = client_of(evening.people[name]).get(f"/events/{event.pk}/").content.decode()
    return text

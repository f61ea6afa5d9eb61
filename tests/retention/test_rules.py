"""Each rule removes what is older than it says, and nothing that is younger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from oauth2_provider.models import AccessToken

from accounts.models import Device, Letter, User
from accounts.services import apps, tokens
from games.community.clubs.models import Club
from games.community.duplicate import services as duplicate
from games.community.events.models import Decision, Entry, Event, Stage
from games.community.moderation.models import Report
from games.community.talk.models import Line
from games.export.models import Export
from games.lobby.pairing.models import Ticket
from games.notices.models import News, Notice, What
from games.retention import rules
from games.retention.models import Run
from games.site import models as house
from games.site.models import Count
from games.tables import services as tables
from games.tables.models import Invitation, Seat, Table
from tests.kit.types import Cast
from tests.retention.conftest import DAY, NOON

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[2] / "docs" / "hosting" / "data.md"


def opened(cast: Cast, at: datetime) -> Table:
    return tables.open_table(creator=cast["ann"], game="lost_cities", now=at)


def closed(cast: Cast, at: datetime) -> None:
    table = opened(cast, at)
    tables.stand(table_id=table.id, user=cast["ann"], now=at)


def of_guests(cast: Cast, at: datetime) -> None:
    guest = User.objects.create(username=f"guest-{at:%d%H%M}", is_guest=True)
    table = tables.open_table(creator=guest, game="lost_cities", bots={1: "club"}, now=at)
    Table.objects.filter(pk=table.id).update(bot_at=None, breaks_off_at=at + 7 * DAY)


def idle(cast: Cast, at: datetime) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", bots={1: "club"}, now=at)
    Table.objects.filter(pk=table.id).update(bot_at=None, breaks_off_at=at + 30 * DAY)


def guest(cast: Cast, at: datetime) -> None:
    User.objects.create(username=f"guest-{at:%d%H%M}", is_guest=True, date_joined=at)


def origin(cast: Cast, at: datetime) -> None:
    table = opened(cast, at)
    tables.sit(table_id=table.id, user=cast["ben"], now=at)
    tables.resign(table_id=table.id, user_id=cast["ann"].pk, now=at)
    Seat.objects.filter(table=table, number=0).update(origin="x")


def invitation(cast: Cast, at: datetime) -> None:
    table = opened(cast, at)
    Invitation.objects.create(table=table, user=cast["ben"], by=cast["ann"], at=at)


def news(cast: Cast, at: datetime) -> None:
    News.objects.create(table=opened(cast, at), user=cast["ben"], what=What.ENDED, at=at)


def notice(cast: Cast, at: datetime) -> None:
    Notice.objects.create(
        table=opened(cast, at), user=cast["ben"], kind="over", state="sent", due_at=at
    )


def letter(cast: Cast, at: datetime) -> None:
    Letter.objects.create(kind="x", written_at=at, due_at=at, state="sent")


def device(cast: Cast, at: datetime) -> None:
    day = at.date()
    Device.objects.create(user=cast["ann"], key=at.isoformat(), first_seen=day, last_seen=day)


def export(cast: Cast, at: datetime) -> None:
    Export.objects.create(user=cast["ann"], asked_at=at, state="ready")


def line(cast: Cast, at: datetime) -> None:
    table = opened(cast, at)
    tables.sit(table_id=table.id, user=cast["ben"], now=at)
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=at)
    Line.objects.create(table=table, room="players", user=cast["ann"], text="Hello", at=at)


def duplicate_match(cast: Cast, at: datetime) -> None:
    terms = {"game": "odin", "level": "club", "clock": "daily", "deals": 2, "key": ""}
    duplicate.make_match(user=cast["ann"], now=at, **terms)


def event(cast: Cast, at: datetime, stage: str = Stage.ENDED) -> Event:
    return Event.objects.create(
        name="Cup",
        organiser=cast["ann"],
        game="odin",
        format="swiss",
        time_control="daily",
        starts_at=at,
        created_at=at,
        ended_at=at,
        stage=stage,
    )


def called_off(cast: Cast, at: datetime) -> None:
    entered(cast, at, Stage.STOPPED)


def entered(cast: Cast, at: datetime, stage: str = Stage.ENDED) -> None:
    made = event(cast, at, stage)
    Entry.objects.create(event=made, user=cast["ben"], company=0, entered_at=at)


def decision(cast: Cast, at: datetime) -> None:
    Decision.objects.create(event=event(cast, at), by=cast["ann"], what="pause", at=at)


def club(cast: Cast, at: datetime) -> None:
    Club.objects.create(slug=f"c{at:%j%H%M}", name="Club", created_at=at, closed_at=at)


def report(cast: Cast, at: datetime) -> None:
    Report.objects.create(
        by=cast["ann"],
        about=cast["ben"],
        subject="name",
        reason="other",
        at=at,
        decided_at=at,
        table_id=f"{at:%d%H%M}",
    )


def run(cast: Cast, at: datetime) -> None:
    Run.objects.create(at=at)


def hour(cast: Cast, at: datetime) -> None:
    Count.objects.create(name="moves", of_day=False, since=at, value=1)


def day(cast: Cast, at: datetime) -> None:
    Count.objects.create(name="moves", of_day=True, since=at, value=1)


def link(cast: Cast, at: datetime) -> None:
    house.Invitation.objects.create(key=f"{at:%j%H%M}", uses=1, until=at, made_at=at)


def search(cast: Cast, at: datetime) -> None:
    Ticket.objects.create(
        user=cast["ann"],
        game="odin",
        clock="normal",
        live=True,
        rating=1500,
        secret=b"",
        commitment="",
        made_at=at,
        seen_at=at,
        found_at=at,
    )


def token(cast: Cast, at: datetime) -> None:
    tokens.make(user=cast["ann"], name="bot", scopes=("read",), days=0, now=at)


def grant(cast: Cast, at: datetime) -> None:
    app = apps.register(user=cast["ben"], name=f"App {at:%d}", addresses=["https://app.example/"])
    AccessToken.objects.create(
        user=cast["ann"], application=app, token=f"{at}", scope="read", expires=at
    )


MADE: dict[str, Callable[[Cast, datetime], object]] = {
    "open tables": opened,
    "games of guests": of_guests,
    "idle games": idle,
    "guests": guest,
    "closed tables": closed,
    "origins": origin,
    "invitations": invitation,
    "news": news,
    "notices": notice,
    "letters": letter,
    "devices": device,
    "exports": export,
    "talk": line,
    "clubs": club,
    "duplicate deals": duplicate_match,
    "called-off events": called_off,
    "companies of events": entered,
    "journals of events": decision,
    "reports": report,
    "searches": search,
    "hours": hour,
    "days": day,
    "tokens": token,
    "grants": grant,
    "links": link,
    "runs": run,
}
BY_NAME = {rule.name: rule for rule in rules.RULES}


def test_each_rule_has_a_name_of_its_own_and_is_tried_here() -> None:
    assert len(BY_NAME) == len(rules.RULES)
    assert set(MADE) == set(BY_NAME), "a new rule needs a line in MADE"


@pytest.mark.parametrize("name", MADE)
def test_a_rule_removes_what_is_old_and_leaves_what_is_not(name: str, cast: Cast) -> None:
    rule = BY_NAME[name]
    slack = timedelta(hours=30)  # some count days
    MADE[name](cast, NOON - rule.kept - slack)
    MADE[name](cast, NOON - rule.kept + slack)
    assert rule.remove(now=NOON, after=rule.kept, limit=10) == 1
    assert rule.remove(now=NOON, after=rule.kept, limit=10) == 0


@pytest.mark.parametrize("name", MADE)
def test_a_rule_keeps_to_its_limit(name: str, cast: Cast) -> None:
    rule = BY_NAME[name]
    for number in range(3):
        MADE[name](cast, NOON - rule.kept - timedelta(days=2, minutes=number))
    assert rule.remove(now=NOON, after=rule.kept, limit=2) == 2
    assert rule.remove(now=NOON, after=rule.kept, limit=2) == 1


def test_an_event_that_was_played_to_its_end_stays(cast: Cast) -> None:
    entered(cast, NOON - 400 * DAY)
    for name in ("called-off events", "companies of events", "journals of events"):
        BY_NAME[name].remove(now=NOON, after=DAY, limit=10)
    (kept,) = Entry.objects.all()
    assert kept.event.stage == Stage.ENDED and kept.company is None


def test_the_documentation_has_the_same_table() -> None:
    assert rules.markdown() in DOCS.read_text(), f"docs/hosting/data.md needs\n{rules.markdown()}"

"""Nine days of a game by correspondence between Prague and New York, where people sleep: pushes and
mails arrive in waking hours, a line that was left plays at four in the morning, and the flag falls
at the minute that both were shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.kernel.awake_hours import Day
from games.notices.models import Where
from games.tables import services as tables
from games.tables.board import presenter
from games.tables.proof import audit
from games.tables.sleep import services as sleep
from games.tables.state import snapshot_cache
from games.tables.state.between_turns import Line
from tests.kit.sink import Sink
from tests.kit.types import Cast
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, Game
from tests.notices.test_channels import goes, phone, service, titles
from tests.notices.test_mail import sink
from tests.push.service import Service

__all__ = ["service", "sink"]
pytestmark = pytest.mark.django_db

PRAGUE, NEW_YORK = ZoneInfo("Europe/Prague"), ZoneInfo("America/New_York")
NIGHTS = (Day(23 * 60, 7 * 60),) * 7
WEEK_AGO = NOON - 7 * DAY


def line(game: Game, seat: int) -> Line:
    """Return the line "whatever happens, discard my first card and draw from the stock"."""
    snapshot = snapshot_cache.current(game.row)
    assert snapshot.position is not None
    card = snapshot.engine.view(snapshot.position.state, seat).hand[0]
    return Line("anything", {}, {"way": "discard", "card": card, "draw": "stock"})


def shown(game: Game, name: str, zone: ZoneInfo) -> str:
    """Return the board of a player as a page of that zone shows it."""
    with timezone.override(zone):
        user = game.cast[name]
        return presenter.board(presenter.look(game.id), user.pk, now=game.now + MINUTE)


def plays(game: Game, name: str, at: datetime) -> None:
    game.turn(name, at - game.now)


def test_nine_days(deals: Deals, cast: Cast, service: Service, sink: Sink) -> None:
    ann, ben = cast["ann"], cast["ben"]
    sleep.save_week(user=ann, zone=str(PRAGUE), week=NIGHTS, now=WEEK_AGO)
    sleep.save_week(user=ben, zone=str(NEW_YORK), week=NIGHTS, now=WEEK_AGO)
    browser, _device = phone(ann, service)
    game = deals("ann", "ben", clock="custom 24h+12h/24h")
    for day in range(8):
        noon = NOON + day * DAY
        service.now = noon
        plays(game, "ann", noon + 5 * HOUR)  # six in the evening in Prague, noon in New York
        goes(game.now + MINUTE)
        assert len([mail for mail in sink.mails if mail["To"] == "ben@example.org"]) == day + 1
        if day == 4:
            at_four(game, noon + 15 * HOUR)
        plays(game, "ben", noon + (8 if day != 4 else 20) * HOUR)
        if day != 4:
            goes(game.now + MINUTE, Where.PUSH)
        assert list(audit.faults(game.row)) == []
    assert titles(browser, service)[-1] == "Your turn: Lost Cities with ben"

    due = game.row.flag_at
    assert due is not None and due - NOON > 8 * DAY
    for name, zone in (("ann", PRAGUE), ("ben", NEW_YORK)):
        assert f"{due.astimezone(zone):>%a %H:%M}</time>" in shown(game, name, zone)
    assert tables.flag_due(now=due - timedelta(milliseconds=1)) == 0
    assert tables.flag_due(now=due) == 1
    assert (game.row.status, game.row.ended_by) == ("ended", "flag")
    call_command("replay_all")


def at_four(game: Game, night: datetime) -> None:
    """Ben plays before he goes to bed. Ann sleeps, and has left a line."""
    assert night.astimezone(PRAGUE).hour == 4
    tables.keep_plans(
        table_id=game.id,
        user_id=game.cast["ann"].pk,
        lines=[line(game, 0)],
        ply=game.row.ply,
        now=game.now,
    )
    plays(game, "ben", night)
    assert tables.play_plans(table_id=game.id, now=night + timedelta(seconds=1))
    game.now = night + timedelta(seconds=1)
    assert game.row.to_act == "1"

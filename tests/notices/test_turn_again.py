"""A turn that comes again after a take-back by consent is told anew, on every way, to whom it comes
and once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.notices import selectors, services
from games.notices.calendar import services as calendar
from games.notices.channels import by_push, by_webhook
from games.notices.channels.interface import Target
from games.notices.models import Kind, Notice, State
from games.tables import services as tables
from games.tables.live import presence
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import HOUR, MINUTE, NOON, Deals, Game, wishes

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def passes(game: Game, after: timedelta = HOUR) -> Game:
    """Ann and Ben take a turn each; Ben draws what Ann has discarded, and has seen nothing new."""
    game.turn("ann", after=after)
    suit = game.snapshot.log[-2].entry.code[8]
    code = next(c for c in game.legal("ben") if c.startswith("discard") and c[8] != suit)
    game.now += after
    game.acts("ben", code)
    game.acts("ben", f"draw {suit}")
    return game


def takes_back(game: Game, asker: str, *others: str, after: timedelta = HOUR) -> None:
    game.now += after
    for name in (asker, *others):
        game.does(name, "take_back_together", ply=game.ply)


def goes(mailoutbox: Post, now: datetime) -> list[str]:
    """Look twice, and return to whom mail went."""
    before = len(mailoutbox)
    for later in (timedelta(), MINUTE):
        services.find_due(now=now + later)
        services.send_due(now=now + later)
    return [mail.to[0].partition("@")[0] for mail in mailoutbox[before:]]


@pytest.fixture
def passed(deals: Deals, mailoutbox: Post) -> Game:
    """Return a game in which it is Ann's turn, of which she was told; Ben may ask for his draw."""
    game = passes(deals("ann", "ben"))
    assert goes(mailoutbox, game.now + MINUTE) == ["ann"]
    return game


def test_both_turns_that_come_again_are_told_once(passed: Game, mailoutbox: Post) -> None:
    takes_back(passed, "ben", "ann")
    assert goes(mailoutbox, passed.now + MINUTE) == ["ben"]
    passed.now += HOUR
    passed.acts("ben", "draw stock")
    assert goes(mailoutbox, passed.now + MINUTE) == ["ann"]
    assert goes(mailoutbox, passed.now + HOUR) == []


def test_who_agrees_at_the_table_is_told_when_the_turn_comes_back(
    passed: Game, mailoutbox: Post, monkeypatch: Patch
) -> None:
    ann = passed.cast["ann"].pk
    monkeypatch.setattr(presence, "is_looking", lambda table, user: user == ann)
    takes_back(passed, "ben", "ann")
    assert goes(mailoutbox, passed.now + MINUTE) == ["ben"]
    passed.acts("ben", "draw stock")
    assert goes(mailoutbox, passed.now + MINUTE) == []
    monkeypatch.undo()
    assert goes(mailoutbox, passed.now + 5 * MINUTE) == ["ann"]


def test_a_notice_of_the_turn_that_was_taken_away_is_not_sent(
    deals: Deals, mailoutbox: Post
) -> None:
    game = passes(deals("ann", "ben"))
    services.find_due(now=game.now + MINUTE)
    takes_back(game, "ben", "ann", after=MINUTE)
    game.acts("ben", "draw stock")
    assert goes(mailoutbox, game.now + MINUTE) == ["ann"]


def test_a_turn_is_told_after_every_take_back(passed: Game, mailoutbox: Post) -> None:
    for _ in range(3):
        takes_back(passed, "ben", "ann")
        assert goes(mailoutbox, passed.now + MINUTE) == ["ben"]
        passed.acts("ben", next(code for code in passed.legal("ben") if code[-1] != "k"))
        assert goes(mailoutbox, passed.now + MINUTE) == ["ann"]


def test_a_step_taken_back_within_the_turn_is_the_same_turn(passed: Game, mailoutbox: Post) -> None:
    for _ in range(2):
        passed.puts("ann")
        passed.does("ann", "undo", ply=passed.ply)
        assert goes(mailoutbox, passed.now + MINUTE) == []
    passed.turn("ann")
    assert goes(mailoutbox, passed.now + MINUTE) == ["ben"]


def test_a_declined_ask_tells_nobody(passed: Game, mailoutbox: Post) -> None:
    for agree in (True, False):
        asker = "ben" if agree else "ann"
        passed.does(asker, "take_back_together", ply=passed.ply, agree=agree)
    assert goes(mailoutbox, passed.now + MINUTE) == []


def test_a_live_turn_that_comes_again(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    for name in ("ann", "ben"):
        wishes(cast[name], "live-mail now")
    game = deals("ann", "ben", clock="custom 9000+20")
    passes(game, after=MINUTE)
    assert goes(mailoutbox, game.now + MINUTE) == ["ann"]
    takes_back(game, "ben", "ann", after=2 * MINUTE)
    assert goes(mailoutbox, game.now + MINUTE) == ["ben"]
    game.now += 2 * MINUTE
    game.acts("ben", "draw stock")
    assert goes(mailoutbox, game.now + MINUTE) == ["ann"]


def test_a_low_clock_of_a_turn_that_comes_again(passed: Game, mailoutbox: Post) -> None:
    wishes(passed.cast["ann"], "low-mail now")
    assert passed.row.flag_at is not None
    assert goes(mailoutbox, passed.row.flag_at - HOUR) == ["ann"]  # her clock runs low
    passed.now = passed.row.flag_at - HOUR
    takes_back(passed, "ben", "ann", after=MINUTE)
    assert goes(mailoutbox, passed.now + MINUTE) == ["ben"]
    passed.acts("ben", "draw stock")
    assert goes(mailoutbox, passed.now + 10 * MINUTE) == ["ann"]  # the turn
    low = Notice.objects.filter(user=passed.cast["ann"], kind=Kind.LOW)
    assert low.count() == 1
    assert passed.row.flag_at is not None
    assert goes(mailoutbox, passed.row.flag_at - 5 * MINUTE) == ["ann"]
    assert low.filter(state=State.SENT).count() == 2


def test_a_turn_given_back_runs_low_by_the_time_that_it_has(passed: Game, mailoutbox: Post) -> None:
    wishes(passed.cast["ben"], "low-mail now")
    takes_back(passed, "ben", "ann", after=2 * HOUR)
    begun, flag = passed.now, passed.row.flag_at
    assert flag is not None
    assert goes(mailoutbox, begun + MINUTE) == ["ben"]
    low = flag - min((flag - begun) / 5, timedelta(hours=12))
    assert goes(mailoutbox, low - 2 * MINUTE) == []
    assert goes(mailoutbox, low) == ["ben"]


def test_every_way_is_told(passed: Game, cast: Cast, monkeypatch: Patch) -> None:
    """A webhook and a device hear of it like the mail."""
    for channel in (by_webhook, by_push):
        monkeypatch.setattr(channel, "targets", lambda user: [Target(7, "place")])
    wishes(cast["ann"], "turn-push now, turn-webhook now")
    wishes(cast["ben"], "turn-push now, turn-webhook now")
    takes_back(passed, "ben", "ann")
    for _ in range(2):
        services.find_due(now=passed.now + MINUTE)
    passed.now += HOUR
    passed.acts("ben", "draw stock")
    for _ in range(2):
        services.find_due(now=passed.now + MINUTE)
    for name in ("ann", "ben"):
        turn = Notice.objects.filter(user=cast[name]).latest("begun").begun
        told = Notice.objects.filter(user=cast[name], begun=turn)
        assert sorted(told.values_list("where", flat=True)) == ["mail", "push", "webhook"]


def test_a_turn_that_comes_again_has_an_event_of_its_own(passed: Game, cast: Cast) -> None:
    token = calendar.renew(user=cast["ann"], now=NOON)

    def uids() -> list[str]:
        with time_machine.travel(passed.now, tick=False):
            lines = Client().get(f"/calendar/{token}.ics").content.decode().splitlines()
        return [line for line in lines if line.startswith("UID")]

    first = uids()
    takes_back(passed, "ben", "ann")
    assert len(first) == 1 and uids() == []
    passed.acts("ben", "draw stock")
    assert len(uids()) == 1 and uids() != first


def test_a_turn_that_was_put_off_counts_when_it_comes_again(passed: Game) -> None:
    ann = passed.cast["ann"].pk
    with time_machine.travel(passed.now, tick=False):
        tables.hide_table(table_id=passed.id, user_id=ann, now=passed.now)
        assert selectors.turns(ann).count == 0
        takes_back(passed, "ben", "ann", after=MINUTE)
        assert selectors.turns(ann).count == 0 and selectors.turns(passed.cast["ben"].pk).count == 1
        passed.acts("ben", "draw stock")
        assert selectors.turns(ann).count == 1

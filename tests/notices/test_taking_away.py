"""A pushed notice ends on every device when its table is opened on one, when it is played, or when
it waits no longer; so does what is new on the site."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.notices import selectors, services
from games.notices.models import Notice, Where
from games.notices.push.models import Device
from games.tables import services as tables
from games.tables.live import presence
from games.tables.models import Table
from tests.kit.types import Cast, Post
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, Game, wishes
from tests.notices.test_channels import listens, path, phone, still
from tests.notices.test_channels import service as service
from tests.push.service import Browser, Service

pytestmark = pytest.mark.django_db


class Screen:
    """A device, and the notices that it shows by tag."""

    def __init__(self, user: User, service: Service, name: str = "Phone") -> None:
        self.service = service
        self.browser: Browser
        self.device: Device
        self.browser, self.device = phone(user, service, name)

    @property
    def pushes(self) -> list[dict[str, str]]:
        taken = [push for push in self.service.taken if push.path == path(self.browser)]
        return [json.loads(self.browser.opens(push.body)) for push in taken]

    @property
    def shows(self) -> dict[str, str]:
        """Return what games/lobby/worker.js shows after these pushes."""
        shown: dict[str, str] = {}
        for push in self.pushes:
            if "end" in push:
                shown.pop(push["tag"], None)
            else:
                shown[push["tag"]] = push["title"]
        return shown


@pytest.fixture
def screens(cast: Cast, service: Service) -> tuple[Screen, Screen]:
    wishes(cast["ann"], "over-push now, opened-push now")
    return Screen(cast["ann"], service), Screen(cast["ann"], service, "Laptop")


def goes(service: Service, now: datetime) -> None:
    service.now = now
    services.find_due(now=now)
    services.send_due(now=now, where=Where.PUSH, clock=still)


def her_turn(deals: Deals, cast: Cast) -> Game:
    return deals("ann", "ben")


def an_end(deals: Deals, cast: Cast) -> Game:
    game = deals("ann", "ben")
    game.does("ben", "resign")
    return game


def an_invitation(deals: Deals, cast: Cast) -> Game:
    table = tables.open_table(creator=cast["ben"], game="odin", seats=3, clock="daily", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ben"], name="ann", now=NOON)
    return Game(table.id, cast)


def an_offer(deals: Deals, cast: Cast) -> Game:
    wishes(cast["ann"], "turn-push off")
    game = deals("ann", "ben")
    game.does("ben", "draw")
    return game


def is_withdrawn(game: Game) -> None:
    ben, ann = game.cast["ben"], game.cast["ann"]
    tables.withdraw(table_id=game.id, host=ben, user_id=ann.pk, now=game.now)


def begins(game: Game) -> None:
    game.lets("cal", "sit")
    game.lets("ben", "start")


def flags(game: Game) -> None:
    game.now += 3 * DAY
    tables.flag_due(now=game.now)


def opens(game: Game) -> None:
    """Open the table on one device, and leave it again."""
    presence.record_looking(game.id, game.cast["ann"].pk, "tab")
    presence.record_leaving(game.id, game.cast["ann"].pk, "tab")


THEN: dict[str, Callable[[Game], Any]] = {
    "sits": lambda game: game.lets("ann", "sit"),
    "declines": lambda game: game.lets("ann", "decline"),
    "is withdrawn": is_withdrawn,
    "is closed": lambda game: game.lets("ben", "stand"),
    "begins": begins,
    "plays": lambda game: game.turn("ann", after=MINUTE),
    "half a turn": lambda game: game.puts("ann"),
    "resigns": lambda game: game.does("ann", "resign"),
    "takes the draw": lambda game: game.does("ann", "draw"),
    "opens": opens,
}


@pytest.mark.parametrize(
    "told, then, ends",
    [
        (her_turn, "plays", True),
        (her_turn, "opens", True),
        (her_turn, "resigns", True),
        (her_turn, "half a turn", False),
        (an_end, "opens", True),
        (an_invitation, "sits", True),
        (an_invitation, "declines", True),
        (an_invitation, "is withdrawn", True),
        (an_invitation, "is closed", True),
        (an_invitation, "begins", True),
        (an_invitation, "opens", True),
        (an_offer, "takes the draw", True),
        (an_offer, "half a turn", True),
        (an_offer, "opens", True),
    ],
)
def test_it_ends_on_every_device(
    told: Any,
    then: str,
    ends: bool,
    deals: Deals,
    cast: Cast,
    service: Service,
    screens: tuple[Screen, Screen],
) -> None:
    game = told(deals, cast)
    wishes(cast["ann"], "over-push off") if told is not an_end else None
    goes(service, NOON + MINUTE)
    assert [list(screen.shows) for screen in screens] == [[f"table-{game.id}"]] * 2
    game.now = NOON + MINUTE
    THEN[then](game)
    goes(service, game.now + MINUTE)
    assert [bool(screen.shows) for screen in screens] == [not ends] * 2
    sent = len(service.taken)
    goes(service, game.now + HOUR)
    assert len(service.taken) == sent, "once"


def test_the_next_notice_of_a_table_is_not_taken_for_the_one_before(
    deals: Deals, cast: Cast, service: Service, screens: tuple[Screen, ...]
) -> None:
    """Her time runs low: that takes the place of her turn. When it is over, so is that."""
    game = deals("ann", "ben")
    opens(game)  # before she is told
    goes(service, NOON + MINUTE)
    goes(service, NOON + 40 * HOUR)
    assert [screen.shows for screen in screens] == [{f"table-{game.id}": "Your clock runs low"}] * 2
    flags(game)
    wishes(cast["ann"], "over-push now")
    goes(service, game.now + MINUTE)
    assert [screen.shows for screen in screens] == [
        {f"table-{game.id}": "Lost Cities with ben is over"}
    ] * 2
    assert not any("end" in push for push in screens[0].pushes)


def test_one_of_many_is_taken_away_with_the_last_of_them(
    deals: Deals, cast: Cast, service: Service, screens: tuple[Screen, ...]
) -> None:
    wishes(cast["ann"], "turn-push hourly")
    one, two = deals("ann", "ben"), deals("ann", "ben")
    goes(service, NOON + MINUTE)
    goes(service, NOON + HOUR)
    assert screens[0].shows == {"many": "Your turn at 2 tables"}
    one.turn("ann", after=HOUR)
    goes(service, NOON + HOUR + MINUTE)
    assert list(screens[0].shows) == ["many"]
    opens(two)
    goes(service, NOON + HOUR + 2 * MINUTE)
    assert screens[0].shows == {}


def test_a_device_that_cannot_be_asked_is_asked_again_for_half_a_day(
    deals: Deals, service: Service, screens: tuple[Screen, ...]
) -> None:
    game = deals("ann", "ben")
    goes(service, NOON + MINUTE)
    game.turn("ann", after=MINUTE)
    broken, fine = screens
    service.answers[path(broken.browser)] = 503
    for minute in (2, 3, 4):
        goes(service, NOON + minute * MINUTE)
    assert not fine.shows and broken.shows
    assert service.asked.count(path(broken.browser)) == 2, "once told, once asked"
    service.answers.clear()
    goes(service, NOON + 10 * MINUTE)
    assert not broken.shows and not Notice.objects.exclude(shown="").exists()


def test_a_device_that_has_left_is_asked_no_more(
    deals: Deals, service: Service, screens: tuple[Screen, ...]
) -> None:
    game = deals("ann", "ben")
    goes(service, NOON + MINUTE)
    game.turn("ann", after=MINUTE)
    service.answers[path(screens[0].browser)] = 410
    for minute in (2, 9, 30):
        goes(service, NOON + minute * MINUTE)
    assert service.asked.count(path(screens[0].browser)) == 2


@pytest.mark.parametrize(
    "host, visited, asked",
    [
        ("web.push.apple.com", timedelta(), False),
        ("updates.push.services.mozilla.com", timedelta(), True),
        ("updates.push.services.mozilla.com", 3 * DAY, False),
        ("fcm.googleapis.com", 3 * DAY, True),
    ],
)
def test_no_browser_takes_push_away_since_nothing_was_shown(
    host: str, visited: timedelta, asked: bool, cast: Cast, service: Service
) -> None:
    from games.notices.push.services import deliver

    device = Screen(cast["ann"], service).device
    device.endpoint = f"https://{host}/x"
    device.signed_in.last_seen = (NOON - visited).date()
    assert deliver._penalises_silence(device, NOON) is not asked


def test_mails_and_webhooks_stay(
    deals: Deals, cast: Cast, service: Service, mailoutbox: Post
) -> None:
    listens(cast["ann"], service)
    game = deals("ann", "ben")
    for now in (NOON + MINUTE, NOON + HOUR):
        services.find_due(now=now)
        for where in Where:
            services.send_due(now=now, where=where)
        game.does("ann", "resign") if game.status == "running" else None
    assert set(service.asked) == {"/hook"} and not Notice.objects.exclude(shown="").exists()


# --- what is new on the site ---


@pytest.mark.parametrize("then", ["sits", "declines", "is withdrawn", "is closed", "begins"])
def test_an_invitation_counts_until_it_waits_no_longer(then: str, deals: Deals, cast: Cast) -> None:
    game = an_invitation(deals, cast)
    assert selectors.new_items(cast["ann"].pk) == 1
    THEN[then](game)
    assert selectors.new_items(cast["ann"].pk) == 0


@pytest.mark.parametrize("told", [an_invitation, an_end, an_offer])
def test_what_is_new_about_a_table_is_read_by_opening_it(
    told: Any, deals: Deals, cast: Cast, visits: Any
) -> None:
    game, other = told(deals, cast), an_invitation(deals, cast)
    assert selectors.new_items(cast["ann"].pk) == 2
    visits("cal").get(f"/t/{game.id}/")
    assert selectors.new_items(cast["ann"].pk) == 2
    assert visits("ann").get(f"/t/{game.id}/").status_code == 200
    assert selectors.new_items(cast["ann"].pk) == 1
    assert Table.objects.filter(pk=other.id, news__read_at=None).exists()

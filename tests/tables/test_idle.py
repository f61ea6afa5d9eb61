"""Idle games without a clock: their players are warned, and three days later the games are broken
off."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.tables import services
from games.tables.board import render
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.kit.played import dealt
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DAY = timedelta(days=1)
Deals = Callable[..., Played]


@pytest.fixture
def deals(cast: dict[str, User]) -> Deals:
    """Return a function that deals games: `deals("ann")` is Ann against a bot, `deals("ann",
    "ben")` one between the two. The players named as guests are guests."""

    def deal(*names: str, guests: tuple[str, ...] = (), **terms: object) -> Played:
        User.objects.filter(username__in=guests).update(is_guest=True)
        told = {"order": "seats", "bots": {1: "club"} if len(names) == 1 else None} | terms
        return dealt(cast, *names, **told)

    return deal


def day(number: float) -> tuple[int, int]:
    """Run the task of that day; return the number of games whose players it warns, and of those
    that it breaks off."""
    now = NOON + number * DAY
    warned = services.warn_idle(now=now, after=30 * DAY, word=3 * DAY)
    return warned, services.end_idle(now=now, after=30 * DAY)


def ended(table: Played) -> str:
    return table.row.ended_by


def test_a_game_against_a_bot_ends_after_thirty_idle_days_with_a_word_before(deals: Deals) -> None:
    table = deals("ann")
    version = table.row.version
    assert day(26.9) == (0, 0)
    assert day(27) == (1, 0)
    assert table.row.breaks_off_at == NOON + 30 * DAY
    assert (table.row.version, table.row.status) == (version + 1, "running")
    assert "On 21 December this game will be called off, unless somebody moves." in render.board(
        table.snapshot, table.cast["ann"].pk
    )
    assert day(29.9) == (0, 0)
    assert day(30) == (0, 1)
    assert (table.status, table.row.breaks_off_at) == ("ended", None)
    assert table.result() == ("abort", [None, None], False) and table.sound()
    assert day(31) == (0, 0)


def test_a_move_restarts_the_thirty_days(deals: Deals) -> None:
    table = deals("ann")
    day(27)
    table.now = NOON + 29 * DAY
    table.plays(f"ann {table.legal()[-1]}")
    assert table.row.breaks_off_at is table.snapshot.breaks_off_at is None
    assert "broken off" not in render.board(table.snapshot, table.cast["ann"].pk)
    snapshot_cache.forget()
    assert table.snapshot.breaks_off_at is None
    assert day(55.9) == (0, 0) and day(56.1) == (1, 0)
    assert day(59) == (0, 0) and day(59.1) == (0, 1)


def test_whoever_was_told_late_has_three_days_all_the_same(deals: Deals) -> None:
    """The site was down for a year."""
    table = deals("ann")
    assert day(365) == (1, 0) and day(367.9) == (0, 0)
    assert day(368) == (0, 1)
    assert ended(table) == "abort"


def test_whom_it_concerns(deals: Deals, toy_game: None) -> None:
    ends = [
        deals("ann"),
        deals("ann", game="exhibition", seats=1, bots=None),
        deals("ann", "cal", guests=("cal",)),
        deals("cal", "dee", guests=("cal", "dee")),
    ]
    left = deals("ann", "ben", game="toy", seats=3, bots={2: "club"})
    left.does("ben", "resign")
    stays = [
        deals("ann", "ben"),
        deals("ann", clock="daily"),
        deals("ann", "ben", game="toy", seats=3, bots={2: "club"}),
    ]
    Table.objects.filter(pk=stays[1].id).update(flag_at=NOON + 400 * DAY)
    assert day(27) == (5, 0)
    assert day(30) == (0, 5)
    assert {ended(table) for table in (*ends, left)} == {"abort"}
    assert {table.row.status for table in stays} == {"running"}


def test_a_guest_who_makes_an_account_keeps_the_game(deals: Deals) -> None:
    table = deals("ann", "cal", guests=("cal",))
    assert day(27) == (1, 0)
    User.objects.update(is_guest=False)
    assert day(30) == (0, 0)
    assert (table.row.status, table.row.breaks_off_at) == ("running", None)


def test_an_offer_is_no_move(deals: Deals) -> None:
    table = deals("ann")
    table.does("ann", "draw", now=NOON + 20 * DAY)
    assert day(27) == (1, 0)


def test_a_release_before_this_one_does_not_know_the_date(deals: Deals) -> None:
    table = deals("ann")
    day(27)
    # A process of the earlier release makes a move.
    Table.objects.filter(pk=table.id).update(changed_at=NOON + 29 * DAY)
    assert day(30) == (0, 0)
    assert (table.row.status, table.row.breaks_off_at) == ("running", None)


def test_the_lists_say_so(deals: Deals) -> None:
    table = deals("ann")
    reader, words = table.browser("ann"), "ends on 21 December unless somebody moves"
    assert words not in reader.get("/").content.decode()
    day(27)
    assert "On 21 December this game will be called off" in table.html("ann")
    for to_act in ("0", "1"):  # also where others are to move
        Table.objects.update(to_act=to_act)
        assert words in reader.get("/").content.decode()


def of_guests(number: float) -> tuple[int, int]:
    """Look on that day for games of guests against bots; return what `day` returns."""
    now, after = NOON + number * DAY, 7 * DAY
    warned = services.warn_idle(now=now, after=after, word=3 * DAY, guests=True)
    return warned, services.end_idle(now=now, after=after, guests=True)


def test_a_game_of_a_guest_against_a_bot_ends_after_seven_days(deals: Deals) -> None:
    table = deals("ann", guests=("ann",))
    Table.objects.update(bot_at=None)  # the bot has played, if it was to
    assert of_guests(3.9) == (0, 0)
    assert of_guests(4) == (1, 0)
    assert table.row.breaks_off_at == NOON + 7 * DAY
    assert of_guests(6.9) == (0, 0)
    assert day(6.9) == (0, 0), "the rule for the others leaves the date alone"
    assert table.row.breaks_off_at == NOON + 7 * DAY
    assert of_guests(7) == (0, 1)
    assert ended(table) == "abort"


def test_a_game_whose_bot_is_late_is_not_the_guests_fault(deals: Deals) -> None:
    table = deals("ann", guests=("ann",))
    Table.objects.update(bot_at=NOON)
    assert of_guests(20) == (0, 0) and table.row.breaks_off_at is None


def test_games_of_guests_among_themselves_or_with_accounts_stay_longer(deals: Deals) -> None:
    deals("ann", "ben", guests=("ann", "ben"))
    deals("cal")
    Table.objects.update(bot_at=None)
    assert of_guests(20) == (0, 0)


def test_who_makes_an_account_meanwhile_keeps_the_game(deals: Deals) -> None:
    table = deals("ann", guests=("ann",))
    Table.objects.update(bot_at=None)
    of_guests(4)
    User.objects.update(is_guest=False)
    assert of_guests(8) == (0, 0) and table.row.breaks_off_at is not None
    assert day(8) == (0, 0) and table.row.breaks_off_at is None, "it has 30 days now"

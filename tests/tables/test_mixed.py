"""Tables that wait: seats that are given to bots, and people who are invited or asked to play
again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts import names
from accounts.models import User
from accounts.services import rename
from games import registry
from games.tables import bot_names, services
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly, TableError
from games.tables.models import Seat
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def waits(cast: dict[str, User]) -> Played:
    """Return a table of Odin for four that Ann has opened."""
    return sits_down(cast, "ann", game="odin", seats=4, order="seats", clock="normal")


def gives(table: Played, number: int, level: str = "club", by: str = "ann") -> None:
    table.lets(by, "give_to_bot", number=number, level=level)


def sits(table: Played, name: str, number: int | None = None) -> None:
    table.lets(name, "sit", number=number)


def seats(table: Played) -> list[str]:
    """Return who sits where: a name, the level of a bot, or "-"."""
    found = {seat.number: seat for seat in Seat.objects.filter(table=table.id)}
    return [
        seat.bot or seat.user.username if (seat := found.get(number)) else "-"
        for number in range(table.row.seat_count)
    ]


# --- bots in free seats ---


def test_two_friends_and_two_bots_play_odin(waits: Played) -> None:
    gives(waits, 1, "expert")
    assert seats(waits) == ["ann", "expert", "-", "-"]
    gives(waits, 1, "beginner")
    gives(waits, 3)
    assert (seats(waits), waits.row.status) == (["ann", "beginner", "-", "club"], "open")
    sits(waits, "ben")
    assert (seats(waits), waits.row.status) == (["ann", "beginner", "ben", "club"], "running")
    assert (waits.row.bots, waits.row.rated) == (2, False)
    names = [player.name for player in waits.snapshot.players]
    assert len({*names}) == 4 and names[1] in registry.screen("odin").bot_names
    waits.bots_play()
    assert waits.sound()


def test_the_last_free_seat_given_to_a_bot_starts_the_game(waits: Played) -> None:
    sits(waits, "ben", 3)
    gives(waits, 1)
    gives(waits, 2)
    assert waits.row.status == "running"
    with pytest.raises(Over):
        gives(waits, 1, "expert")


def test_a_bots_seat_may_be_emptied_for_a_person(waits: Played) -> None:
    gives(waits, 1)
    for number in (1, 1, 0):
        waits.lets("ann", "empty_seat", number=number)
    assert (seats(waits), waits.row.bots) == (["ann", "-", "-", "-"], 0)
    sits(waits, "ben", 1)
    assert seats(waits) == ["ann", "ben", "-", "-"]


def test_only_the_host_gives_seats_to_bots(waits: Played) -> None:
    sits(waits, "ben", 1)
    gives(waits, 3)
    for refused in (
        partial(gives, waits, 2, by="ben"),
        partial(waits.lets, "ben", "empty_seat", number=3),
    ):
        with pytest.raises(NotYourSeat, match="host"):
            refused()
    with pytest.raises(StalePly):
        gives(waits, 1)
    for number, level in ((4, "club"), (-1, "club"), (2, "champion")):
        with pytest.raises(NotPossible):
            gives(waits, number, level)
    assert seats(waits) == ["ann", "ben", "-", "club"]


def test_a_rated_table_refuses_a_bot_until_its_host_makes_it_unrated(
    cast: dict[str, User],
) -> None:
    facts: dict[str, Any] = {"game": "odin", "seats": 3, "clock": "normal", "rated": True}
    with pytest.raises(NotPossible, match="with a bot"):
        sits_down(cast, "ann", bots={1: "club"}, **facts)
    table = sits_down(cast, "ann", **facts)
    with pytest.raises(NotPossible, match="rated"):
        gives(table, 1)
    assert "Make it unrated" in table.board("ann").text
    table.lets("ann", "unrate")
    gives(table, 1)
    assert not table.row.rated
    assert "Not rated, as a bot plays." in table.page("ben").one(class_="waiting__terms").text


def test_the_page_of_the_host_gives_and_empties_seats(waits: Played) -> None:
    client = waits.browser("ann")
    bot = f"/t/{waits.id}/bot/"
    assert client.post(bot, {"seat": "2"}).status_code == 303
    assert client.post(bot, {"seat": "2", "bot-2": "expert", "bot-1": "x"}).status_code == 303
    assert seats(waits) == ["ann", "-", "expert", "-"]
    board = waits.board("ann")
    assert [button.attributes["value"] for button in board.all("button", name="empty")] == ["2"]
    assert not waits.board("ben").all("button", name="empty")
    assert client.post(bot, {"empty": "2"}).status_code == 303
    assert seats(waits) == ["ann", "-", "-", "-"]
    assert client.post(bot, {"seat": "9"}).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_two_people_and_a_bot_for_one_seat(
    waits: Played, together: Callable[..., list[Any]]
) -> None:
    gives(waits, 1)
    gives(waits, 2)
    answers = together(
        partial(sits, waits, "ben"), partial(sits, waits, "cal"), partial(gives, waits, 3)
    )
    assert sum(answer is None for answer in answers) == 1
    assert all(answer is None or isinstance(answer, TableError) for answer in answers)
    assert (waits.row.status, Seat.objects.filter(table=waits.id).count()) == ("running", 4)
    assert waits.row.bots == Seat.objects.filter(table=waits.id).exclude(bot="").count()
    assert waits.sound()


# --- names of bots ---


def test_every_game_has_names_enough_for_its_bots() -> None:
    for slug, game in registry.games().items():
        known = game.screen.bot_names
        assert len({names.fold(name) for name in known}) == len(known), slug
        assert len(known) >= game.engine.seats.stop, slug
        assert all(name.isascii() and len(name) <= 10 for name in known), slug


def test_a_bot_is_not_called_like_anybody_at_its_table(waits: Played) -> None:
    gives(waits, 1)
    called = Seat.objects.get(table=waits.id, number=1).called
    twin = User.objects.create_user(called.lower(), password=None)
    services.sit(table_id=waits.id, user=twin, now=NOON)
    after = Seat.objects.get(table=waits.id, number=1).called
    assert after != called and after in registry.screen("odin").bot_names
    everybody = registry.screen("odin").bot_names
    assert bot_names.choose("odin", "x", 0, everybody).endswith(" 2")
    assert bot_names.choose("odin", "x", 0) == bot_names.choose("odin", "x", 0)


# --- invitations ---


def invites(table: Played, name: str, by: str = "ann") -> bool:
    return bool(table.lets(name, "invite", by=table.cast[by]))


def test_an_invitation_tells_and_reserves_nothing(waits: Played) -> None:
    assert invites(waits, "ben") and not invites(waits, "ben")
    board = waits.board("ann")
    assert "Waiting for ben and two more" in board.text and "invited" in board.text
    for name in ("cal", "dee"):
        sits(waits, name)
    assert "Waiting for ben" in waits.board("ann").text
    gives(waits, 3)
    assert waits.row.status == "running"


@pytest.mark.parametrize("name", ["Zoë", "zoe", "ZOE\u0308", " ben "])
def test_somebody_is_invited_by_a_former_name_or_without_accents(waits: Played, name: str) -> None:
    zoe = rename(user=waits.cast["ben"], name="Zoë", now=NOON)
    invited = services.invite_by_name(table_id=waits.id, by=waits.cast["ann"], name=name, now=NOON)
    assert invited == zoe


def test_who_is_invited_sits_or_declines(waits: Played) -> None:
    for name in ("ben", "cal"):
        invites(waits, name)
    sits(waits, "ben")
    waits.lets("cal", "decline")
    waits.lets("ben", "decline")  # too late: Ben sits
    assert seats(waits) == ["ann", "ben", "-", "-"] and waits.snapshot.invited == ()
    with pytest.raises(NotPossible, match="cannot come"):
        invites(waits, "cal")
    with pytest.raises(NotYourSeat):
        waits.lets("dee", "decline")


def test_the_host_takes_an_invitation_back(waits: Played) -> None:
    invites(waits, "ben")
    ben = waits.cast["ben"].pk
    with pytest.raises(NotYourSeat):
        services.withdraw(table_id=waits.id, host=waits.cast["ben"], user_id=ben, now=NOON)
    services.withdraw(table_id=waits.id, host=waits.cast["ann"], user_id=ben, now=NOON)
    assert waits.snapshot.invited == ()
    assert not invites(waits, "ben") and len(waits.snapshot.invited) == 1


def test_whoever_does_not_sit_there_leaves_nothing(waits: Played) -> None:
    """A stranger keeps no table alive, and a second click on leaving is not refused."""
    before = waits.row.version
    waits.lets("dee", "stand")
    assert waits.row.version == before
    for _ in range(2):
        waits.lets("ann", "stand")
    assert waits.row.ended_by == "closed"


def test_after_the_end_strangers_are_told_what_is_true(table: Played) -> None:
    table.does("ann", "resign")
    for service in ("sit", "start", "unrate"):
        with pytest.raises(Over, match=r"^This game is over\.$"):
            table.lets("dee", service)
    with pytest.raises(NotYourSeat, match="Only those who played here"):
        table.again("dee")

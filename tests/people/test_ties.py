"""Ties and notes, and a block everywhere it must hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import User
from games.community.people import selectors, services
from games.community.people.errors import AccountsOnly, PeopleError, TooMany
from games.community.people.models import LONGEST_NOTE, Kind, Note, Tie
from games.notices.models import News
from games.tables import services as tables
from games.tables.errors import NotPossible, NotYourSeat
from games.tables.models import Answer, Invitation, Seat, Status, Table
from tests.kit import tiers
from tests.kit.played import sits_down
from tests.people.conftest import NOON

Cast = dict[str, User]
Says = Callable[[str], None]


def odin(cast: Cast, *names: str) -> Table:
    """Return a table for four at which these wait."""
    return sits_down(cast, *names, game="odin", seats=4).row


def seated(table: Table) -> list[str]:
    return [seat.user.username for seat in table.seats.order_by("number") if seat.user]


# --- ties ---


def test_following_is_one_sided_and_comes_twice_without_harm(cast: Cast, ties: Says) -> None:
    ties("ann follows ben")
    ties("ann follows ben")
    assert selectors.tied_to(cast["ann"].pk, Kind.FOLLOW) == {cast["ben"].pk}
    assert not selectors.tied_to(cast["ben"].pk, Kind.FOLLOW)
    assert not News.objects.exists()  # told to nobody


def test_a_block_ends_following_in_both_directions(cast: Cast, ties: Says) -> None:
    ties("ann follows ben")
    ties("ben follows ann")
    ties("ann blocks ben")
    assert not Tie.objects.filter(kind=Kind.FOLLOW).exists()
    assert selectors.apart(cast["ben"].pk) == {cast["ann"].pk}
    with pytest.raises(PeopleError, match="Unblock first"):
        ties("ann follows ben")
    ties("ben follows ann")  # a refusal would tell Ben


def test_guests_neither_follow_nor_are_followed(cast: Cast) -> None:
    guest = accounts.new_guest()
    for user, other in ((guest, cast["ann"]), (cast["ann"], guest)):
        with pytest.raises(AccountsOnly):
            services.tie(user=user, other=other, kind=Kind.FOLLOW, now=NOON)
        services.tie(user=user, other=other, kind=Kind.MUTE, now=NOON)  # at a table one may
    with pytest.raises(PeopleError, match="That is you"):
        services.tie(user=cast["ann"], other=cast["ann"], kind=Kind.BLOCK, now=NOON)


def test_there_is_a_most(cast: Cast, ties: Says, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"people_followed": 1}
    ties("ann follows ben")
    ties("ann follows ben")
    with pytest.raises(TooMany, match="You follow 1 people"):
        ties("ann follows cal")


def test_a_note_is_written_changed_and_deleted(cast: Cast) -> None:
    def write(text: str) -> None:
        services.write_note(user=cast["ann"], other=cast["ben"], text=text, now=NOON)

    write("slow on weekends")
    write(" <b>fast</b>\r\nnow ")
    assert selectors.ties(cast["ann"].pk, cast["ben"].pk).note == "<b>fast</b>\nnow"
    assert selectors.ties(cast["ben"].pk, cast["ann"].pk).note == ""
    with pytest.raises(PeopleError, match="501"):
        write("x" * (LONGEST_NOTE + 1))
    write("  ")
    assert not Note.objects.exists()


def test_a_closed_account_leaves_no_tie_and_no_note_and_a_renamed_one_keeps_them(
    cast: Cast, ties: Says
) -> None:
    for words in ("ann follows ben", "ben blocks cal", "cal mutes ann"):
        ties(words)
    services.write_note(user=cast["ann"], other=cast["ben"], text="kind", now=NOON)
    services.write_note(user=cast["ben"], other=cast["ann"], text="kind", now=NOON)
    accounts.rename(user=cast["ben"], name="Benedict", now=NOON)
    assert Tie.objects.count() == 3
    accounts.close(user=cast["ben"], now=NOON)
    assert list(Tie.objects.values_list("kind", flat=True)) == [Kind.MUTE]
    assert not Note.objects.exists()


# --- a block, everywhere ---


@pytest.mark.parametrize("blocks", ["ann blocks ben", "ben blocks ann"])
def test_nobody_sits_down_with_somebody_apart(
    cast: Cast, ties: Says, opens: Callable[..., Table], blocks: str
) -> None:
    table = opens("ann")
    ties(blocks)
    with pytest.raises(NotYourSeat, match=r"^You cannot sit down at this table\.$"):
        tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    tables.sit(table_id=table.id, user=cast["cal"], now=NOON)


@pytest.mark.parametrize("blocks", ["ann blocks ben", "ben blocks ann"])
def test_an_invitation_is_refused_in_the_words_for_anybody(
    cast: Cast, ties: Says, opens: Callable[..., Table], blocks: str
) -> None:
    table = opens("ann", private=True)
    ties(blocks)
    with pytest.raises(NotPossible, match=r"^ben cannot be invited just now\.$"):
        tables.invite_by_name(table_id=table.id, by=cast["ann"], name="ben", now=NOON)
    assert not Invitation.objects.exists()
    assert not News.objects.exists()


def test_open_invitations_between_the_two_are_withdrawn(
    cast: Cast, ties: Says, opens: Callable[..., Table]
) -> None:
    table = opens("ann", private=True)
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="ben", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="cal", now=NOON)
    ties("ben blocks ann")
    answers = dict(Invitation.objects.values_list("user__username", "answer"))
    assert answers == {"ben": Answer.WITHDRAWN, "cal": Answer.NONE}
    assert not News.objects.filter(user=cast["ben"], read_at=None).exists()


def test_who_was_invited_and_sits_already_goes_with_the_invitation(cast: Cast, ties: Says) -> None:
    table = odin(cast, "ann")
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="ben", now=NOON)
    tables.sit(table_id=table.id, user=cast["ben"], now=NOON)
    ties("ann blocks ben")
    assert seated(table) == ["ann"]
    assert Invitation.objects.get().answer == Answer.WITHDRAWN


@pytest.mark.parametrize("blocks", ["ann blocks ben", "ben blocks ann"])
def test_they_wait_at_no_table_together(cast: Cast, ties: Says, blocks: str) -> None:
    table = odin(cast, "ann", "ben")
    ties(blocks)
    assert seated(table) == ["ann"]


def test_where_somebody_else_is_host_the_one_who_blocks_leaves(cast: Cast, ties: Says) -> None:
    table = odin(cast, "cal", "ann", "ben")
    ties("ann blocks ben")
    assert seated(table) == ["cal", "ben"]


def test_a_running_game_goes_on_and_has_no_rematch(
    cast: Cast, ties: Says, deals: Callable[..., Table]
) -> None:
    table = deals("ann", "ben", clock="normal", rated=True)
    ties("ann blocks ben")
    assert Table.objects.get(pk=table.pk).status == Status.RUNNING
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON + timedelta(seconds=5))
    for name in ("ann", "ben"):
        with pytest.raises(NotPossible, match=r"^There is no rematch of this game just now\.$"):
            tables.rematch(table_id=table.id, user=cast[name], now=NOON)


def test_a_rematch_that_waits_is_not_sat_down_at(
    cast: Cast, ties: Says, deals: Callable[..., Table]
) -> None:
    table = deals("ann", "ben")
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON)
    again = tables.rematch(table_id=table.id, user=cast["ann"], now=NOON)
    ties("ann blocks ben")
    assert Invitation.objects.get(table=again).answer == Answer.WITHDRAWN
    with pytest.raises(NotYourSeat):
        tables.rematch(table_id=table.id, user=cast["ben"], now=NOON)


@pytest.fixture
def at_once(cast: Cast, ties: Says, together: Callable[..., Any]) -> Callable[[str], None]:
    """Have Ben sit down at a table and Ann block him in the same moment. He may be refused."""

    def run(table_id: str) -> None:
        sit = partial(tables.sit, table_id=table_id, user=cast["ben"], now=NOON)
        sat, blocked = together(sit, partial(ties, "ann blocks ben"))
        assert blocked is None and (sat is None or isinstance(sat, NotYourSeat))

    return run


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(tiers.part(8)))
def test_blocking_and_sitting_down_at_once(
    cast: Cast, at_once: Callable[[str], None], opens: Callable[..., Table], turn: int
) -> None:
    table = opens("ann")
    at_once(table.id)
    table.refresh_from_db()
    # Two seats: Ben's starts the game, which goes on. Otherwise Ben does not sit there.
    both = Seat.objects.filter(table=table, user=cast["ben"]).exists()
    assert both == (table.status == Status.RUNNING)
    assert selectors.any_apart(cast["ben"].pk, [cast["ann"].pk])


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(tiers.part(8)))
def test_blocking_and_sitting_down_at_a_table_that_goes_on_waiting(
    cast: Cast, at_once: Callable[[str], None], turn: int
) -> None:
    table = odin(cast, "ann")
    at_once(table.id)
    assert seated(table) == ["ann"]

"""Sets of deals: the same cards at all tables of a deal, once for the same players, sealed until
the last has ended."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.community.duplicate import selectors, services
from games.community.duplicate.models import DealSet, DealtTable
from games.community.duplicate.scoring import Result
from games.community.duplicate.tasks import open_due_seals
from games.kernel import shuffle
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Action, Seat, Table
from games.tables.proof import audit, fairness
from tests.duplicate.conftest import NOON
from tests.kit.types import Cast, Together

LATER = NOON + timedelta(minutes=1)


def opened(deals: DealSet, number: int, *players: User | str, **terms: Any) -> Table:
    facts = {"clock": "normal", "rated": False, "private": False} | terms
    return services.open_table(deals=deals, number=number, players=players, now=NOON, **facts)


def cards(table: Table) -> list[str]:
    return list(Action.objects.filter(table=table, seat=None).values_list("code", flat=True))


def give_up(table: Table, user: User) -> None:
    tables.resign(table_id=table.pk, user_id=user.pk, now=LATER)


def test_the_same_seat_has_the_same_cards_at_all_tables_of_a_deal(
    deals: DealSet, people: Cast
) -> None:
    ann, ben, cal, eve = (people[name] for name in ("ann", "ben", "cal", "eve"))
    one, other = opened(deals, 0, ann, ben), opened(deals, 0, cal, eve)
    against_bot, second = opened(deals, 0, people["dee"], "club"), opened(deals, 1, ben, ann)
    assert one.status == "running" and len(cards(one)) == 2
    assert cards(one) == cards(other) == cards(against_bot) != cards(second)
    assert [seat.user for seat in second.seats.order_by("number")] == [ben, ann]


def test_what_is_asked_again_opens_no_second_table(deals: DealSet, people: Cast) -> None:
    ann, ben = people["ann"], people["ben"]
    first = opened(deals, 0, ann, ben)
    assert opened(deals, 0, ann, ben) == first
    assert opened(deals, 0, ben, ann) != first
    assert DealtTable.objects.count() == 2
    services.close(deals=deals, now=NOON)
    assert opened(deals, 0, ann, ben) == first


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_open_one_table(
    deals: DealSet, people: Cast, together: Together
) -> None:
    def ask() -> str:
        return str(opened(deals, 0, people["ann"], people["ben"]).pk)

    assert len(set(together(ask, ask))) == 1 == Table.objects.count()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_seal_is_opened_once(deals: DealSet, people: Cast, together: Together) -> None:
    give_up(opened(deals, 0, people["ann"], people["ben"]), people["ann"])
    services.close(deals=deals, now=LATER)

    def ask() -> bool:
        return services.open_seal(deals=deals, now=LATER)

    assert sorted(together(ask, ask)) == [False, True]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"number": 2}, "no such deal"),
        ({"number": -1}, "no such deal"),
        ({"players": ("ann",)}, "2 players"),
        ({"players": ("ann", "ann")}, "one seat"),
        ({"players": ("=club", "=club")}, "one seat"),
        ({"players": ("ann", "=none")}, "no such bot"),
        ({"clock": "untimed"}, "have a clock"),
        ({"clock": "none"}, "no time control"),
        ({"players": ("ann", "gus"), "rated": True}, "Guests play"),
        ({"closed": True}, "are closed"),
    ],
)
def test_what_is_wrong_is_refused(
    deals: DealSet, people: Cast, wrong: dict[str, Any], why: str
) -> None:
    if wrong.pop("closed", False):
        services.close(deals=deals, now=NOON)
    names = wrong.pop("players", ("ann", "ben"))
    players = [people[name] if name[0] != "=" else name[1:] for name in names]
    with pytest.raises(NotPossible, match=why):
        opened(deals, wrong.pop("number", 0), *players, **wrong)
    assert not Table.objects.exists()


@pytest.mark.parametrize("number", [0, 101])
def test_a_set_has_a_number_of_deals(db: None, number: int) -> None:
    with pytest.raises(NotPossible, match="between 1 and 100"):
        services.create(game="odin", seats=2, options={}, deals=number, now=NOON)


def test_the_seal_is_opened_when_the_last_table_of_a_closed_set_has_ended(
    deals: DealSet, people: Cast, no_tasks: list[Any]
) -> None:
    one = opened(deals, 0, people["ann"], people["ben"], rated=True)
    other = opened(deals, 0, people["cal"], people["eve"], private=True)
    give_up(one, people["ann"])
    services.close(deals=deals, now=LATER)
    assert not services.open_seal(deals=deals, now=LATER)
    assert not fairness.proof(one.pk).opened
    give_up(other, people["eve"])
    assert services.open_seal(deals=deals, now=LATER)
    assert not services.open_seal(deals=deals, now=LATER)
    one.refresh_from_db(), other.refresh_from_db()
    assert (one.sealed_until, one.private, other.private) == (None, False, True)
    assert set(one.seats.values_list("listed", flat=True)) == {"lost_cities"}
    assert set(other.seats.values_list("listed", flat=True)) == {""}
    for table in (one, other):
        proof = fairness.proof(table.pk)
        assert proof.ok and proof.table == f"duplicate/{deals.pk}/0"
        assert proof.secret == bytes(deals.secret).hex()
        assert shuffle.commitment(bytes.fromhex(proof.secret)) == deals.commitment
        assert not list(audit.faults(table))


def test_a_set_to_which_tables_may_come_stays_sealed(deals: DealSet, people: Cast) -> None:
    give_up(opened(deals, 0, people["ann"], people["ben"]), people["ann"])
    assert not services.open_seal(deals=deals, now=LATER)
    assert open_due_seals() == 0
    services.close(deals=deals, now=LATER)
    assert open_due_seals() == 1
    assert open_due_seals() == 0


def test_a_rating_moves_when_the_seal_is_open(
    deals: DealSet, people: Cast, no_tasks: list[Any]
) -> None:
    ann, ben = people["ann"], people["ben"]
    table = opened(deals, 0, ann, ben, rated=True)
    give_up(table, ann)
    ratings.rate_due(now=LATER)
    ratings.rerate(now=LATER)
    assert not RatingChange.objects.exists()
    services.close(deals=deals, now=LATER)
    no_tasks.clear()
    services.open_seal(deals=deals, now=LATER)
    ratings.rate_due(now=LATER)
    assert RatingChange.objects.filter(table=table).count() == 2


def test_a_game_that_is_given_up_at_once_is_a_loss_and_no_walk_out(
    deals: DealSet, people: Cast
) -> None:
    table = opened(deals, 0, people["ann"], people["ben"], rated=True)
    with pytest.raises(NotPossible, match="played once"):
        tables.abort(table_id=table.pk, user_id=people["ann"].pk, now=NOON)
    give_up(table, people["ann"])
    table.refresh_from_db()
    assert table.ended_by == "resign"
    assert not Seat.objects.filter(walked_at__isnull=False).exists()


def test_the_results_are_told_when_the_seal_is_open(deals: DealSet, people: Cast) -> None:
    one = opened(deals, 0, people["ann"], people["ben"])
    other = opened(deals, 1, people["cal"], people["eve"])
    give_up(one, people["ann"])
    tables.break_off(table_id=other.pk, now=LATER)
    assert selectors.lines(deals) == []
    services.close(deals=deals, now=LATER)
    services.open_seal(deals=deals, now=LATER)
    found = selectors.lines(deals)
    assert [(line.deal, line.seat, line.result) for line in found] == [
        (0, 0, Result.LOST),
        (0, 1, Result.WON),
        (1, 0, Result.ABORTED),
        (1, 1, Result.ABORTED),
    ]
    assert found[0].player == str(people["ann"].pk)


def test_the_command_for_transcripts_refuses_a_sealed_table(deals: DealSet, people: Cast) -> None:
    table = opened(deals, 0, people["ann"], people["ben"])
    give_up(table, people["ann"])
    with pytest.raises(CommandError, match="This table is sealed: others play the same cards"):
        call_command("transcript", table.pk)
    services.close(deals=deals, now=NOON)
    assert services.open_seal(deals=deals, now=timezone.now())
    out = StringIO()
    call_command("transcript", table.pk, stdout=out)
    assert out.getvalue().startswith("game ")

"""A duplicate match of two friends: both play each deal once, in the same seat, against the same
bot; nobody sees the other's games before both have played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.community.duplicate import pages, services
from games.community.duplicate.models import DealSet, Match
from games.community.duplicate.tasks import open_due_seals
from games.community.people import services as ties
from games.community.people.models import Kind
from games.tables.errors import NotPossible, NotYourSeat, Over, TableError
from games.tables.models import Action, EndedBy, Table
from games.tables.services import finish
from games.tables.state import snapshot_cache
from tests.duplicate.conftest import NOON, Clock
from tests.kit.people import browser_of
from tests.kit.types import Cast, Together

TERMS: dict[str, Any] = {"game": "lost_cities", "level": "club", "clock": "daily", "deals": 2}
FORM = TERMS | {"key": "form"}
LATE = NOON + timedelta(days=15)


def made(user: User, **more: Any) -> Match:
    return services.make_match(user=user, now=NOON, **TERMS | {"key": ""} | more)


@pytest.fixture
def match(people: Cast, clock: Clock) -> Match:
    """Return a match of Ann and Ben over two deals."""
    found = made(people["ann"])
    services.join(deals=found.deal_set, user=people["ben"], now=NOON)
    return found


def plays(match: Match, user: User, ahead: int | None) -> Table:
    """Let a player play the next deal to this lead, or give it up."""
    table = services.play_next(deals=match.deal_set, user=user, now=NOON)
    at = snapshot_cache.locked_at(table.pk)
    seat = at.seated(user.pk)
    scores = [0, 0] if ahead is None else [ahead if n == seat else 0 for n in range(2)]
    places = [1 if score == max(scores) else 2 for score in scores]
    if ahead is None:
        places = [2 if n == seat else 1 for n in range(2)]
        finish.end(at, EndedBy.RESIGN, (None, None), places, NOON)
    else:
        finish.end(at, EndedBy.RULES, scores, places, NOON)
    snapshot_cache.forget()
    return table


def page(match: Match, user: User | None) -> str:
    answer = browser_of(user).get(f"/duplicate/{match.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_both_have_the_same_cards_in_the_same_seat(match: Match, people: Cast) -> None:
    tables = [plays(match, people[name], 5) for name in ("ann", "ann", "ben", "ben")]
    deals = [list(Action.objects.filter(table=table).values_list("code")) for table in tables]
    assert deals[0][:2] == deals[2][:2] != deals[1][:2] == deals[3][:2]
    sat = [table.seats.get(bot="").number for table in tables]
    assert sat == [0, 1, 0, 1]
    assert {table.seats.exclude(bot="").get().bot for table in tables} == {"club"}


def test_a_deal_is_gone_on_with_before_the_next_begins(match: Match, people: Cast) -> None:
    first = services.play_next(deals=match.deal_set, user=people["ann"], now=NOON)
    assert services.play_next(deals=match.deal_set, user=people["ann"], now=NOON) == first
    assert Table.objects.count() == 1


def test_results_open_when_both_have_played_all(match: Match, people: Cast) -> None:
    plays(match, people["ann"], 12)
    plays(match, people["ann"], -7)
    other = plays(match, people["ben"], 31)
    for reader in ("ann", "dee"):
        assert "+31" not in page(match, people[reader]) and other.pk not in page(match, None)
    assert "+12" in page(match, people["ann"]) and "+31" in page(match, people["ben"])
    assert "+12" not in page(match, people["ben"])
    assert "You have played all your deals" in page(match, people["ann"])
    plays(match, people["ben"], -7)
    shown = page(match, None)
    for words in ("+12", "+31", "−19", "−7", "½ : 1½", "ben wins the match", "Too few games"):
        assert words in shown, words
    match.deal_set.refresh_from_db()
    assert match.deal_set.opened_at == NOON
    assert bytes(match.deal_set.secret).hex() in shown
    assert browser_of(None).get(f"/t/{other.pk}/transcript/").status_code == 200
    assert browser_of(None).get(f"/duplicate/{match.pk}/1/").headers["Location"].endswith("#deal-2")
    assert browser_of(None).get(f"/duplicate/{match.pk}/2/").status_code == 404


@pytest.mark.parametrize(
    ("ann", "ben", "deals", "winner"),
    [
        ([10, 10], [10, 9], ("1½", "½"), "ann"),
        ([30, 0], [0, 1], ("1", "1"), "ann"),  # by the sum
        ([5, 5], [5, 5], ("1", "1"), None),
        ([None, 5], [-40, 1], ("1", "1"), "ann"),  # one that is given up has no lead
        ([-60], [], ("1", "0"), "ann"),  # what the other has not played is lost to them
        ([], [], ("0", "0"), None),
    ],
)
def test_the_match_is_won_by_deals_and_then_by_the_sum(
    match: Match,
    people: Cast,
    ann: list[int | None],
    ben: list[int | None],
    deals: tuple[str, str],
    winner: str | None,
) -> None:
    for name, leads in (("ann", ann), ("ben", ben)):
        for ahead in leads:
            plays(match, people[name], ahead)
    services.close_past_matches(now=LATE)
    services.open_due_seals(now=LATE)
    total = pages.total(Match.objects.select_related("deal_set").get(pk=match.pk))
    assert total is not None and total.deals == deals
    assert total.winner == (people[winner] if winner else None)


def test_a_match_is_over_after_some_time(
    match: Match, people: Cast, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays(match, people["ann"], 3)
    running = services.play_next(deals=match.deal_set, user=people["ben"], now=NOON)
    clock(LATE)
    assert open_due_seals() == 0  # Ben's game runs
    assert match.deal_set.tables.count() == 2
    with pytest.raises(Over):
        services.play_next(deals=match.deal_set, user=people["ann"], now=LATE)
    finish.break_off(snapshot_cache.locked_at(running.pk), LATE)
    assert open_due_seals() == 1
    assert "not played" in page(match, None)


def test_somebody_joins_by_the_link(people: Cast, clock: Clock) -> None:
    match = made(people["ann"])
    assert f"/duplicate/{match.pk}/" in page(match, people["ann"])
    assert "Take the other side" not in page(match, people["ann"])
    assert "Take the other side" in page(match, None)
    stranger = Client()
    assert stranger.post(f"/duplicate/{match.pk}/join/").status_code == 303
    match.refresh_from_db()
    assert match.second is not None and match.second.is_guest
    assert stranger.post(f"/duplicate/{match.pk}/join/").status_code == 303
    answer = stranger.post(f"/duplicate/{match.pk}/play/")
    assert answer.status_code == 303 and answer["Location"].startswith("/t/")
    assert "Go on with deal 1" in stranger.get(f"/duplicate/{match.pk}/").content.decode()
    assert browser_of(people["dee"]).post(f"/duplicate/{match.pk}/join/").status_code == 409
    assert browser_of(people["dee"]).post(f"/duplicate/{match.pk}/play/").status_code == 403


def test_who_is_blocked_does_not_join(people: Cast, clock: Clock) -> None:
    ties.tie(user=people["ann"], other=people["ben"], kind=Kind.BLOCK, now=NOON)
    match = made(people["ann"])
    with pytest.raises(NotYourSeat):
        services.join(deals=match.deal_set, user=people["ben"], now=NOON)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "none"},
        {"level": "none"},
        {"clock": "untimed"},
        {"clock": "x"},
        {"deals": 3},
        {"deals": 2000},
    ],
)
def test_what_is_wrong_is_refused(people: Cast, clock: Clock, wrong: dict[str, Any]) -> None:
    with pytest.raises(NotPossible):
        made(people["ann"], **wrong)
    answer = browser_of(people["ann"]).post("/duplicate/", FORM | wrong)
    assert answer.status_code == 422
    assert not DealSet.objects.exists()


def test_a_form_that_is_sent_twice_makes_one_match(people: Cast, clock: Clock) -> None:
    browser = browser_of(people["ann"])
    first, again = [browser.post("/duplicate/", FORM) for _ in range(2)]
    assert first["Location"] == again["Location"] and Match.objects.count() == 1
    assert first["Location"] in browser.get("/duplicate/").content.decode()
    assert (
        browser.get("/tables/new/?game=odin").content.decode().count("/duplicate/?game=odin") == 1
    )


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_other_side_at_once(people: Cast, together: Together) -> None:
    match = made(people["ann"])

    def joins(name: str) -> Any:
        def call() -> bool:
            try:
                services.join(deals=match.deal_set, user=people[name], now=NOON)
            except TableError:
                return False
            return True

        return call

    assert sorted(together(joins("ben"), joins("cal"))) == [False, True]


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_deal_that_is_begun_twice_at_once_is_one(people: Cast, together: Together) -> None:
    match = made(people["ann"])

    def begins() -> str:
        return str(services.play_next(deals=match.deal_set, user=people["ann"], now=NOON).pk)

    assert len(set(together(begins, begins))) == 1

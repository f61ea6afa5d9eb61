"""Ann opens tables that not everybody may sit down at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.lobby.open_tables import different
from games.ratings import finish_rate
from games.screens import player_ratings
from games.screens.player_ratings import ShownRating
from games.tables import services
from games.tables.board import terms
from games.tables.errors import NotPossible
from games.tables.http.forms import NewTable
from games.tables.models import Table
from games.tables.services import requirements
from games.tables.state.requirements import Asks, of
from tests.kit.played import client_of
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db
Opens = Callable[..., Table]


@pytest.fixture
def opens(cast: dict[str, User]) -> Opens:
    def open_one(**asks: Any) -> Table:
        facts = {"creator": cast["ann"], "game": "lost_cities", "now": NOON}
        return services.open_table(**facts, asks=Asks(**asks))

    return open_one


@pytest.fixture
def rated(cast: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return ratings by name, to be changed; Cal has none."""
    known = {"ann": 1500, "ben": 1320}

    def provider(table_id: str, game: str, seats: int, users: Any, bots: Any) -> Any:
        by_id = {cast[name].pk: value for name, value in known.items()}
        return {pk: ShownRating(by_id[pk], 50, False) for pk in users if pk in by_id}

    monkeypatch.setattr(player_ratings, "found", provider)
    return known


def sits(table: Table, user: User) -> None:
    services.sit(table_id=table.id, user=user, now=NOON)


def test_a_range_of_ratings_is_told_with_ones_own(
    opens: Opens, cast: dict[str, User], rated: dict[str, int]
) -> None:
    table = opens(low=1400, high=1700)
    with pytest.raises(NotPossible, match=r"a rating of 1400 to 1700\. Yours is 1320"):
        sits(table, cast["ben"])
    sits(table, cast["cal"])  # a newcomer counts as 1500
    assert table.seats.count() == 2


def test_at_the_ends_of_the_range_one_may(
    opens: Opens, cast: dict[str, User], rated: dict[str, int]
) -> None:
    for low, high in ((1320, 1400), (1200, 1320)):
        sits(opens(low=low, high=high), cast["ben"])


def test_whoever_is_invited_may_sit_all_the_same(
    opens: Opens, cast: dict[str, User], rated: dict[str, int]
) -> None:
    table = opens(low=1400, high=1700)
    services.invite(table_id=table.id, user=cast["ben"], by=cast["ann"], now=NOON)
    sits(table, cast["ben"])


@pytest.mark.parametrize(("rate", "may"), [(0.894, False), (0.895, True), (None, True)])
def test_a_finish_rate(opens: Opens, cast: dict[str, User], rate: float | None, may: bool) -> None:
    requirements.finish_rate.provide(lambda user_id, now: rate)
    try:
        if may:
            sits(opens(finish=90), cast["ben"])
        else:
            with pytest.raises(NotPossible, match=r"finish 90 % of games\. You finish 89"):
                sits(opens(finish=90), cast["ben"])
    finally:
        requirements.finish_rate.provide(finish_rate.rate)


def test_an_invitation_that_was_taken_back_opens_nothing(
    opens: Opens, cast: dict[str, User], rated: dict[str, int]
) -> None:
    table, ben = opens(low=1400, high=1700), cast["ben"]
    services.invite(table_id=table.id, user=ben, by=cast["ann"], now=NOON)
    services.withdraw(table_id=table.id, host=cast["ann"], user_id=ben.pk, now=NOON)
    with pytest.raises(NotPossible, match="Yours is 1320"):
        sits(table, ben)


def test_whatever_is_asked_asks_for_an_account_and_a_table_by_link_asks_for_nothing(
    cast: dict[str, User],
) -> None:
    facts: dict[str, Any] = {"game": "lost_cities", "now": NOON}
    asks = Asks(finish=90)
    table = services.open_table(creator=cast["ann"], asks=asks, **facts)
    assert of(table.asks) == Asks(finish=90, account=True)
    table = services.open_table(creator=cast["ann"], asks=asks, private=True, **facts)
    assert table.asks == ""
    User.objects.filter(pk=cast["dee"].pk).update(is_guest=True)
    cast["dee"].refresh_from_db()
    with pytest.raises(NotPossible, match="Guests open tables for everybody"):
        services.open_table(creator=cast["dee"], asks=asks, **facts)
    assert NewTable("lost_cities", {"ask_finish": "90"}, cast["dee"]).asks == Asks()


def test_guests_where_an_account_is_asked_for(opens: Opens, cast: dict[str, User]) -> None:
    User.objects.filter(pk=cast["ben"].pk).update(is_guest=True)
    cast["ben"].refresh_from_db()
    with pytest.raises(NotPossible, match="asks for an account"):
        sits(opens(account=True), cast["ben"])
    sits(opens(), cast["ben"])


@pytest.mark.parametrize("asks", [{"low": 9, "high": 8}, {"low": 1, "high": 10**5}, {"finish": 7}])
def test_what_makes_no_sense_is_refused(opens: Opens, asks: dict[str, int]) -> None:
    with pytest.raises(NotPossible):
        opens(**asks)


def test_what_is_stored_is_read_again_and_said(opens: Opens) -> None:
    asks = Asks(1300, 1700, 90, True)
    assert of(asks.stored) == asks and of("") == Asks()
    table = opens(low=1300, high=1700, finish=90, account=True)
    words = "rated 1300 to 1700, finishing 90 %, with an account"
    assert terms.asked_for(table.asks) == words
    assert {"1300–1700", "90 % finished"} <= {*different(table)}
    assert "no guests" in different(opens(account=True))


def test_the_form_asks_and_the_waiting_room_says_so(
    cast: dict[str, User], rated: dict[str, int]
) -> None:
    fields = {"ask_rating": "100", "ask_finish": "90", "ask_account": "on", "seats": "2"}
    form = NewTable("lost_cities", fields, cast["ann"])
    assert form.asks == Asks(1400, 1600, 90, True)
    client = client_of(cast["ann"])
    answer = client.post("/tables/new/", {"game": "lost_cities", "clock": "normal", **fields})
    page = client.get(answer["Location"]).content.decode()
    assert "For people rated 1400 to 1600, finishing 90 %, with an account" in page
    assert "anybody may sit down" not in page
    refused = client_of(cast["ben"]).post(answer["Location"] + "sit/")
    assert refused.status_code == 422 and "Yours is 1320." in refused.content.decode()
    assert NewTable("lost_cities", {"ask_rating": "x", "ask_finish": "1"}, None).asks == Asks()

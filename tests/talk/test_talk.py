from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import Role, User
from games.community.moderation import services as conduct
from games.community.moderation.models import Measure
from games.community.people import services as people
from games.community.people.models import Kind
from games.community.talk import selectors, services
from games.community.talk.models import LONGEST, Line, Room
from games.community.talk.services import messages
from games.community.talk.words import cleaned
from games.site import services as house
from games.site.models import Name
from games.tables.board import presenter
from games.tables.errors import NotPossible, NotYourSeat, TableError, TooFast
from games.tables.models import Table
from tests.kit.people import browser_of
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def reads(table: Played, name: str | None) -> list[str]:
    """Return what somebody reads at the table; None: a visitor."""
    user = table.cast[name] if name else None
    found = presenter.glance(table.id, user.pk if user else None)
    return [line.text or line.gone for line in selectors.talk(found, user, NOON).lines]


def says(table: Played, name: str, text: str = "", **more: str) -> Line:
    return services.say(table_id=table.id, user=table.cast[name], text=text, now=NOON, **more)


def test_players_and_watchers_have_rooms_of_their_own_until_the_end(table: Played) -> None:
    says(table, "ann", "Good luck, Ben")
    says(table, "cal", "Ann holds both sixes")
    assert reads(table, "ann") == reads(table, "ben") == ["Good luck, Ben"]
    both = ["Good luck, Ben", "Ann holds both sixes"]
    assert reads(table, "cal") == reads(table, None) == both
    table.does("ann", "resign")
    assert reads(table, "ann") == both


def test_no_address_brings_the_watchers_words_to_a_player(
    table: Played, client: Client, cast: dict[str, User]
) -> None:
    line = says(table, "cal", "Ann holds both sixes")
    client.force_login(cast["ben"])
    for address in (f"/t/{table.id}/talk/", f"/t/{table.id}/", f"/report/line/{line.pk}/"):
        for headers in ({}, {"HX-Request": "true"}):
            assert b"sixes" not in client.get(address, headers=headers).content
    assert client.get(f"/report/line/{line.pk}/").status_code == 404


def test_a_phrase_is_read_in_the_readers_language(table: Played) -> None:
    says(table, "ann", phrase="well")
    assert Line.objects.get().text == "" and reads(table, "ben") == ["Well played"]
    with pytest.raises(NotPossible):
        says(table, "ann", phrase="rubbish")


def test_guests_new_accounts_and_a_house_without_free_text_have_phrases_alone(
    table: Played,
) -> None:
    ann = table.cast["ann"]
    User.objects.filter(pk=ann.pk).update(date_joined=NOON - timedelta(hours=23))
    ann.refresh_from_db()
    with pytest.raises(NotYourSeat, match="at first"):
        says(table, "ann", "hello")
    assert says(table, "ann", phrase="hello").pk
    house.turn(by=None, name=Name.FREE_TEXT, value="off", now=NOON)
    with pytest.raises(NotYourSeat, match="only ready-made phrases"):
        says(table, "ben", "hello")
    User.objects.filter(pk=ann.pk).update(is_guest=True)
    ann.refresh_from_db()
    with pytest.raises(NotYourSeat, match="Guests"):
        says(table, "ann", "hello")


def test_the_same_form_twice_is_one_line(table: Played) -> None:
    first = says(table, "ann", "once", key="k" * 32)
    assert says(table, "ann", "once", key="k" * 32) == first
    assert Line.objects.count() == 1


def test_a_line_of_500_letters_is_said_and_one_of_501_is_not(table: Played) -> None:
    says(table, "ann", "x" * LONGEST)
    with pytest.raises(NotPossible, match="500"):
        says(table, "ann", "x" * (LONGEST + 1))
    with pytest.raises(NotPossible, match="empty"):
        says(table, "ann", "\u200b \u202e\n")
    assert Line.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("a\n\n b\tc", "a b c"),
        ("\u202eevil\u202c", "evil"),
        ("zalgo a" + "\u0301" * 40, "zalgo á" + "\u0301" * 3),
        ("<b>bold</b> https://example.org", "<b>bold</b> https://example.org"),
        ("\u200d\u200c", ""),
    ],
)
def test_what_cannot_be_seen_is_taken_out(sent: str, kept: str) -> None:
    assert cleaned(sent) == kept


def test_what_is_far_too_long_is_refused_before_it_is_read(
    table: Played, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Callable[..., Any]
) -> None:
    monkeypatch.setattr(messages, "cleaned", lambda text: pytest.fail("it was read"))
    for sign in ("x", " ", "\u0301", "\u200b", "\U0001f3b4"):
        with (
            django_assert_num_queries(0),
            pytest.raises(NotPossible, match="at most 500 char"),
        ):
            says(table, "ann", "hello " + sign * 10**6)


def test_links_and_signs_are_text_on_the_page(table: Played) -> None:
    says(table, "ann", "<script>alert(1)</script> https://example.org")
    page = table.html(None, "talk/")
    assert "&lt;script&gt;" in page and 'href="https://example.org' not in page


def test_an_author_takes_a_line_back_for_five_minutes(table: Played) -> None:
    line, ann = says(table, "ann", "oh no"), table.cast["ann"]
    with pytest.raises(NotYourSeat):
        services.take_back(line_id=line.pk, user=table.cast["ben"], now=NOON)
    with pytest.raises(NotPossible):
        services.take_back(line_id=line.pk, user=ann, now=NOON + timedelta(minutes=5))
    services.take_back(line_id=line.pk, user=ann, now=NOON + timedelta(minutes=5) - SECOND)
    assert reads(table, "ben") == ["Taken back."]


def test_whoever_is_muted_or_apart_is_not_read(table: Played) -> None:
    says(table, "ben", "hear me")
    people.tie(user=table.cast["ann"], other=table.cast["ben"], kind=Kind.MUTE, now=NOON)
    assert reads(table, "ann") == [] and reads(table, "cal") == ["hear me"]
    people.tie(user=table.cast["ben"], other=table.cast["cal"], kind=Kind.BLOCK, now=NOON)
    assert reads(table, "cal") == []


def test_a_moderators_mute_holds_for_phrases_too_and_ends(table: Played) -> None:
    ben, dee = table.cast["ben"], table.cast["dee"]
    until = NOON + DAY
    dee.role = Role.MODERATOR
    conduct.sanction(
        by=dee, user=ben, measure=Measure.MUTE, until=until, words="", why="test", now=NOON
    )
    with pytest.raises(NotYourSeat, match="until"):
        says(table, "ben", phrase="hello")
    services.say(table_id=table.id, user=ben, phrase="hello", now=until)
    assert reads(table, "ann") == ["Hello"]


def test_nobody_floods_a_table(table: Played) -> None:
    for number in range(20):
        says(table, "ann", f"line {number}")
    with pytest.raises(TooFast, match="very fast"):
        says(table, "ann", "one more")


def test_the_very_same_line_is_said_three_times_at_most(table: Played) -> None:
    for _ in range(3):
        says(table, "ann", "move!")
    with pytest.raises(TooFast, match="just said"):
        says(table, "ann", "move!")


def test_at_a_silent_table_nobody_talks(cast: dict[str, User]) -> None:
    with pytest.raises(TableError, match="silent"):
        says(sits_down(cast, "ann", silent=True), "ann", phrase="hello")


def test_before_the_start_those_who_sit_talk_alone(cast: dict[str, User]) -> None:
    opened = sits_down(cast, "ann")
    says(opened, "ann", phrase="hello")
    with pytest.raises(NotYourSeat, match="Sit down"):
        says(opened, "cal", phrase="hello")


def test_talk_is_forgotten_ninety_days_after_the_end(table: Played) -> None:
    says(table, "ann", "bye")
    table.does("ann", "resign")
    assert services.forget(now=NOON + timedelta(days=90)) == 0
    assert services.forget(now=NOON + timedelta(days=90) + SECOND) == 1


def test_it_works_by_plain_forms(table: Played, client: Client, cast: dict[str, User]) -> None:
    client.force_login(cast["ben"])
    address = f"/t/{table.id}/talk/"
    assert client.post(address, {"text": "Your move, Ann"}).status_code == 303
    page = client.get(address).content.decode()
    assert "Your move, Ann" in page and "Take back" in page
    line = Line.objects.get()
    assert client.post(f"{address}{line.pk}/back/").status_code == 303
    assert "Taken back." in client.get(address).content.decode()
    assert client.post(address, {"phrase": "nothing"}).status_code == 422
    client.force_login(cast["ann"])
    client.post(f"{address}hear/", {"name": "ben"})
    page = client.get(address).content.decode()
    assert "You no longer see what ben writes here." in page
    client.post(f"{address}hear/", {"name": "ben", "again": "1"})
    assert "no longer see" not in client.get(address).content.decode()


def test_a_visitor_is_asked_to_sign_in_and_a_sealed_or_unknown_table_is_not_there(
    table: Played, client: Client
) -> None:
    answer = client.post(f"/t/{table.id}/talk/", {"phrase": "hello"})
    assert answer.status_code == 303 and "/accounts/login/" in answer["Location"]
    assert client.get("/t/nowhere/talk/").status_code == 404


def test_the_pane_is_absent_for_those_who_want_no_talk(
    table: Played, client: Client, cast: dict[str, User]
) -> None:
    client.force_login(cast["ann"])
    pane = {"headers": {"HX-Request": "true"}}
    assert client.get(f"/t/{table.id}/talk/", **pane).status_code == 200
    client.post("/talk/", {"talk": "off"})
    assert client.get(f"/t/{table.id}/talk/", **pane).status_code == 204
    assert b"data-talk" not in client.get(f"/t/{table.id}/").content


def test_rooms(table: Played) -> None:
    assert says(table, "ann", "a").room == Room.PLAYERS
    assert says(table, "cal", "b").room == Room.WATCHERS


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_one_form_that_arrives_twice_at_once_is_one_line(
    table: Played, together: Callable[..., list[Any]]
) -> None:
    speaks = partial(says, table, "ann", "once", key="k" * 32)
    assert len({line.pk for line in together(speaks, speaks)}) == Line.objects.count() == 1


def test_a_player_reports_how_another_one_plays(
    table: Played,
) -> None:
    assert f"/report/game/{table.id}/" in table.html("ann", "talk/")


def test_a_new_account_reads_from_when_on_it_may_write(
    table: Played, cast: dict[str, User], settings: Any
) -> None:
    settings.TALK_HOURS = 24
    User.objects.filter(pk=cast["ann"].pk).update(
        date_joined=datetime(2026, 11, 28, 19, 53, tzinfo=UTC), mail_zone="Europe/Berlin"
    )
    ann = browser_of(User.objects.get(pk=cast["ann"].pk))
    with time_machine.travel(datetime(2026, 11, 28, 20, tzinfo=UTC), tick=False):
        page = ann.get(f"/t/{table.id}/talk/").content.decode()
    assert "your own words here from 29 November, 20:53 CET on" in page
    assert 'name="text"' not in page and 'name="phrase"' in page


@pytest.mark.parametrize(("private", "who", "may"), [(True, "ann", True), (True, "cal", False),
                                                     (False, "ann", False)])  # fmt: skip
def test_a_new_account_need_not_wait_where_it_sits_by_a_link(
    table: Played, cast: dict[str, User], settings: Any, private: bool, who: str, may: bool
) -> None:
    settings.TALK_HOURS = 24
    Table.objects.filter(pk=table.id).update(private=private)
    User.objects.filter(pk=cast[who].pk).update(date_joined=NOON)
    cast[who].refresh_from_db()
    with time_machine.travel(NOON, tick=False):
        assert bool(table.page(who, "talk/").all("input", name="text")) == may
    if may:
        assert says(table, who, "hello").text == "hello"
    else:
        with pytest.raises(NotYourSeat, match="at first, except at tables by link"):
            says(table, who, "hello")

"""The last lines of one's own ledger: what, where, how it went, and why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.notices import ledger, services
from games.notices.models import Kind, Notice, State, Where, Why
from games.tables import services as tables
from tests.kit.types import Cast, Post, Visits
from tests.notices.conftest import DAY, HOUR, MINUTE, NOON, Deals, wishes
from tests.notices.test_due import goes

pytestmark = pytest.mark.django_db


def shown(user: User, now: object = NOON + HOUR) -> list[tuple[str, str, str, str]]:
    """Return title, place, word and reason of each line."""
    lines = ledger.lines(user.pk, now)  # type: ignore[arg-type]
    return [(line.title, line.place, line.word, line.why) for line in lines]


def test_what_was_sent_held_and_dropped(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    wishes(cast["ann"], "over-mail daily")
    first, second = deals("ann", "ben"), deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    wishes(cast["ann"], "", quiet="12:30-15:00")
    tables.resign(table_id=first.id, user_id=cast["ben"].pk, now=NOON + MINUTE)
    second.turn("ann", after=30 * MINUTE), second.turn("ben", after=MINUTE)
    goes(mailoutbox, NOON + HOUR)
    assert shown(cast["ann"]) == [
        ("Lost Cities with ben is over", "Mail", "queued", "Sent at Sun 08:00, with the others."),
        ("Your turn against ben", "Mail", "held", "Quiet hours. It will be sent at 15:00."),
        ("Your turn against ben", "Mail", "sent", ""),
        ("Your turn against ben", "Mail", "sent", ""),
    ]


@pytest.mark.parametrize(
    "facts, word, why",
    [
        ({"state": State.FAILED, "error": Why.GONE}, "failed", "Nothing more is sent there."),
        ({"state": State.FAILED, "error": "It answered with the error 500."}, "failed", "500."),
        ({"state": State.FAILED, "error": "It does not."}, "failed", "It does not. Given up."),
        ({"state": State.FAILED, "error": Why.INTERRUPTED}, "failed", "not sent twice."),
        ({"tries": 2, "error": "It is busy."}, "queued", "It is busy. Next try at 13:35."),
        ({"error": Why.LOOKING}, "queued", "The table is open in front of you."),
        ({"state": State.DROPPED, "error": Why.PASSED}, "dropped", "It was out of date."),
        ({"state": State.DROPPED, "error": Why.SEEN}, "dropped", "so you knew already."),
    ],
)
def test_each_state_says_why(
    facts: dict[str, object], word: str, why: str, deals: Deals, cast: Cast
) -> None:
    game = deals("ann", "ben")
    due = NOON + timedelta(hours=1, minutes=35)
    Notice.objects.create(
        user=cast["ann"],
        table_id=game.id,
        kind=Kind.LOW,
        where=Where.WEBHOOK,
        target=1,
        place="example.org",
        due_at=due,
        made_at=NOON,
        **facts,
    )
    ((title, place, shown_word, reason),) = shown(cast["ann"])
    assert (title, place) == ("Your clock runs low", "Webhook · example.org")
    assert shown_word == word and why in reason


def test_the_ledger_is_one_s_own_and_fifty_lines(
    deals: Deals,
    cast: Cast,
    visits: Visits,
    mailoutbox: Post,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    game = deals("ann", "ben")
    for number in range(60):
        Notice.objects.create(
            user=cast["ann"],
            table_id=game.id,
            kind=Kind.TURN,
            begun=number,
            state=State.SENT,
            due_at=NOON,
            sent_at=NOON,
        )
    with django_assert_max_num_queries(3):  # type: ignore[attr-defined]
        assert len(ledger.lines(cast["ann"].pk, NOON)) == 50
    ann, ben = visits("ann"), visits("ben")
    assert ann.get("/notices/").content.decode().count("lines__line") == 5
    assert ann.get("/notices/last/").content.decode().count("lines__line") == 50
    assert "Nothing sent yet." in ben.get("/notices/").content.decode()


def test_marks_of_what_nobody_was_told_are_no_lines(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    table = tables.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    tables.invite_by_name(table_id=table.id, by=cast["ann"], name="cal", now=NOON)
    assert Notice.objects.filter(user=cast["cal"], error=Why.NOWHERE).count() == 1
    assert goes(mailoutbox, NOON + MINUTE) == [] and shown(cast["cal"]) == []


def test_hostile_names_and_reasons_stay_text(deals: Deals, cast: Cast, visits: Visits) -> None:
    User.objects.filter(pk=cast["ben"].pk).update(username="<b>x")
    game = deals("ann", "ben")
    services.find_due(now=NOON + MINUTE)
    Notice.objects.filter(table=game.id).update(
        where=Where.PUSH, place="<i>Phone", error="<script>1", state=State.FAILED
    )
    page = visits("ann").get("/notices/last/").content.decode()
    assert "&lt;b&gt;x" in page and "&lt;i&gt;Phone" in page and "&lt;script&gt;1" in page
    assert "<b>x" not in page and "<i>Phone" not in page and "<script>1" not in page


def test_old_lines_have_the_date(deals: Deals, cast: Cast, mailoutbox: Post) -> None:
    deals("ann", "ben")
    goes(mailoutbox, NOON + MINUTE)
    times = [ledger.lines(cast["ann"].pk, NOON + days * DAY)[0].time for days in (0, 3, 9)]
    assert times == ["12:01", "Sat", "21 Nov"]

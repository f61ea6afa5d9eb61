"""Mail and push about events and clubs: whom, once, and only as long as it is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail.backends.locmem import EmailBackend
from django.db import IntegrityError, transaction

from accounts.models import User
from games.community.clubs import services as clubs
from games.community.clubs.models import Door, Membership
from games.community.events.models import Event
from games.notices import services
from games.notices.models import Kind, Notice, State, Where, Why
from games.tables.models import Table
from tests.events.conftest import Evening
from tests.kit.people import browser_of
from tests.kit.types import Patch, Post
from tests.notices.conftest import wishes
from tests.notices.test_channels import goes, phone, titles
from tests.push.service import Service, running

pytestmark = [pytest.mark.django_db, pytest.mark.database]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def reached(evening: Evening, *names: str) -> None:
    """Let these people be reached by mail."""
    for name in names:
        address = f"{name}@example.org"
        EmailAddress.objects.create(
            user=evening.people[name], email=address, verified=True, primary=True
        )


def mails(mailoutbox: Post, now: datetime) -> list[str]:
    """Do what the task of beat does, and return "to: subject" of what went out."""
    before = len(mailoutbox)
    services.find_due(now=now)
    services.send_due(now=now, clock=lambda: 0.0)
    return sorted(f"{mail.to[0].partition('@')[0]}: {mail.subject}" for mail in mailoutbox[before:])


@pytest.fixture
def service(settings: Any, evening: Evening) -> Iterator[Service]:
    settings.OUTBOUND_NETWORKS = [ip_network("127.0.0.0/8")]
    with running(evening.now) as service:
        yield service


def begins(evening: Evening, *names: str, **terms: Any) -> Event:
    """Make an event that these people are in, and let its first round begin."""
    event = evening.makes(**{"starts_at": evening.now + HOUR, "rounds": 1} | terms)
    evening.enters(event, *names)
    event = evening.waits(event)
    return event if event.number else evening.waits(event)


def test_a_round_is_told_to_whoever_is_not_told_of_a_turn(
    evening: Evening, mailoutbox: Post
) -> None:
    begins(evening, "ben", "cal")
    reached(evening, "ben", "cal")
    (table,) = Table.objects.all()
    mover = table.seats.get(number=int(table.to_act)).user
    assert mover is not None
    other = ({"ben", "cal"} - {mover.username}).pop()
    found = mails(mailoutbox, evening.now + 2 * MINUTE)
    assert found == sorted(
        [
            f"{other}: Autumn Cup: round 1 has begun",
            *(one for one in found if one.startswith(f"{mover.username}: Your turn: Toy")),
        ]
    ), "one mail each: the turn says all"
    letter = next(mail for mail in mailoutbox if mail.to[0].startswith(other))
    assert f"You play against {mover.username}." in letter.body
    assert "The round ends on" in letter.body and "Go to the event:" in letter.body
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mails(mailoutbox, evening.now + 3 * HOUR) == []
    told = Notice.objects.get(kind=Kind.ROUND, user=mover)
    assert (told.state, told.error) == (State.DROPPED, Why.TOLD)


def test_a_last_day_is_told_to_whoever_still_plays(evening: Evening, mailoutbox: Post) -> None:
    event = begins(evening, "ben", "cal", "dee", "eve", length=3)
    mails(mailoutbox, evening.now + MINUTE)
    reached(evening, "ben", "cal", "dee", "eve")
    first, second = evening.running(event)
    evening.plays(first)
    event = evening.keeps(event)
    evening.waits(event)
    still = sorted(seat.user.username for seat in second.seats.all() if seat.user)
    subject = "Autumn Cup: round 1 ends soon, and your game is still running"
    found = mails(mailoutbox, evening.now + MINUTE)
    assert [one for one in found if "Autumn" in one] == [f"{name}: {subject}" for name in still]


def test_a_reminder_that_waits_is_dropped_once_the_game_is_over(
    evening: Evening, mailoutbox: Post
) -> None:
    event = begins(evening, "ben", "cal", "dee", "eve", length=3, clock="weekly")
    reached(evening, "ben", "cal", "dee", "eve")
    for name in ("ben", "cal", "dee", "eve"):
        wishes(evening.people[name], "event-mail daily, turn-mail off, low-mail off")
    evening.waits(event)
    services.find_due(now=evening.now + MINUTE)
    assert Notice.objects.filter(kind=Kind.LAST_DAY, state=State.WAITING).count() == 4
    evening.plays(evening.running(event)[0])
    evening.keeps(event)
    mails(mailoutbox, evening.now + DAY)
    ends = [mail for mail in mailoutbox if "Autumn" in mail.subject]
    assert {mail.to[0] for mail in ends} == {
        f"{seat.user.username}@example.org"
        for seat in evening.running(event)[0].seats.all()
        if seat.user
    }


def test_an_event_tells_that_it_begins_and_what_became_of_it(
    evening: Evening, mailoutbox: Post
) -> None:
    reached(evening, "ben", "cal", "dee")
    event = evening.makes(starts_at=evening.now + 3 * DAY, rounds=1)
    opened = mails(mailoutbox, evening.now + MINUTE)
    assert opened == [f"{name}: Autumn Cup is open for entry" for name in ("ben", "cal", "dee")]
    evening.enters(event, "ben", "cal")
    event = evening.waits(event)
    assert evening.now == event.starts_at - DAY
    soon = [f"{name}: Autumn Cup begins soon" for name in ("ben", "cal")]
    assert mails(mailoutbox, evening.now + MINUTE) == soon
    assert evening.keeps(event).next_at == event.starts_at, "and once"
    event = evening.plays_to_the_end(event)
    mailoutbox.clear()
    over = [one for one in mails(mailoutbox, evening.now + MINUTE) if "Autumn" in one]
    assert over == [f"{name}: Autumn Cup is over: see the places" for name in ("ben", "cal")]
    assert sorted(word for mail in mailoutbox for word in ("1st", "2nd") if word in mail.body)


def test_a_live_round_is_pushed_and_not_mailed(
    evening: Evening, mailoutbox: Post, service: Service
) -> None:
    reached(evening, "ben", "cal")
    phones = {name: phone(evening.people[name], service)[0] for name in ("ben", "cal")}
    for name in phones:
        wishes(evening.people[name], "live-push off, low-push off")
    begins(evening, "ben", "cal", clock="slow", length=60)
    service.now = evening.now + MINUTE
    goes(evening.now + MINUTE)
    assert not [mail for mail in mailoutbox if "round" in mail.subject]
    for browser in phones.values():
        assert titles(browser, service)[-1:] == ["Autumn Cup: round 1 has begun"]


def test_what_was_read_is_taken_off_every_device(evening: Evening, service: Service) -> None:
    ben = evening.people["ben"]
    browsers = [phone(ben, service)[0], phone(ben, service, "Laptop")[0]]
    event = evening.makes(starts_at=evening.now + 3 * DAY)
    assert goes(evening.now + MINUTE, Where.PUSH) == [2]
    assert Notice.objects.exclude(shown="").count() == 2
    browser_of(ben).get(f"/events/{event.pk}/")
    goes(evening.now + 2 * MINUTE, Where.PUSH)
    assert not Notice.objects.exclude(shown="").exists()
    for browser in browsers:
        ours = [one for one in service.taken if browser.endpoint.endswith(one.path)]
        assert [browser.reads(one.body).get("end", False) for one in ours] == [False, True]


def test_quiet_hours_and_a_digest_hold(evening: Evening, mailoutbox: Post) -> None:
    reached(evening, "ben")
    wishes(evening.people["ben"], "club-mail hourly")
    for name in ("Autumn Cup", "Winter Cup"):
        evening.makes(name=name, starts_at=evening.now + 3 * DAY)
    assert mails(mailoutbox, evening.now + MINUTE) == []
    assert mails(mailoutbox, evening.now + 2 * HOUR) == ["ben: 2 pieces of news"]
    assert "Autumn Cup is open for entry" in mailoutbox[-1].body
    evening.makes(name="Spring Cup", starts_at=evening.now + 3 * DAY)
    wishes(evening.people["ben"], "club-mail now", quiet="00:00-23:59")
    assert mails(mailoutbox, evening.now + 3 * HOUR) == []
    assert Notice.objects.filter(error=Why.HELD).count() == 1
    page = browser_of(evening.people["ben"]).get("/notices/last/").text
    assert "Spring Cup is open for entry" in page and "/events/" in page


def test_a_private_club_tells_nobody_who_has_left(evening: Evening, mailoutbox: Post) -> None:
    reached(evening, "ben", "cal")
    for name in ("ben", "cal"):
        wishes(evening.people[name], "club-mail hourly")
    type(evening.club).objects.update(private=True)
    evening.club.refresh_from_db()
    evening.makes(starts_at=evening.now + 3 * DAY)
    services.find_due(now=evening.now + MINUTE)
    Membership.objects.filter(user=evening.people["cal"]).delete()
    assert mails(mailoutbox, evening.now + 2 * HOUR) == ["ben: Autumn Cup is open for entry"]
    assert Notice.objects.get(user=evening.people["cal"]).error == Why.PASSED


def test_whoever_dies_in_between_tells_nobody_twice(
    evening: Evening, mailoutbox: Post, monkeypatch: Patch
) -> None:
    reached(evening, "ben", "cal")
    evening.makes(starts_at=evening.now + 3 * DAY)
    real = EmailBackend.send_messages

    def die(self: EmailBackend, messages: Post) -> int:
        real(self, messages)
        raise KeyboardInterrupt  # killed between the server's yes and our own note

    monkeypatch.setattr(EmailBackend, "send_messages", die)
    with pytest.raises(KeyboardInterrupt):
        mails(mailoutbox, evening.now + MINUTE)
    monkeypatch.setattr(EmailBackend, "send_messages", real)
    for minutes in (2, 3, 60, 120):
        mails(mailoutbox, evening.now + minutes * MINUTE)
    assert sorted(mail.to[0] for mail in mailoutbox) == ["ben@example.org", "cal@example.org"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_one_mail(
    evening: Evening, mailoutbox: Post, together: Callable[..., list[object]]
) -> None:
    reached(evening, "ben")
    evening.makes(starts_at=evening.now + 3 * DAY)
    calls = [lambda: mails([], evening.now + MINUTE)] * 3
    assert [answer for answer in together(*calls) if isinstance(answer, Exception)] == []
    mails(mailoutbox, evening.now + 2 * MINUTE)
    assert [mail.to[0] for mail in mailoutbox] == ["ben@example.org"]
    assert Notice.objects.filter(user=evening.people["ben"]).count() == 1


def test_the_database_takes_one_notice_of_a_subject(evening: Evening) -> None:
    facts = {"user": evening.people["ben"], "kind": Kind.EVENT, "due_at": evening.now}
    Notice.objects.create(**facts, subject="event-x-1-soon")
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(**facts, subject="event-x-1-soon")
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(**facts)  # about nothing


def test_leaders_hear_who_asks_and_the_one_who_is_let_in(
    evening: Evening,
    mailoutbox: Post,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    reached(evening, "ann", "ben")
    dee, ann = User.objects.create_user("zoe", password=None), evening.people["ann"]
    EmailAddress.objects.create(user=dee, email="zoe@example.org", verified=True, primary=True)
    type(evening.club).objects.update(door=Door.REQUEST)
    about = {"club": evening.club, "now": evening.now}
    with django_capture_on_commit_callbacks(execute=True):
        clubs.ask(**about, user=dee)
    assert mails(mailoutbox, evening.now + MINUTE) == ["ann: zoe asks to join Cards"]
    with django_capture_on_commit_callbacks(execute=True):
        clubs.withdraw(club=evening.club, user=dee)
        clubs.ask(**about, user=dee)
    assert mails(mailoutbox, evening.now + 2 * MINUTE) == [], "of one person once a day"
    with django_capture_on_commit_callbacks(execute=True):
        clubs.accept(**about, by=ann, user=dee)
    assert mails(mailoutbox, evening.now + 3 * MINUTE) == ["zoe: You belong to Cards now"]
    assert "/clubs/cards/" in mailoutbox[-1].body and "Go to the club:" in mailoutbox[-1].body

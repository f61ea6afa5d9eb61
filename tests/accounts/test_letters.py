"""Letters about accounts: sent by workers, again if it has to be, and nothing of them is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import celery
import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import mail_connection, services, tasks
from accounts.models import Letter, State, User
from accounts.services import letters
from tests.accounts.conftest import signs_up, who
from tests.kit.sink import MailServer, Sink, listening
from tests.kit.types import Log, Patch, Together

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def mail(settings: Any) -> Iterator[tuple[Sink, MailServer]]:
    with listening(settings) as both:
        yield both


@pytest.fixture
def sink(mail: tuple[Sink, MailServer]) -> Sink:
    return mail[0]


@pytest.fixture
def server(mail: tuple[Sink, MailServer]) -> MailServer:
    return mail[1]


def write(to: str = "ann@example.org", at: datetime = NOON) -> None:
    letters.write(
        EmailMessage("A new password", "https://cards.example.org/secret", to=[to]),
        kind="password_reset_key",
        now=at,
    )


def goes(now: datetime, **more: Any) -> int:
    with closing(mail_connection.Connection()) as ours:
        return letters.send_due(now=now, by=ours, **more)


def said(caplog: Log) -> str:
    """By the site; the mail server talks as well."""
    return " ".join(
        [record.getMessage() for record in caplog.records if record.name.startswith("accounts")]
    )


def kept() -> list[str]:
    """All that is kept of what was said, and to whom."""
    return [
        text for row in Letter.objects.values_list("to", "subject", "body") for text in row if text
    ]


def test_it_is_sent_once_and_nothing_is_kept_of_it(sink: Sink) -> None:
    write()
    assert goes(NOON) == 1 and goes(NOON + MINUTE) == 0
    (mail,) = sink.mails
    assert (mail["To"], mail["Subject"], mail.get_content().strip()) == (
        "ann@example.org",
        "A new password",
        "https://cards.example.org/secret",
    )
    assert mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"].endswith(
        "@cards.example.org>"
    )
    assert Letter.objects.get().state == State.SENT and kept() == []


def test_no_page_waits_for_a_mail_server(client: Client, server: MailServer, ann: User) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True, verified=True)
    with server.silent():
        for _ in range(3):
            page = client.post(
                "/accounts/password/reset/", {"email": "ann@example.org"}, follow=True
            ).content.decode()
            assert "is on its way" in page
        assert (
            signs_up(client, "jonas", email="jonas@example.org").status_code == 302
            and who(client) is not None
        )
        assert server.called == 0 and Letter.objects.filter(state=State.WAITING).count() == 4


@pytest.mark.django_db(transaction=True)
def test_the_workers_are_asked_at_once(client: Client, monkeypatch: Patch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        celery.current_app, "send_task", lambda name, *args, **_: asked.append(name)
    )
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert asked == ["accounts.tasks.send_letters"] and tasks.send_letters.name == asked[0]


def test_a_silent_server_is_waited_for_once_a_run(
    server: MailServer, sink: Sink, settings: Any, caplog: Log
) -> None:
    settings.EMAIL_TIMEOUT = 0.1
    for name in ("ann", "ben", "cal"):
        write(f"{name}@example.org")
    with server.silent():
        assert goes(NOON) == 0 and server.called == 1
    assert "cannot be reached (SMTPServerDisconnected)" in said(caplog)
    assert goes(NOON + MINUTE) == 3 and len(sink.mails) == 3 and kept() == []


def test_one_that_is_refused_for_now_is_tried_again(sink: Sink, caplog: Log) -> None:
    sink.refused["*"] = "451 later"
    write()
    now = NOON
    for wait in mail_connection.AGAIN:
        assert goes(now) == 0 and goes(now + wait - MINUTE / 2) == 0 and kept()
        now += wait
    sink.refused.clear()
    assert goes(now) == 1 and len({mail["Message-ID"] for mail in sink.mails}) == 1
    assert "password_reset_key" in said(caplog) and "example.org" not in said(caplog)


@pytest.mark.parametrize(
    "answer, tries", [("550 unknown", 1), ("451 later", len(mail_connection.AGAIN) + 1)]
)
def test_one_that_is_given_up_leaves_no_link_behind(
    sink: Sink, answer: str, tries: int, caplog: Log
) -> None:
    sink.refused["*"] = answer
    write()
    now = NOON
    goes(now)
    for wait in mail_connection.AGAIN:
        goes(now := now + wait)
    letter = Letter.objects.get()
    assert (letter.state, letter.tries, letter.error) == (
        State.FAILED,
        tries,
        "SMTPRecipientsRefused",
    ) and kept() == []
    assert "was given up: SMTPRecipientsRefused" in said(caplog)


def test_a_link_that_is_stale_is_not_sent(sink: Sink) -> None:
    write()
    assert goes(NOON + letters.STALE + MINUTE) == 0
    assert Letter.objects.get().state == State.FAILED and kept() == [] and sink.mails == []


def test_one_that_fails_keeps_no_other_back(sink: Sink) -> None:
    sink.refused["ann@example.org"] = "550 unknown"
    write("ann@example.org"), write("ben@example.org")
    assert goes(NOON) == 1 and len(sink.to("ben@example.org")) == 1


def test_one_whose_sender_died_is_sent_again(sink: Sink) -> None:
    write()
    Letter.objects.update(state=State.SENDING)
    assert goes(NOON + MINUTE) == 0  # it may still be at it
    assert goes(NOON + letters.INTERRUPTED + MINUTE) == 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_senders_send_each_once(sink: Sink, together: Together) -> None:
    for number in range(6):
        write(f"x{number}@example.org")
    assert sum(together(*[lambda: goes(NOON)] * 3)) == 6
    assert len(sink.mails) == 6


def test_one_sender_at_a_time_uses_the_post(sink: Sink) -> None:
    write(at=timezone.now())
    with mail_connection.exclusive() as ours, mail_connection.exclusive() as others:
        assert ours is not None and others is None
        assert tasks.send_letters() == 0 and Letter.objects.get().state == State.WAITING
    assert tasks.send_letters() == 1 and cache.get(mail_connection.BUSY) is None


def test_a_slow_server_does_not_hold_the_workers_up(sink: Sink) -> None:
    for number in range(5):
        write(f"x{number}@example.org")
    times = iter(range(0, 100, 6))
    assert goes(NOON, clock=lambda: float(next(times))) == 2


def test_a_closed_account_gets_no_letter(ann: User, sink: Sink) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True, verified=True)
    write("ben@example.org"), write("ann@example.org")
    services.close(user=ann, now=NOON)
    assert goes(NOON) == 1 and sink.to("ann@example.org") == []


def test_what_is_long_done_is_forgotten(sink: Sink) -> None:
    write()
    goes(NOON)
    write(at=NOON + timedelta(days=80))
    assert (
        letters.forget_old(now=NOON + timedelta(days=91)) == 1
        and Letter.objects.get().state == State.WAITING
    )

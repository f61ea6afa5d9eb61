"""Mails that fail, servers that are away or slow, workers that die or are two."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.mail.backends.locmem import EmailBackend

from accounts import mail_connection
from games.notices import services
from games.notices.models import Notice, State
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import HOUR, MINUTE, NOON, Deals
from tests.notices.test_due import goes

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_failure_is_tried_again_and_keeps_no_other_back(
    deals: Deals, cast: Cast, mailoutbox: Post, monkeypatch: Patch
) -> None:
    real = EmailBackend.send_messages

    def refuse(self: EmailBackend, messages: Post) -> int:
        if messages[0].to == ["ann@example.org"]:
            raise OSError("ann@example.org: try later")
        return int(real(self, messages))

    deals("ann", "ben"), deals("ben", "ann")
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    assert [line[:3] for line in goes(mailoutbox, NOON + MINUTE)] == ["ben"]
    waiting = Notice.objects.get(user=cast["ann"])
    assert (waiting.state, waiting.tries, waiting.error) == (State.WAITING, 1, "OSError")
    now = NOON + MINUTE
    for wait in mail_connection.AGAIN[:-1]:
        assert goes(mailoutbox, now + wait - MINUTE / 2) == []
        now += wait
        assert goes(mailoutbox, now) == []
    monkeypatch.setattr(EmailBackend, "send_messages", real)
    assert [line[:3] for line in goes(mailoutbox, now + mail_connection.AGAIN[-1])] == ["ann"]


def test_it_is_given_up_at_last(deals: Deals, mailoutbox: Post, monkeypatch: Patch) -> None:
    monkeypatch.setattr(EmailBackend, "send_messages", lambda self, messages: 1 / 0)
    deals("ann", "ben", clock="weekly")
    now = NOON + HOUR
    goes(mailoutbox, now)
    for wait in mail_connection.AGAIN:
        goes(mailoutbox, now := now + wait)
    notice = Notice.objects.get()
    assert notice.state == State.FAILED and notice.tries == len(mail_connection.AGAIN) + 1


def test_a_server_that_is_away_is_asked_once_a_run(
    deals: Deals, mailoutbox: Post, monkeypatch: Patch
) -> None:
    asked = []

    def away(self: EmailBackend) -> None:
        asked.append(self)
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", away)
    deals("ann", "ben"), deals("ben", "ann")
    assert goes(mailoutbox, NOON + MINUTE) == [] and len(asked) == 1
    assert sorted(Notice.objects.values_list("tries", flat=True)) == [0, 1]


def test_whoever_dies_while_sending_does_not_send_twice(
    deals: Deals, mailoutbox: Post, monkeypatch: Patch
) -> None:
    real = EmailBackend.send_messages

    def die(self: EmailBackend, messages: Post) -> int:
        real(self, messages)
        raise KeyboardInterrupt  # killed between the server's yes and our own note

    deals("ann", "ben")
    monkeypatch.setattr(EmailBackend, "send_messages", die)
    with pytest.raises(KeyboardInterrupt):
        goes(mailoutbox, NOON + MINUTE)
    monkeypatch.setattr(EmailBackend, "send_messages", real)
    assert (
        goes(mailoutbox, NOON + 2 * MINUTE) == goes(mailoutbox, NOON + HOUR) == []
        and len(mailoutbox) == 1
    )
    assert Notice.objects.get().state == State.FAILED


def test_a_slow_server_ends_the_run(deals: Deals, mailoutbox: Post) -> None:
    deals("ann", "ben"), deals("ben", "ann")
    services.find_due(now=NOON + MINUTE)
    ticks = iter([0.0, 1.0, 16.0])
    assert services.send_due(now=NOON + MINUTE, clock=lambda: next(ticks)) == 1
    assert goes(mailoutbox, NOON + 2 * MINUTE) != [] and len(mailoutbox) == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_one_mail(
    deals: Deals, mailoutbox: Post, together: Callable[..., list[object]]
) -> None:
    deals("ann", "ben")
    calls = [lambda: goes([], NOON + MINUTE)] * 2
    assert [answer for answer in together(*calls) if isinstance(answer, Exception)] == []
    assert len(mailoutbox) == 1 and Notice.objects.get().state == State.SENT

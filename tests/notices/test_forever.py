"""Names that are never given twice: not after a backup is restored, not in a copy of the site.
Whoever has seen one takes the next thing under it for the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client

from accounts import mail_connection
from accounts.models import Letter
from accounts.services import letters
from games.notices import services
from games.notices.calendar import services as calendar
from games.notices.channels import by_webhook
from games.notices.models import Notice, Where
from games.notices.webhooks import formats
from games.notices.webhooks import services as hooks
from games.notices.webhooks.models import Hook
from games.tables.state import snapshot_cache
from tests.kit.types import Cast, Patch, Post
from tests.notices.conftest import HOUR, MINUTE, NOON, Deals

pytestmark = pytest.mark.django_db


@contextmanager
def until_the_backup_comes_back() -> Iterator[None]:
    """Undo what is done in here, so that numbers of rows come again."""
    backup = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(backup)
        snapshot_cache.forget()


def names(mail: Any) -> str:
    return str(mail.extra_headers["Message-ID"])


def test_a_notice_by_mail(deals: Deals, mailoutbox: Post) -> None:
    game, numbers = deals("ann", "ben"), []

    def told() -> None:
        services.find_due(now=NOON + MINUTE)
        numbers.append(Notice.objects.get().pk)
        services.send_due(now=NOON + MINUTE)

    with until_the_backup_comes_back():
        told()
    assert game.row.ply and not Notice.objects.exists()
    told()
    first, second = mailoutbox
    assert first.subject == second.subject and numbers[0] == numbers[1]
    assert names(first) != names(second)


def test_a_letter_about_an_account(db: Any, mailoutbox: Post) -> None:
    def writes(kind: str) -> int:
        letters.write(EmailMessage("Hello", "ann", to=["ann@example.org"]), kind=kind, now=NOON)
        letters.send_due(now=NOON, by=mail_connection.Connection())
        return Letter.objects.get().pk

    with until_the_backup_comes_back():
        first = writes("reset")
    assert writes("confirm") == first
    assert len({names(mail) for mail in mailoutbox}) == 2


@pytest.mark.parametrize("release", ["this", "the one before"])
def test_each_try_of_one_mail_has_the_same_name(
    release: str, deals: Deals, mailoutbox: Post, monkeypatch: Patch
) -> None:
    deals("ann", "ben")
    tried: list[str] = []

    def fails(self: object, mail: Any) -> None:
        tried.append(names(mail))
        raise OSError

    services.find_due(now=NOON + MINUTE)
    if release != "this":
        Notice.objects.update(key="")
    with monkeypatch.context() as away:
        away.setattr(mail_connection.Connection, "send", fails)
        services.send_due(now=NOON + MINUTE)
    services.send_due(now=NOON + HOUR)
    assert tried == [names(mail) for mail in mailoutbox] and len(tried) == 1


def test_a_message_that_has_grown_is_another_one(
    deals: Deals, cast: Cast, mailoutbox: Post
) -> None:
    """Otherwise a reader who has the first try of it would miss the rest."""
    one, two = deals("ann", "ben"), deals("ann", "ben")
    services.find_due(now=NOON + MINUTE)
    first, second = (Notice.objects.get(table=game.id).key for game in (one, two))
    assert (
        len(
            {
                mail_connection.message_id([first]),
                mail_connection.message_id([second]),
                mail_connection.message_id([first, second]),
            }
        )
        == 3
    )


@pytest.mark.parametrize("kind", ["json", "matrix"])
def test_a_message_to_a_webhook(kind: str, deals: Deals, cast: Cast, monkeypatch: Patch) -> None:
    address = "https://listener.example.org/x"
    hooks.set_address(user=cast["ann"], kind=kind, address=address, room="!a:b", now=NOON)
    hook, told = Hook.objects.get(), []

    def send(*, message: Any, **_about: Any) -> None:
        told.append(formats.number(hook, message))

    monkeypatch.setattr(by_webhook.services, "send", send)
    game = deals("ann", "ben")

    def happens() -> None:
        services.find_due(now=NOON + MINUTE)
        services.send_due(now=NOON + MINUTE, where=Where.WEBHOOK)

    with until_the_backup_comes_back():
        happens()
    happens()
    assert game.id and len(told) == 2 == len(set(told))


def test_a_turn_in_the_calendar(deals: Deals, cast: Cast) -> None:
    """Ann has played, a backup is made, Ben plays; after the backup he plays again."""
    token = calendar.renew(user=cast["ann"], now=NOON)

    @time_machine.travel(NOON, tick=False)
    def uids() -> set[str]:
        lines = Client().get(f"/calendar/{token}.ics").content.decode().replace("\r\n ", "")
        return {line for line in lines.splitlines() if line.startswith("UID:")}

    game = deals("ann", "ben", clock="weekly", now=NOON - HOUR)
    first = uids()
    game.turn("ann")
    before = game.now
    with until_the_backup_comes_back():
        game.turn("ben")
        second = uids()
    game.now = before + MINUTE
    game.turn("ben")
    third = uids()
    game.puts("ann")
    assert uids() == third, "half a turn is the same turn"
    assert len(first) == len(second) == len(third) == 1 and len(first | second | third) == 3

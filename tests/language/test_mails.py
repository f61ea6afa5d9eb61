"""Mails are written in the language of their reader, whoever causes them."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone, translation

from accounts import mail_connection
from accounts import services as accounts
from accounts.models import User
from accounts.services import letters
from games.notices import services as notices
from games.notices.message_contents import language_of
from games.tables import services as tables
from games.tables.models import Order, Table
from tests.kit.types import Cast, Visits
from tests.language.pseudo import CODE, plain, untranslated

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def addresses(cast: Cast) -> None:
    for name in ("ann", "ben"):
        EmailAddress.objects.create(
            user=cast[name], email=f"{name}@example.org", verified=True, primary=True
        )


def game(cast: Cast, first: str, second: str) -> Table:
    """Return a game by correspondence between the two."""
    opened = tables.open_table(
        creator=cast[first], game="lost_cities", clock="daily", order=Order.SEATS, now=NOON
    )
    tables.sit(table_id=opened.id, user=cast[second], now=NOON)
    return Table.objects.get(pk=opened.id)


def sent(now: datetime) -> dict[str, Any]:
    """Send the notices that are due; return the mails by reader."""
    mail.outbox.clear()
    notices.find_due(now=now)
    notices.send_due(now=now)
    return {message.to[0].partition("@")[0]: message for message in mail.outbox}


def words(message: Any) -> list[str]:
    """Return what the mail says in no pseudo-language: subject, text and HTML."""
    html = (
        [part.content for part in message.alternatives] if hasattr(message, "alternatives") else []
    )
    found = [word for text in html for word in untranslated(text)]
    for text in (message.subject, message.body):
        found += plain(text)
    return found


def speaks(message: Any, language: str) -> bool:
    everything = "".join(
        [message.subject, message.body, *[p.content for p in message.alternatives]]
    )
    return "⟦" not in everything if language == "en" else words(message) == []


@pytest.mark.parametrize("active", ["en", CODE])
def test_each_reads_the_own_language(cast: Cast, active: str) -> None:
    """Also where the process speaks another one."""
    User.objects.filter(pk=cast["ann"].pk).update(mail_language=CODE)
    for first, second in (("ann", "ben"), ("ben", "ann")):
        game(cast, first, second)
    with translation.override(active):
        mails = sent(NOON + timedelta(hours=1))
        assert translation.get_language() == active
    assert speaks(mails["ann"], CODE) and speaks(mails["ben"], "en")
    assert f'<html lang="{CODE}">' in mails["ann"].alternatives[0].content
    assert '<html lang="en">' in mails["ben"].alternatives[0].content


def test_every_kind_of_notice(cast: Cast) -> None:
    User.objects.update(mail_language=CODE)
    table = game(cast, "ann", "ben")
    waiting = tables.open_table(creator=cast["ann"], game="odin", now=NOON)
    tables.invite_by_name(table_id=waiting.id, by=cast["ann"], name="ben", now=NOON)
    found = [*sent(NOON + timedelta(hours=1)).values()]
    tables.resign(table_id=table.id, user_id=cast["ben"].pk, now=NOON + timedelta(hours=2))
    found += sent(NOON + timedelta(hours=3)).values()
    assert len(found) == 4  # a turn, an invitation, and to both that the game is over
    assert [words(message) for message in found] == [[], [], [], []]


def test_the_settings_keep_the_language_of_their_page(cast: Cast, visits: Visits) -> None:
    for language in (CODE, "en"):
        assert visits("ann", language).post("/notices/", {"turn-mail": "now"}).status_code == 302
        cast["ann"].refresh_from_db()
        assert cast["ann"].mail_language == language


def test_a_language_that_is_not_known(cast: Cast) -> None:
    assert [language_of(User(mail_language=code)) for code in ("", "xx", CODE)] == [
        "en",
        "en",
        CODE,
    ]


def test_a_closed_account_keeps_no_language(cast: Cast) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(mail_language=CODE, wishes="nnn")
    accounts.close(user=cast["ann"], now=NOON)
    ann = User.objects.get(pk=cast["ann"].pk)
    assert (ann.mail_language, ann.wishes, ann.quiet) == ("", "", "")


def test_letters_about_an_account(cast: Cast, visits: Visits) -> None:
    """They are written while the page is answered, so in its language."""
    for address in ("ann@example.org", "nobody@example.org"):
        visits().post("/accounts/password/reset/", {"email": address})
    visits("ann").post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    with closing(mail_connection.Connection()) as ours:
        letters.send_due(now=timezone.now(), by=ours)
    assert len(mail.outbox) >= 2
    for message in mail.outbox:
        assert "⟦" in message.body and words(message) == [], message.body

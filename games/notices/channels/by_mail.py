"""Mail, the first channel."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q

from accounts import mail_connection
from accounts.models import User
from accounts.selectors import mail_address
from games.notices import mail
from games.notices.channels.interface import Away, Failed, Gone, Target
from games.notices.models import Notice


def reachable() -> Q:
    """Return the condition on rows with a `user` who has a confirmed address."""
    return Q(Exists(EmailAddress.objects.filter(user=OuterRef("user"), verified=True)))


def targets(user: User) -> tuple[Target, ...]:
    """Return the only place of a user with a confirmed address. The ledger stores no address."""
    return (Target(),) if mail_address(user) else ()


def hosts(targets: Collection[int]) -> dict[int, str]:
    """Return nothing: all letters go to one server."""
    return {}


@contextmanager
def alone() -> Iterator[Post | None]:
    """Give the connection to the mail server to one task; None while another one has it, and where
    there is no server."""
    if not mail_connection.has_server():
        yield None
        return
    with mail_connection.exclusive() as ours:
        yield Post(ours) if ours else None


class Post:
    """The connection to the mail server, for notices."""

    def __init__(self, ours: mail_connection.Connection) -> None:
        self.ours = ours

    def send(self, notices: Sequence[Notice], now: datetime) -> str:
        """Send one letter."""
        address = mail_address(notices[0].user)
        if address is None:
            raise Gone
        letter = mail.letter(notices, address, now)
        try:
            self.ours.open()
        except mail_connection.Unreachable as away:
            raise Away(mail_connection.error_kind(away.__cause__)) from away.__cause__
        try:
            self.ours.send(letter)
        except Exception as error:  # its text would name the address
            raise Failed(
                mail_connection.error_kind(error), final=mail_connection.refused_for_good(error)
            ) from error
        return ""

    def take_away(self, notices: Sequence[Notice], now: datetime) -> None:
        """Do nothing: a letter stays."""

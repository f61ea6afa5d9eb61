"""Mail."""

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
from games.notices.channels.interface import ChannelDown, Failed, Gone, Target
from games.notices.models import Notice


def reachable() -> Q:
    """Return the condition for rows with a `user` who has a confirmed address."""
    return Q(Exists(EmailAddress.objects.filter(user=OuterRef("user"), verified=True)))


def targets(user: User) -> tuple[Target, ...]:
    """Return the one place of a user with a confirmed address, without the address."""
    return (Target(),) if mail_address(user) else ()


def hosts(targets: Collection[int]) -> dict[int, str]:
    """Return no hosts: all mail goes to one server."""
    return {}


@contextmanager
def exclusive() -> Iterator[MailSender | None]:
    """Yield the connection to the mail server; None while another task has it, and without a
    server."""
    if not mail_connection.has_server():
        yield None
        return
    with mail_connection.exclusive() as connection:
        yield MailSender(connection) if connection else None


class MailSender:
    """The connection to the mail server, for notices."""

    def __init__(self, connection: mail_connection.Connection) -> None:
        self.connection = connection

    def send(self, notices: Sequence[Notice], now: datetime) -> str:
        """Send one mail."""
        address = mail_address(notices[0].user)
        if address is None:
            raise Gone
        letter = mail.letter(notices, address, now)
        try:
            self.connection.open()
        except mail_connection.Unreachable as away:
            raise ChannelDown(mail_connection.error_kind(away.__cause__)) from away.__cause__
        try:
            self.connection.send(letter)
        except Exception as error:  # its text would name the address
            raise Failed(
                mail_connection.error_kind(error), final=mail_connection.refused_for_good(error)
            ) from error
        return ""

    def retract(self, notices: Sequence[Notice], now: datetime) -> None:
        """Do nothing: a mail stays."""

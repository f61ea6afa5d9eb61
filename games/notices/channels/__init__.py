"""The channels of notices, each with the interface of `interface.py`. A new channel is one module
and one line here."""

from collections.abc import Mapping
from typing import Final

from accounts import mail_connection
from games.notices.channels import by_mail, by_push, by_webhook
from games.notices.channels.interface import Channel, ChannelDown, Failed, Gone, Sender, Target
from games.notices.models import Where

CHANNELS: Final[dict[Where, Channel]] = {
    Where.MAIL: by_mail,
    Where.PUSH: by_push,
    Where.WEBHOOK: by_webhook,
}


def offered() -> Mapping[Where, Channel]:
    """Return the channels of this site, mail only with a mail server."""
    return {
        where: channel
        for where, channel in CHANNELS.items()
        if where != Where.MAIL or mail_connection.has_server()
    }

"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.lobby.pairing.models import Ticket

SOURCES = (
    of_rows(
        "searches",
        _("Your searches for an opponent."),
        Ticket,
        "game clock rated rating made_at found_at table_id",
    ),
)

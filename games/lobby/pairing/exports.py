"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.lobby.pairing.models import Ticket


def _searches(user_id: int) -> Iterator[Row]:
    found = Ticket.objects.filter(user=user_id).order_by("pk")
    facts = ("game", "clock", "rated", "rating", "made_at", "found_at", "table_id")
    yield from found.values(*facts).iterator()


SOURCES = (
    Source("searches", _("Your searches for an opponent."), _searches, ("pairing.Ticket.user",)),
)

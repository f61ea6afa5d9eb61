"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.community.people.models import Note, Tie


def _ties(user_id: int) -> Iterator[Row]:
    found = Tie.objects.filter(user=user_id).order_by("pk")
    yield from found.values("kind", "other__username", "at").iterator()


def _notes(user_id: int) -> Iterator[Row]:
    found = Note.objects.filter(user=user_id).order_by("pk")
    yield from found.values("other__username", "text", "at").iterator()


SOURCES = (
    Source("ties", _("Whom you follow, mute or block."), _ties, ("people.Tie.user",)),
    Source("notes", _("Your notes on other players."), _notes, ("people.Note.user",)),
)
LEFT_OUT = {
    "people.Tie.other": "decisions of others: who blocks somebody is not told",
    "people.Note.other": "private notes of others",
}

"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.people.models import Note, Tie

SOURCES = (
    of_rows("ties", _("Whom you follow, mute or block."), Tie, "kind other__username at"),
    of_rows("notes", _("Your notes on other players."), Note, "other__username text at"),
)
LEFT_OUT = {
    "people.Tie.other": "decisions of others: who blocks somebody is not told",
    "people.Note.other": "private notes of others",
}
